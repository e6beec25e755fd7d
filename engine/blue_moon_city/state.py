"""A position of Blue Moon City."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine import game
from engine.blue_moon_city.content import (
    BOX,
    BY_SEATS,
    CITIES,
    CONSTANTS,
    DISCARDS_MOST,
    LARGEST_TILE,
    OBELISK_MOST,
    SCALES_MOST,
    Card,
    TileId,
    obelisk,
)
from engine.blue_moon_city.moves import STEPS_MOST, AnyDecision, Cell
from engine.blue_moon_city.records import Geometry
from engine.blue_moon_city.versions import RulesVersion, SchemaVersion
from engine.chance import SEED_LIMIT
from engine.first_seat import FirstSeatOptions

ROUNDS_MOST = 1000
SEATS_MOST = max(BY_SEATS)
CARDS_MOST = BOX.cards.total
PHASES = 3
"""The most moves of a turn that end a phase: the movement, the contributions or offerings, the special building."""

MOVES_PER_TURN = CARDS_MOST + STEPS_MOST + 2 * LARGEST_TILE + PHASES + DISCARDS_MOST + 2
"""An upper bound: each card is used once, each space is begun and paid for; the cards that a Hospital gave are discarded; an offering and
the draw."""

LONGEST = ROUNDS_MOST * SEATS_MOST * MOVES_PER_TURN
CRYSTALS_MOST = 10**7
"""More than any data can give."""

Seat = Annotated[int, Meta(ge=0, lt=SEATS_MOST)]
Pile = Annotated[list[Card | None], Meta(max_length=CARDS_MOST)]
Turns = Annotated[int, Meta(ge=0, le=ROUNDS_MOST * SEATS_MOST)]


class Options(FirstSeatOptions, frozen=True, kw_only=True):
    """The options of Blue Moon City."""

    expansion: bool = False
    layout: Literal["standard", "scattered"] = "standard"
    first_seat: Seat | Literal["random"] = "random"
    round_limit: Annotated[int, Meta(ge=1, le=ROUNDS_MOST)] = 100


class Building(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile in the city. `markers` holds for each space, from the left, the seat of its marker; the courtyard is always rebuilt."""

    tile: TileId
    rebuilt: bool
    markers: Annotated[tuple[Seat | None, ...], Meta(max_length=LARGEST_TILE)]


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """The pieces of one player. `waiting` are bonus cards, face down until the turn ends (BMC-4.2); `markers` counts the free ones."""

    hand: Pile
    waiting: Pile
    crystals: Annotated[int, Meta(ge=0, le=CRYSTALS_MOST)] | None
    scales: Annotated[int, Meta(ge=0, lt=SCALES_MOST)]
    markers: Annotated[int, Meta(ge=0, le=CONSTANTS.markers_per_player)]
    miniature: Cell


class State(game.State, kw_only=True, tag="blue_moon_city"):
    """A position of Blue Moon City.

    `turn` counts from 0; `quiet_since` is the turn of the last offering or of the completion of the city (BMC-6.2). `city` has one building
    per cell of the layout; `dragons` are the cells of the red, green and blue dragon, None outside the city; `obelisk` lists the seats of
    the offerings in order. The next card of `deck` is its last element; `shuffles` counts how often the deck was reshuffled.
    """

    schema_version: SchemaVersion
    rules_version: RulesVersion
    version: Annotated[int, Meta(ge=0, le=LONGEST)]
    seed: Annotated[int, Meta(ge=0, le=SEED_LIMIT)] | None
    options: Options
    first_seat: Seat
    turn: Turns
    quiet_since: Turns
    city: Annotated[list[Building], Meta(min_length=len(CITIES[0].cells), max_length=len(CITIES[1].cells))]
    dragons: Annotated[list[Cell | None], Meta(min_length=3, max_length=3)]
    players: Annotated[list[Player], Meta(min_length=2, max_length=SEATS_MOST)]
    obelisk: Annotated[list[Seat], Meta(max_length=OBELISK_MOST)]
    deck: Pile
    discards: Annotated[list[Card], Meta(max_length=CARDS_MOST)]
    shuffles: Annotated[int, Meta(ge=0, le=LONGEST)]
    pending: Annotated[list[AnyDecision], Meta(max_length=2)]


def copy(state: State) -> State:
    """Returns an independent state; buildings, decisions and options are immutable and shared."""
    return State(
        schema_version=state.schema_version,
        rules_version=state.rules_version,
        version=state.version,
        seed=state.seed,
        options=state.options,
        first_seat=state.first_seat,
        turn=state.turn,
        quiet_since=state.quiet_since,
        city=state.city[:],
        dragons=state.dragons[:],
        players=[
            Player(player.hand[:], player.waiting[:], player.crystals, player.scales, player.markers, player.miniature)
            for player in state.players
        ],
        obelisk=state.obelisk[:],
        deck=state.deck[:],
        discards=state.discards[:],
        shuffles=state.shuffles,
        pending=state.pending[:],
    )


def geometry(state: State) -> Geometry:
    """Returns the geometry of the layout in play."""
    return CITIES[state.options.expansion]


def building_under(state: State, seat: int) -> Building:
    """Returns the building under the seat's miniature."""
    return state.city[state.players[seat].miniature]


def price(state: State) -> int:
    """Returns the price of the next space of the obelisk, which is filled from the lowest price (BMC-1.4)."""
    return obelisk(len(state.players))[len(state.obelisk)]


def bound(options: Options, seats: int) -> int:
    """Returns an upper bound for the number of moves (BMC-6.4); see MOVES_PER_TURN."""
    return options.round_limit * seats * MOVES_PER_TURN
