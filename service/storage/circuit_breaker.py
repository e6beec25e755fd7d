"""Turns every way in which Redis can be unavailable into one refusal, and pauses calls after a slow failure."""

from __future__ import annotations

import time
from types import TracebackType

import redis
from redis.exceptions import ClusterError, OutOfMemoryError, ReadOnlyError, RedisClusterException, ResponseError

from service.observability import logs, metrics
from service.storage.errors import RedisUnavailable, StorageFull

SLOW_SECONDS = 0.3
"""A failed call that took at least this long opens the breaker."""

OPEN_SECONDS = 0.5
"""How long the breaker stays open, so that waiting requests do not take every thread."""

NOT_ACCEPTING = ("LOADING", "MASTERDOWN", "TRYAGAIN", "NOREPLICAS", "BUSY")
"""Error prefixes of a server that is reachable but does not accept commands."""

CANNOT_WRITE = "MISCONF"
"""The error prefix of a server that cannot write its log and therefore refuses changes."""

OUT_OF_MEMORY = "OOM command not allowed"
"""Part of the error of a script that a full server stopped; other commands get an OutOfMemoryError."""


class CircuitBreaker:
    """Guards the calls to one Redis server; `part` labels its metrics."""

    def __init__(self, part: str) -> None:
        self._closed_at = 0.0
        self._part = part

    def guard(self) -> Call:
        """A context manager for one call; raises RedisUnavailable while the breaker is open or when the call finds Redis unavailable."""
        if time.monotonic() < self._closed_at:
            raise RedisUnavailable("Redis did not answer in time; try again in a moment.")
        return Call(self)

    def finish(self, seconds: float, error: BaseException | None) -> None:
        """Records a finished call; raises RedisUnavailable instead of an error that says so."""
        match error:
            case None:
                metrics.redis_seconds(self._part).observe(seconds)
                return
            case redis.TimeoutError():
                sentence = "Redis did not answer in time; try again in a moment."
            case OutOfMemoryError():
                raise self._full() from None
            case ResponseError() if OUT_OF_MEMORY in str(error):
                raise self._full() from None
            case redis.ConnectionError() | ReadOnlyError() | ClusterError() | RedisClusterException():
                sentence = "Redis cannot be reached; try again in a moment."
            case ResponseError() if str(error).startswith(NOT_ACCEPTING):
                sentence = "Redis does not accept commands now; try again in a moment."
            case ResponseError() if str(error).startswith(CANNOT_WRITE):
                sentence = "Redis cannot write its log, probably because its disk is full; try again in a moment."
                logs.log_fault(f"log of {self._part}", f"{self._part}: {sentence}")
            case _:
                return
        if seconds >= SLOW_SECONDS:
            self._closed_at = time.monotonic() + OPEN_SECONDS
        metrics.redis_failures(self._part).inc()
        raise RedisUnavailable(sentence) from None

    def _full(self) -> StorageFull:
        metrics.redis_failures(self._part).inc()
        logs.log_fault(
            f"memory of {self._part}", f"{self._part}: Redis is full and refuses changes; delete sessions or raise its maxmemory"
        )
        return StorageFull("Redis is full; sessions can still be read and deleted. Try again later.")


class Call:
    """The context manager of one call; a generator-based one takes three times as long."""

    __slots__ = ("_breaker", "_started")

    def __init__(self, breaker: CircuitBreaker) -> None:
        self._breaker = breaker

    def __enter__(self) -> None:
        self._started = time.perf_counter()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._breaker.finish(time.perf_counter() - self._started, error)
