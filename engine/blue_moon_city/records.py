"""The records of the data files of Blue Moon City, and the geometry of its layouts (BMC-1.1)."""

from __future__ import annotations

from typing import Literal

import msgspec


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a data file; unknown, missing or wrong fields are errors."""


class Bonus(Record, frozen=True):
    """A bonus of a building: crystals, golden scales and cards (BMC-4.2)."""

    crystals: int
    scales: int
    cards: int


class Space(Record, frozen=True):
    """A contribution space: its colour (or `any`) and its number."""

    color: str
    value: int


class Tile(Record, frozen=True):
    """A building tile or the courtyard."""

    id: str
    name: str
    set: Literal["base", "expansion"]
    starting: bool
    people: str | None
    spaces: tuple[Space, ...]
    majority: Bonus
    construction: Bonus
    neighborhood: Bonus
    special: Literal["courtyard", "main_hall", "hospital", "golden_shrine"] | None
    confidence: dict[str, str]


class People(Record, frozen=True):
    """One of the eight peoples: its colour, its number of cards by value, and its dragon (BMC-1.2)."""

    id: str
    name: str
    color: str
    counts: dict[int, int]
    dragon: str | None


class Cards(Record, frozen=True):
    """The cards of all peoples (BMC-1.2)."""

    total: int
    per_people: int
    peoples: tuple[People, ...]
    confidence: dict[str, str]


class Layout(Record, frozen=True):
    """The coordinates of the tiles; a cell is identified by its index in `cells` (BMC-2.1, BMC-2.2)."""

    cells: tuple[tuple[int, int], ...]
    courtyard: tuple[int, int]
    starting_cells: tuple[tuple[int, int], ...]


class Layouts(Record, frozen=True):
    """The layout of the base game and that of the expansion."""

    base: Layout
    expansion: Layout


class Obelisk(Record, frozen=True):
    """The prices of the spaces of the obelisk, by number of players (BMC-1.4)."""

    two_players: tuple[int, ...]
    three_or_four_players: tuple[int, ...]


class SeatNumbers(Record, frozen=True):
    """The numbers that depend on the number of players (BMC-1.3, BMC-1.4)."""

    scales: int
    offerings_to_win: int


class Constants(Record, frozen=True):
    """The numbers of the rules."""

    markers_per_player: int
    starting_hand: int
    base_movement: int
    reset_discard_max: int
    reset_draw_extra: int
    scale_score_sole_most: int
    scale_score_tied_most: int
    scale_score_others: int
    scale_score_threshold: int
    crystal_tokens: dict[int, int]


class Components(Record, frozen=True):
    """The contents of components.json."""

    colors: tuple[str, ...]
    dragons: tuple[str, ...]
    layout: Layouts
    cards: Cards
    obelisk: Obelisk
    players: dict[int, SeatNumbers]
    constants: Constants


class Geometry(msgspec.Struct, frozen=True):
    """A layout with the neighbours of each cell and the distances between cells."""

    cells: tuple[tuple[int, int], ...]
    courtyard: int
    starting: frozenset[int]
    neighbours: tuple[tuple[int, ...], ...]
    distances: tuple[tuple[int, ...], ...]
