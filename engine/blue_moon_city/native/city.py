"""The city. Buildings and cities never change: a marker makes another building, which makes another city."""

from __future__ import annotations

from typing import Final

from engine.blue_moon_city import state as records
from engine.blue_moon_city.native.pieces import TILES, Layout, Tile
from engine.native import Facts

KEPT_MOST: Final = 4096
"""The number of buildings of one tile that are kept; beyond it they are created anew."""

NOBODY: Final = -1
Markers = tuple[int | None, ...]


class Building:
    """A tile in the city. `markers` holds for each space of a ruin, from the left, the seat of its marker or None; a rebuilt tile has none.

    `leader` is the seat with most markers, of those tied the one furthest left (BMC-4.1), or NOBODY. `facts` are kept by an evaluation,
    `record` by the conversion to records.
    """

    def __init__(self, tile: Tile, markers: Markers) -> None:
        self.tile = tile
        self.rebuilt = not markers
        self.markers = markers
        self.free = markers.count(None)
        self.leader = _leader(markers)
        self.facts: Facts | None = None
        self.record: records.Building | None = None

    def is_complete(self) -> bool:
        """Returns whether there is a marker on every space of a ruin."""
        return not self.free and not self.rebuilt

    def count(self, seat: int) -> int:
        """Returns the number of a seat's markers."""
        return self.markers.count(seat)


def _leader(markers: Markers) -> int:
    leader, most = NOBODY, 0
    for seat in markers:
        if seat is not None and markers.count(seat) > most:
            leader, most = seat, markers.count(seat)
    return leader


BUILDINGS: Final[dict[str, dict[Markers, Building]]] = {name: {} for name in TILES}
"""The buildings by tile and markers, as far as they were needed."""


def building_of(tile: str, markers: Markers) -> Building:
    """Returns the tile with these markers, or on its rebuilt side if there are none."""
    known = BUILDINGS[tile]
    found = known.get(markers)
    if found is None:
        if len(known) >= KEPT_MOST:
            known.clear()
        found = Building(TILES[tile], markers)
        known[markers] = found
    return found


class City:
    """The buildings by cell. `facts` are kept by an evaluation."""

    def __init__(self, layout: Layout, buildings: list[Building]) -> None:
        self.layout = layout
        self.buildings = buildings
        self.facts: Facts | None = None
        self._with_marker: dict[int, City] | None = None

    def stands(self) -> bool:
        """Returns whether every building is rebuilt (BMC-6.2)."""
        return all(building.rebuilt for building in self.buildings)

    def rebuilt(self) -> int:
        """Returns the number of rebuilt buildings without the courtyard."""
        return len([building for building in self.buildings if building.rebuilt]) - 1

    def contributions(self) -> int:
        """Returns the number of contributions that were ever made."""
        made = 0
        for building in self.buildings:
            made += len(building.tile.values) - building.free
        return made

    def with_marker(self, cell: int, space: int, seat: int) -> City:
        """Returns the city with the marker of a seat on a space."""
        known = self._with_marker
        if known is None:
            known = {}
            self._with_marker = known
        key = (cell * 100 + space) * 10 + seat
        found = known.get(key)
        if found is None:
            markers = self.buildings[cell].markers
            found = self._with_markers(cell, (*markers[:space], seat, *markers[space + 1 :]))
            known[key] = found
        return found

    def with_rebuilt(self, cell: int) -> City:
        """Returns the city with a building turned to its rebuilt side."""
        return self._with_markers(cell, ())

    def _with_markers(self, cell: int, markers: Markers) -> City:
        buildings = self.buildings[:]
        buildings[cell] = building_of(buildings[cell].tile.name, markers)
        return City(self.layout, buildings)
