"""A web process that has grown beyond its limit is replaced, and nobody loses anything."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from service.operations.embedded_redis import EmbeddedRedis
from tests.support.http_client import HttpClient
from tests.support.server import Server
from tests.support.tables import new_table
from tests.support.waiting import eventually

APP = "tests.support.growing_app:app"


def process_of(live: HttpClient) -> int:
    return int(live.call("GET", "/process").body)


def test_a_process_above_its_limit_is_replaced_and_its_feeds_resume(own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    server = Server(own_redis.url, tmp_path, APP, ARBITER_WEB_MEMORY_MB="400", WEB_CONCURRENCY="1")
    with server as live:
        table, first = new_table(live), process_of(live)
        stream = live.stream(table.id, Accept="text/event-stream")
        table.play(2)
        entries = list(islice(stream.entries(), 2))
        assert live.call("POST", "/grow/400").status == 204
        entries += list(stream.entries())
        stream.close()
        eventually(lambda: process_of(live) != first)
        table.play(2)
        resumed = live.stream(table.id, Last_Event_ID=str(entries[-1]["version"]), Accept="text/event-stream")
        entries += list(islice(resumed.entries(), 2))
        resumed.close()
        assert entries == table.history()
    assert "MB is replaced (ARBITER_WEB_MEMORY_MB=400)" in server.log.read_text()


def test_a_limit_below_the_size_of_a_new_process_is_ignored(own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    server = Server(own_redis.url, tmp_path, APP, ARBITER_WEB_MEMORY_MB="1", WEB_CONCURRENCY="1")
    with server as live:
        first = process_of(live)
        live.call("POST", "/grow/10")
        assert process_of(live) == first
    assert "ARBITER_WEB_MEMORY_MB=1 is ignored" in server.log.read_text()
