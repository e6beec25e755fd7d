"""A position of Orbis."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine import game
from engine.chance import SEED_LIMIT
from engine.first_seat import FirstSeatOptions
from engine.orbis.content import BY_SEATS, LONGEST, TURN_GROWTH
from engine.orbis.moves import AnyDecision, Column, Id, Row
from engine.orbis.records import DISPLAY_SIZE, REGIONS_PER_WORLD, TURNS_PER_SEAT, Color
from engine.orbis.versions import RulesVersion, SchemaVersion

Count = Annotated[int, Meta(ge=0, le=LONGEST)]
Counts = Annotated[tuple[Count, ...], Meta(min_length=5, max_length=5)]
"""Numbers of worshippers in the order of components.COLORS; immutable, so that copies can share them."""

NOBODY = (0, 0, 0, 0, 0)

Seat = Annotated[int, Meta(ge=0, le=3)]

LARGEST_PILE = max(max(numbers.tiles_by_level) for numbers in BY_SEATS.values())
MOST_GODS = max(numbers.gods for numbers in BY_SEATS.values())


class Options(FirstSeatOptions, frozen=True, kw_only=True):
    """The options of Orbis."""

    first_seat: Seat | Literal["random"] = 0
    majority_needs_one: bool = False


class Region(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile in a world. `face` is up, unfulfilled (face up, but its condition is not met) or wilderness (turned over)."""

    tile: Id
    row: Row
    column: Column
    face: Literal["up", "unfulfilled", "wilderness"]


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """The pieces of one player. `world` lists the regions in the order in which they were laid."""

    worshippers: Counts
    world: Annotated[list[Region], Meta(max_length=REGIONS_PER_WORLD)]
    privileges: Annotated[tuple[Color, ...], Meta(max_length=5)]
    god: Id | None
    god_unfulfilled: bool


class State(game.State, kw_only=True, tag="orbis"):
    """A position of Orbis.

    A slot of the display is None from the laying of its tile to the end of the turn. The next tile of a pile is its last element.
    """

    schema_version: SchemaVersion
    rules_version: RulesVersion
    version: Count
    seed: Annotated[int, Meta(ge=0, le=SEED_LIMIT)] | None
    options: Options
    first_seat: Seat
    players: Annotated[list[Player], Meta(min_length=2, max_length=4)]
    display: Annotated[list[Id | None], Meta(min_length=DISPLAY_SIZE, max_length=DISPLAY_SIZE)]
    display_worshippers: Annotated[list[Counts], Meta(min_length=DISPLAY_SIZE, max_length=DISPLAY_SIZE)]
    piles: Annotated[list[Annotated[list[Id | None], Meta(max_length=LARGEST_PILE)]], Meta(min_length=3, max_length=3)]
    gods: Annotated[list[Id], Meta(max_length=MOST_GODS)]
    pending: Annotated[list[AnyDecision], Meta(max_length=1)]


def copy(state: State) -> State:
    """Returns an independent state; regions, counts, decisions and options are immutable and shared."""
    return State(
        schema_version=state.schema_version,
        rules_version=state.rules_version,
        version=state.version,
        seed=state.seed,
        options=state.options,
        first_seat=state.first_seat,
        players=[
            Player(player.worshippers, player.world[:], player.privileges, player.god, player.god_unfulfilled) for player in state.players
        ],
        display=state.display[:],
        display_worshippers=state.display_worshippers[:],
        piles=[pile[:] for pile in state.piles],
        gods=state.gods[:],
        pending=state.pending[:],
    )


def turns_taken(player: Player) -> int:
    """Returns the number of turns in which the player has taken a region or a god."""
    return len(player.world) + (player.god is not None)


def tile_at(state: State, slot: int) -> str:
    """Returns the tile in a slot, which must not be empty."""
    tile = state.display[slot]
    assert tile is not None
    return tile


def bound(options: Options, seats: int) -> int:
    """Returns an upper bound for the number of moves: each turn adds at most TURN_GROWTH to the sum of moves and worshippers."""
    return seats * TURNS_PER_SEAT * TURN_GROWTH
