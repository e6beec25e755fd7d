"""A Redis connection per thread: a third of the CPU time of redis-py's pooled `execute_command` for a single command.

This uses `ConnectionPool.make_connection`, `send_packed_command` and `read_response`, which redis-py does not document, hence the version
ceiling in pyproject.toml. `python -m tests.bench.shortcuts` measures what it saves; remove this file when that is under 5 % of a call.
"""

from __future__ import annotations

import os
import threading
from typing import Any

import hiredis
import redis
from redis.exceptions import ResponseError


class ThreadConnection:
    """Sends single commands to one server, from any thread and after a fork."""

    def __init__(self, client: Any) -> None:
        self._pool = client.connection_pool
        self._local = threading.local()

    def send(self, *command: Any) -> Any:
        """The reply to a command; like redis-py, it sends the command again once if the connection was broken."""
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
        """This thread's connection; a forked process opens its own."""
        if getattr(self._local, "process", None) != os.getpid():
            self._local.connection, self._local.process = self._pool.make_connection(), os.getpid()
        return self._local.connection
