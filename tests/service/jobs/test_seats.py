"""AI seats in sessions: they move by themselves, under the same rules as humans, and never twice."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.ai import choose
from engine.decoding import read_move
from engine.games import GAMES
from service.jobs.model import Turn
from service.jobs.pacing import LEAST_SECONDS, seconds_for_decision
from service.jobs.store import JobStore
from service.jobs.sweeper import sweep
from service.jobs.tasks import HANDING_OVER_MS, level_of, seat_seed, take_turn
from service.sessions.changes import Sessions
from service.sessions.entries import Moved
from service.sessions.errors import VersionStale
from service.sessions.model import Due, state_of
from service.sessions.moves import make_ai_move
from tests.support.api_calls import history, look, moved, new_session
from tests.support.stores import sessions_of
from tests.support.waiting import eventually


def post_move(client: FlaskClient, session: dict[str, Any], token: str) -> int:
    """Makes the first legal move of a human seat; returns the new version."""
    seen = look(client, session["id"], token)
    headers = {"Authorization": f"Bearer {token}", "If-Match": f'"{seen["version"]}"'}
    answer = client.post(f"/v1/sessions/{session['id']}/moves", json={"move": seen["legal_moves"][0]}, headers=headers)
    assert answer.status_code == 200, answer.get_json()
    return int(answer.get_json()["version"])


@pytest.mark.parametrize("game", GAMES)
def test_a_session_of_ai_seats_is_played_to_its_end(client: FlaskClient, game: str) -> None:
    options = {"round_limit": 6} if game == "blue_moon_city" else {}
    seats = [{"kind": "ai", "level": level} for level in ("random", "easy", "random")]
    created = client.post("/v1/sessions", json={"game": game, "seats": seats, "seed": 2, "options": options}).get_json()
    over = eventually(lambda: seen if (seen := look(client, created["id"]))["to_act"] is None else {}, 60)
    assert sorted(seat for place in over["outcome"]["ranking"] for seat in place) == [0, 1, 2]
    assert [entry["by"] for entry in history(client, created["id"])] == ["ai"] * min(over["version"], 200)


def test_an_ai_seat_answers_a_humans_move(client: FlaskClient) -> None:
    session = new_session(client, None, "easy")
    token = session["seats"][0]["token"]
    for _ in range(6):
        post_move(client, session, token)
        eventually(lambda: look(client, session["id"], token)["legal_moves"])
    assert {entry["seat"]: entry["by"] for entry in history(client, session["id"])} == {0: "human", 1: "ai"}


def test_a_resigned_seat_is_played_by_an_ai(client: FlaskClient) -> None:
    session = new_session(client, None, None)
    headers = {"Authorization": f"Bearer {session['seats'][0]['token']}"}
    answer = client.post(f"/v1/sessions/{session['id']}/seats/0/resignations", json={"level": "easy"}, headers=headers)
    assert answer.status_code == 201
    moved(client, session["id"], 2)
    kinds = [(entry["type"], entry.get("by"), entry["seat"]) for entry in history(client, session["id"])[:2]]
    assert kinds == [("resigned", None, 0), ("moved", "ai", 0)]


@pytest.mark.parametrize("game", GAMES)
def test_an_ai_gets_the_view_of_its_seat_and_a_seed_of_its_own(
    idle: FlaskClient, idle_app: Flask, queue: JobStore, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """The move is chosen from the view of the seat, with a seed that is independent of the game's."""
    session, sessions = new_session(idle, "easy", "easy", game=game, seed=77), sessions_of(idle_app)
    kept = sessions.store.find(session["id"])
    given: list[Any] = []
    found: list[Any] = []

    def watched(*arguments: Any, **wishes: Any) -> Any:
        given.append(arguments)
        found.append(choose(*arguments, **wishes))
        return found[-1]

    monkeypatch.setattr("service.jobs.tasks.choose", watched)
    run(queue, sessions, f"seat-{session['id']}-0")
    assert kept.due is not None
    state, seat = state_of(kept), kept.due.seat
    assert given == [(kept.game, kept.game.view(state, seat), seat, "easy", seat_seed(kept.facts.salt, 0))]
    assert given[0][1] != state, "the seat does not see everything"
    played = [msgspec.json.decode(entry.move) for _, entry in sessions.store.entries(session["id"], 0) if isinstance(entry, Moved)]
    assert [read_move(kept.game, move) for move in played] == [found[0].move]


def test_the_seed_of_an_ai_differs_from_turn_to_turn() -> None:
    assert seat_seed("a", 1) == seat_seed("a", 1)
    assert len({seat_seed(session, version) for session in "abc" for version in range(3)}) == 9


def run(queue: JobStore, sessions: Sessions, job_id: str) -> None:
    """Takes a turn in this process, as a worker would."""
    claim = queue.claim("seats")
    assert claim is not None and claim.id == job_id and isinstance(claim.task, Turn)
    take_turn(queue, sessions, claim, claim.task)


def test_a_stale_answer_is_dropped(idle: FlaskClient, idle_app: Flask, queue: JobStore) -> None:
    """Two workers have the same turn, as after an expired lease: only one of them moves."""
    session, sessions = new_session(idle, "random", "random"), sessions_of(idle_app)
    first = queue.claim("seats")
    assert first is not None and isinstance(first.task, Turn)
    queue.release(first)
    queue.recover()
    second = queue.claim("seats")
    assert second is not None and isinstance(second.task, Turn)
    take_turn(queue, sessions, second, second.task)
    take_turn(queue, sessions, first, first.task)
    assert look(idle, session["id"])["version"] == 1
    assert queue.load().waiting == 1, "only the next turn is left"


def test_a_turn_that_is_over_is_dropped(idle: FlaskClient, idle_app: Flask, queue: JobStore) -> None:
    session, sessions = new_session(idle, None, "random"), sessions_of(idle_app)
    queue.create_turn(session["id"], Due(0, 0, "random"), 50, "somebody")
    run(queue, sessions, f"seat-{session['id']}-0")
    assert look(idle, session["id"])["version"] == 0
    assert queue.load().waiting == 0


def test_an_answer_to_a_version_that_passed_meanwhile_is_refused(idle: FlaskClient, idle_app: Flask, queue: JobStore) -> None:
    """The version is checked again when the move is made."""
    session, sessions = new_session(idle, "random", "random"), sessions_of(idle_app)
    while (late := sessions.store.find(session["id"]).due) and late.seat == 0:
        run(queue, sessions, f"seat-{session['id']}-{late.version}")
    assert late is not None
    kept = sessions.store.find(session["id"])
    for void in (Due(late.version - 1, late.seat, late.level), Due(late.version, late.seat, "hard")):
        with pytest.raises(VersionStale):
            make_ai_move(sessions, session["id"], void, kept.game.legal_moves(state_of(kept))[0])
    assert look(idle, session["id"])["version"] == kept.version


@pytest.mark.parametrize("game", GAMES)
def test_the_time_of_a_level_is_for_a_whole_turn(idle: FlaskClient, idle_app: Flask, queue: JobStore, game: str) -> None:
    """Each decision adds to what the turn has used up, and gets a share of the rest; the next turn begins with nothing used."""
    session, sessions = new_session(idle, "easy", "easy", game=game), sessions_of(idle_app)
    added = begun = 0
    for _ in range(40):
        before = sessions.store.find(session["id"]).due
        assert before is not None
        run(queue, sessions, f"seat-{session['id']}-{before.version}")
        after = sessions.store.find(session["id"]).due
        assert after is not None
        if after.spent_ms:
            assert after.seat == before.seat and after.spent_ms >= before.spent_ms + HANDING_OVER_MS
            added += 1
        else:
            begun += 1
    assert added and begun
    game_of = sessions.store.find(session["id"]).game
    times = [seconds_for_decision(game_of, Due(0, 0, "hard", spent)) for spent in (0, 1000, 1900, 2000, 9000)]
    assert times == sorted(times, reverse=True) and times[0] < 2 and times[-1] == LEAST_SECONDS


def test_a_turn_that_was_never_queued_is_found_in_the_outbox(idle: FlaskClient, idle_app: Flask, queue: JobStore) -> None:
    sessions = sessions_of(idle_app)
    session = new_session(idle, "easy", None)
    lost = f"seat-{session['id']}-0"
    queue.server.client.delete(*queue.server.client.keys("arbiter:job*"), "rq:queue:arbiter-seats")

    def swept() -> bool:
        sweep(queue, sessions)
        return queue.load().waiting == 1

    eventually(swept)
    run(queue, sessions, lost)
    assert look(idle, session["id"])["version"] == 1


def test_the_outbox_is_swept_in_rotation(idle: FlaskClient, idle_app: Flask, queue: JobStore) -> None:
    sessions = sessions_of(idle_app)
    first, second = (new_session(idle, "easy", None)["id"] for _ in range(2))
    sessions.store.server.client.zadd("arbiter:outbox", {first: 1, second: 2})
    assert [session for session, _ in sessions.store.outbox.due()] == [first, second]
    sweep(queue, sessions)
    sessions.store.server.client.zadd("arbiter:outbox", {second: 2})
    assert [session for session, _ in sessions.store.outbox.due()] == [second]


def test_an_outbox_entry_without_work_is_removed(idle: FlaskClient, idle_app: Flask, queue: JobStore) -> None:
    sessions = sessions_of(idle_app)
    session = new_session(idle, "easy", None)
    while due := sessions.store.find(session["id"]).due:
        run(queue, sessions, f"seat-{session['id']}-{due.version}")
    assert sessions.store.server.client.zcard("arbiter:outbox") == 0
    sessions.store.outbox.add(session["id"], 0)

    def swept() -> bool:
        sweep(queue, sessions)
        return bool(sessions.store.server.client.zcard("arbiter:outbox") == 0)

    eventually(swept)


def test_the_sweeper_checks_the_index_of_open_sessions_and_survives_a_failure(
    idle_app: Flask, queue: JobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = sessions_of(idle_app)
    gone, client = f"{1:015d}-{'0' * 20}", sessions.store.server.client
    client.zadd("arbiter:tables:{orbis}:waiting", {gone: 0})
    client.zadd("arbiter:tables:{orbis}:checks", {gone: 1})

    def fail(_: object) -> None:
        raise ValueError("a broken session")

    with monkeypatch.context() as patch:
        patch.setattr("service.jobs.sweeper.check_entries", fail)
        sweep(queue, sessions)
    client.delete("arbiter:tables:round")
    sweep(queue, sessions)
    assert client.exists("arbiter:tables:{orbis}:waiting", "arbiter:tables:{orbis}:checks") == 0


def test_later_attempts_use_a_simpler_level() -> None:
    assert [level_of("hard", attempt) for attempt in range(1, 6)] == ["hard", "hard", "easy", "random", "random"]
    assert {level_of("random", attempt) for attempt in range(1, 6)} == {"random"}
