"""Redis clients with short time-outs, and `RedisServer`: one server with its circuit breaker."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.storage.circuit_breaker import Call, CircuitBreaker
from service.storage.scripts import Script

TIMEOUT = 1.3
"""Seconds a command may take: a request that also waits for its rate limit then answers 503 within two seconds."""

CLUSTER_TIMEOUT = 0.4
"""The same in a Cluster, whose client asks every node for the slot map when one does not answer."""

MAX_CONNECTIONS = 2**16
"""No limit of our own: a process opens as many as it has threads; the client's default of 100 would refuse some."""

CLUSTER_SCHEMES = ("redis+cluster://", "rediss+cluster://")
"""URLs of a Redis Cluster; any other URL is a single server."""


def connect(url: str, timeout: float | None = None) -> Any:
    """A client for the URL; it retries a broken connection once and never a slow server."""
    is_cluster = url.startswith(CLUSTER_SCHEMES)
    seconds = timeout or (CLUSTER_TIMEOUT if is_cluster else TIMEOUT)
    options: dict[str, Any] = {
        "socket_timeout": seconds,
        "socket_connect_timeout": seconds,
        "retry": Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
        "protocol": 2,
        "max_connections": MAX_CONNECTIONS,
    }
    if is_cluster:
        return LazyCluster(lambda: redis.RedisCluster.from_url(url.replace("+cluster", "", 1), **options))
    return redis.Redis.from_url(url, **options)


class LazyCluster:
    """A Cluster client created at first use: redis-py asks for the slot map in the constructor, and the Cluster may be down at start-up.

    Raises redis.TimeoutError if another thread is still waiting for the slot map after TIMEOUT seconds.
    """

    def __init__(self, create: Callable[[], Any]) -> None:
        self._create, self._client, self._lock = create, None, threading.Lock()

    def __getattr__(self, name: str) -> Any:
        if self._client is None:
            self._create_once()
        return getattr(self._client, name)

    def _create_once(self) -> None:
        if not self._lock.acquire(timeout=TIMEOUT):
            raise redis.TimeoutError("another thread still waits for the slot map of the Cluster")
        try:
            if self._client is None:
                self._client = self._create()
        finally:
            self._lock.release()


class RedisServer:
    """One Redis (a server or a Cluster): its client, and guarded ways to send commands. `part` labels its metrics."""

    def __init__(self, url: str, part: str, timeout: float | None = None) -> None:
        self.url, self.is_cluster = url, url.startswith(CLUSTER_SCHEMES)
        self.client = connect(url, timeout)
        self._breaker = CircuitBreaker(part)

    def guard(self) -> Call:
        """A context manager for calls to `client`; raises RedisUnavailable when Redis cannot answer."""
        return self._breaker.guard()

    def command(self, *parts: Any) -> Any:
        """Sends one command and returns its reply; it may be sent twice if the connection breaks."""
        with self._breaker.guard():
            return self.client.execute_command(*parts)

    def run(self, script: Script, keys: Sequence[str], *arguments: Any) -> Any:
        """Runs a Lua script and returns its reply; it may run twice if the connection breaks."""
        with self._breaker.guard():
            return script.run(self.client.execute_command, keys, *arguments)

    def close(self) -> None:
        """Closes the client's connections."""
        self.client.close()
