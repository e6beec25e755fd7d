"""A Redis whose memory is used up refuses new sessions long before it refuses moves; deleting sessions makes room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis
from flask import Flask

from service import create_app
from service.operations.embedded_redis import EmbeddedRedis
from service.sessions.keys import session_key
from service.sessions.seats import ENDED_SECONDS_IF_FULL
from service.settings import Settings
from tests.support.http_client import Answer
from tests.support.stores import close, sessions_of
from tests.support.tables import InProcess, Table, code_of, new_table
from tests.support.waiting import eventually

MEGABYTES = 12
"""More than an empty server with its scripts needs."""


@pytest.fixture
def raw(own_redis: EmbeddedRedis) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(own_redis.url) as client:
        client.config_set("maxmemory", f"{MEGABYTES}mb")
        yield client
        client.config_set("maxmemory", 0)


@pytest.fixture
def app(own_redis: EmbeddedRedis, raw: redis.Redis) -> Iterator[Flask]:
    app = create_app(Settings(redis_url=own_redis.url, log_requests=False, memory_reserve=20))
    yield app
    close(app)


@pytest.fixture
def caller(app: Flask) -> InProcess:
    return InProcess(app.test_client())


def fill(caller: InProcess, most: int = 5000) -> tuple[list[Table], Answer]:
    """Creates sessions until one is refused; returns them and the refusal."""
    tables: list[Table] = []
    for _ in range(most):
        answer = caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": [{"kind": "human"}] * 2, "metadata": {"note": "x" * 200}})
        if answer.status != 201:
            return tables, answer
        tables.append(Table(caller, answer.json))
    raise AssertionError("no session was refused")


def fill_completely(raw: redis.Redis) -> None:
    """Uses the reserve up as well."""
    with pytest.raises(redis.OutOfMemoryError):
        for number in range(100_000):
            raw.set(f"ballast:{number}", bytes(2000))


def free(raw: redis.Redis) -> None:
    for key in raw.scan_iter(match="ballast:*", count=1000):
        raw.delete(key)


def test_new_sessions_are_refused_before_moves_and_accepted_after_deletions(
    app: Flask, caller: InProcess, raw: redis.Redis, caplog: pytest.LogCaptureFixture
) -> None:
    finished = new_table(caller, "orbis", 2, 1)
    finished.play(1000)
    tables, refusal = fill(caller)
    assert code_of(refusal) == (503, "storage_full") and int(refusal.headers["retry-after"]) > 0
    raw.set("ballast", bytes(MEGABYTES * 2**20 // 25))  # Buffers of connections come and go; they must not decide.
    for path, body, token in (
        (f"{finished.path}/rematches", None, finished.tokens[0]),
        (f"{finished.path}/forks", {}, finished.host),
        (f"{tables[0].path}/forks", {}, tables[0].host),
        (f"{tables[0].path}/ai-moves", {"level": "easy"}, tables[0].acting()),
        ("/v1/webhooks", {"url": "https://app.example/", "events": ["turn"], "session": tables[0].id}, tables[0].host),
    ):
        assert code_of(caller.call("POST", path, body, token)) == (503, "storage_full"), path
    ready = caller.call("GET", "/readyz")
    assert ready.status == 200 and "new sessions" in ready.json["warnings"][0]
    assert 'arbiter_redis_memory_ratio{part="sessions"} 0.8' in caller.call("GET", "/metrics").body.decode()
    assert sum("new sessions, AI jobs and webhooks are refused" in record.message for record in caplog.records) == 1
    versions = [table.play(10) for table in tables[:10]]
    assert versions == [10] * 10, "a hundred moves were accepted"
    assert caller.call("POST", f"{tables[0].path}/seats/0/resignations", {}, tables[0].tokens[0]).status == 201
    for table in tables[10 : len(tables) // 2]:
        assert caller.call("DELETE", table.path, token=table.host).status == 204
    eventually(lambda: caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": [{"kind": "human"}] * 2}).status == 201)
    eventually(lambda: "warnings" not in caller.call("GET", "/readyz").json)
    deleted = [session_key(table.id) for table in tables[10 : len(tables) // 2]]
    # Those deleted while memory was short expire soon, and the fixture verifies what is left.
    eventually(lambda: not any(0 <= raw.ttl(key) <= ENDED_SECONDS_IF_FULL for key in deleted))
    assert not raw.exists(deleted[0]), "the first was deleted while memory was short"


def test_a_completely_full_redis_still_deletes_sessions(app: Flask, caller: InProcess, raw: redis.Redis) -> None:
    table, other = new_table(caller, "orbis", 2, 1), new_table(caller, "helios", 2, 1)
    version = table.play(5)
    token, move = table.acting(), table.legal()[0]
    fill_completely(raw)
    assert code_of(table.move(move, version, token)) == (503, "storage_full")
    ready = caller.call("GET", "/readyz")
    assert code_of(ready) == (503, "not_ready") and "full" in ready.json["detail"]
    assert table.read()["version"] == version, "sessions can be read"
    assert caller.call("DELETE", other.path, token=other.host).status == 204
    assert caller.call("GET", other.path).status == 404
    eventually(lambda: sessions_of(app).store.load(other.id)[0] is None)
    free(raw)
    assert table.move(move, version, token).status == 200
    assert caller.call("GET", "/readyz").status == 200
