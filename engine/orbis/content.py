"""The components of Orbis as tables, read and validated at import time."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from engine.orbis.faults import faults as faults
from engine.orbis.records import COLORS, DISPLAY_SIZE, TURNS_PER_SEAT, Conversion, God, GodsFile, SeatNumbers, Tile, Village, Volcano


def read_data(name: str) -> bytes:
    """Returns the content of a data file."""
    return (files(__package__) / "data" / name).read_bytes()


RAW_TILES = msgspec.json.decode(read_data("tiles.json"))
RAW_GODS = msgspec.toml.decode(read_data("gods.toml"))
RAW_SETUP = msgspec.toml.decode(read_data("setup.toml"))
if _faults := faults(RAW_TILES, RAW_GODS, RAW_SETUP):
    raise ValueError(f"orbis/data: {'; '.join(_faults)}")

TILES: dict[str, Tile] = {tile.id: tile for tile in msgspec.convert(RAW_TILES, list[Tile])}
GODS: dict[str, God] = {god.id: god for god in msgspec.convert(RAW_GODS, GodsFile).gods}
BY_SEATS: dict[int, SeatNumbers] = {int(seats): numbers for seats, numbers in msgspec.convert(RAW_SETUP, dict[str, SeatNumbers]).items()}

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


def _effect_growth(tile: Tile) -> int:
    """Returns the most that the effect of a tile adds to the sum of moves and worshippers."""
    match tile.effect:
        case Conversion(color="any", amount=amount):
            return 1 + amount
        case Conversion(amount=amount):
            return amount
        case Village() | Volcano():
            return 1
    return 0


def _god_growth(god: God) -> int:
    return 1 + god.gift if god.gift else int(god.payment > 0)


TAKE_GROWTH = tuple(1 + len(slots) for slots in NEIGHBOURS)
"""By slot: what taking its tile adds to the sum of moves and worshippers: the move and the worshippers created (ORB-3.3)."""

TURN_GROWTH = max(max(TAKE_GROWTH) + 1 + max(map(_effect_growth, TILES.values())), 1 + max(map(_god_growth, GODS.values())))
"""The most that a turn adds to the sum of moves and worshippers: take, lay, effect. Every other move uses up a worshipper or more."""

LONGEST = max(BY_SEATS) * TURNS_PER_SEAT * TURN_GROWTH
"""An upper bound for the number of moves in a game, and for the number of worshippers."""
