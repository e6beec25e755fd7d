"""Steps that bring states of earlier schema versions into the current form."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

from engine.game import Migration
from engine.helios.content import (
    BOX,
    BUILDING,
    BY_SEATS,
    CITADEL,
    COLOR_INDEX,
    COLORS,
    LIGHT,
    START,
    Color,
    tiles_needed,
)
from engine.helios.native.colors import colors_named
from engine.helios.native.conversion import PURPOSES, write_payment
from engine.helios.native.fields import AROUND, fields_of, first_of
from engine.helios.rules.outline import outline
from engine.helios.rules.paying import price, rest_after

State = dict[str, Any]

MOST_PAID = 8
"""No city building or character takes more cubes than this before the last one."""


def from_schema_1(state: State) -> State:
    """Returns a state of schema version 1 (rules 1.0.0) as one of schema version 2.

    The sun stands on the earliest visit of its field (HEL-4.14), a display that is too short is filled up (HEL-6.1), and a payment that has
    begun lists colours that may have been paid.
    """
    players = [player | {"sun_beside": tile_beside(player)} for player in state["players"]]
    pending = [decision | paid_for(state, decision) for decision in state["pending"]]
    return fill_display(state | {"players": players, "pending": pending})


def tile_beside(player: State) -> int:
    """Returns a tile next to the sun, on the earliest visit of its field."""
    if len(player["tiles"]) != LIGHT:
        raise ValueError("A board has one entry for each light field.")
    land = fields_of([field for field, tile in enumerate(player["tiles"]) if tile is not None])
    if not land:
        return START
    around = outline(land)
    if player["sun"] in around.outwards:
        return first_of(AROUND[player["sun"]] & land)
    return around.beside[around.first[player["sun"]]]


def paid_for(state: State, decision: State) -> State:
    """Returns the new member of a payment: colours whose payment leads to its rest."""
    if decision["type"] != "payment":
        return {}
    player = state["players"][decision["seat"]]
    tiles = [tile for tile in player["tiles"] if tile is not None]
    left = [color for color in COLORS for _ in range(min(state["cubes"][COLOR_INDEX[color]], BOX.supply.cubes))]
    if decision["purpose"] == "temple":
        temple = BUILDING[CITADEL].amount if CITADEL in player["buildings"] else 1 + sum(tile["temple"] for tile in tiles)
        return {"paid": left[: temple - decision["any"]]}
    owned = [color for tile in tiles for color in tile["cubes"]]
    possible = (paid for count in range(MOST_PAID) for paid in combinations_with_replacement(COLORS, count))
    fitting = (paid for paid in possible if leads_to(decision, owned, paid) and not Counter(paid) - Counter(left))
    return {"paid": list(next(fitting, ()))}


def leads_to(decision: State, owned: list[Color], paid: tuple[Color, ...]) -> bool:
    """Returns whether the rest of a payment is due after these colours were paid."""
    payment = price(decision["seat"], PURPOSES[decision["purpose"]], colors_named((*owned, *paid)))
    for color in paid:
        payment = rest_after(payment, COLOR_INDEX[color])
    rest = write_payment(payment)
    return ([*map(list, rest.required)], rest.any) == (decision["required"], decision["any"])


def fill_display(state: State) -> State:
    """HEL-6.1: lays the action tiles that are missing for all turns, from the stacks in turn, then from their discards."""
    numbers = BY_SEATS[len(state["players"])]
    if not state["round"]:
        return state
    displays = [round_ for round_ in numbers.new_display if round_ <= state["round"]]
    taking = any(decision["type"] == "action_turn" for decision in state["pending"])
    taken = state["turn"] - taking if state["turn"] else numbers.turns * numbers.seats
    missing = tiles_needed(numbers.seats, displays[-1]) - taken - (state["round"] - displays[-1]) * numbers.turns * numbers.seats
    columns, stacks, discards = ([list(tiles) for tiles in state[name]] for name in ("columns", "action_stacks", "discards"))
    missing -= sum(map(len, columns))
    while missing > 0 and any((*stacks, *discards)):
        for column, stack, pile in zip(columns, stacks, discards, strict=True):
            if missing > 0 and (stack or pile):
                column.insert(0, (stack or pile).pop())
                missing -= 1
    return state | {"columns": columns, "action_stacks": stacks, "discards": discards}


MIGRATIONS: tuple[Migration, ...] = (from_schema_1,)
"""The steps by schema version, the first from version 1."""
