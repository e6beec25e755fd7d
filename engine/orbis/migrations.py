"""Steps that bring states of earlier schema versions into the current form."""

from __future__ import annotations

from typing import Any

from engine.game import Migration


def from_schema_1(state: dict[str, Any]) -> dict[str, Any]:
    """Returns a state of schema version 1 (rules 1.0.0) as one of schema version 2.

    In version 1 a tile was laid before its `any` symbols were paid, and decisions did not name the tile or god that they are about.
    """
    state["pending"] = [_decision_from_schema_1(state, decision) for decision in state["pending"]]
    return state


def _decision_from_schema_1(state: dict[str, Any], decision: dict[str, Any]) -> dict[str, Any]:
    player = state["players"][decision["seat"]]
    kind, seat = decision["type"], decision["seat"]
    match kind:
        case "payment":
            return {"type": kind, "seat": seat, "needed": decision["count"], **_take_back(state, player)}
        case "village_payment":
            return {"type": kind, "seat": seat, "tile": player["world"][-1]["tile"], "needed": decision["count"]}
        case "death_payment":
            return {"type": kind, "seat": seat, "god": player["god"], "needed": decision["count"]}
        case "eruption":
            return {**decision, "tile": player["world"][-1]["tile"]}
        case "gift" if None in state["display"]:
            return {**decision, "tile": player["world"][-1]["tile"], "god": None}
        case "gift":
            return {**decision, "tile": None, "god": player["god"]}
    return decision


def _take_back(state: dict[str, Any], player: dict[str, Any]) -> dict[str, Any]:
    """Returns the region just laid to its slot in the display; returns the members of a payment that name the tile and its place."""
    region, slot = player["world"].pop(), state["display"].index(None)
    state["display"][slot] = region["tile"]
    return {"tile": region["tile"], "slot": slot, "row": region["row"], "column": region["column"]}


MIGRATIONS: tuple[Migration, ...] = (from_schema_1,)
"""The steps by schema version, the first from version 1."""
