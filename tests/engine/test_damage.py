"""Reachable states that are damaged at random are refused with a defect, or can be played to their end, and `check` passes all the way."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from engine.decoding import read_state
from engine.errors import StateInvalid
from engine.game import apply
from tests.engine.cases import CASES, case_id, new_game, random_game

pytestmark = pytest.mark.slow

DAMAGED_STATES = 400
"""The number of damaged states per case; each game has several cases."""

NOTHING_LIKE_IT: list[Any] = [None, True, -1, 0, 1, 2, 3, 9, 10, 11, 99, 2**53, -(2**63), 1.5, "", "red", "blue", "nobody", [], [None], {}]


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value, by path."""
    found = [path] if path else []
    if isinstance(data, dict):
        found += [place for name, value in data.items() for place in places(value, (*path, name))]
    elif isinstance(data, list):
        found += [place for index, value in enumerate(data) for place in places(value, (*path, index))]
    return found


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def damage(data: Any, rng: Random) -> str:
    """Damages a random place; returns a description for failure messages."""
    every = places(data)
    path = rng.choice(every)
    parent, last = at(data, path[:-1]), path[-1]
    value = parent[last]
    kind = rng.randrange(7)
    if kind == 0:
        parent[last] = rng.choice(NOTHING_LIKE_IT)
    elif kind == 1 and isinstance(value, int) and not isinstance(value, bool):
        parent[last] = value + rng.choice([-2, -1, 1, 2, 10])
    elif kind == 2:
        parent.pop(last)
    elif kind == 3 and isinstance(parent, list):
        parent.insert(last, value)
    elif kind == 4 and isinstance(parent, list):
        other = rng.randrange(len(parent))
        parent[last], parent[other] = parent[other], parent[last]
    elif kind == 5:
        alike = [place for place in every if type(at(data, place)) is type(value)]
        parent[last] = msgspec.json.decode(msgspec.json.encode(at(data, rng.choice(alike))))
    else:
        alike = [place for place in every if place[-1] == last and place[: len(path)] != path and path[: len(place)] != place]
        if alike:
            other_path = rng.choice(alike)
            other_parent = at(data, other_path[:-1])
            parent[last], other_parent[last] = other_parent[last], parent[last]
    return f"{kind} at {path}"


@pytest.mark.parametrize(("game_id", "seats", "options"), CASES, ids=case_id)
def test_law_11_damaged_states_are_refused_or_play_to_the_end(game_id: str, seats: int, options: dict[str, Any]) -> None:
    game, state = new_game(game_id, seats, options, seed=21)
    rng = Random(f"{game_id}{seats}{options}")
    reached = [msgspec.json.encode(position) for position, _, _ in random_game(game, state, 21)] + [msgspec.json.encode(state)]
    accepted = 0
    for number in range(DAMAGED_STATES):
        data = msgspec.json.decode(rng.choice(reached))
        done = [damage(data, rng) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
        try:
            survivor = read_state(game, data)
        except StateInvalid as refusal:
            assert refusal.defects
            continue
        accepted += 1
        for move in rng.sample(moves := game.legal_moves(survivor), min(4, len(moves))):
            assert game.check(apply(game, survivor, move)[0]) == [], (done, move)
        limit = game.bound(survivor.options, len(survivor.players))
        for count, _ in enumerate(random_game(game, survivor, number)):
            assert count <= limit, done
            assert game.check(survivor) == [], done
        assert game.outcome(survivor) is not None, done
    assert accepted < DAMAGED_STATES * 0.5, "most damage must be found"


@pytest.mark.parametrize(("game_id", "seats", "options"), CASES, ids=case_id)
def test_a_view_is_refused_as_a_state(game_id: str, seats: int, options: dict[str, Any]) -> None:
    game, state = new_game(game_id, seats, options, seed=22)
    for seat in (None, 0):
        with pytest.raises(StateInvalid) as refusal:
            read_state(game, msgspec.to_builtins(game.view(state, seat)))
        assert any(defect.pointer == "/seed" for defect in refusal.value.defects)
