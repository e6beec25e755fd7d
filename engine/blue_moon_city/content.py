"""The components of Blue Moon City as typed tables, read and validated at import time (BMC-1.1)."""

from __future__ import annotations

from collections import deque
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

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


def read_data(name: str) -> bytes:
    return (files(__package__) / "data" / name).read_bytes()


def _geometry(layout: Layout) -> Geometry:
    cells = layout.cells
    index = {cell: number for number, cell in enumerate(cells)}
    beside = ((0, -1), (1, 0), (0, 1), (-1, 0))
    neighbours = tuple(tuple(index[x + dx, y + dy] for dx, dy in beside if (x + dx, y + dy) in index) for x, y in cells)
    distances = tuple(_distances(start, neighbours) for start in range(len(cells)))
    return Geometry(cells, index[layout.courtyard], frozenset(index[cell] for cell in layout.starting_cells), neighbours, distances)


def _distances(start: int, neighbours: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    found = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for beside in neighbours[cell]:
            if beside not in found:
                found[beside] = found[cell] + 1
                queue.append(beside)
    return tuple(found[cell] for cell in range(len(neighbours)))


BOX = msgspec.json.decode(read_data("components.json"), type=Components)
TILES = {tile.id: tile for tile in msgspec.json.decode(read_data("tiles.json"), type=tuple[Tile, ...])}
COLORS = BOX.colors
DRAGONS = BOX.dragons
CONSTANTS = BOX.constants
BY_SEATS = BOX.players
CITIES = (_geometry(BOX.layout.base), _geometry(BOX.layout.expansion))
"""The geometry of the city, indexed by the option `expansion`."""

CARD_COUNTS = {f"{people.id}_{value}": count for people in BOX.cards.peoples for value, count in people.counts.items() if count}
CARDS = tuple(sorted(CARD_COUNTS))
"""Cards of the same people and value are identical and share an id (BMC-1.2); hands are sorted in this order."""

PEOPLE_OF = {card: people for people in BOX.cards.peoples for card in CARDS if card.startswith(people.id)}
COLOR_OF = {card: COLORS.index(PEOPLE_OF[card].color) for card in CARDS}
"""A card's colour as its index in COLORS."""

VALUE_OF = {card: int(card[-1]) for card in CARDS}
DRAGON_OF = {card: DRAGONS.index(dragon) for card in CARDS if (dragon := PEOPLE_OF[card].dragon) is not None}
"""The dragon that a Vulca, Terrah or Aqua moves, as its index in DRAGONS."""

DISCARDS_MOST = CONSTANTS.reset_discard_max
LARGEST_TILE = max(len(tile.spaces) for tile in TILES.values())

if TYPE_CHECKING:
    Card = str
    TileId = str
    Color = str
else:
    Card = Literal[CARDS]
    TileId = Literal[tuple(TILES)]
    Color = Literal[COLORS]


def obelisk(seats: int) -> tuple[int, ...]:
    """Returns the prices of the spaces of the obelisk, lowest first (BMC-1.4)."""
    return BOX.obelisk.two_players if seats == 2 else BOX.obelisk.three_or_four_players


def validate() -> None:
    """Raises ValueError with every contradiction in the data."""
    wrong = []
    if sum(CARD_COUNTS.values()) != BOX.cards.total or len(BOX.cards.peoples) != len(COLORS):
        wrong.append("cards: the number of peoples or of cards is wrong")
    for people in BOX.cards.peoples:
        if sum(people.counts.values()) != BOX.cards.per_people:
            wrong.append(f"{people.id}: not {BOX.cards.per_people} cards")
    for tiles, city in ((buildings(False), CITIES[0]), (buildings(True), CITIES[1])):
        if len(tiles) + 1 != len(city.cells) or sum(TILES[tile].starting for tile in tiles) != len(city.starting):
            wrong.append("tiles: their number does not fit the layout")
    for tile in TILES.values():
        if any(space.color not in (*COLORS, "any") for space in tile.spaces):
            wrong.append(f"{tile.id}: a space has an unknown colour")
    for seats, numbers in BY_SEATS.items():
        if seats * (numbers.offerings_to_win - 1) >= len(obelisk(seats)):
            wrong.append(f"{seats} players: the obelisk has too few spaces")
    if wrong:
        raise ValueError(f"blue_moon_city/data: {'; '.join(wrong)}")


def buildings(expansion: bool) -> list[str]:
    """Returns the buildings in play without the courtyard, in the order of the data file."""
    return [tile.id for tile in TILES.values() if tile.spaces and (expansion or tile.set == "base")]


validate()
