"""The content that clients get in the catalogue: the data files and the geometry."""

from __future__ import annotations

from typing import Any

from engine.orbis.content import NEIGHBOURS, RAW_GODS, RAW_SETUP, RAW_TILES
from engine.orbis.records import COLORS, ROW_LENGTHS, SUPPLY_LIMIT, Color, God, Record, SeatNumbers, Tile


class Display(Record, frozen=True):
    """The display; `neighbours` lists the slots next to each slot."""

    rows: int
    columns: int
    neighbours: tuple[tuple[int, ...], ...]


class World(Record, frozen=True):
    """The shape of a world; `columns` explains how columns are counted."""

    row_lengths: tuple[int, ...]
    columns: str


class Content(Record, frozen=True):
    """Everything that is printed on the components. `setup` is by the number of players."""

    colors: tuple[Color, ...]
    tiles: tuple[Tile, ...]
    gods: tuple[God, ...]
    setup: dict[str, SeatNumbers]
    display: Display
    world: World
    supply_limit: int


CONTENT: dict[str, Any] = {
    "colors": list(COLORS),
    "tiles": RAW_TILES,
    **RAW_GODS,
    "setup": RAW_SETUP,
    "display": {"rows": 3, "columns": 3, "neighbours": [list(slots) for slots in NEIGHBOURS]},
    "world": {
        "row_lengths": list(ROW_LENGTHS),
        "columns": "The first region laid is row 1, column 0; to its left columns are negative. Row 1 spans at most five columns. "
        "A region in row r, column c lies on columns c and c + 1 of row r - 1. Draw it at x = column + (row - 1) / 2.",
    },
    "supply_limit": SUPPLY_LIMIT,
}
"""The content as JSON; it matches `Content`."""
