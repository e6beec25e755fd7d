"""Clocks while processes are killed and frozen: silent players are played for, late moves are refused, and downtime costs nobody time."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from service.operations.embedded_redis import EmbeddedRedis
from service.sessions.clock import Gap
from service.sessions.entries import TimedOut
from service.sessions.heartbeat import GAP_MS
from service.sessions.presentation import present_time
from service.sessions.store import SessionStore
from service.sessions.verify import verify_session
from service.storage.errors import RedisUnavailable
from tests.support.clocks import clock_of, pass_deadline
from tests.support.http_client import Answer, HttpClient
from tests.support.server import Server
from tests.support.stores import proved, raw
from tests.support.tables import Table, code_of, new_table
from tests.support.waiting import PATIENCE, eventually
from tests.support.workers import Workers

SHORT_GAME: dict[str, Any] = {"game": "blue_moon_city", "options": {"round_limit": 2}}


def clock(move_seconds: int, bank_seconds: int = 0, on_timeout: str = "ai_turn") -> dict[str, Any]:
    return {"move_seconds": move_seconds, "bank_seconds": bank_seconds, "on_timeout": on_timeout, "level": "random"}


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpClient]:
    """A client of a service that nothing happens to; its sessions are verified at the end."""
    folder = tmp_path_factory.mktemp("playing")
    with EmbeddedRedis(folder / "redis") as redis, proved(redis.url), Server(redis.url, folder) as live, Workers(redis.url, folder, 1):
        yield live


@pytest.fixture
def observer(own_redis: EmbeddedRedis) -> Iterator[SessionStore]:
    """A store that looks at the heartbeat like a worker, and never beats."""
    store = SessionStore(own_redis.url, 3600, beats=False)
    yield store
    store.server.close()


@pytest.fixture
def server(own_redis: EmbeddedRedis, tmp_path: Path) -> Iterator[Server]:
    """A gunicorn of two processes."""
    server = Server(own_redis.url, tmp_path)
    with server:
        yield server


@pytest.fixture
def live(server: Server) -> HttpClient:
    return HttpClient(server.port)


@pytest.fixture
def workers(server: Server, own_redis: EmbeddedRedis, tmp_path: Path) -> Iterator[Workers]:
    with Workers(own_redis.url, tmp_path, processes=1) as workers:
        yield workers


def act(table: Table, seat: int) -> Answer | None:
    """The answer to the first legal move of a seat; None if it may not move now."""
    seen = table.read(table.tokens[seat])
    return table.move(seen["legal_moves"][0], seen["version"], table.tokens[seat]) if seen["legal_moves"] else None


def of_type(table: Table, kind: str) -> list[Any]:
    return [entry for entry in table.history() if entry["type"] == kind]


def is_past_deadline(table: Table) -> bool:
    seen = table.read()["clock"]
    return seen["seat"] is None or bool(seen["now"] > seen["deadline_at"])


def check_turns(history: list[Any]) -> None:
    """After a time-out an AI makes every move of that turn; people make all other moves."""
    standing_in = None
    for entry in history:
        if entry["type"] == "timed_out":
            standing_in = entry["seat"]
        elif entry["type"] == "moved":
            assert entry["by"] == ("ai" if entry["seat"] == standing_in else "human")
            standing_in = standing_in if entry["to_act"] == standing_in else None


@pytest.mark.parametrize("on_timeout", ["ai_turn", "ai_seat"])
def test_a_game_of_silent_players_ends_by_itself(playing: HttpClient, on_timeout: str) -> None:
    table = new_table(playing, clock=clock(1, on_timeout=on_timeout), **SHORT_GAME)
    eventually(lambda: table.read()["outcome"] is not None)
    history, timed_out = table.history(), of_type(table, "timed_out")
    assert {entry["by"] for entry in history if entry["type"] == "moved"} == {"ai"}
    assert {entry["seat"] for entry in timed_out} == {0, 1} and {entry["on_timeout"] for entry in timed_out} == {on_timeout}
    if on_timeout == "ai_turn":
        check_turns(history)
    else:
        assert len(timed_out) == 2 and [seat["kind"] for seat in table.read()["seats"]] == ["ai", "ai"]
    assert table.read()["clock"]["seat"] is None


def test_a_game_goes_on_with_one_silent_player(playing: HttpClient) -> None:
    """Seat 0 moves when it can; seat 1 never does."""
    table, made = new_table(playing, clock=clock(1)), 0
    while made < 3 or len([entry for entry in of_type(table, "timed_out") if entry["seat"] == 1]) < 2:
        answer = eventually(lambda: act(table, 0))
        assert answer is not None
        assert answer.status == 200 or code_of(answer) in ((409, "time_over"), (412, "version_stale"))
        made += answer.status == 200
    check_turns(table.history())


def test_late_moves_are_refused_while_no_worker_lives(live: HttpClient, workers: Workers, own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    """The next workers write the time-out and let an AI play."""
    tables = [new_table(live, game, clock=clock(2)) for game in ("orbis", "helios")]
    seats = [table.made["to_act"]["seat"] for table in tables]
    legal = [table.legal()[0] for table in tables]
    workers.kill_all()
    known = [table.history() for table in tables]
    for table, seat, move in zip(tables, seats, legal, strict=True):
        eventually(lambda table=table: is_past_deadline(table))  # type: ignore[misc]
        assert code_of(table.move(move, table.read()["version"], table.tokens[seat])) == (409, "time_over")
    assert [table.history() for table in tables] == known
    with Workers(own_redis.url, tmp_path, processes=1):
        for table, seat in zip(tables, seats, strict=True):
            eventually(lambda table=table: of_type(table, "moved"))  # type: ignore[misc]
            assert of_type(table, "timed_out")[0]["seat"] == seat
            check_turns(table.history())


@pytest.mark.parametrize("is_killed", [True, False], ids=["killed", "frozen"])
def test_nobody_loses_time_while_all_web_processes_are_away(
    live: HttpClient, server: Server, workers: Workers, observer: SessionStore, is_killed: bool
) -> None:
    """The deadline passes while workers live and web processes do not; afterwards it is later by the time that they were away."""
    table = new_table(live, clock=clock(60))
    with no_web_processes(server, is_killed):
        eventually(lambda: is_silent(observer))
        pass_deadline(observer, table.id)
        deadline = clock_of(observer, table.id).deadline
        for _ in range(2):
            await_sweep(observer, table.id)
        assert observer.find(table.id).version == 0, "a worker timed the player out"
    later = deadline + sum(end - start for start, end in eventually(lambda: read_gaps(observer)))
    seen = table.read()
    assert later > deadline + GAP_MS and (seen["version"] > 0 or seen["clock"]["deadline_at"] >= present_time(later))
    act(table, table.made["to_act"]["seat"])
    eventually(lambda: of_type(table, "moved"))
    assert all(entry.clock is not None and entry.clock.at > later for entry in time_outs(observer, table.id))
    check_turns(table.history())


@contextmanager
def no_web_processes(server: Server, is_killed: bool) -> Iterator[None]:
    """Kills or freezes all web processes; afterwards they are started again, or continue."""
    assert server.process is not None
    if is_killed:
        server.kill(signal.SIGKILL)
    else:
        os.killpg(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        if is_killed:
            server.start()
        else:
            os.killpg(server.process.pid, signal.SIGCONT)


def is_silent(store: SessionStore) -> bool:
    """Whether no web process has been alive for so long that the workers wait."""
    store.heartbeat.sync()
    return not store.heartbeat.is_beating()


def read_gaps(store: SessionStore) -> list[Gap]:
    store.heartbeat.sync()
    return store.heartbeat.gaps()


def await_sweep(store: SessionStore, session_id: str) -> None:
    """Waits until a sweeper has looked at the session and has put it off."""
    before = raw(store).zscore("arbiter:outbox", session_id)
    eventually(lambda: raw(store).zscore("arbiter:outbox", session_id) != before)


def time_outs(store: SessionStore, session_id: str) -> list[TimedOut]:
    return [entry for _, entry in store.entries(session_id, 0) if isinstance(entry, TimedOut)]


def has_more_time_outs(store: SessionStore, session_id: str, known: int) -> bool:
    """Whether the log has more time-outs than before; False while Redis is away."""
    try:
        return len(time_outs(store, session_id)) > known
    except RedisUnavailable:
        return False


class Reader(threading.Thread):
    """Reads sessions until it is stopped, and counts the answers by status."""

    def __init__(self, tables: list[Table]) -> None:
        super().__init__(daemon=True)
        self.tables, self.is_done = tables, threading.Event()
        self.statuses: Counter[int] = Counter()

    def run(self) -> None:
        while not self.is_done.is_set():
            for table in self.tables:
                self.statuses[table.caller.call("GET", table.path).status] += 1


def test_clocks_survive_a_killed_redis(live: HttpClient, workers: Workers, own_redis: EmbeddedRedis, observer: SessionStore) -> None:
    """Clocks, banks, deadlines and logs are as before; silent players are timed out afterwards as before."""
    patient, silent = [new_table(live, game, clock=clock(600, 600)) for game in ("orbis", "helios")], new_table(live, clock=clock(1))
    for table in patient:
        table.play(4)
    before = [(clock_of(observer, table.id), table.history()) for table in patient]
    reader = Reader([*patient, silent])
    reader.start()
    for _ in range(2):
        known = eventually(lambda: len(time_outs(observer, silent.id)))
        assert own_redis.process is not None
        own_redis.process.kill()
        eventually(lambda: live.call("GET", "/readyz").status == 200)
        eventually(lambda known=known: has_more_time_outs(observer, silent.id, known))  # type: ignore[misc]
    reader.is_done.set()
    reader.join(timeout=PATIENCE)
    assert set(reader.statuses) <= {200, 503}
    assert [(clock_of(observer, table.id), table.history()) for table in patient] == before
    for table, (stored, _) in zip(patient, before, strict=True):
        assert raw(observer).zscore("arbiter:outbox", table.id) == stored.deadline
        assert table.play(1) == 5
        assert verify_session(observer, table.id) == []
    check_turns(silent.history())
