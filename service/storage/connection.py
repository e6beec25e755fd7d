"""How we talk to a Redis: clients that give up in time, and one word for every way in which a server can be absent."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

import hiredis
import redis
from redis.backoff import NoBackoff
from redis.exceptions import ClusterError, OutOfMemoryError, ReadOnlyError, RedisClusterException, ResponseError
from redis.retry import Retry

from engine.errors import Refusal
from service.observability import metrics

TIMEOUT = 1.3
"""Seconds a command may take; a call, which may also wait for its limits, then answers within two seconds that Redis is away."""

CLUSTER_TIMEOUT = 0.4
"""The same in a Cluster, whose client asks every server for the plan when one does not answer."""

SLOW = 0.3
"""Seconds after which a trip in vain was a slow one."""

PAUSE = 0.5
"""Seconds during which nobody asks after such a trip, lest waiting requests take every thread."""

MOST_CONNECTIONS = 2**16
"""No bound of our own: there are as many as threads, and the server has its limit; the client's default of 100 would refuse some."""

CLUSTER = ("redis+cluster://", "rediss+cluster://")
"""URLs of a Redis Cluster; any other URL is a single server."""

UNWILLING = ("MISCONF", "LOADING", "MASTERDOWN", "TRYAGAIN", "NOREPLICAS", "BUSY")
"""How the complaints of a server begin that is there but takes no commands for a while."""


class RedisAway(Refusal):
    """Redis cannot be reached or does not take commands now."""

    code = "redis_away"


def client(url: str, timeout: float | None = None) -> Any:
    """A client that gives up in time; only a broken connection is tried again (once), a slow server is not."""
    is_cluster = url.startswith(CLUSTER)
    seconds = timeout or (CLUSTER_TIMEOUT if is_cluster else TIMEOUT)
    again = Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,))
    options: dict[str, Any] = {"socket_timeout": seconds, "socket_connect_timeout": seconds, "retry": again, "protocol": 2}
    options["max_connections"] = MOST_CONNECTIONS
    if is_cluster:
        return Later(lambda: redis.RedisCluster.from_url(url.replace("+cluster", "", 1), **options))
    return redis.Redis.from_url(url, **options)


class Later:
    """The client of a Cluster, which asks for its plan when it is made: at first use, so that we start also while it is away.

    Threads that come while another one waits for the plan do not queue up behind it for long.
    """

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make, self._made, self._turn = make, None, threading.Lock()

    def __getattr__(self, name: str) -> Any:
        if self._made is None:
            self._make_once()
        return getattr(self._made, name)

    def _make_once(self) -> None:
        if not self._turn.acquire(timeout=TIMEOUT):
            raise redis.TimeoutError("another thread still waits for the plan of the Cluster")
        try:
            if self._made is None:
                self._made = self._make()
        finally:
            self._turn.release()


class Direct:
    """The shortest way to a single server: a connection for each thread, a third of the processor time of the client's own way.

    Like the client's, a command is sent once more when its connection was broken; it must therefore do no harm when done twice.
    """

    def __init__(self, client: Any) -> None:
        self._pool = client.connection_pool
        self._mine = threading.local()

    def ask(self, *command: Any) -> Any:
        """The server's answer to a command."""
        packed = [hiredis.pack_command(command)]
        try:
            return self._exchange(packed)
        except redis.ConnectionError:
            return self._exchange(packed)

    def _exchange(self, packed: list[bytes]) -> Any:
        connection = self._connection()
        try:
            connection.send_packed_command(packed, check_health=False)
            return connection.read_response()
        except ResponseError:
            raise
        except BaseException:
            connection.disconnect()
            raise

    def _connection(self) -> Any:
        """Never one from before a fork: its other end would get the words of two processes."""
        if getattr(self._mine, "process", None) != os.getpid():
            self._mine.connection, self._mine.process = self._pool.make_connection(), os.getpid()
        return self._mine.connection


def direct(client: Any) -> Callable[..., Any]:
    """How to send single commands with the least effort; in a cluster the client must find the node."""
    if isinstance(client, Later):
        return lambda *command: client.execute_command(*command)
    return Direct(client).ask


class Guard:
    """Tells an absent server from a fault of our own; after a time-out nobody asks for a moment."""

    def __init__(self, part: str) -> None:
        self._resume_at = 0.0
        self._part = part

    def asking(self) -> Trip:
        """Around every command: whatever keeps the server from answering leaves as RedisAway."""
        if time.monotonic() < self._resume_at:
            raise RedisAway("Redis did not answer in time; try again in a moment.")
        return Trip(self)

    def back(self, seconds: float, error: BaseException | None) -> None:
        """Counts a trip to the server, and refuses where it was in vain."""
        match error:
            case None:
                metrics.redis_seconds(self._part).observe(seconds)
                return
            case redis.TimeoutError():
                sentence = "Redis did not answer in time; try again in a moment."
            case redis.ConnectionError() | ReadOnlyError() | OutOfMemoryError() | ClusterError() | RedisClusterException():
                sentence = "Redis cannot be reached; try again in a moment."
            case ResponseError() if str(error).startswith(UNWILLING):
                sentence = "Redis takes no commands now; try again in a moment."
            case _:
                return
        if seconds >= SLOW:
            self._resume_at = time.monotonic() + PAUSE
        metrics.redis_failures(self._part).inc()
        raise RedisAway(sentence) from None


class Trip:
    """A `with` block around one command; a generator in its place would cost three times as much."""

    __slots__ = ("_began", "_guard")

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._guard.back(time.perf_counter() - self._began, error)
