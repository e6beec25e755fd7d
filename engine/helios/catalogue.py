"""The content that clients get in the catalogue: the data files, and the board indexed by field number."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.helios.content import (
    COLORS,
    FOLDER,
    NEIGHBOURS,
    SUN_SYMBOL,
    BoardData,
    Building,
    BuildingData,
    Character,
    CharacterData,
    Color,
    Components,
    read_files,
)


class Board(BoardData, frozen=True):
    """The player board as printed. A field's number is its place in `light` + `rim`; `neighbours` lists the fields next to each field."""

    neighbours: tuple[tuple[int, ...], ...]
    sun_symbol: int


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is printed on the components."""

    colors: tuple[Color, ...]
    board: Board
    components: Components
    buildings: dict[Building, BuildingData]
    characters: dict[Character, CharacterData]


RAW: dict[str, Any] = read_files(FOLDER)
CONTENT: dict[str, Any] = {
    "colors": list(COLORS),
    "board": RAW["board"] | {"neighbours": [list(near) for near in NEIGHBOURS], "sun_symbol": SUN_SYMBOL},
    "components": RAW["components"],
    "buildings": RAW["buildings"],
    "characters": RAW["characters"],
}
"""The content as JSON; it matches `Content`."""
