"""A native position of Orbis. Regions, worlds, players and offers are immutable: replaced as a whole, and shared by copies."""

from __future__ import annotations

from typing import Final

from engine.native import Decision, Facts, Move, Position
from engine.orbis.native.bags import Bag, all_but
from engine.orbis.native.pieces import God, Tile
from engine.orbis.native.places import NOWHERE, ONLY, Places
from engine.orbis.records import COLORS
from engine.orbis.state import Options

UP: Final = 0
UNFULFILLED: Final = 1
WILDERNESS: Final = 2
"""The faces of a region: face up, face up with its condition not met, turned over."""


class Region:
    """A tile in a world."""

    def __init__(self, tile: Tile, place: int, face: int) -> None:
        self.tile = tile
        self.place = place
        self.face = face


class World:
    """The regions of a player, in the order in which they were laid, and the sets of their places by colour.

    `free`, `face_up` and `facts` are derived from them when they are first needed: the free places, the moves that lay a tile of each
    colour face up, and what the evaluation keeps.
    """

    def __init__(self, regions: list[Region], taken: Places, wildernesses: Places, colored: list[int]) -> None:
        self.regions = regions
        self.taken = taken
        self.wildernesses = wildernesses
        self.colored = colored
        self.free: list[int] | None = None
        self.face_up: list[list[Move]] | None = None
        self.facts: Facts | None = None

    def with_region(self, tile: Tile, place: int, face: int) -> World:
        """Returns the world with another region."""
        here: Places = ONLY[place]
        regions = [*self.regions, Region(tile, place, face)]
        if face == WILDERNESS:
            return World(regions, self.taken | here, self.wildernesses | here, self.colored)
        colored = self.colored[:]
        colored[tile.color] |= here
        return World(regions, self.taken | here, self.wildernesses, colored)

    def with_last_unfulfilled(self) -> World:
        """Returns the world with its last region unfulfilled."""
        last = self.regions[-1]
        regions = [*self.regions[:-1], Region(last.tile, last.place, UNFULFILLED)]
        return World(regions, self.taken, self.wildernesses, self.colored)


EMPTY_WORLD: Final = World([], NOWHERE, NOWHERE, [NOWHERE] * len(COLORS))


class Privileges:
    """The colours that a player does not pay (ORB-5.3), in the order in which they were gained; `charged` filters what is still paid."""

    def __init__(self, colors: list[int]) -> None:
        self.colors = colors
        self.charged: Bag = all_but(colors)


class Player:
    """The pieces of one player; `facts` is what the evaluation keeps."""

    def __init__(self, worshippers: Bag, world: World, privileges: Privileges, god: God | None, god_unfulfilled: bool) -> None:
        self.worshippers = worshippers
        self.world = world
        self.privileges = privileges
        self.god = god
        self.god_unfulfilled = god_unfulfilled
        self.facts: Facts | None = None

    def with_worshippers(self, worshippers: Bag) -> Player:
        """Returns the player with other worshippers."""
        return Player(worshippers, self.world, self.privileges, self.god, self.god_unfulfilled)

    def with_world(self, world: World) -> Player:
        """Returns the player with another world."""
        return Player(self.worshippers, world, self.privileges, self.god, self.god_unfulfilled)

    def with_privilege(self, color: int) -> Player:
        """Returns the player with a further privilege."""
        return Player(self.worshippers, self.world, Privileges([*self.privileges.colors, color]), self.god, self.god_unfulfilled)

    def with_god(self, god: God, unfulfilled: bool) -> Player:
        """Returns the player with a god."""
        return Player(self.worshippers, self.world, self.privileges, god, unfulfilled)

    def turns_taken(self) -> int:
        """Returns the number of turns in which the player has taken a region or a god."""
        return len(self.world.regions) + (0 if self.god is None else 1)


class Offer:
    """A slot of the display: its tile, None from the laying of the tile to the end of the turn, and the worshippers on it."""

    def __init__(self, tile: Tile | None, worshippers: Bag) -> None:
        self.tile = tile
        self.worshippers = worshippers


class Setup:
    """What does not change during a game."""

    def __init__(self, seed: int | None, options: Options, first_seat: int) -> None:
        self.seed = seed
        self.options = options
        self.first_seat = first_seat
        self.majority_needs_one = options.majority_needs_one


class OrbisPosition(Position):
    """A position of Orbis. The piles hold the ids of tiles and never change: of each, the first `left` tiles are still in the pile."""

    def __init__(
        self,
        version: int,
        pending: list[Decision],
        setup: Setup,
        players: list[Player],
        display: list[Offer],
        piles: list[list[str | None]],
        left: list[int],
        gods: list[God],
    ) -> None:
        super().__init__(version, pending)
        self.setup = setup
        self.players = players
        self.display = display
        self.piles = piles
        self.left = left
        self.gods = gods

    def copy(self) -> OrbisPosition:
        """Returns an independent position."""
        return OrbisPosition(self.version, self.pending[:], self.setup, self.players[:], self.display[:], self.piles, self.left, self.gods)

    def tile_at(self, slot: int) -> Tile:
        """Returns the tile in a slot, which must not be empty."""
        tile = self.display[slot].tile
        assert tile is not None
        return tile
