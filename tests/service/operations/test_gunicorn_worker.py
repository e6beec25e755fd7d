"""Keep-alive connections stay on their thread for a moment, without delaying new connections or a shutdown."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from tests.support.server import Server
from tests.support.waiting import PATIENCE, eventually

pytestmark = pytest.mark.slow


def call(connection: HTTPConnection) -> int:
    """Makes one call on a persistent connection."""
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    answer.read()
    return answer.status


@contextmanager
def hammering(port: int, clients: int) -> Iterator[list[int]]:
    """Opens connections that call without a pause; yields the number of answers of each."""
    answered, is_over = [0] * clients, threading.Event()

    def hammer(number: int) -> None:
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            while not is_over.is_set():
                assert call(connection) == 200
                answered[number] += 1
        except (OSError, HTTPException):
            pass  # The server is shutting down.
        finally:
            connection.close()

    with ThreadPoolExecutor(clients) as pool:
        running = [pool.submit(hammer, number) for number in range(clients)]
        try:
            eventually(lambda: all(answered))
            yield answered
        finally:
            is_over.set()
    for one in running:
        one.result()


def test_new_connections_are_served_while_every_thread_has_a_busy_one(tmp_path: Path) -> None:
    server = Server("", tmp_path, WEB_CONCURRENCY="1", ARBITER_THREADS="2")
    with server as live, hammering(live.port, 2) as answered:
        before = sum(answered)
        assert [live.call("GET", "/healthz").status for _ in range(20)] == [200] * 20
        assert sum(answered) - before < 20 * 100, "new connections wait too long for busy ones"


def test_a_connection_is_served_however_long_it_pauses(tmp_path: Path) -> None:
    with Server("", tmp_path, WEB_CONCURRENCY="1") as live:
        connection = HTTPConnection("127.0.0.1", live.port, timeout=PATIENCE)
        for pause in (0, 0, 0.001, 0.05, 0, 0.3):
            time.sleep(pause)
            assert call(connection) == 200
        connection.close()
        assert live.call("GET", "/healthz").status == 200


def test_busy_connections_do_not_delay_a_shutdown(tmp_path: Path) -> None:
    server = Server("", tmp_path, WEB_CONCURRENCY="1", ARBITER_THREADS="64")
    with server as live, hammering(live.port, 4):
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=PATIENCE) == 0
