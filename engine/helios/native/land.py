"""The land of a player: the tiles on the board with their cubes and temples (HEL-4.8)."""

from __future__ import annotations

from mypy_extensions import i64

from engine.helios.content import LIGHT
from engine.helios.native import fields
from engine.helios.native.bags import Bag, total
from engine.helios.native.colors import Colors, colors_in
from engine.helios.native.fields import ONLY, Fields
from engine.helios.native.moves import PAY, PayCube
from engine.helios.native.pieces import Tile
from engine.native import Facts


class Land:
    """The tiles of a board. Immutable: a change makes another land, which is kept, so that equal changes lead to the same object.

    `taken` are the fields with a tile, `temples` those with a temple, and `cubes` are all cubes on the tiles.
    """

    def __init__(self, tiles: list[Tile | None], taken: Fields, temples: Fields, cubes: Bag) -> None:
        self.tiles = tiles
        self.taken: i64 = taken
        self.temples: i64 = temples
        self.cubes: i64 = cubes
        self.facts: Facts | None = None
        self._different_cubes: list[PayCube] | None = None
        self._changed: dict[int, Land] = {}

    def tile(self, field: int) -> Tile:
        """Returns the tile on a field that has one."""
        found = self.tiles[field]
        assert found is not None
        return found

    def count_cubes(self) -> i64:
        """Returns the number of cubes."""
        return total(self.cubes)

    def cube_colors(self) -> Colors:
        """Returns the colours of the cubes."""
        return colors_in(self.cubes)

    def count_temples(self) -> i64:
        """Returns the number of temples."""
        return fields.size(self.temples)

    def different_cubes(self) -> list[PayCube]:
        """Returns a payment for each cube by field, one for two equal cubes on a tile."""
        found = self._different_cubes
        if found is None:
            found = []
            for field, tile in enumerate(self.tiles):
                if tile is not None:
                    for color in tile.different:
                        found.append(PAY[field][color])
            self._different_cubes = found
        return found

    def with_tile(self, field: int, tile: Tile) -> Land:
        """Returns the land with another tile on a field."""
        change = tile.number * LIGHT + field
        found = self._changed.get(change)
        if found is None:
            found = self._changed[change] = self._with(field, tile)
        return found

    def _with(self, field: int, tile: Tile) -> Land:
        before = self.tiles[field]
        tiles = self.tiles[:]
        tiles[field] = tile
        cubes = self.cubes + tile.bag
        if before is not None:
            cubes -= before.bag
        temples = fields.plus(self.temples, field) if tile.temple else self.temples
        return Land(tiles, fields.plus(self.taken, field), temples, cubes)


def land_with(tiles: list[Tile | None]) -> Land:
    """Returns the land with these tiles."""
    taken: i64 = 0
    temples: i64 = 0
    cubes: i64 = 0
    for field, tile in enumerate(tiles):
        if tile is not None:
            here = ONLY[field]
            taken |= here
            cubes += tile.bag
            if tile.temple:
                temples |= here
    return Land(tiles, taken, temples, cubes)
