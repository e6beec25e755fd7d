"""The pieces of Helios, one object each. Colours, symbols and slots are numbers: their places in the lists of `content`."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from engine.helios import content
from engine.helios.content import COLOR_INDEX, COLORS, SLOTS, SPECIALS, SYMBOLS, Color, Special
from engine.helios.moves import FaceUp
from engine.helios.native.bags import one
from engine.helios.native.colors import SETS, Colors, colors_named
from engine.helios.records import BuildingData, CharacterData
from engine.helios.state import Tile as TileRecord

LANDS: Final[int] = len(COLORS)
"""The number of kinds of lands: a kind below it is the colour of a land, the others are special tiles."""

KINDS: Final[list[Color | Special]] = [*COLORS, *SPECIALS]
EMPTY_FIELDS: Final[int] = LANDS + SPECIALS.index("empty_fields")
LANDS_AROUND: Final[int] = LANDS + SPECIALS.index("lands")
CUBES_AROUND: Final[int] = LANDS + SPECIALS.index("cubes")
TEMPLES_AROUND: Final[int] = LANDS + SPECIALS.index("temples")


class Tile:
    """A land or special tile on a board with the cubes or the temple on it. There is one object for each `number`: see `tile_of`."""

    def __init__(self, number: int, kind: int, cubes: list[int], temple: bool) -> None:
        self.number = number
        self.kind = kind
        self.cubes = cubes
        self.temple = temple
        self.bag: i64 = 0
        self.different: list[int] = []
        for color in cubes:
            self.bag += one(color)
            if color not in self.different:
                self.different.append(color)
        self.record = TileRecord(KINDS[kind], tuple([COLORS[color] for color in cubes]), temple)
        self._gained: list[Tile | None] = [None] * LANDS
        self._lost: list[Tile | None] = [None] * LANDS

    def with_cube(self, color: int) -> Tile:
        """Returns the tile with one more cube."""
        tile = self._gained[color]
        if tile is None:
            tile = self._gained[color] = tile_of(self.kind, [*self.cubes, color], False)
        return tile

    def without_cube(self, color: int) -> Tile:
        """Returns the tile without one of its cubes."""
        tile = self._lost[color]
        if tile is None:
            left = self.cubes[:]
            left.remove(color)
            tile = self._lost[color] = tile_of(self.kind, left, False)
        return tile


_TILES: Final[dict[int, Tile]] = {}
_READ: Final[dict[TileRecord, Tile]] = {}


def tile_of(kind: int, cubes: list[int], temple: bool) -> Tile:
    """Returns the tile of a kind with these cubes or a temple."""
    number = 0
    for color in cubes:
        number = number * (LANDS + 1) + color + 1
    number = (number * 2 + temple) * len(KINDS) + kind
    tile = _TILES.get(number)
    return tile if tile is not None else _TILES.setdefault(number, Tile(number, kind, cubes, temple))


def read_tile(record: TileRecord) -> Tile:
    """Returns the tile of a record."""
    tile = _READ.get(record)
    if tile is None:
        cubes = [COLOR_INDEX[color] for color in record.cubes]
        tile = _READ[record] = tile_of(KINDS.index(record.tile), cubes, record.temple)
    return tile


BARE_TILES: Final[list[Tile]] = [tile_of(kind, [], False) for kind in range(len(KINDS))]
LANDS_WITH_CUBE: Final[list[Tile]] = [tile_of(color, [color], False) for color in range(LANDS)]
TEMPLE_TILES: Final[list[Tile]] = [tile_of(kind, [], True) for kind in range(len(KINDS))]


BARE: Final[list[FaceUp]] = [FaceUp(color, False) for color in COLORS]
WITH_CUBE: Final[list[FaceUp]] = [FaceUp(color, True) for color in COLORS]
"""Visible lands without and with their cube, by colour; their records serve as they are."""

SYMBOL_OF: Final[dict[str, int]] = {tile: SYMBOLS.index(symbol) for tile, symbol in content.SYMBOL_OF.items()}
SLOTS_FOR: Final[dict[str, list[int]]] = {tile: [SLOTS.index(slot) for slot in slots] for tile, slots in content.SLOTS_FOR.items()}
"""The symbol of each action tile and the slots under which it may lie (HEL-4.1); action tiles are their names."""


class Choice:
    """A coloured cube of a cost: the colours of which one is paid (HEL-4.7)."""

    def __init__(self, names: tuple[Color, ...]) -> None:
        self.names = names
        self.colors: i64 = colors_named(names)


class Purpose:
    """What cubes are paid for: a temple, a city building or the activation of a character (HEL-4.7).

    `prices` are the numbers of cubes to pay, by the set of the colours that the player owns.
    """

    def __init__(self, name: Any, cost: tuple[tuple[Color, ...], ...], any_: int) -> None:
        self.name = name
        self.cost = [Choice(names) for names in cost]
        self.any = any_
        self.prices = [self._price(owned) for owned in range(SETS)]

    def _price(self, owned: Colors) -> int:
        number = self.any
        for choice in self.cost:
            number += 1 if owned & choice.colors else 2
        return number


class Building(Purpose):
    """A city building (HEL-7)."""

    def __init__(self, name: content.Building, data: BuildingData) -> None:
        super().__init__(name, data.cost, data.any)
        self.points: int = data.points
        self.track: int = data.track
        self.mana: int = data.mana
        self.function: str = data.function or ""
        self.amount: int = data.amount
        self.limit: int = data.limit


PER: Final[list[str]] = ["house", "tile", "special", "colour", "track", "once", "edge", "cube_and_mana"]
HOUSES: Final = 0
ALL_TILES: Final = 1
SPECIAL_TILES: Final = 2
LAND_COLORS: Final = 3
TRACK: Final = 4
ONCE: Final = 5
EDGES: Final = 6
CUBES_AND_MANA: Final = 7


class Character(Purpose):
    """A character (HEL-8); `per` is the number of what its points count, in the list PER."""

    def __init__(self, name: content.Character, data: CharacterData) -> None:
        super().__init__(name, data.cost, data.any)
        self.price: int = data.price
        self.points: int = data.points
        self.per: int = PER.index(data.per)
        self.track: int = data.track
        self.mana: int = data.mana
        self.cubes: int = data.cubes


TEMPLE: Final = Purpose("temple", (), 0)
"""A temple; what it costs depends on the player (HEL-4.5)."""

BUILDINGS: Final[dict[str, Building]] = {name: Building(name, data) for name, data in content.BUILDING.items()}
CHARACTERS: Final[dict[str, Character]] = {name: Character(name, data) for name, data in content.CHARACTER.items()}
ALL_BUILDINGS: Final[list[Building]] = list(BUILDINGS.values())
ALL_CHARACTERS: Final[list[Character]] = list(CHARACTERS.values())
POWER_PLANT: Final = BUILDINGS[content.POWER_PLANT]
CITY_COUNCIL: Final = BUILDINGS[content.CITY_COUNCIL]
WAREHOUSE: Final = BUILDINGS[content.WAREHOUSE]
CITADEL: Final = BUILDINGS[content.CITADEL]
WATCH_TOWER: Final = BUILDINGS[content.WATCH_TOWER]
BAZAAR: Final = BUILDINGS[content.BAZAAR]
