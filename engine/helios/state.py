"""A position of Helios."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from engine import game
from engine.chance import SEED_LIMIT
from engine.first_seat import FirstSeatOptions
from engine.helios.content import (
    BOX,
    BUILDING,
    BUILDINGS,
    BY_SEATS,
    CHARACTER,
    CHARACTERS,
    COLORS,
    FIELDS,
    LIGHT,
    OF_FUNCTION,
    SPECIALS,
    SUN_SYMBOL,
    ActionTile,
    Building,
    Character,
    Color,
    Special,
)
from engine.helios.moves import AnyDecision, FaceUp

Seat = Annotated[int, Meta(ge=0, le=3)]
Count = Annotated[int, Meta(ge=0, le=99)]
ColorCounts = Annotated[list[Count], Meta(min_length=len(COLORS), max_length=len(COLORS))]
"""Counted in the order of content.COLORS."""
SlotTiles = Annotated[tuple[ActionTile, ...], Meta(max_length=BOX.tiles_for_bonus)]
ActionTiles = Annotated[tuple[ActionTile, ...], Meta(max_length=48)]


class Options(FirstSeatOptions, frozen=True, kw_only=True):
    """What can be agreed before a game of Helios."""

    first_seat: Seat | Literal["random"] = 0
    open_scores: bool = True


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A land (by its colour) or special tile on a board, and what stands on it (HEL-4.8)."""

    tile: Color | Special
    cubes: Annotated[tuple[Color, ...], Meta(max_length=BOX.tile_room)]
    temple: bool


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """What lies in front of one player. `tiles` by light field; `armed`: the next gold field completes an orbit (HEL-4.12).

    `track` one beyond the last number is the sun symbol; `slots` are red, blue, yellow; `points` won in play are None where hidden.
    """

    tiles: Annotated[list[Tile | None], Meta(min_length=LIGHT, max_length=LIGHT)]
    sun: Annotated[int, Meta(ge=0, le=FIELDS - 1)]
    armed: bool
    track: Annotated[int, Meta(ge=BOX.begin.track, le=SUN_SYMBOL)]
    mana: Count
    points: Annotated[int, Meta(ge=0, le=9999)] | None
    slots: Annotated[list[SlotTiles], Meta(min_length=3, max_length=3)]
    buildings: Annotated[tuple[Building, ...], Meta(max_length=len(BUILDINGS))]
    night: Annotated[tuple[Character, ...], Meta(max_length=len(CHARACTERS))]
    day: Annotated[tuple[Character, ...], Meta(max_length=len(CHARACTERS))]


class State(game.State, kw_only=True, tag="helios"):
    """A whole position.

    `round` is 0 during set-up; `turn` counts the action turns of a round from 1 and is 0 outside phase 1. The lowest tile of a column, the
    next of a stack and the top of the additional stack stand last. `face_up`: five stacks by colour, then the additional one. `removed`
    lands left the game.
    """

    version: Annotated[int, Meta(ge=0, le=99_999)]
    seed: Annotated[int, Meta(ge=0, le=SEED_LIMIT)] | None
    options: Options
    round: Annotated[int, Meta(ge=0, le=max(table.rounds for table in BOX.tables))]
    turn: Annotated[int, Meta(ge=0, le=max(table.turns * table.seats for table in BOX.tables))]
    start_seat: Seat
    players: Annotated[list[Player], Meta(min_length=2, max_length=4)]
    columns: Annotated[list[ActionTiles], Meta(min_length=3, max_length=3)]
    action_stacks: Annotated[list[Annotated[tuple[ActionTile | None, ...], Meta(max_length=48)]], Meta(min_length=3, max_length=3)]
    discards: Annotated[list[ActionTiles], Meta(min_length=3, max_length=3)]
    face_up: Annotated[list[FaceUp | None], Meta(min_length=len(COLORS) + 1, max_length=len(COLORS) + 1)]
    stacks: ColorCounts
    additional: Annotated[tuple[Color | None, ...], Meta(max_length=36)]
    removed: ColorCounts
    specials: Annotated[list[Count], Meta(min_length=len(SPECIALS), max_length=len(SPECIALS))]
    characters: Annotated[tuple[Character, ...], Meta(max_length=len(CHARACTERS))]
    cubes: ColorCounts
    mana: Count
    houses: Count
    pending: Annotated[list[AnyDecision], Meta(max_length=8)]


def copy(state: State) -> State:
    """An independent state: whatever is a tuple or a frozen record is shared."""
    return replace(
        state,
        players=[copy_player(player) for player in state.players],
        columns=state.columns[:],
        action_stacks=state.action_stacks[:],
        discards=state.discards[:],
        face_up=state.face_up[:],
        stacks=state.stacks[:],
        removed=state.removed[:],
        specials=state.specials[:],
        cubes=state.cubes[:],
        pending=state.pending[:],
    )


def copy_player(player: Player) -> Player:
    """An independent player."""
    return replace(player, tiles=player.tiles[:], slots=player.slots[:])


def land_of(player: Player) -> int:
    """The set of fields with a tile, as a bit mask."""
    land = 0
    bit = 1
    for tile in player.tiles:
        if tile is not None:
            land |= bit
        bit += bit
    return land


def temples_of(player: Player) -> int:
    """How many temples the player has built."""
    return len([tile for tile in player.tiles if tile is not None and tile.temple])


CUBES_PER_ACTION = 6
"""An action brings at most six cubes, for six lit lands; it is followed by at most six choices which are no payment."""


def bound(options: Options, seats: int) -> int:
    """No game is longer, whatever position it begins in: cubes must have been there or be gained to be paid one by one."""
    numbers = BY_SEATS[seats]
    turns = numbers.rounds * numbers.turns * seats
    actions = turns + turns // BOX.tiles_for_bonus + seats * 4
    drawn = seats * BUILDING[OF_FUNCTION["draw_lands"]].amount
    bonus_cubes = numbers.rounds * seats + sum(item.cubes for item in CHARACTER.values()) + drawn
    paid = len(COLORS) * BOX.supply.cubes + actions * CUBES_PER_ACTION + bonus_cubes + drawn + seats
    character_turns = 2 * len(CHARACTERS)
    passes = (character_turns + numbers.rounds) * seats + character_turns
    return seats + turns + actions * (1 + CUBES_PER_ACTION) + drawn + bonus_cubes + paid + character_turns + passes
