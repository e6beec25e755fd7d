"""The types of the data files: what they may hold, field by field."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from engine import hexes

Color = Literal["brown", "gray", "green", "blue", "black"]
Special = Literal["empty_fields", "lands", "cubes", "temples"]
Symbol = Literal["land", "build", "sun"]
Slot = Literal["red", "blue", "yellow"]
Building = Literal[
    "observatory", "sanctuary", "solar_lodge", "sacred_grove", "power_plant", "exchange_bazaar",
    "city_council", "warehouse", "citadel", "land_management", "watch_tower", "palace",
]  # fmt: skip
Character = Literal["architect", "prophetess", "inventor", "cartographer", "princess", "priestess", "explorer", "treasurer"]
ActionTile = Literal[
    "land_red", "land_blue", "land_yellow", "land_gray", "build_red", "build_blue", "build_yellow", "build_gray",
    "sun_red", "sun_blue", "sun_yellow", "sun_gray",
]  # fmt: skip

COLORS: tuple[Color, ...] = get_args(Color)
"""HEL-1.3: redwood, granite, bamboo, spring, obsidian. This is the order of the counts wherever lands or cubes are counted."""
SPECIALS: tuple[Special, ...] = get_args(Special)
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
SLOTS: tuple[Slot, ...] = get_args(Slot)
BUILDINGS: tuple[Building, ...] = get_args(Building)
CHARACTERS: tuple[Character, ...] = get_args(Character)
ACTION_TILES: tuple[ActionTile, ...] = get_args(ActionTile)


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a data file; unknown, missing or wrong fields are errors."""


Small = Annotated[int, Meta(ge=0, le=99)]
Positive = Annotated[int, Meta(ge=1, le=99)]


class BoardData(Record, frozen=True):
    """The printed player board (HEL-2.1, HEL-2.2); the number of a field is its index in light + rim."""

    light: tuple[hexes.Hex, ...]
    rim: tuple[hexes.Hex, ...]
    start: hexes.Hex
    sun: hexes.Hex
    gold: tuple[hexes.Hex, ...]
    opposite: tuple[hexes.Hex, ...]
    cube_fields: tuple[hexes.Hex, ...]
    mana_fields: tuple[hexes.Hex, ...]
    edge_fields: tuple[hexes.Hex, ...]


class Supply(Record, frozen=True):
    """The contents of the general supply (HEL-1.2)."""

    cubes: Small
    mana: Small
    houses: Small


class Begin(Record, frozen=True):
    """The starting position of a player (HEL-3.2)."""

    mana: Small
    track: Positive


class Track(Record, frozen=True):
    """The sun track (HEL-2.3): its last number."""

    last: Positive


class Gains(Record, frozen=True):
    """The gains from a mana field and from a full orbit (HEL-4.4, HEL-4.12)."""

    mana_field: Small
    orbit: Small


class Scores(Record, frozen=True):
    """The points in the final scoring (HEL-9.1)."""

    edge: Small
    mana: Small
    empty_fields: Small
    lands: Small
    cubes: Small
    temples: Small


class SeatNumbers(Record, frozen=True):
    """The rounds, the turns per round and the rounds with a new display, for one number of players."""

    seats: Literal[2, 3, 4]
    rounds: Positive
    turns: Positive
    new_display: tuple[Positive, ...]


class Components(Record, frozen=True):
    """The components (HEL-1.1, HEL-1.2) and the table of rounds."""

    starting_lands: tuple[Color, ...]
    stack_size: Positive
    column_length: Positive
    tiles_for_bonus: Positive
    tile_room: Positive
    lands: dict[Color, Small]
    specials: dict[Special, Small]
    actions: dict[Symbol, dict[Literal["red", "blue", "yellow", "gray"], Small]]
    supply: Supply
    begin: Begin
    track: Track
    gains: Gains
    scores: Scores
    tables: tuple[SeatNumbers, ...]


class BuildingData(Record, frozen=True):
    """A city building (HEL-7): its cost, its immediate gains, its function and its points."""

    points: Small
    cost: tuple[tuple[Color, ...], ...] = ()
    any: Small = 0
    track: Small = 0
    mana: Small = 0
    function: Literal[
        "unlimited_sun", "trade_mana", "lit_temple", "second_cube", "temple_price", "draw_lands", "orbit", "bonus_action", None
    ] = None
    amount: Small = 0
    limit: Small = 0


class CharacterData(Record, frozen=True):
    """A character (HEL-8): its price in mana, its activation cost, its immediate gains, and its points per unit of `per`."""

    price: Small
    points: Small
    per: Literal["house", "tile", "special", "colour", "track", "once", "edge", "cube_and_mana"]
    cost: tuple[tuple[Color, ...], ...] = ()
    any: Small = 0
    track: Small = 0
    mana: Small = 0
    cubes: Annotated[int, Meta(ge=0, le=5)] = 0
