"""The components of Helios as typed tables, read and validated at import time."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from engine import hexes
from engine.helios.faults import FILES, display_needs, faults
from engine.helios.records import (
    ACTION_TILES,
    BUILDINGS,
    CHARACTERS,
    COLORS,
    SLOTS,
    SPECIALS,
    SYMBOLS,
    ActionTile,
    BoardData,
    Building,
    BuildingData,
    Character,
    CharacterData,
    Color,
    Components,
    SeatNumbers,
    Slot,
    Special,
    Symbol,
)

__all__ = [
    "ACTION_TILES", "AROUND", "BAZAAR", "BOX", "BUILDING", "BUILDINGS", "BY_SEATS", "CHARACTER", "CHARACTERS", "CITADEL", "CITY_COUNCIL",
    "COLORS", "COLOR_INDEX", "CUBE_FIELDS", "DATA_FILES", "EDGE_FIELDS", "FIELDS", "FOLDER", "GOLD", "HEXES", "LIGHT", "LIGHT_MASK",
    "MANA_FIELDS", "NEIGHBOURS", "OF_FUNCTION", "OPPOSITE", "POWER_PLANT", "RIM_MASK", "SLOTS", "SLOTS_FOR", "SPECIALS", "START", "SUN",
    "SUN_SYMBOL", "SYMBOLS", "SYMBOL_OF", "WAREHOUSE", "WATCH_TOWER", "ActionTile", "BoardData", "Building", "BuildingData", "Character",
    "CharacterData", "Color", "Components", "Slot", "Special", "Symbol", "action_tiles", "faults", "load", "read_files", "tiles_needed",
]  # fmt: skip


@dataclass(frozen=True)
class DataFiles:
    """The contents of the data files, and the board indexed by field number; sets of fields are bit masks."""

    board: BoardData
    box: Components
    buildings: dict[Building, BuildingData]
    characters: dict[Character, CharacterData]
    places: tuple[hexes.Hex, ...]
    number: dict[hexes.Hex, int]
    neighbours: tuple[tuple[int, ...], ...]
    around: tuple[int, ...]

    def mask(self, places: tuple[hexes.Hex, ...]) -> int:
        """Returns the fields as a bit mask."""
        return sum(1 << self.number[place] for place in places)


def read_files(folder: Traversable) -> dict[str, object]:
    """Returns the contents of the data files as plain values, by the name of the file."""
    return {name: tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")) for name in FILES}


def load(folder: Traversable) -> DataFiles:
    """Reads a data folder; raises ValueError with every fault."""
    raw = read_files(folder)
    found = faults(raw)
    if found:
        raise ValueError(f"helios/data: {'; '.join(found)}")
    data, box, buildings, characters = (msgspec.convert(raw[name], kind) for name, kind in FILES.items())
    places = (*data.light, *data.rim)
    number = {place: field for field, place in enumerate(places)}
    neighbours = tuple(tuple(number[near] for near in hexes.neighbours(place) if near in number) for place in places)
    around = tuple(sum(1 << near for near in nearby) for nearby in neighbours)
    return DataFiles(data, box, buildings, characters, places, number, neighbours, around)


FOLDER = files(__package__) / "data"
DATA_FILES = load(FOLDER)

BOX = DATA_FILES.box
BUILDING = DATA_FILES.buildings
CHARACTER = DATA_FILES.characters
BY_SEATS: dict[int, SeatNumbers] = {table.seats: table for table in BOX.tables}
HEXES = DATA_FILES.places
NEIGHBOURS = DATA_FILES.neighbours
AROUND = DATA_FILES.around
LIGHT = len(DATA_FILES.board.light)
FIELDS = len(HEXES)
LIGHT_MASK = (1 << LIGHT) - 1
RIM_MASK = (1 << FIELDS) - 1 ^ LIGHT_MASK
START = DATA_FILES.number[DATA_FILES.board.start]
SUN = DATA_FILES.number[DATA_FILES.board.sun]
GOLD = DATA_FILES.mask(DATA_FILES.board.gold)
OPPOSITE = DATA_FILES.mask(DATA_FILES.board.opposite)
CUBE_FIELDS = DATA_FILES.mask(DATA_FILES.board.cube_fields)
MANA_FIELDS = DATA_FILES.mask(DATA_FILES.board.mana_fields)
EDGE_FIELDS = tuple(DATA_FILES.number[place] for place in DATA_FILES.board.edge_fields)
SUN_SYMBOL = BOX.track.last + 1
"""The space of the marker with a Power Plant: the one after the last number (HEL-2.3)."""

OF_FUNCTION: dict[str, Building] = {item.function: name for name, item in BUILDING.items() if item.function}
POWER_PLANT = OF_FUNCTION["unlimited_sun"]
CITY_COUNCIL = OF_FUNCTION["lit_temple"]
WAREHOUSE = OF_FUNCTION["second_cube"]
CITADEL = OF_FUNCTION["temple_price"]
WATCH_TOWER = OF_FUNCTION["orbit"]
BAZAAR = OF_FUNCTION["trade_mana"]

COLOR_INDEX: dict[str, int] = {color: index for index, color in enumerate(COLORS)}
SYMBOL_OF: dict[str, Symbol] = {f"{symbol}_{color}": symbol for symbol in SYMBOLS for color in (*SLOTS, "gray")}
SLOTS_FOR: dict[str, tuple[Slot, ...]] = {tile: tuple(slot for slot in SLOTS if tile.endswith(slot)) or SLOTS for tile in ACTION_TILES}
"""HEL-4.1: a coloured tile goes under the slot of its colour, a gray tile under any slot."""


def action_tiles(symbol: Symbol) -> list[ActionTile]:
    """Returns all action tiles of a symbol, in the order of the data file."""
    counts = BOX.actions[symbol]
    return [tile for tile in ACTION_TILES for color, count in counts.items() if tile == f"{symbol}_{color}" for _ in range(count)]


def tiles_needed(seats: int, round_: int) -> int:
    """Returns how many action tiles the display of a round needs for all turns until the next display is laid out (HEL-6.1)."""
    return display_needs(BY_SEATS[seats], round_)
