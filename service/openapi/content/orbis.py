"""Content and previews of Orbis."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.orbis.content import Color, God, Table, Tile
from engine.orbis.moves import LayRegion, TakeRegion


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the types below."""


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
    setup: dict[str, Table]
    display: Display
    world: World
    supply_limit: int


class RegionPreview(Record, frozen=True):
    """The tile in the slot, and the worshippers on it by colour."""

    tile: str | None
    worshippers: tuple[int, ...]


class IrrigationPreview(Record, frozen=True):
    """Whether the irrigation would be fulfilled in this place."""

    fulfilled: bool


PREVIEWS: Mapping[type[msgspec.Struct], type[msgspec.Struct]] = {TakeRegion: RegionPreview, LayRegion: IrrigationPreview}
