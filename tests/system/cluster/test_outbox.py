"""The outbox of a Cluster lies on another node than most sessions: a crash between the writes loses no time-out and no AI turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from flask import Flask

from service import create_app
from service.jobs.sweeper import sweep
from service.operations.embedded_redis import EmbeddedRedis
from service.sessions.changes import Sessions
from service.sessions.store import COMMIT, SessionStore
from service.settings import Settings
from tests.support.clocks import clock_of
from tests.support.stores import close, jobs_of, raw, sessions_of
from tests.support.tables import InProcess, Table, code_of, new_table
from tests.support.waiting import eventually

LONG = {"move_seconds": 600, "bank_seconds": 60, "on_timeout": "ai_turn", "level": "random"}
SHORT = {"move_seconds": 1, "bank_seconds": 0, "on_timeout": "ai_turn", "level": "random"}


class Crash(BaseException):
    """The process ends here."""


@pytest.fixture
def app(store: SessionStore, embedded: EmbeddedRedis) -> Iterator[Flask]:
    """A service with a queue, so that sweepers can enqueue turns."""
    app = create_app(Settings(sessions_url=store.url, queue_url=embedded.url, log_requests=False))
    yield app
    jobs_of(app).server.client.flushall()
    close(app)


@pytest.fixture
def sessions(app: Flask) -> Sessions:
    return sessions_of(app)


@pytest.fixture
def caller(app: Flask) -> InProcess:
    return InProcess(app.test_client())


def crash_at_commit(run: Callable[..., Any], is_done: bool) -> Callable[..., Any]:
    """`RedisServer.run` in a process that crashes just before or just after a commit."""

    def wrapped(script: Any, *arguments: Any) -> Any:
        if script is COMMIT:
            if is_done:
                run(script, *arguments)
            raise Crash
        return run(script, *arguments)

    return wrapped


def score(store: SessionStore, session_id: str) -> float | None:
    found: Any = raw(store).zscore("arbiter:outbox", session_id)
    return None if found is None else float(found)


def is_due(store: SessionStore, session_id: str) -> bool:
    return session_id in dict(store.outbox.due())


def crash_in(sessions: Sessions, monkeypatch: pytest.MonkeyPatch, is_done: bool, work: Callable[[], Any]) -> None:
    """Does the work in a process that crashes at its commit."""
    with monkeypatch.context() as patch:
        patch.setattr(sessions.store.server, "run", crash_at_commit(sessions.store.server.run, is_done))
        with pytest.raises(Crash):
            work()


def test_a_running_clock_is_found_after_its_deadline(caller: InProcess, app: Flask, sessions: Sessions) -> None:
    """With no look at it in between, and again after every turn. Its entry in the outbox may be due a moment before the deadline."""
    later, table = new_table(caller, clock=LONG), new_table(caller, clock=SHORT)
    seat, deadline = table.made["to_act"]["seat"], clock_of(sessions.store, table.id).deadline
    eventually(lambda: is_due(sessions.store, table.id) and sessions.store.now_ms() > deadline)
    assert not is_due(sessions.store, later.id)
    assert code_of(table.move(table.legal()[0], 0)) == (409, "time_over")
    sweep(jobs_of(app), sessions)
    entry = eventually(lambda: swept(table, app, sessions))[0]
    assert (entry["type"], entry["seat"]) == ("timed_out", seat)
    assert later.history() == [] and later.play(2) == 2
    assert score(sessions.store, later.id) is not None and not is_due(sessions.store, later.id)


def swept(table: Table, app: Flask, sessions: Sessions) -> list[Any]:
    """The log after a sweep."""
    sweep(jobs_of(app), sessions)
    return table.history()


def test_a_crash_before_a_session_exists_leaves_an_entry_that_a_sweep_removes(
    caller: InProcess, app: Flask, sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = sessions.store
    crash_in(sessions, monkeypatch, False, lambda: new_table(caller, clock=SHORT))
    found: Any = raw(store).zrange("arbiter:outbox", 0, -1)
    (session_id,) = [member.decode() for member in found]
    assert list(store.ids()) == []
    eventually(lambda: is_due(store, session_id))
    sweep(jobs_of(app), sessions)
    assert score(store, session_id) is None and list(store.ids()) == []


def test_a_crash_before_a_move_leaves_an_entry_that_a_sweep_puts_off(
    caller: InProcess, app: Flask, sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session keeps its clock, and the same move is accepted afterwards."""
    store, table = sessions.store, new_table(caller, clock=LONG)
    token, move, before = table.acting(), table.legal()[0], clock_of(store, table.id)
    crash_in(sessions, monkeypatch, False, lambda: table.move(move, 0, token))
    assert clock_of(store, table.id) == before and table.history() == []
    raw(store).zadd("arbiter:outbox", {table.id: 1})
    sweep(jobs_of(app), sessions)
    assert table.history() == [] and not is_due(store, table.id) and score(store, table.id) is not None
    assert table.move(move, 0, token).status == 200


@pytest.mark.parametrize("opponent", ["human", "ai"])
def test_a_crash_after_a_commit_loses_no_duty(
    caller: InProcess, app: Flask, sessions: Sessions, monkeypatch: pytest.MonkeyPatch, opponent: str
) -> None:
    """The entry that was written before the commit is enough: the other seat is timed out, or its AI's turn is enqueued."""
    other = {"kind": "human"} if opponent == "human" else {"kind": "ai", "level": "random"}
    body = {"game": "orbis", "seats": [{"kind": "human"}, other], "options": {"first_seat": 0}, "clock": LONG}
    table = Table(caller, caller.call("POST", "/v1/sessions", body).json)
    while (seen := table.read(table.tokens[0]))["to_act"]["seat"] == 0:
        crash_in(sessions, monkeypatch, True, partial(table.move, seen["legal_moves"][0], seen["version"], table.tokens[0]))
    after = sessions.store.find(table.id)
    if opponent == "ai":
        assert jobs_of(app).load().waiting == 0
        eventually(lambda: is_due(sessions.store, table.id))
        sweep(jobs_of(app), sessions)
        assert jobs_of(app).load().waiting == 1
    else:
        found = score(sessions.store, table.id)
        assert after.clock is not None and after.clock.seat == 1 and found is not None and found <= after.clock.deadline
