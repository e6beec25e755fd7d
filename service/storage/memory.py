"""The memory of a Redis with a limit (`maxmemory`): its last part is reserved for what already exists.

A server that never evicts refuses every write that needs memory once it is full. New sessions, analyses and webhooks are therefore refused
while there is still room for the moves of the sessions that exist.
"""

from __future__ import annotations

from typing import Any

import msgspec

from service.observability import logs
from service.storage.errors import StorageFull
from service.storage.redis_client import RedisServer

RESERVE = 10
"""Percentage of the memory that is reserved, unless a setting says otherwise."""


class Usage(msgspec.Struct, frozen=True):
    """Bytes in use, and the limit; 0 for no limit."""

    used: int
    limit: int

    @property
    def share(self) -> float:
        """The part of the limit that is in use; 0 without a limit."""
        return self.used / self.limit if self.limit else 0.0


class Memory:
    """The memory of one Redis; in a Cluster, that of the node which holds a key, or without a key that of the fullest node."""

    def __init__(self, server: RedisServer, reserve: int = RESERVE) -> None:
        self._server, self._most = server, 1 - reserve / 100

    def usage(self, key: str | None = None) -> Usage:
        """How much is in use now; raises RedisUnavailable."""
        with self._server.guard():
            return max(map(_usage, self._info(key)), key=lambda usage: usage.share)

    def _info(self, key: str | None) -> list[dict[str, Any]]:
        client = self._server.client
        if not self._server.is_cluster:
            return [client.info("memory")]
        nodes = client.get_primaries() if key is None else [client.get_node_from_key(key)]
        return [client.info("memory", target_nodes=node) for node in nodes]

    def is_short(self, key: str | None = None) -> bool:
        """Whether only the reserve is left; the log says so."""
        usage = self.usage(key)
        is_short = bool(usage.limit) and usage.share >= self._most
        if is_short:
            text = f"Redis uses {usage.share:.0%} of its memory: new sessions, AI jobs and webhooks are refused, moves are accepted"
            logs.log_fault(f"memory of {self._server.url}", text)
        return is_short

    def require_room(self, key: str | None = None) -> None:
        """Raises StorageFull if only the reserve is left."""
        if self.is_short(key):
            raise StorageFull("Redis is almost full: only games that exist go on. Try again later, or delete sessions.")


def _usage(about: dict[str, Any]) -> Usage:
    """What counts towards the limit; buffers of the log and of replicas do not."""
    return Usage(int(about["used_memory"]) - int(about.get("mem_not_counted_for_evict", 0)), int(about.get("maxmemory", 0)))
