"""While Redis is away session calls say so and stateless calls go on; when it is back, so are the sessions."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

from service import create_app
from service.operations.embedded_redis import Embedded
from service.settings import Settings
from service.storage.budgets import ADVANCE_SECONDS
from service.storage.connection import PAUSE
from tests.support.ports import free_port
from tests.support.stores import close
from tests.support.tables import InProcess, Table, code_of, new_table
from tests.support.waiting import PATIENCE


@pytest.fixture
def table(own_redis: Embedded) -> Iterator[Table]:
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
    deadline = time.monotonic() + PATIENCE
    while table.caller.call("GET", table.path).status != 200:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert table.play(3) == 3
    assert table.caller.call("GET", "/readyz").status == 200


def test_a_frozen_redis_is_away_and_comes_back(own_redis: Embedded, table: Table) -> None:
    assert own_redis.process is not None
    os.kill(own_redis.process.pid, signal.SIGSTOP)
    try:
        check_away(table)
    finally:
        os.kill(own_redis.process.pid, signal.SIGCONT)
    time.sleep(PAUSE)
    check_back(table)


def test_a_frozen_redis_is_told_within_two_seconds(own_redis: Embedded, table: Table) -> None:
    """Of three tries the quickest counts, because a machine full of tests is slow by itself."""
    wish = {"game": "orbis", "seats": [{"kind": "ai"}, {"kind": "human"}]}
    table.play(1)
    assert own_redis.process is not None
    os.kill(own_redis.process.pid, signal.SIGSTOP)
    try:
        time.sleep(ADVANCE_SECONDS)
        for method, path, body in [("POST", "/v1/sessions", wish), ("GET", table.path, None), ("GET", f"{table.path}/events?wait=9", None)]:
            assert any(seconds_of(table, method, path, body) < 2 for _ in range(3)), path
    finally:
        os.kill(own_redis.process.pid, signal.SIGCONT)
    time.sleep(PAUSE)


def seconds_of(table: Table, method: str, path: str, body: object) -> float:
    """How long a call takes that asks a Redis which is away, and not only remembers that it was."""
    time.sleep(PAUSE)
    began = time.monotonic()
    assert code_of(table.caller.call(method, path, body, Idempotency_Key="k")) == (503, "redis_away")
    return time.monotonic() - began


def test_a_killed_redis_comes_back_by_itself(own_redis: Embedded, table: Table) -> None:
    table.play(2)
    assert own_redis.process is not None
    os.kill(own_redis.process.pid, signal.SIGKILL)
    deadline = time.monotonic() + PATIENCE
    while table.caller.call("GET", table.path).status != 200:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert [entry["version"] for entry in table.history()] == [1, 2]
    assert table.play(1) == 3


def test_a_redis_that_never_was_is_away(table: Table) -> None:
    app = create_app(Settings(redis_url=f"redis://127.0.0.1:{free_port()}/0", log_requests=False))
    table.caller = InProcess(app.test_client())
    check_away(table)
    close(app)
