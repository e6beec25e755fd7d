"""The decisions of Orbis, as in engine/orbis/moves.py."""

from __future__ import annotations

from engine.native import Decision
from engine.orbis.native.pieces import God, Tile


class Turn(Decision):
    """Which region or god does the player take?"""


class Placement(Decision):
    """Where does the player lay the tile in this slot?"""

    def __init__(self, seat: int, slot: int) -> None:
        super().__init__(seat)
        self.slot = slot


class Payment(Decision):
    """Which worshippers pay the `any` symbols of the tile, which will be laid face up in this place?"""

    def __init__(self, seat: int, tile: Tile, needed: int, slot: int, place: int) -> None:
        super().__init__(seat)
        self.tile = tile
        self.needed = needed
        self.slot = slot
        self.place = place


class Gift(Decision):
    """Which worshippers does the player take from the general supply, for the tile just laid or the god just taken?"""

    def __init__(self, seat: int, count: int, tile: Tile | None, god: God | None) -> None:
        super().__init__(seat)
        self.count = count
        self.tile = tile
        self.god = god


class VillagePayment(Decision):
    """Does the player pay this many worshippers for the village just laid, and which?"""

    def __init__(self, seat: int, tile: Tile, needed: int) -> None:
        super().__init__(seat)
        self.tile = tile
        self.needed = needed


class DeathPayment(Decision):
    """Does the player pay this many worshippers to the god just taken, and which?"""

    def __init__(self, seat: int, god: God, needed: int) -> None:
        super().__init__(seat)
        self.god = god
        self.needed = needed


class Eruption(Decision):
    """Which worshipper does the volcano just laid remove next? `left` are still to be removed."""

    def __init__(self, seat: int, tile: Tile, left: int) -> None:
        super().__init__(seat)
        self.tile = tile
        self.left = left


class Overflow(Decision):
    """Which worshippers does the player discard? `count` are above the limit."""

    def __init__(self, seat: int, count: int) -> None:
        super().__init__(seat)
        self.count = count
