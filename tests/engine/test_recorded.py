"""Positions recorded with earlier versions are migrated, pass `check` and can be played to their end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.decoding import read_state
from engine.errors import StateInvalid
from engine.games import GAMES
from tests.engine.cases import random_game
from tests.recorded import recorded_lines

WRONG: list[Any] = [None, [], {}, "red", 7, [0.5]]

POSITIONS = [
    pytest.param(game_id, line, id=f"{game_id}-{number}")
    for game_id in GAMES
    for number, line in enumerate(recorded_lines("0.1.0", f"positions/{game_id}.jsonl"))
]


@pytest.mark.parametrize(("game_id", "line"), POSITIONS)
def test_a_recorded_position_plays_on(game_id: str, line: str) -> None:
    game, recorded = GAMES[game_id], json.loads(line)
    state = read_state(game, json.loads(line))
    assert state.schema_version == game.schema_version
    assert state.rules_version == game.rules_version
    assert state.version == recorded["version"]
    assert len(state.players) == len(recorded["players"])
    assert bool(state.pending) == bool(recorded["pending"])
    for _ in random_game(game, state, seed=1):
        assert game.check(state) == []
    assert game.outcome(state) is not None


@pytest.mark.parametrize("game_id", GAMES)
def test_every_schema_version_has_a_migration(game_id: str) -> None:
    game = GAMES[game_id]
    assert len(game.migrations) == game.schema_version - 1


@pytest.mark.parametrize("version", [0, 99, "1", None, True, 1.5])
@pytest.mark.parametrize("game_id", GAMES)
def test_an_unknown_schema_version_is_refused(game_id: str, version: Any) -> None:
    game = GAMES[game_id]
    line = next(iter(recorded_lines("0.1.0", f"positions/{game_id}.jsonl")))
    with pytest.raises(StateInvalid) as refusal:
        read_state(game, json.loads(line) | {"schema_version": version})
    assert [defect.pointer for defect in refusal.value.defects] == ["/schema_version"]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_damaged_position_of_an_earlier_version_is_refused(game_id: str) -> None:
    """A migration never raises anything but StateInvalid, whatever it is given."""
    game = GAMES[game_id]
    for line in list(recorded_lines("0.1.0", f"positions/{game_id}.jsonl"))[::7]:
        for name in json.loads(line):
            if name == "game":
                continue
            for wrong in WRONG:
                try:
                    read_state(game, json.loads(line) | {name: wrong})
                except StateInvalid as refusal:
                    assert refusal.defects
