"""The components of Blue Moon City as typed tables, read and validated at import time (BMC-1.1)."""

from __future__ import annotations

from collections import deque
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from engine.blue_moon_city.faults import FILES, beside
from engine.blue_moon_city.faults import faults as faults
from engine.blue_moon_city.records import Components, Geometry, Layout, Tile


def read_data(name: str) -> bytes:
    """Returns the content of a data file."""
    return (files(__package__) / "data" / name).read_bytes()


def _geometry(layout: Layout) -> Geometry:
    cells = layout.cells
    index = {cell: number for number, cell in enumerate(cells)}
    neighbours = tuple(tuple(index[other] for other in beside(cell, set(cells))) for cell in cells)
    distances = tuple(_distances(start, neighbours) for start in range(len(cells)))
    return Geometry(cells, index[layout.courtyard], frozenset(index[cell] for cell in layout.starting_cells), neighbours, distances)


def _distances(start: int, neighbours: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    found = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for near in neighbours[cell]:
            if near not in found:
                found[near] = found[cell] + 1
                queue.append(near)
    return tuple(found[cell] for cell in range(len(neighbours)))


RAW: dict[str, Any] = {name: msgspec.json.decode(read_data(name)) for name in FILES}
"""The data files as plain values, by the name of the file."""

if _faults := faults(RAW):
    raise ValueError(f"blue_moon_city/data: {'; '.join(_faults)}")

BOX = msgspec.convert(RAW["components.json"], Components, str_keys=True)
TILES = {tile.id: tile for tile in msgspec.convert(RAW["tiles.json"], tuple[Tile, ...])}
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
OBELISK_MOST = max(len(BOX.obelisk.two_players), len(BOX.obelisk.three_or_four_players))
SCALES_MOST = max(numbers.scales for numbers in BY_SEATS.values())

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


def buildings(expansion: bool) -> list[str]:
    """Returns the buildings in play without the courtyard, in the order of the data file."""
    return [tile.id for tile in TILES.values() if tile.spaces and (expansion or tile.set == "base")]
