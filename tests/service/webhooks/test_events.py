"""Which events a webhook hears of, in which order, and what it is told."""

from __future__ import annotations

import time
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask

from engine.games import GAMES
from service.sessions.changes import Sessions
from service.sessions.keys import log_key, session_key, shared_moves_key
from service.sessions.time_outs import time_out
from service.storage.outbox import NEWS
from service.webhooks.dispatcher import Dispatcher
from tests.support.clocks import pass_deadline
from tests.support.receiver import Receiver
from tests.support.stores import jobs_of, raw
from tests.support.webhooks import Caller, Worker, told

QUICK: dict[str, dict[str, Any]] = {"helios": {}, "orbis": {}, "blue_moon_city": {"options": {"round_limit": 12}}}


def expected_turns(caller: Caller, session: Any) -> list[tuple[str, int, int | None]]:
    """What the log of a session of two people says: whose turn began with which version, and when the game was over."""
    found: list[tuple[str, int, int | None]] = []
    for entry in caller.entries(session):
        if entry["type"] == "moved" and entry["to_act"] != entry["seat"]:
            found.append(("over" if entry["to_act"] is None else "turn", entry["version"], entry["to_act"]))
    return found


def test_a_new_session_and_every_change_of_turn_is_told_in_order(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url)
    session = caller.new_session()
    caller.move(session, 6)
    worker.run()
    assert told(receiver, session["id"]) == [("turn", 0, 0), *expected_turns(caller, session)]
    assert len(receiver.calls) > 3


def test_the_end_of_a_game_is_told_last(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url)
    session = caller.new_session()
    while caller.good("GET", f"/sessions/{session['id']}")["to_act"]:
        caller.move(session)
    worker.run()
    assert told(receiver, session["id"]) == [("turn", 0, 0), *expected_turns(caller, session)]
    assert told(receiver, session["id"])[-1][0] == "over"


def test_a_turn_within_a_turn_is_not_told_again(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url, ["turn"])
    session = caller.new_session()
    caller.move(session, 12)
    worker.run()
    seats = [seat for _, _, seat in told(receiver, session["id"])]
    assert all(one != other for one, other in pairwise(seats))


def test_the_turn_of_an_ai_is_not_told(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url)
    session = caller.new_session("ai", "ai")
    worker.run()
    assert not receiver.of(session["id"])


def test_the_turn_of_a_free_seat_is_told_once_it_is_claimed(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url)
    session = caller.new_session("invited", "human")
    worker.run()
    assert not receiver.calls
    caller.good("POST", "/claims", {"invite_code": session["seats"][0]["invite_code"], "name": "Ada"})
    worker.run()
    assert told(receiver, session["id"]) == [("claimed", 1, 0), ("turn", 1, 0)]
    assert len({call.id for call in receiver.calls}) == 2


def test_a_claim_of_a_seat_that_is_not_to_act_begins_no_turn(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url, ["claimed", "turn"])
    session = caller.new_session("human", "invited")
    caller.good("POST", "/claims", {"invite_code": session["seats"][1]["invite_code"]})
    worker.run()
    assert told(receiver, session["id"]) == [("turn", 0, 0), ("claimed", 1, 1)]


def test_a_time_out_is_told(caller: Caller, receiver: Receiver, worker: Worker, sessions: Sessions) -> None:
    caller.new_webhook(receiver.url, ["timed_out"])
    clock = {"move_seconds": 60, "bank_seconds": 0, "on_timeout": "ai_turn", "level": "random"}
    session = caller.new_session(clock=clock)
    pass_deadline(sessions.store, session["id"])
    time_out(sessions, session["id"])
    worker.run()
    assert told(receiver, session["id"]) == [("timed_out", 1, 0)]


def test_a_session_that_its_host_ends_is_over(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url, ["over"])
    session = caller.new_session()
    caller.good("DELETE", f"/sessions/{session['id']}", token=session["host_token"])
    worker.run()
    assert [(call.json["type"], call.json["data"]["entry"]["type"]) for call in receiver.calls] == [("over", "ended")]


@pytest.mark.parametrize(("key", "least", "most"), [("acme", 24 * 3600, 26 * 3600), ("bolt", 0, 600)])
def test_an_ended_session_is_kept_for_as_long_as_deliveries_are_repeated(
    caller: Caller, sessions: Sessions, key: str, least: int, most: int
) -> None:
    caller.new_webhook("https://93.184.216.34/")
    session = caller.new_session(key=key)
    caller.good("DELETE", f"/sessions/{session['id']}", token=session["host_token"])
    for name in (session_key(session["id"]), log_key(session["id"])):
        assert least < int(str(raw(sessions.store).ttl(name))) <= most


def test_an_undo_gives_the_turn_back_without_a_call(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url, ["turn"])
    session = caller.new_session()
    caller.move(session)
    seat = caller.entries(session)[0]["seat"]
    before = caller.good("GET", f"/sessions/{session['id']}")["to_act"]["seat"]
    caller.call("POST", f"/sessions/{session['id']}/undo", {}, token=session["seats"][seat]["token"])
    worker.run()
    assert told(receiver, session["id"])[-1] == (("turn", 1, before) if before != seat else ("turn", 0, 0))


def test_the_body_holds_the_session_its_metadata_and_the_entry_as_a_spectator_sees_it(
    caller: Caller, receiver: Receiver, worker: Worker
) -> None:
    caller.new_webhook(receiver.url)
    session = caller.new_session(metadata={"match": "77"})
    while len(told(receiver, session["id"])) < 2:
        caller.move(session)
        worker.run()
    call = receiver.calls[-1]
    data = call.json["data"]
    shown = next(entry for entry in caller.entries(session) if entry["version"] == data["version"])
    assert data == {
        "session": session["id"],
        "game": "orbis",
        "seat": shown["to_act"],
        "version": shown["version"],
        "entry": shown,
        "metadata": {"match": "77"},
    }
    assert call.json["timestamp"] == shown["at"]
    assert (call.path, call.headers["content-type"]) == ("/hooks?app=1", "application/json")
    assert call.headers["user-agent"].startswith("Arbiter/")


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_hidden_is_told(caller: Caller, receiver: Receiver, worker: Worker, game: str) -> None:
    """Every entry is what a spectator saw at that moment, also if it is sent after the game has ended."""
    caller.new_webhook(receiver.url)
    session = caller.new_session(game=game, **QUICK[game])
    seen: dict[int, Any] = {}
    for _ in range(40):
        position = caller.good("GET", f"/sessions/{session['id']}")
        if position["to_act"] is None:
            break
        caller.move(session)
        seen |= {entry["version"]: entry for entry in caller.entries(session) if entry["version"] not in seen}
    own = {
        entry["version"]: entry
        for seat in session["seats"]
        for entry in caller.good("GET", f"/sessions/{session['id']}/history", token=seat["token"])["entries"]
        if entry.get("seat") == seat["seat"]
    }
    caller.good("DELETE", f"/sessions/{session['id']}", token=session["host_token"])
    worker.run()
    sent = {call.json["data"]["version"]: call.json["data"]["entry"] for call in receiver.calls}
    assert len(sent.keys() & seen.keys()) >= 3
    assert all(sent[version] == seen[version] for version in sent.keys() & seen.keys())
    assert game != "blue_moon_city" or any(sent[version] != own[version] for version in sent.keys() & own.keys()), "players draw cards"


def test_labels_are_in_the_language_of_the_registration(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    webhook = caller.good("POST", "/webhooks", {"url": receiver.url, "events": ["turn"]}, Accept_Language="fr")
    session = caller.new_session()
    while len(receiver.calls) < 2:
        caller.move(session)
        worker.run()
    data = receiver.calls[-1].json["data"]
    french = caller.good("GET", f"/sessions/{session['id']}/history", Accept_Language="fr")["entries"]
    assert webhook["language"] == "fr" and data["entry"] == next(entry for entry in french if entry["version"] == data["version"])


def test_a_webhook_hears_only_of_sessions_of_its_key_and_of_events_it_asked_for(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url, ["over"])
    mine, others, nobodys = caller.new_session(), caller.new_session(key="bolt"), caller.new_session(key=None)
    for session in (mine, others, nobodys):
        caller.move(session, 3)
        caller.good("DELETE", f"/sessions/{session['id']}", token=session["host_token"])
    worker.run()
    assert [(call.json["type"], call.json["data"]["session"]) for call in receiver.calls] == [("over", mine["id"])]


def test_forks_belong_to_the_key_that_made_them_and_rematches_to_that_of_the_game_before(
    caller: Caller, receiver: Receiver, worker: Worker, sessions: Sessions
) -> None:
    session = caller.new_session()
    fork = caller.good("POST", f"/sessions/{session['id']}/forks", {"version": 0}, key="bolt", token=session["host_token"])
    assert sessions.store.find(session["id"]).facts.owner == "acme"
    assert sessions.store.find(fork["id"]).facts.owner == "bolt"
    while caller.good("GET", f"/sessions/{session['id']}")["to_act"]:
        caller.move(session)
    rematch = caller.good("POST", f"/sessions/{session['id']}/rematches", {}, key=None, token=session["seats"][0]["token"])
    assert sessions.store.find(rematch["id"]).facts.owner == "acme"


def test_a_webhook_hears_nothing_of_what_was_before_it(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    session = caller.new_session()
    caller.move(session, 4)
    before = caller.good("GET", f"/sessions/{session['id']}")["version"]
    time.sleep(0.002)  # The moves and the webhook are told apart by their milliseconds.
    caller.new_webhook(receiver.url)
    caller.move(session, 4)
    worker.run()
    assert told(receiver, session["id"]) == [turn for turn in expected_turns(caller, session) if turn[1] > before]


def test_the_host_of_a_session_without_a_key_hears_of_that_session_alone(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    session, other = caller.new_session(key=None), caller.new_session(key=None)
    body = {"url": receiver.url, "events": ["turn"], "session": session["id"]}
    webhook = caller.good("POST", "/webhooks", body, key=None, token=session["host_token"])
    caller.move(session, 6)
    caller.move(other, 6)
    worker.run()
    assert webhook["session"] == session["id"] and receiver.of(session["id"]) and not receiver.of(other["id"])


def test_two_webhooks_tell_the_same_with_ids_of_their_own(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url)
    session = caller.new_session()
    body = {"url": receiver.url, "events": ["turn"], "session": session["id"]}
    caller.good("POST", "/webhooks", body, token=session["host_token"])
    caller.move(session, 6)
    worker.run()
    counts = Counter(call.body for call in receiver.calls)
    assert len({call.id for call in receiver.calls}) == len(receiver.calls) and set(counts.values()) == {1, 2}


def test_the_end_of_an_ai_job_is_told_without_its_result(caller: Caller, receiver: Receiver, worker: Worker, app: Flask) -> None:
    caller.new_webhook(receiver.url, ["job"])
    jobs = jobs_of(app)
    state = caller.good("POST", "/games/orbis/states", {"seats": 2, "seed": 1})["state"]
    finished, cancelled, other = (
        caller.good("POST", "/games/orbis/ai-moves", {"state": state, "level": "random"}, key) for key in ("acme", "acme", "bolt")
    )
    caller.good("DELETE", f"/jobs/{cancelled['id']}")
    for job in (finished, other):
        claim = jobs.claim("analysis")
        assert claim is not None and claim.id == job["id"]
        jobs.finish(claim, b"{}")
    worker.run()
    assert [(call.json["type"], call.json["data"]) for call in receiver.calls] == [("job", {"job": finished["id"], "status": "done"})]


def test_a_withdrawn_key_hears_nothing_any_more(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url)
    caller.new_session()
    worker.dispatcher = Dispatcher(worker.deliverer.store, worker.deliverer.sessions, {"bolt"}, "test")
    worker.run()
    assert not receiver.calls


def test_a_commit_without_webhooks_writes_nothing_for_them(caller: Caller, sessions: Sessions) -> None:
    caller.new_webhook("https://93.184.216.34/")
    session = caller.new_session(key="bolt")
    caller.move(session, 3)
    assert raw(sessions.store).zcard(NEWS) == 0
    assert all(entry.turn is None for _, entry in sessions.store.entries(session["id"], -1))


def finished_fork(caller: Caller, version: int) -> Any:
    """A fork of a finished game, whose moves it shares."""
    session = caller.new_session()
    while caller.good("GET", f"/sessions/{session['id']}")["to_act"]:
        caller.move(session)
    return caller.good("POST", f"/sessions/{session['id']}/forks", {"version": version})


def test_a_fork_of_a_finished_game_tells_of_turns_as_other_sessions_do(caller: Caller, receiver: Receiver, worker: Worker) -> None:
    caller.new_webhook(receiver.url, ["turn"])
    fork = finished_fork(caller, 51)
    worker.run()
    assert told(receiver, fork["id"]) == [("turn", 0, fork["to_act"]["seat"])]
    caller.move(fork, 2)
    worker.run()
    expected = [("turn", entry["version"], entry["to_act"]) for entry in caller.entries(fork)[51:] if entry["to_act"] != entry["seat"]]
    assert told(receiver, fork["id"])[1:] == expected != []


def test_deliveries_about_a_deleted_fork_still_find_the_moves_it_shared(
    caller: Caller, receiver: Receiver, worker: Worker, sessions: Sessions
) -> None:
    caller.new_webhook(receiver.url, ["over"])
    fork = finished_fork(caller, 51)
    shared = sessions.store.find(fork["id"]).facts.shared
    caller.good("DELETE", f"/sessions/{fork['id']}", token=fork["host_token"])
    assert shared and int(str(raw(sessions.store).ttl(shared_moves_key(shared.session, shared.created_at)))) > 24 * 3600
    worker.run()
    assert told(receiver, fork["id"]) == [("over", 52, None)]
