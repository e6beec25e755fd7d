"""States of schema version 1: decisions get the tile or god that they are about, and an unpaid tile goes back to its slot."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.decoding import read_state
from engine.orbis import GAME
from engine.orbis.moves import AnyDecision, DeathPayment, Eruption, Gift, Payment, VillagePayment
from engine.orbis.setup import new_game
from engine.orbis.state import Options, State
from tests.engine.orbis.positions import walk

RENAMED = {"needed": "count"}
ADDED = ("tile", "god", "slot", "row", "column")


def reached(kind: type[AnyDecision]) -> State:
    """The first position of random games with this decision pending."""
    for seed in range(300):
        for position, _, _ in walk(new_game(Options(), 2, seed), seed):
            if isinstance(position.pending[-1], kind):
                return GAME.copy(position)
    raise AssertionError(f"{kind.__name__} never came up")


def as_schema_1(state: State) -> dict[str, Any]:
    """Returns the state as version 1 wrote it: the tile was laid before its `any` symbols were paid."""
    data: dict[str, Any] = msgspec.to_builtins(state)
    del data["schema_version"], data["rules_version"]
    decision = data["pending"][0]
    if decision["type"] == "payment":
        region = {name: decision[name] for name in ("tile", "row", "column")} | {"face": "up"}
        data["players"][decision["seat"]]["world"].append(region)
        data["display"][decision["slot"]] = None
    data["pending"] = [{RENAMED.get(name, name): value for name, value in decision.items() if name not in ADDED}]
    return data


@pytest.mark.parametrize("kind", [Payment, VillagePayment, DeathPayment, Eruption, Gift])
def test_a_decision_of_version_1_becomes_one_of_version_2(kind: type[AnyDecision]) -> None:
    """ORB-3.3: pay, then lay."""
    state = reached(kind)
    assert read_state(GAME, as_schema_1(state)) == state


def test_both_kinds_of_gift_are_told_apart() -> None:
    """ORB-5.1, ORB-7.1: a conversion leaves a slot empty, a god does not (ORB-7.9)."""
    seen = set()
    for seed in range(40):
        for position, _, _ in walk(new_game(Options(), 2, seed), seed):
            if isinstance(decision := position.pending[-1], Gift):
                seen.add(decision.god)
                assert read_state(GAME, as_schema_1(position)) == position
    assert seen == {None, "love"}
