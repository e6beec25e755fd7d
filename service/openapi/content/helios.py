"""Content and previews of Helios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from engine.helios.content import BoardData, Building, BuildingData, Character, CharacterData, Color, Components
from engine.helios.moves import MoveSun

LightGain = Literal["vp", "cube", "cube_if_chosen"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the types below."""


class Board(BoardData, frozen=True):
    """The player board as printed. A field's number is its place in `light` + `rim`; `neighbours` lists the fields next to each field."""

    neighbours: tuple[tuple[int, ...], ...]
    sun_symbol: int


class Content(Record, frozen=True):
    """Everything that is printed on the components."""

    colors: tuple[Color, ...]
    board: Board
    components: Components
    buildings: dict[Building, BuildingData]
    characters: dict[Character, CharacterData]


class Light(Record, frozen=True):
    """What one lit tile brings: points for a temple (`vp`), or a cube, which may have to be chosen among several tiles."""

    field: int
    gains: LightGain
    points: int | UnsetType = UNSET
    color: Color | UnsetType = UNSET


class SunPreview(Record, frozen=True):
    """What a move of the sun brings: the points of a full orbit, and what each lit tile gains."""

    orbit: bool
    orbit_points: int
    lights: tuple[Light, ...]


PREVIEWS: Mapping[type[msgspec.Struct], type[msgspec.Struct]] = {MoveSun: SunPreview}
