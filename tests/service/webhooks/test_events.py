"""Which events a webhook hears of, in which order, and what it is told."""

from __future__ import annotations

from typing import Any

from tests.support.receiver import Receiver
from tests.support.webhooks import Caller, Worker, told


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
