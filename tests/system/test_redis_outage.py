"""While Redis is away, session calls are refused with 503 and stateless calls work; sessions are back when Redis is."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest
import redis

from service import create_app
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Settings
from service.storage import budgets, circuit_breaker, redis_client
from service.storage.circuit_breaker import CircuitBreaker
from tests.support.ports import free_port
from tests.support.stores import close
from tests.support.tables import InProcess, Table, code_of, new_table
from tests.support.waiting import eventually


@pytest.fixture
def table(own_redis: EmbeddedRedis) -> Iterator[Table]:
    app = create_app(Settings(redis_url=own_redis.url, log_requests=False))
    yield new_table(InProcess(app.test_client()))
    close(app)


def calls(table: Table) -> list[tuple[str, str, object]]:
    return [
        ("GET", table.path, None),
        ("POST", "/v1/sessions", {"game": "orbis", "seats": [{"kind": "human"}] * 2}),
        ("POST", f"{table.path}/moves", {"move": {"type": "take_region", "slot": 0}}),
        ("GET", f"{table.path}/history", None),
        ("GET", f"{table.path}/events", None),
        ("GET", f"{table.path}/legal-moves", None),
        ("POST", f"{table.path}/undo", None),
        ("DELETE", table.path, None),
    ]


def check_away(table: Table) -> None:
    for method, path, body in calls(table):
        answer = table.caller.call(method, path, body, table.tokens[0], If_Match='"0"')
        assert code_of(answer) == (503, "redis_away") and answer.headers["retry-after"]
    assert table.caller.call("POST", "/v1/games/orbis/states", {"seats": 2}).status == 201
    assert table.caller.call("GET", "/healthz").status == 200
    ready = table.caller.call("GET", "/readyz")
    assert code_of(ready) == (503, "not_ready") and "redis" in ready.json["detail"]


def check_back(table: Table) -> None:
    eventually(lambda: table.caller.call("GET", table.path).status == 200)
    assert table.play(3) == 3
    eventually(lambda: table.caller.call("GET", "/readyz").status == 200)


def test_a_frozen_redis_is_reported_and_recovers(own_redis: EmbeddedRedis, table: Table) -> None:
    assert own_redis.process is not None
    os.kill(own_redis.process.pid, signal.SIGSTOP)
    try:
        check_away(table)
    finally:
        os.kill(own_redis.process.pid, signal.SIGCONT)
    check_back(table)


def test_a_call_waits_less_than_two_seconds_for_a_frozen_redis(
    own_redis: EmbeddedRedis, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits once for the rate limits and once for the session; the time-outs of both together stay below two seconds."""
    assert budgets.TIMEOUT + redis_client.TIMEOUT < 2
    body = {"game": "orbis", "seats": [{"kind": "ai"}, {"kind": "human"}]}
    table.play(1)
    waited: list[str] = []
    finish = CircuitBreaker.finish

    def count(breaker: CircuitBreaker, seconds: float, error: BaseException | None) -> None:
        if isinstance(error, redis.TimeoutError):
            waited.append(breaker._part)
        finish(breaker, seconds, error)

    monkeypatch.setattr(CircuitBreaker, "finish", count)
    assert own_redis.process is not None
    os.kill(own_redis.process.pid, signal.SIGSTOP)
    try:
        for method, path, sent in [("POST", "/v1/sessions", body), ("GET", table.path, None), ("GET", f"{table.path}/events?wait=9", None)]:
            time.sleep(max(circuit_breaker.OPEN_SECONDS, budgets.ADVANCE_SECONDS))  # Until the service asks Redis again.
            waited.clear()
            assert code_of(table.caller.call(method, path, sent, Idempotency_Key="k")) == (503, "redis_away")
            assert waited and len(waited) == len(set(waited)), path
    finally:
        os.kill(own_redis.process.pid, signal.SIGCONT)
    eventually(lambda: table.caller.call("GET", table.path).status == 200)


def test_a_killed_redis_is_restarted(own_redis: EmbeddedRedis, table: Table) -> None:
    table.play(2)
    assert own_redis.process is not None
    os.kill(own_redis.process.pid, signal.SIGKILL)
    eventually(lambda: table.caller.call("GET", table.path).status == 200)
    assert [entry["version"] for entry in table.history()] == [1, 2]
    assert table.play(1) == 3


def test_a_missing_redis_is_reported(table: Table) -> None:
    app = create_app(Settings(redis_url=f"redis://127.0.0.1:{free_port()}/0", log_requests=False))
    table.caller = InProcess(app.test_client())
    check_away(table)
    close(app)
