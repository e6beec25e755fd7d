"""AI moves over HTTP: results, waiting, deadlines and cancellation."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.ai import LEVELS
from engine.games import GAMES
from service.jobs.model import Analysis, Job, Origin
from service.jobs.pacing import BEST_MOVES, RENEW_SECONDS
from service.jobs.store import LEASE_MS
from service.jobs.worker_pool import RESTART_SECONDS, ROUND_SECONDS
from tests.support.api_calls import LONG, WAIT, ask, new_state, result, status
from tests.support.stores import jobs_of
from tests.support.waiting import eventually


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_every_level_answers_with_a_listed_move(client: FlaskClient, game: str, level: str) -> None:
    state = new_state(client, game)
    listed = client.post(f"/v1/games/{game}/legal-moves", json={"state": state}).get_json()["legal_moves"]
    found = result(client, state, level=level, seed=1)
    assert found["move"] in listed
    assert found["rung"] in {"random": ("any",), "easy": ("heuristic", "any")}.get(level, ("search", "heuristic", "any"))
    assert "analysis" not in found


def test_with_prefer_wait_the_answer_is_the_finished_job(client: FlaskClient) -> None:
    answer = ask(client, new_state(client), WAIT, level="easy")
    assert answer.headers["Preference-Applied"] == "wait=10"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.get_json()["status"] == "done" and answer.get_json()["progress"] == 1
    assert client.get(answer.headers["Location"]).get_json() == answer.get_json()


def test_without_prefer_wait_the_job_is_fetched_later(client: FlaskClient) -> None:
    answer = ask(client, new_state(client), level="easy")
    assert answer.status_code == 202 and "Preference-Applied" not in answer.headers
    job = answer.get_json()
    assert job == {"id": job["id"], "status": "queued", "progress": 0.0, "result": None, "best": None, "problem": None}
    done = client.get(answer.headers["Location"], headers=WAIT).get_json()
    assert done["status"] == "done" and done["result"]["move"]["label"]


@pytest.mark.parametrize("wish", ["wait=0", "wait=0, wait=10", "wait=-1", "wait=x", "respond-async", "wait", 'wait="'])
def test_other_preferences_are_ignored(client: FlaskClient, wish: str) -> None:
    assert "Preference-Applied" not in ask(client, new_state(client), {"Prefer": wish}, level="random").headers


def test_the_same_position_level_iterations_and_seed_give_the_same_move(client: FlaskClient) -> None:
    state = new_state(client, seed=5)
    wishes = {"level": "normal", "iterations": 60, "deadline_ms": 30_000, "seed": 11, "analysis": True}
    first, second = result(client, state, **wishes), result(client, state, **wishes)
    assert first["rung"] == "search" and first["iterations"] == 60
    assert {**first, "elapsed_ms": 0} == {**second, "elapsed_ms": 0}


def test_an_analysis_lists_every_candidate_with_its_expectation(client: FlaskClient) -> None:
    state = new_state(client)
    found = result(client, state, level="normal", iterations=40, deadline_ms=30_000, analysis=True)
    assert found["analysis"][0]["move"] == found["move"]
    listed = client.post("/v1/games/orbis/legal-moves", json={"state": state}).get_json()["legal_moves"]
    assert all(candidate["move"] in listed and len(candidate["expected"]) == 2 for candidate in found["analysis"])


def test_labels_are_in_the_language_of_the_request(client: FlaskClient) -> None:
    state = new_state(client)
    answer = ask(client, state, {**WAIT, "Accept-Language": "de"}, level="random", seed=3)
    listed = client.post("/v1/games/orbis/legal-moves", json={"state": state}, headers={"Accept-Language": "de"}).get_json()["legal_moves"]
    assert answer.headers["Content-Language"] == "de"
    assert answer.get_json()["result"]["move"] in listed


def test_a_deadline_that_leaves_no_time_gives_any_legal_move(client: FlaskClient) -> None:
    found = result(client, new_state(client), level="hard", deadline_ms=1)
    assert (found["rung"], found["iterations"]) == ("any", 0)


def test_a_finished_game_has_no_move(client: FlaskClient) -> None:
    game = GAMES["orbis"]
    state = game.new_game(game.options(), 2, 1)
    while moves := game.legal_moves(state):
        game.play(state, moves[0], [])
    answer = ask(client, msgspec.to_builtins(state), level="easy")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "game_over")


@pytest.mark.parametrize(
    "wrong",
    [
        {"level": "master"},
        {"level": None},
        {"level": "easy", "deadline_ms": 0},
        {"level": "easy", "deadline_ms": 30_001},
        {"level": "easy", "iterations": 0},
        {"level": "easy", "seed": -1},
        {"level": "easy", "analysis": "yes"},
        {"level": "easy", "turn": 1},
        {"level": "easy", "colour": "red"},
    ],
)
def test_invalid_parameters_are_refused(client: FlaskClient, wrong: dict[str, Any]) -> None:
    answer = ask(client, new_state(client), **wrong)
    assert (answer.status_code, answer.get_json()["code"]) == (422, "body_invalid")


def test_a_running_search_reports_progress_and_stops_when_cancelled(client: FlaskClient) -> None:
    state = new_state(client)
    first, second = (ask(client, state, **LONG).headers["Location"] for _ in range(2))
    eventually(lambda: 0 < client.get(first).get_json()["progress"] < 1)
    assert (status(client, first), status(client, second)) == ("running", "queued")
    best = eventually(lambda: client.get(first).get_json()["best"])
    assert best["move"] == best["analysis"][0]["move"] and len(best["analysis"]) <= BEST_MOVES
    cancelled = client.delete(first).get_json()
    assert cancelled["status"] == "cancelled" and cancelled["best"] is None
    eventually(lambda: status(client, second) == "running")  # The worker is free for the second job before the deadline of the first.
    assert client.delete(second).get_json()["status"] == "cancelled"
    assert [status(client, address) for address in (first, second)] == ["cancelled", "cancelled"]


@pytest.mark.parametrize("game", GAMES)
def test_the_rest_of_a_turn_can_be_played_as_it_is_answered(client: FlaskClient, game: str) -> None:
    """The moves are accepted together: no move but the last one reveals something hidden or ends the turn."""
    state, several = new_state(client, game), 0
    for _ in range(6):
        found = result(client, state, level="easy", seed=2, turn=True, analysis=True)
        assert found["moves"][0] == found["move"] and found["analysis"][0]["line"][0]["move"]["label"]
        seat = to_act(client, game, state)["seat"]
        answer = client.post(f"/v1/games/{game}/moves", json={"state": state, "moves": found["moves"]})
        assert answer.status_code == 200, answer.get_json()
        assert not any(move["preview"]["ends_turn"] for move in found["moves"][:-1])
        state, several = answer.get_json()["state"], several + (len(found["moves"]) > 1)
        revealed = answer.get_json()["to_act"]["seat"] == seat
        assert found["moves"][-1]["preview"]["ends_turn"] or revealed or answer.get_json()["to_act"]["seat"] != seat
    assert several


def to_act(client: FlaskClient, game: str, state: Any) -> Any:
    return client.post(f"/v1/games/{game}/legal-moves", json={"state": state}).get_json()["to_act"]


def test_without_turn_there_is_one_move(client: FlaskClient) -> None:
    assert "moves" not in result(client, new_state(client), level="easy")


def test_the_intervals_keep_the_promised_reaction_times() -> None:
    """A cancelled search stops within 0.5 s; a dead worker costs at most 5 s: its lease, its restart and two rounds of the sweeper."""
    assert 2 * RENEW_SECONDS <= 0.5
    assert LEASE_MS / 1000 + RESTART_SECONDS + 2 * ROUND_SECONDS + 1 <= 5


def test_studies_do_not_delay_analyses(client: FlaskClient) -> None:
    state = new_state(client)
    wishes = [LONG, {"level": "hard", "deadline_ms": 30_000}, LONG]
    studies = [ask(client, state, **wish).headers["Location"] for wish in wishes]
    eventually(lambda: "running" in [status(client, address) for address in studies])
    for _ in range(3):
        address = ask(client, state, level="easy").headers["Location"]
        eventually(lambda address=address: status(client, address) == "done")  # type: ignore[misc]
        assert "done" not in [status(client, address) for address in studies]
    for address in studies:
        client.delete(address)


@pytest.mark.parametrize("wish", ["Wait=10", "wait=10; why=hurry", 'respond-async, wait="10"', "wait=10, wait=0", f"wait=1{'0' * 400}"])
def test_prefer_wait_is_read_in_every_form(client: FlaskClient, wish: str) -> None:
    """Preference names are case-insensitive and may have parameters, and the first of several counts (RFC 7240, 2)."""
    assert ask(client, new_state(client), {"Prefer": wish}, level="easy").headers["Preference-Applied"] == "wait=10"


def test_cancelling_a_finished_job_changes_nothing(client: FlaskClient) -> None:
    answer = ask(client, new_state(client), WAIT, level="easy")
    assert client.delete(answer.headers["Location"]).get_json() == answer.get_json()


@pytest.mark.parametrize("method", ["get", "delete"])
@pytest.mark.parametrize("job_id", ["nonsense", "A" * 24, "seat-0123456789abcdef0123-4"])
def test_an_unknown_job_is_refused_with_404(client: FlaskClient, job_id: str, method: str) -> None:
    answer = getattr(client, method)(f"/v1/jobs/{job_id}")
    assert (answer.status_code, answer.get_json()["code"]) == (404, "job_unknown")


def test_job_ids_are_long_and_random(client: FlaskClient) -> None:
    ids = {ask(client, new_state(client), level="random").get_json()["id"] for _ in range(5)}
    assert len(ids) == 5 and all(len(job_id) == 24 for job_id in ids)


def test_a_job_that_fails_at_every_level_reports_a_problem(client: FlaskClient, worker_app: Flask) -> None:
    """The stored view is invalid, as after a bug: every attempt fails, and the last failure is reported."""
    broken = Analysis(game="orbis", seat=0, level="hard", seed=1, iterations=None, analysis=False, language="en", view=msgspec.Raw(b"{}"))
    job = jobs_of(worker_app).create_analysis(broken, 1000, time.monotonic(), Origin("request-1"))
    assert isinstance(job, Job)
    eventually(lambda: status(client, f"/v1/jobs/{job.id}") == "failed")
    told = client.get(f"/v1/jobs/{job.id}").get_json()
    assert told["result"] is None
    assert (told["problem"]["code"], told["problem"]["status"], told["problem"]["instance"]) == ("ai_failed", 500, "request-1")
