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
    BAZAAR,
    BOX,
    BUILDING,
    BUILDINGS,
    BY_SEATS,
    CHARACTER,
    CHARACTERS,
    CITY_COUNCIL,
    COLORS,
    FIELDS,
    LIGHT,
    OF_FUNCTION,
    SPECIALS,
    SUN_SYMBOL,
    WATCH_TOWER,
    ActionTile,
    Building,
    Character,
    Color,
    Special,
)
from engine.helios.moves import AnyDecision, FaceUp
from engine.helios.versions import RulesVersion, SchemaVersion

Seat = Annotated[int, Meta(ge=0, le=3)]
Count = Annotated[int, Meta(ge=0, le=99)]
ColorCounts = Annotated[list[Count], Meta(min_length=len(COLORS), max_length=len(COLORS))]
"""Counts in the order of content.COLORS."""
SlotTiles = Annotated[tuple[ActionTile, ...], Meta(max_length=BOX.tiles_for_bonus)]
MOST_ACTIONS = max(sum(counts.values()) for counts in BOX.actions.values())
ActionTiles = Annotated[tuple[ActionTile, ...], Meta(max_length=MOST_ACTIONS)]
ActionStack = Annotated[tuple[ActionTile | None, ...], Meta(max_length=MOST_ACTIONS)]


def most_points() -> int:
    """Returns an upper bound for the points that one player scores in play: every action lights six temples and completes an orbit."""
    turns = max(table.rounds * table.turns for table in BOX.tables)
    lit = 6 * (7 + BUILDING[CITY_COUNCIL].amount)
    traded = BUILDING[BAZAAR].limit * BUILDING[BAZAAR].amount
    return 3 * turns * (lit + max(BOX.gains.orbit, BUILDING[WATCH_TOWER].amount)) + traded


MOST_POINTS = most_points()


class Options(FirstSeatOptions, frozen=True, kw_only=True):
    """The options of Helios.

    `open_scores` shows the points that others scored in play; `bonus_cubes_differ` forbids a bonus cube of the colour of the tile that was
    laid with it (HEL-3.5, HEL-4.4).
    """

    first_seat: Seat | Literal["random"] = 0
    open_scores: bool = True
    bonus_cubes_differ: bool = False


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A land (by its colour) or special tile on a board, with the cubes or the temple on it (HEL-4.8)."""

    tile: Color | Special
    cubes: Annotated[tuple[Color, ...], Meta(max_length=BOX.tile_room)]
    temple: bool


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """The pieces of one player. `tiles` has one entry per light field; `armed`: the next gold field completes an orbit (HEL-4.12).

    `sun_beside` is the field of a tile next to the sun. Where the outline of the land visits the sun's field more than once, the sun stands
    on the visit that passes this tile (HEL-4.14).
    `track` is the space of the sun marker, the sun symbol being the space after the last number; `slots` are red, blue and yellow;
    `points` are those scored in play, None if hidden.
    """

    tiles: Annotated[list[Tile | None], Meta(min_length=LIGHT, max_length=LIGHT)]
    sun: Annotated[int, Meta(ge=0, le=FIELDS - 1)]
    sun_beside: Annotated[int, Meta(ge=0, le=LIGHT - 1)]
    armed: bool
    track: Annotated[int, Meta(ge=BOX.begin.track, le=SUN_SYMBOL)]
    mana: Count
    points: Annotated[int, Meta(ge=0, le=MOST_POINTS)] | None
    slots: Annotated[list[SlotTiles], Meta(min_length=3, max_length=3)]
    buildings: Annotated[tuple[Building, ...], Meta(max_length=len(BUILDINGS))]
    night: Annotated[tuple[Character, ...], Meta(max_length=len(CHARACTERS))]
    day: Annotated[tuple[Character, ...], Meta(max_length=len(CHARACTERS))]


class State(game.State, kw_only=True, tag="helios"):
    """A position of Helios.

    `round` is 0 during set-up; `turn` counts the action turns of a round from 1 and is 0 outside phase 1. The last element is the lowest
    tile of a column, the next tile of an action stack, and the top of the additional stack. `face_up` lists the lands of the five stacks
    by colour, then that of the additional stack. `removed` counts the lands that were removed from the game.
    """

    schema_version: SchemaVersion
    rules_version: RulesVersion
    version: Annotated[int, Meta(ge=0, le=9_999_999)]
    seed: Annotated[int, Meta(ge=0, le=SEED_LIMIT)] | None
    options: Options
    round: Annotated[int, Meta(ge=0, le=max(table.rounds for table in BOX.tables))]
    turn: Annotated[int, Meta(ge=0, le=max(table.turns * table.seats for table in BOX.tables))]
    start_seat: Seat
    players: Annotated[list[Player], Meta(min_length=2, max_length=4)]
    columns: Annotated[list[ActionTiles], Meta(min_length=3, max_length=3)]
    action_stacks: Annotated[
        list[Annotated[tuple[ActionTile | None, ...], Meta(max_length=MOST_ACTIONS)]], Meta(min_length=3, max_length=3)
    ]
    discards: Annotated[list[ActionTiles], Meta(min_length=3, max_length=3)]
    face_up: Annotated[list[FaceUp | None], Meta(min_length=len(COLORS) + 1, max_length=len(COLORS) + 1)]
    stacks: ColorCounts
    additional: Annotated[tuple[Color | None, ...], Meta(max_length=sum(BOX.lands.values()))]
    removed: ColorCounts
    specials: Annotated[list[Count], Meta(min_length=len(SPECIALS), max_length=len(SPECIALS))]
    characters: Annotated[tuple[Character, ...], Meta(max_length=len(CHARACTERS))]
    cubes: ColorCounts
    mana: Count
    houses: Count
    pending: Annotated[list[AnyDecision], Meta(max_length=8)]


def copy(state: State) -> State:
    """Returns an independent state; tuples and frozen records are shared."""
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
    """Returns an independent player."""
    return replace(player, tiles=player.tiles[:], slots=player.slots[:])


def land_of(player: Player) -> int:
    """Returns the fields with a tile, as a bit mask."""
    land = 0
    bit = 1
    for tile in player.tiles:
        if tile is not None:
            land |= bit
        bit += bit
    return land


def temples_of(player: Player) -> int:
    """Returns the number of temples the player has built."""
    return len([tile for tile in player.tiles if tile is not None and tile.temple])


CUBES_PER_ACTION = 6
"""An action gains at most six cubes, for six lit lands, and causes at most six decisions that are not payments."""


def bound(options: Options, seats: int) -> int:
    """Returns an upper bound for the number of moves from any position: each cube that is paid was in the supply or was gained."""
    numbers = BY_SEATS[seats]
    turns = numbers.rounds * numbers.turns * seats
    actions = turns + turns // BOX.tiles_for_bonus + seats * 4
    drawn = seats * BUILDING[OF_FUNCTION["draw_lands"]].amount
    bonus_cubes = numbers.rounds * seats + sum(item.cubes for item in CHARACTER.values()) + drawn
    paid = len(COLORS) * BOX.supply.cubes + actions * CUBES_PER_ACTION + bonus_cubes + drawn + seats
    character_turns = 2 * len(CHARACTERS)
    passes = (character_turns + numbers.rounds) * seats + character_turns
    return seats + turns + actions * (1 + CUBES_PER_ACTION) + drawn + bonus_cubes + paid + character_turns + passes
