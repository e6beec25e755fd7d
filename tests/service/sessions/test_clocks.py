"""Clocks: free time, then a bank; late moves are refused, an AI plays on, and nobody loses time while the service is down."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from service.jobs.sweeper import handle_session, sweep
from service.sessions import heartbeat
from service.sessions.changes import Sessions
from service.sessions.clock import NOBODY, Clock, extended
from service.sessions.errors import TooEarly
from service.sessions.heartbeat import KEYS
from service.sessions.store import SessionStore
from service.sessions.time_outs import time_out
from tests.support.clocks import clock_of, pass_deadline, pass_time, silence_heartbeat
from tests.support.http_client import Answer
from tests.support.stores import jobs_of, raw
from tests.support.tables import GAME_IDS, InProcess, Table, code_of, new_table, play_for, quiet_move

MOVE, BANK = 30, 600
CLOCK = {"move_seconds": MOVE, "bank_seconds": BANK, "on_timeout": "ai_turn", "level": "random"}
EVERYTHING = ["/clock/move_seconds", "/clock/bank_seconds", "/clock/on_timeout"]
SLACK = 200_000
"""Milliseconds that a test may take on a busy machine."""


@pytest.fixture
def table(caller: InProcess) -> Table:
    return new_table(caller, clock=CLOCK)


def move_first(table: Table, **headers: str) -> Answer:
    """The seat to act makes its first legal move, without reading the clock."""
    seen = table.read()
    token = table.tokens[seen["to_act"]["seat"]]
    return table.move(table.legal(token)[0], seen["version"], token, **headers)


def test_positions_tell_the_clock_and_the_time(table: Table) -> None:
    for position in (table.made, table.read()):
        clock = position["clock"]
        assert clock["seat"] == position["to_act"]["seat"] and clock["bank_ms"] == [BANK * 1000] * 2
        assert clock["now"] <= clock["deadline_at"]
        assert position["clock_settings"] == CLOCK
    moved = move_first(table).json
    assert moved["clock"]["seat"] == moved["to_act"]["seat"]
    entry = table.history()[-1]
    assert entry["clock"] == {**moved["clock"], "now": entry["clock"]["now"]}


def test_a_session_without_a_clock_has_none(caller: InProcess) -> None:
    table = new_table(caller)
    assert not {"clock", "clock_settings"} & (table.made.keys() | table.read().keys() | move_first(table).json.keys())


def test_a_decision_has_free_time_then_the_bank_runs(table: Table, store: SessionStore) -> None:
    first = table.made["to_act"]["seat"]
    pass_time(store, table.id, MOVE - 20)
    assert move_first(table).status == 200
    assert clock_of(store, table.id).bank[first] > BANK * 1000 - SLACK
    second = table.read()["to_act"]["seat"]
    before = clock_of(store, table.id).bank[second]
    pass_time(store, table.id, MOVE + 100)
    assert move_first(table).status == 200
    assert before - 100_000 - SLACK < clock_of(store, table.id).bank[second] <= before - 100_000


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_late_move_is_refused_even_without_a_sweeper(caller: InProcess, store: SessionStore, game: str) -> None:
    table = new_table(caller, game, clock=CLOCK)
    pass_deadline(store, table.id)
    before = table.read()
    assert code_of(move_first(table)) == (409, "time_over")
    after = table.read()
    assert after["version"] == before["version"] and after["view"] == before["view"] and table.history() == []


def test_a_time_out_before_the_deadline_changes_nothing(table: Table, sessions: Sessions) -> None:
    with pytest.raises(TooEarly):
        time_out(sessions, table.id)
    assert table.history() == []


@pytest.mark.parametrize("game", GAME_IDS)
def test_after_a_time_out_an_ai_plays_until_another_seat_acts(caller: InProcess, sessions: Sessions, game: str) -> None:
    table = new_table(caller, game, seats=3, clock=CLOCK)
    table.play(4)
    seat = table.read()["to_act"]["seat"]
    pass_deadline(sessions.store, table.id)
    time_out(sessions, table.id)
    entry, seen = table.history()[-1], table.read()
    assert (entry["type"], entry["seat"], entry["on_timeout"], entry["level"]) == ("timed_out", seat, "ai_turn", "random")
    assert seen["clock"]["seat"] is None and seen["clock"]["bank_ms"][seat] == 0
    assert seen["seats"][seat]["timed_out"] and seen["seats"][seat]["kind"] == "human"
    own = table.tokens[seat]
    assert table.read(own)["legal_moves"] == []
    assert code_of(table.move({"type": "pass"}, seen["version"], own)) == (409, "time_over")
    while table.read()["to_act"]["seat"] == seat:
        play_for(sessions, table.id)
    assert {each["by"] for each in table.history(since=entry["version"])} == {"ai"}
    seen = table.read()
    assert sessions.store.find(table.id).due is None and seen["clock"]["seat"] == seen["to_act"]["seat"]
    while table.read()["to_act"]["seat"] != seat:
        assert move_first(table).status == 200
    assert move_first(table).json["seats"][seat]["timed_out"] is False


def test_after_a_time_out_an_ai_may_take_the_seat(caller: InProcess, sessions: Sessions) -> None:
    table = new_table(caller, clock={**CLOCK, "on_timeout": "ai_seat"})
    seat = table.made["to_act"]["seat"]
    pass_deadline(sessions.store, table.id)
    time_out(sessions, table.id)
    shown = table.read()["seats"][seat]
    assert shown["kind"] == "ai" and shown["timed_out"] and shown["level"] == "random"
    assert table.history()[-1]["on_timeout"] == "ai_seat"
    assert 'arbiter_time_outs_total{game="orbis"}' in caller.call("GET", "/metrics").body.decode()
    assert code_of(table.move({"type": "pass"}, 1, table.tokens[seat])) == (409, "seat_resigned")
    code = table.caller.call("POST", f"{table.path}/seats/{seat}/invites", {}, table.host).json["invite_code"]
    back = table.caller.call("POST", f"{table.path}/seats/{seat}/claims", {"invite_code": code})
    assert back.status == 201 and back.json["seats"][seat]["kind"] == "invited" and back.json["clock"]["seat"] == seat
    assert back.json["legal_moves"]


def test_of_a_move_and_a_time_out_exactly_one_wins(caller: InProcess, app: Flask, sessions: Sessions) -> None:
    """200 times, for the same version, around the deadline."""
    with ThreadPoolExecutor(2) as threads:
        for number in range(200):
            table = new_table(caller, clock=CLOCK)
            token, moves = table.acting(), table.legal()
            left = clock_of(sessions.store, table.id).deadline - sessions.store.now_ms()
            pass_time(sessions.store, table.id, (left - number % 20) / 1000)
            gate = Barrier(2)

            def post(table: Table = table, token: str = token, move: Any = moves[0], gate: Barrier = gate) -> int:
                gate.wait()
                sent = InProcess(app.test_client())
                answer = sent.call("POST", f"{table.path}/moves", {"move": move}, token, If_Match='"0"')
                return answer.status

            def expire(table: Table = table, gate: Barrier = gate) -> bool:
                gate.wait()
                while sessions.store.find(table.id).version == 0:
                    try:
                        time_out(sessions, table.id)
                        return True
                    except TooEarly:
                        continue
                return False

            moved, expired = threads.submit(post), threads.submit(expire)
            types = [entry["type"] for entry in table.history()] if [moved.result(), expired.result()] else []
            assert types == (["timed_out"] if expired.result() else ["moved"])
            assert moved.result() == (200 if types == ["moved"] else 409)


def test_a_repeated_move_gets_its_first_answer_and_the_clock_of_now(table: Table) -> None:
    token, move = table.acting(), table.legal()[0]
    first, again = (table.move(move, 0, token, Idempotency_Key="once") for _ in range(2))
    assert again.headers["idempotency-replayed"] == "true"
    assert {**again.json, "clock": None} == {**first.json, "clock": None}
    assert again.json["clock"]["deadline_at"] == first.json["clock"]["deadline_at"]


def test_the_clock_starts_when_every_invited_seat_is_taken(caller: InProcess, store: SessionStore) -> None:
    seats = [{"kind": "human"}, {"kind": "invited"}]
    made = caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": seats, "clock": CLOCK, "options": {"first_seat": 0}}).json
    table = Table(caller, made)
    assert made["clock"]["seat"] is None and made["clock"]["deadline_at"] is None and made["clock"]["bank_ms"] == [BANK * 1000] * 2
    assert raw(store).zcard("arbiter:outbox") == 0
    claimed = caller.call("POST", f"{table.path}/seats/1/claims", {"invite_code": table.codes[1]}).json
    assert claimed["clock"]["seat"] == 0
    assert raw(store).zcard("arbiter:outbox") == 1


def test_undo_does_not_renew_the_free_time(table: Table, store: SessionStore) -> None:
    token = table.acting()
    pass_time(store, table.id, MOVE - 10)
    table.move(quiet_move(table), 0, token)
    undone = table.caller.call("POST", f"{table.path}/undo", {}, token)
    assert undone.status == 200
    clock = clock_of(store, table.id)
    assert clock.seat == undone.json["to_act"]["seat"] and clock.deadline - clock.at <= (10 + BANK) * 1000


def test_claims_and_new_hosts_leave_the_clock_alone(table: Table, store: SessionStore) -> None:
    before = clock_of(store, table.id)
    other = 1 - before.seat
    assert table.caller.call("POST", f"{table.path}/seats/{other}/claims", {"invite_code": table.codes[other]}).status == 201
    assert table.caller.call("POST", f"{table.path}/hosts", {"seat": other}, table.host).status == 201
    after = clock_of(store, table.id)
    assert (after.seat, after.since, after.deadline, after.bank) == (before.seat, before.since, before.deadline, before.bank)


def test_a_resignation_stops_the_clock(table: Table, store: SessionStore) -> None:
    seat = table.made["to_act"]["seat"]
    answer = table.caller.call("POST", f"{table.path}/seats/{seat}/resignations", {"level": "random"}, table.tokens[seat])
    assert answer.json["clock"]["seat"] is None and clock_of(store, table.id).seat == NOBODY


@pytest.mark.parametrize(
    ("clock", "pointers"),
    [
        ({"move_seconds": -1, "bank_seconds": 5, "on_timeout": "ai_turn"}, ["/clock/move_seconds"]),
        ({"move_seconds": 10**9, "bank_seconds": 10**12, "on_timeout": "ai_turn"}, ["/clock/move_seconds", "/clock/bank_seconds"]),
        ({"move_seconds": 0, "bank_seconds": 0, "on_timeout": "ai_turn"}, ["/clock"]),
        (
            {"move_seconds": 1.5, "bank_seconds": "5", "on_timeout": "loses"},
            ["/clock/move_seconds", "/clock/bank_seconds", "/clock/on_timeout"],
        ),
        ({"move_seconds": 1, "bank_seconds": 1, "on_timeout": "ai_seat", "level": "god"}, ["/clock/level"]),
        ({}, EVERYTHING),
        ([], ["/clock"]),
    ],
)
def test_a_wrong_clock_is_refused(caller: InProcess, store: SessionStore, clock: Any, pointers: list[str]) -> None:
    answer = caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": [{"kind": "human"}] * 2, "clock": clock})
    assert answer.status == 422 and sorted(error["pointer"] for error in answer.json["errors"]) == sorted(pointers)
    assert list(store.ids()) == []


def test_a_clock_cannot_outlast_its_session(caller: InProcess, sessions: Sessions) -> None:
    sessions.store.lifetime = 1000
    clock = {"move_seconds": 900, "bank_seconds": 200, "on_timeout": "ai_turn"}
    answer = caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": [{"kind": "human"}] * 2, "clock": clock})
    assert code_of(answer) == (422, "options_invalid") and answer.json["errors"][0]["pointer"] == "/clock"


def test_the_sweeper_writes_the_time_out_and_enqueues_the_ai(app: Flask, table: Table, sessions: Sessions) -> None:
    sweep(jobs_of(app), sessions)
    assert table.history() == []
    pass_deadline(sessions.store, table.id)
    sweep(jobs_of(app), sessions)
    assert [entry["type"] for entry in table.history()] == ["timed_out"]
    assert jobs_of(app).load().waiting == 1


def test_a_clock_with_time_left_is_looked_at_again_at_its_deadline(app: Flask, table: Table, sessions: Sessions) -> None:
    raw(sessions.store).zadd("arbiter:outbox", {table.id: 1})
    sweep(jobs_of(app), sessions)
    score = raw(sessions.store).zscore("arbiter:outbox", table.id)
    assert isinstance(score, float) and abs(score - clock_of(sessions.store, table.id).deadline) < SLACK


def test_clocks_cost_nothing_while_nothing_happens(app: Flask, sessions: Sessions) -> None:
    """With ten thousand running clocks a sweep sends two commands: one for jobs, one for sessions."""
    later = sessions.store.now_ms() + 3_600_000
    raw(sessions.store).zadd("arbiter:outbox", {f"{number:020x}": later + number for number in range(10_000)})
    sweep(jobs_of(app), sessions)
    before = commands(sessions.store)
    sweep(jobs_of(app), sessions)
    assert commands(sessions.store) - before <= 3


def commands(store: SessionStore) -> int:
    """How many scripts and commands clients have sent; INFO counts as one."""
    found: Any = raw(store).info("commandstats")
    return sum(int(about["calls"]) for name, about in found.items() if name in ("cmdstat_evalsha", "cmdstat_hmget", "cmdstat_info"))


class TestHeartbeat:
    """A gap of more than five seconds without a web process extends the running deadlines."""

    def test_a_gap_extends_the_deadline(self, table: Table, store: SessionStore, sessions: Sessions) -> None:
        before = clock_of(store, table.id)
        pass_deadline(store, table.id)
        self.gap(sessions, MOVE + BANK)
        seen = table.read()
        assert seen["clock"]["deadline_at"] > seen["clock"]["now"]
        assert move_first(table).status == 200
        assert clock_of(store, table.id).bank[before.seat] > BANK * 1000 - SLACK

    def test_a_gap_counts_once(self, table: Table, sessions: Sessions) -> None:
        pass_time(sessions.store, table.id, 100)
        self.gap(sessions, 50)
        first = sessions.store.find(table.id).clock
        assert table.caller.call("POST", f"{table.path}/hosts", {"seat": 0}, table.host).status == 201
        second = sessions.store.find(table.id).clock
        assert first is not None and second is not None
        assert (first.since, first.deadline) == (second.since, second.deadline)

    def test_a_short_silence_is_no_gap(self, table: Table, sessions: Sessions) -> None:
        before = sessions.store.find(table.id).clock
        silence_heartbeat(sessions.store, 3)
        sessions.store.heartbeat.sync()
        after = sessions.store.find(table.id).clock
        assert before is not None and after is not None and before.deadline == after.deadline

    def test_nobody_is_timed_out_while_no_web_process_is_alive(self, app: Flask, table: Table, sessions: Sessions) -> None:
        worker = SessionStore(sessions.store.url, 3600, beats=False)
        pass_deadline(worker, table.id)
        silence_heartbeat(worker, 60)
        worker.heartbeat.sync()
        handle_session(Sessions(worker, sessions.on_due), worker.find(table.id))
        assert worker.find(table.id).version == 0
        sessions.store.heartbeat.sync()
        worker.heartbeat.sync()
        handle_session(Sessions(worker, sessions.on_due), worker.find(table.id))
        worker.server.close()
        assert table.read()["clock"]["deadline_at"] > table.read()["clock"]["now"] and table.history() == []

    def test_missing_workers_extend_nothing(self, table: Table, sessions: Sessions) -> None:
        worker = SessionStore(sessions.store.url, 3600, beats=False)
        before = clock_of(sessions.store, table.id)
        worker.heartbeat.sync()
        assert raw(worker).exists("arbiter:{heartbeat}:gaps") == 0
        worker.server.close()
        assert clock_of(sessions.store, table.id) == before

    def test_a_reply_that_waited_for_a_frozen_process_is_read_again(self, sessions: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
        """Another process has stored the gap before the frozen one goes on."""
        frozen, now = SessionStore(sessions.store.url, 3600, beats=False), 100.0
        run = frozen.server.run

        def reply_late(*arguments: Any) -> Any:
            nonlocal now
            reply = run(*arguments)
            if now == 100.0:
                raw(frozen).zadd(KEYS[1], {"1-2": 2})
                now += 60
            return reply

        monkeypatch.setattr(frozen.server, "run", reply_late)
        monkeypatch.setattr(heartbeat, "time", SimpleNamespace(monotonic=lambda: now))
        frozen.heartbeat.sync()
        assert frozen.heartbeat.gaps() == [(1, 2)]
        frozen.server.close()

    @staticmethod
    def gap(sessions: Sessions, seconds: float) -> None:
        """The service was down for so long and is back."""
        silence_heartbeat(sessions.store, seconds)
        sessions.store.heartbeat.sync()


def test_only_the_part_of_a_gap_within_the_decision_counts() -> None:
    clock = Clock(0, 1000, 5000, 1000, [0], [0], 1000)
    assert extended(clock, [(0, 900)]) is clock
    assert extended(clock, [(500, 3000)]).deadline == 7000
    assert extended(clock, [(2000, 4000), (6000, 9000)]).deadline == 10000
    assert extended(extended(clock, [(2000, 4000)]), [(2000, 4000), (6000, 9000)]).deadline == 10000
    stopped = Clock(NOBODY, 1000, 1000, 1000, [0], [0], 1000)
    assert extended(stopped, [(2000, 4000)]) is stopped
