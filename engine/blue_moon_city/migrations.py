"""Steps that bring states of earlier schema versions into the current form."""

from __future__ import annotations

from typing import Any

from engine.blue_moon_city.content import COLOR_OF, COLORS, TILES, VALUE_OF, obelisk
from engine.blue_moon_city.native.groups import PAIR_WORTH
from engine.blue_moon_city.records import Space
from engine.blue_moon_city.scoring import QUIET_ROUNDS
from engine.game import Migration


def from_schema_1(state: dict[str, Any]) -> dict[str, Any]:
    """Returns a state of schema version 1 (rules 1.0.0) as one of schema version 2."""
    if state["pending"]:
        state["pending"] = [_decision_1(state, decision) for decision in state["pending"]]
    elif all(building["rebuilt"] for building in state["city"]):
        # BMC-6.2: a game that one round without an offering had ended stays over.
        ended = state["turn"] - QUIET_ROUNDS * len(state["players"]) - 1
        if state["turn"] - state["quiet_since"] > len(state["players"]):
            state["quiet_since"] = max(0, min(state["quiet_since"], ended))
    return state


def _decision_1(state: dict[str, Any], decision: dict[str, Any]) -> dict[str, Any]:
    """Returns a decision of version 1; questions whose only answer was to pass are not asked any more."""
    player = state["players"][decision["seat"]]
    tile = TILES[state["city"][player["miniature"]]["tile"]]
    cost = obelisk(len(state["players"]))[len(state["obelisk"])]
    match decision["type"]:
        case "payment":
            return decision | _payment_1(player["hand"], tile.spaces[decision["space"]], decision)
        case "offering" if player["crystals"] < cost + decision["made"]:
            return {"type": "reset", "seat": decision["seat"], "discarded": 0}
        case "special" if tile.special == "golden_shrine" and player["crystals"] < cost:
            return {"type": "reset", "seat": decision["seat"], "discarded": 0}
        case _:
            return decision


def _payment_1(hand: list[str], space: Space, decision: dict[str, Any]) -> dict[str, Any]:
    """Returns the members of a payment that are new: gray is spelt so, the sums are stated, green stands for colours not in the hand."""
    color = "gray" if decision["color"] == "grey" else decision["color"]
    laid = decision["laid"]
    cards = [card for step in laid for card in step.get("cards", [step.get("card"), step.get("hoax")]) if card]
    if space.color == "any" and not any(COLORS[COLOR_OF[card]] == color for card in [*hand, *cards]):
        color = "green"
    worth = sum(PAIR_WORTH if step["type"] == "lay_pair" else VALUE_OF[step["card"]] for step in laid)
    return {"color": color, "worth": worth, "needed": max(0, space.value - worth)}


MIGRATIONS: tuple[Migration, ...] = (from_schema_1,)
"""The steps by schema version, the first from version 1."""
