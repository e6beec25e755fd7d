"""Taking back a whole turn, and taking back moves against AI players."""

from __future__ import annotations

from typing import Any

import pytest

from service.sessions.changes import Sessions
from service.sessions.entries import Moved
from service.sessions.log import events_of
from service.sessions.model import state_of
from tests.support.http_client import Answer
from tests.support.tables import GAME_IDS, InProcess, Table, code_of, new_table, play_for

OPTIONS: dict[str, Any] = {"blue_moon_city": {"round_limit": 3}}


def undo(table: Table, token: str | None, to: str | None = None) -> Answer:
    return table.caller.call("POST", f"{table.path}/undo", {} if to is None else {"to": to}, token)


def against_ai(caller: InProcess, game: str, seats: int = 3) -> Table:
    players = [{"kind": "human"}, *[{"kind": "ai", "level": "random"}] * (seats - 1)]
    options = {"first_seat": 0, **OPTIONS.get(game, {})}
    return Table(caller, caller.call("POST", "/v1/sessions", {"game": game, "seats": players, "seed": 7, "options": options}).json)


def go_on(table: Table, sessions: Sessions, number: int) -> None:
    """The seat to act moves, whoever plays it."""
    seen = table.read()
    if seen["to_act"]["seat"]:
        play_for(sessions, table.id)
    else:
        legal = table.legal(table.tokens[0])
        assert table.move(legal[number % len(legal)], seen["version"], table.tokens[0]).status == 200


def turn_starts(sessions: Sessions, table: Table) -> list[int]:
    """The versions at which a turn of seat 0 began, in a game without undos."""
    session = sessions.store.find(table.id)
    entries = [(version, entry) for version, entry in sessions.store.entries(table.id, 0) if isinstance(entry, Moved)]
    started = [
        version
        for version, entry in entries
        for event in events_of(session.game, entry)
        if event.__struct_config__.tag == "turn_started" and getattr(event, "seat", None) == 0
    ]
    return [0, *started]


@pytest.mark.parametrize("game", GAME_IDS)
@pytest.mark.parametrize("to", ["decision", "turn"])
def test_against_ai_players_everything_since_is_taken_back(caller: InProcess, sessions: Sessions, game: str, to: str) -> None:
    """After every move of a game: undo, compare with the past position, and play on differently."""
    revealed = 0
    for stop in range(3, 40, 6):
        table = against_ai(caller, game)
        for number in range(stop):
            go_on(table, sessions, number)
        own = [version for version, entry in sessions.store.entries(table.id, 0) if isinstance(entry, Moved) and entry.seat == 0]
        target = own[-1] - 1 if to == "decision" else max(version for version in turn_starts(sessions, table) if version < own[-1])
        past = caller.call("GET", f"{table.path}/states/{target}", token=table.tokens[0]).json
        answer = undo(table, table.tokens[0], to)
        assert answer.status == 200 and answer.json["view"] == past["view"] and answer.json["to_act"]["seat"] == 0
        entry = table.history()[-1]
        assert entry["type"] == "undone" and entry["moves"] == stop - target
        revealed += entry["undone_reveals"]
        go_on(table, sessions, 5)
    assert revealed, "some of these undos took back something revealed"


def test_undos_that_take_back_something_revealed_are_counted(caller: InProcess, sessions: Sessions) -> None:
    table = against_ai(caller, "orbis", seats=2)
    counts = [0]
    for number in range(12):
        go_on(table, sessions, number)
        moved = [entry for _, entry in sessions.store.entries(table.id, 0) if isinstance(entry, Moved)]
        if moved[-1].seat == 0 and moved[-1].reveals:
            assert undo(table, table.tokens[0]).status == 200
            counts.append(table.history()[-1]["undone_reveals"])
            go_on(table, sessions, number)
    assert counts == list(range(len(counts))) and len(counts) > 1
    while table.read()["to_act"]:
        go_on(table, sessions, 0)
    record = caller.call("GET", f"{table.path}/record").json
    assert record["undone_reveals"] == counts[-1]
    assert caller.call("POST", "/v1/games/orbis/records", {"record": record}).status == 200


def test_an_ai_that_is_about_to_move_is_stopped(caller: InProcess, sessions: Sessions) -> None:
    table = against_ai(caller, "orbis", seats=2)
    while table.read()["to_act"]["seat"] == 0:
        go_on(table, sessions, 0)
    due = sessions.store.find(table.id).due
    assert due is not None
    assert undo(table, table.tokens[0], "turn").status == 200
    assert sessions.store.find(table.id).due is None and state_of(sessions.store.find(table.id)).version == 0


def test_a_turn_among_people_is_taken_back_while_nothing_was_revealed(caller: InProcess) -> None:
    """In Blue Moon City a turn has several moves, and most of them reveal nothing."""
    table = new_table(caller, "blue_moon_city", options={"first_seat": 0})
    token = table.tokens[0]
    for _ in range(2):
        seen = table.read(token)
        step = next(move for move in seen["legal_moves"] if not move["preview"]["ends_turn"])
        assert table.move(step, seen["version"], token).status == 200
    before = table.read()["version"]
    assert before == 2
    answer = undo(table, token, "turn")
    assert answer.status == 200 and answer.json["view"]["version"] == 0
    assert table.history()[-1]["moves"] == 2 and table.history()[-1]["undone_reveals"] == 0
    assert code_of(undo(table, token, "turn")) == (409, "undo_nothing")


def test_among_people_a_turn_stays_once_another_has_moved(caller: InProcess) -> None:
    table = new_table(caller, "blue_moon_city", options={"first_seat": 0})
    while table.read()["to_act"]["seat"] == 0:
        table.play(1)
    table.play(1)
    assert undo(table, table.tokens[0], "turn").json["code"] == "undo_others_moved"


def test_an_unknown_target_is_refused(caller: InProcess) -> None:
    table = new_table(caller)
    answer = undo(table, table.tokens[0], "game")
    assert answer.status == 422 and answer.json["errors"][0]["pointer"] == "/to"
