"""The components of Orbis as typed tables, read and validated at import time."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal, get_args

import msgspec

Color = Literal["red", "blue", "yellow", "green", "white"]
COLORS: tuple[Color, ...] = get_args(Color)
"""The order of the five counts wherever worshippers are counted."""

ROW_LENGTHS = (5, 4, 3, 2)
REGIONS_PER_WORLD = sum(ROW_LENGTHS)
TURNS_PER_SEAT = REGIONS_PER_WORLD + 1
DISPLAY_SIZE = 9
SUPPLY_LIMIT = 10
EXCHANGE_RATE = 3

MOVES_PER_TURN = 9
"""A turn has three moves (take, lay, answer the effect) and creates at most six worshippers; every other move uses one up."""

LONGEST = 4 * TURNS_PER_SEAT * MOVES_PER_TURN
"""An upper bound for the number of moves in a game, and for the number of worshippers."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """The effect of a region, when it is laid or at the end of the game (ORB-5)."""


class Conversion(Effect, frozen=True):
    """ORB-5.1: the player gains worshippers at once."""

    color: Color | Literal["any"]
    amount: int


class Rock(Effect, frozen=True):
    """ORB-5.2: the tile scores its points without a condition."""


class Farm(Effect, frozen=True):
    """ORB-5.3: the player gains a privilege."""

    color: Color


class Village(Effect, frozen=True):
    """ORB-5.4: the player may pay this many worshippers."""

    pay: int


class Volcano(Effect, frozen=True):
    """ORB-5.5: the player may remove this many worshippers from the display."""

    count: int
    colors: tuple[Color, ...]


class Irrigation(Effect, frozen=True):
    """ORB-5.6: one of the two regions below must have the colour."""

    color: Color


class Forest(Effect, frozen=True):
    """ORB-5.7: at the end this many neighbours must have one of the colours."""

    count: int
    colors: tuple[Color, ...]


class Shrine(Effect, frozen=True):
    """ORB-5.8: icons that count for the temples."""

    icons: int


AnyEffect = Conversion | Rock | Farm | Village | Volcano | Irrigation | Forest | Shrine


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Worshippers to pay; `any` stands for any colour (ORB-3.4)."""

    red: int = 0
    blue: int = 0
    yellow: int = 0
    green: int = 0
    white: int = 0
    any: int = 0


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A region tile (ORB-1.1)."""

    id: str
    level: Literal[1, 2, 3]
    color: Color
    cost: Cost
    effect: AnyEffect
    points: int
    stars: Literal["none", "white", "purple"]
    mystic: int | None


class God(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A god tile (ORB-7): its points, the condition for scoring them, and what happens when a player takes it."""

    id: str
    points: int
    scoring: Literal["always", "most", "fewest_wildernesses", "one_of_each", "paid"]
    effects: tuple[str, ...] = ()
    gift: int = 0
    payment: int = 0
    free_wildernesses: bool = False


class SeatNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The set-up for one number of players (ORB-2.1, ORB-2.3)."""

    removed_stars: tuple[str, ...]
    tiles_by_level: tuple[int, int, int]
    gods: int
    temples: tuple[int, ...]


def read_data(name: str) -> bytes:
    return (files(__package__) / "data" / name).read_bytes()


TILES: dict[str, Tile] = {tile.id: tile for tile in msgspec.json.decode(read_data("tiles.json"), type=list[Tile])}
GODS: dict[str, God] = {god.id: god for god in msgspec.toml.decode(read_data("gods.toml"), type=dict[str, list[God]])["gods"]}
_SETUP = msgspec.toml.decode(read_data("setup.toml"), type=dict[str, SeatNumbers])
BY_SEATS: dict[int, SeatNumbers] = {int(seats): numbers for seats, numbers in _SETUP.items()}

COLOR_OF: dict[str, int] = {tile.id: COLORS.index(tile.color) for tile in TILES.values()}
COST_OF: dict[str, tuple[int, ...]] = {tile.id: msgspec.structs.astuple(tile.cost)[:5] for tile in TILES.values()}
ANY_OF: dict[str, int] = {tile.id: tile.cost.any for tile in TILES.values()}


def tiles_in_play(seats: int, level: int) -> list[str]:
    """Returns the tiles of a level that are used with this number of players, in the order of the data file."""
    removed = BY_SEATS[seats].removed_stars
    return [tile.id for tile in TILES.values() if tile.level == level and tile.stars not in removed]


def _neighbours(slot: int) -> tuple[int, ...]:
    row, column = divmod(slot, 3)
    beside = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(3 * r + c for r, c in beside if 0 <= r < 3 and 0 <= c < 3)


CENTRE = 4
NEIGHBOURS = tuple(_neighbours(slot) for slot in range(DISPLAY_SIZE))
"""The orthogonal neighbours of each slot; the display has three rows of three slots, numbered 0 to 8 row by row."""


def faults(tiles: dict[str, Tile], gods: dict[str, God], by_seats: dict[int, SeatNumbers]) -> list[str]:
    """Returns every contradiction between the data and ORB-1 and ORB-2, as sentences."""
    found = [f"{count} tiles instead of {expected} ({what})" for what, count, expected in _counts(tiles, by_seats) if count != expected]
    mystics = [tile.mystic for tile in tiles.values() if tile.mystic is not None]
    if len(set(mystics)) != len(mystics) or any((tile.mystic is None) == (tile.color == "white") for tile in tiles.values()):
        found.append("each white tile, and no other tile, must have a distinct mystic value")
    if sorted(tile.effect.color for tile in tiles.values() if isinstance(tile.effect, Farm)) != sorted(COLORS):
        found.append("there must be one farm for each colour")
    if any(not all(0 <= amount <= 3 for amount in msgspec.structs.astuple(tile.cost)) or tile.points < 0 for tile in tiles.values()):
        found.append("costs must be 0 to 3 and points must not be negative")
    if len(gods) != 10:
        found.append("there must be ten gods")
    found += [f"{seats} players need {seats + 1} gods" for seats, numbers in by_seats.items() if numbers.gods != seats + 1]
    return found + [f"{seats} players need {seats} temples" for seats, numbers in by_seats.items() if len(numbers.temples) != seats]


def _counts(tiles: dict[str, Tile], by_seats: dict[int, SeatNumbers]) -> list[tuple[str, int, int]]:
    """Returns (description, actual number of tiles, expected number) by level and number of players, and in total (ORB-2.3)."""
    counts = []
    for seats, numbers in by_seats.items():
        used = [tile.level for tile in tiles.values() if tile.stars not in numbers.removed_stars]
        counts += [(f"level {level}, {seats} players", used.count(level), numbers.tiles_by_level[level - 1]) for level in (1, 2, 3)]
        counts.append((f"in total, {seats} players", len(used), REGIONS_PER_WORLD * seats + DISPLAY_SIZE))
    return counts


if _faults := faults(TILES, GODS, BY_SEATS):
    raise ValueError(f"orbis/data: {'; '.join(_faults)}")
