"""Once a game is over nothing is hidden any more; until then each seat sees only what it may know."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from engine.blue_moon_city.moves import DiscardCard
from engine.decoding import read_move
from engine.game import start, submit
from engine.games import GAMES
from service.sessions.model import encode, state_of
from service.sessions.store import SessionStore
from tests.support.tables import GAME_IDS, InProcess, Table, new_table

SHORT = {"blue_moon_city": {"round_limit": 3}}
"""Options with which a game of cards ends soon."""

LINES = "application/x-ndjson"


def finished(caller: InProcess, game: str, seats: int = 3) -> Table:
    """A table whose game has been played to its end."""
    table = new_table(caller, game, seats, options=SHORT.get(game, {}))
    table.play(5000)
    return table


def holders(table: Table) -> list[str | None]:
    """A spectator, the host, and every seat."""
    return [None, table.host, *table.tokens]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_spectator_can_replay_a_finished_game(caller: InProcess, store: SessionStore, game_id: str) -> None:
    """Options and seed of the final view and the moves of the history lead to the same bytes."""
    table, game = finished(caller, game_id), GAMES[game_id]
    final = table.read()
    state = start(game, final["view"]["options"], len(table.tokens), final["seed"])
    for entry in table.history():
        state, events = submit(game, state, read_move(game, entry["move"]))
        assert [{name: event[name] for name in event if name != "label"} for event in entry["events"]] == plain(events)
    assert encode(state) == store.find(table.id).snapshot
    assert final["view"] == plain(state)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_everybody_sees_everything_of_a_finished_game(caller: InProcess, store: SessionStore, game_id: str) -> None:
    table = finished(caller, game_id)
    session = store.find(table.id)
    known = complete(table, None, session.version // 2)
    assert known["now"]["view"] == plain(state_of(session))
    assert known["before"]["view"]["seed"] == known["now"]["seed"] == session.facts.seed
    for token in holders(table)[1:]:
        assert without_seat(complete(table, token, session.version // 2)) == without_seat(known)


def complete(table: Table, token: str | None, version: int) -> dict[str, Any]:
    """All that a bearer can read of a session."""
    call = table.caller.call
    return {
        "now": table.read(token),
        "before": call("GET", f"{table.path}/states/{version}", token=token).json,
        "history": table.history(token),
        "polled": call("GET", f"{table.path}/events?wait=0", token=token).json,
    }


def without_seat(seen: dict[str, Any]) -> dict[str, Any]:
    """What was read, without the member that names the caller."""
    return seen | {name: {**seen[name], "seat": None} for name in ("now", "before")}


def test_the_entry_that_ends_the_game_and_feeds_opened_after_it_are_complete(caller: InProcess) -> None:
    table = new_table(caller, "blue_moon_city", 2, options={"round_limit": 1})
    told: list[Any] = []
    while table.read()["outcome"] is None:
        told += caller.call("GET", f"{table.path}/events?wait=0&since={len(told)}").json["entries"]
        table.play(1)
    ended = caller.call("GET", f"{table.path}/events?wait=0").json["entries"]
    drawn = [index for index, entry in enumerate(told) if any(event["type"] == "cards_drawn" for event in entry["events"])]
    assert drawn and all(None in cards(told[index]) and None not in cards(ended[index]) for index in drawn)
    assert None not in cards(ended[-1]) and ended[-1]["to_act"] is None
    assert caller.call("DELETE", table.path, token=table.host).status == 204
    lines = caller.call("GET", f"{table.path}/events", Accept=LINES).body.splitlines()
    assert [json.loads(line) for line in lines if line][:-1] == ended, "a stream opened after the end has the same entries"


def cards(entry: dict[str, Any]) -> list[str | None]:
    """The cards that an entry says were drawn."""
    return [card for event in entry["events"] if event["type"] == "cards_drawn" for card in event["cards"]]


def test_labels_are_complete_after_the_end(caller: InProcess) -> None:
    table = new_table(caller, "blue_moon_city", 2, options={"round_limit": 2})
    while not (redacted := [entry for entry in table.history() if None in cards(entry)]):
        table.play(1)
    table.play(5000)
    told = table.history()[redacted[0]["version"] - 1]
    own = next(event["label"] for event in told["events"] if event["type"] == "cards_drawn")
    assert own not in [event["label"] for event in redacted[0]["events"]]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_hidden_move_has_a_type_of_its_own_until_the_end(caller: InProcess, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """No game has hidden moves yet, so this one is declared hidden."""
    monkeypatch.setattr(DiscardCard, "hidden", True)
    table = new_table(caller, "blue_moon_city", 2, options={"round_limit": 4})
    while not any(entry["move"]["type"] == "hidden_move" for entry in table.history()):
        table.play(1)
    call, index = table.caller.call, len(table.history()) - 1
    entries = {
        token: call("GET", f"{table.path}/history", token=token, Accept_Language=language).json["entries"][index]
        for token in holders(table)
    }
    actor = table.tokens[entries[None]["seat"]]
    for token, entry in entries.items():
        if token == actor:
            assert entry["move"]["type"] == "discard_card" and entry["move"]["card"]
        else:
            assert entry["move"].keys() == {"type", "move_type", "label"} and entry["move"]["label"]
            assert (entry["move"]["type"], entry["move"]["move_type"]) == ("hidden_move", "discard_card")
    table.play(5000)
    assert table.history()[index]["move"]["type"] == "discard_card"


def plain(record: Any) -> Any:
    """A record as JSON tells it."""
    return msgspec.json.decode(msgspec.json.encode(record))
