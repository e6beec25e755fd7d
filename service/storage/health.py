"""Whether a Redis accepts changes: it answers, can write its log, and has memory left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from service.storage import data_folder
from service.storage.errors import RedisUnavailable, StorageFull
from service.storage.memory import Memory
from service.storage.redis_client import RedisServer

FULL = 0.99
"""A Redis that uses this part of its memory refuses some moves already."""


class Storage(msgspec.Struct, frozen=True):
    """A Redis, its memory, and the data directory if it is the embedded one."""

    server: RedisServer
    memory: Memory
    data: Path | None = None

    def check(self) -> str | None:
        """A warning if only the reserve of its memory is left; raises RedisUnavailable if it accepts no changes."""
        if self.data is not None and data_folder.is_full(self.data):
            raise RedisUnavailable("The disk of the embedded Redis is full; free some space in its data directory.")
        with self.server.guard():
            self.server.client.ping()  # A server that cannot write its log refuses this too.
        if self.memory.usage().share >= FULL:
            raise StorageFull("Redis is full and refuses moves; delete sessions or raise its maxmemory.")
        return (
            "Redis is almost full: new sessions, AI jobs and webhooks are refused, moves are accepted." if self.memory.is_short() else None
        )


def embedded_data(url: str, data_dir: str) -> Path | None:
    """The data directory if the URL is that of its embedded Redis."""
    data = Path(data_dir)
    return data if data.is_dir() and url == data_folder.url_of(data) else None


class StorageCollector(Collector):
    """Metrics of the Redis of each part, read when Prometheus asks."""

    def __init__(self, storages: Mapping[str, Storage]) -> None:
        self._storages = storages

    def collect(self) -> Iterable[Metric]:
        writable = GaugeMetricFamily("arbiter_redis_writable", "Whether a Redis accepts changes", labels=["part"])
        memory = GaugeMetricFamily("arbiter_redis_memory_ratio", "Used part of a Redis' maxmemory; 0 without one", labels=["part"])
        free = GaugeMetricFamily("arbiter_disk_free_bytes", "Space left on the disk of the embedded Redis", labels=[])
        for part, storage in self._storages.items():
            writable.add_metric([part], int(_is_writable(storage)))
            with suppress(RedisUnavailable):
                memory.add_metric([part], storage.memory.usage().share)
            if storage.data is not None:
                free.add_metric([], data_folder.free_bytes(storage.data))
        return [writable, memory, free]


def _is_writable(storage: Storage) -> bool:
    try:
        storage.check()
        return True
    except RedisUnavailable:
        return False
