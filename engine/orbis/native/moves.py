"""The moves of Orbis, one object each, as in engine/orbis/moves.py. Each keeps its record."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.native import Move
from engine.orbis import moves as records
from engine.orbis.native.bags import Bag, bags, counts_of, covers
from engine.orbis.native.pieces import GODS, God
from engine.orbis.native.places import LAST, column_of, row_of
from engine.orbis.records import COLORS, DISPLAY_SIZE


class OrbisMove(Move):
    """A move, with its record."""

    def __init__(self, record: records.AnyMove) -> None:
        self.record = record


class TakeRegion(OrbisMove):
    """Take the tile in a slot of the display (ORB-3.1)."""

    def __init__(self, slot: int) -> None:
        super().__init__(records.TakeRegion(slot))
        self.slot = slot


class TakeGod(OrbisMove):
    """Take a god (ORB-3.1)."""

    def __init__(self, god: God) -> None:
        super().__init__(records.TakeGod(god.id))
        self.god = god


class Exchange(OrbisMove):
    """Exchange three worshippers of one colour for one of another colour (ORB-3.2)."""

    def __init__(self, give: int, take: int) -> None:
        super().__init__(records.Exchange(COLORS[give], COLORS[take]))
        self.give = give
        self.take = take


class LayRegion(OrbisMove):
    """Pay for the taken tile and lay it face up, or lay it as a wilderness (ORB-3.3, ORB-4)."""

    def __init__(self, place: int, wilderness: bool) -> None:
        super().__init__(records.LayRegion(row_of(place), column_of(place), wilderness))
        self.place = place
        self.wilderness = wilderness


class Pay(OrbisMove):
    """Pay these worshippers for `any` symbols, a village or the God of Death."""

    def __init__(self, worshippers: Bag) -> None:
        super().__init__(records.Pay(counts_of(worshippers)))
        self.worshippers = worshippers


class Decline(OrbisMove):
    """Pay or remove nothing: the tile stays unfulfilled (ORB-4.4)."""


class Gain(OrbisMove):
    """Take these worshippers from the general supply (ORB-5.1, ORB-7.1)."""

    def __init__(self, worshippers: Bag) -> None:
        super().__init__(records.Gain(counts_of(worshippers)))
        self.worshippers = worshippers


class RemoveWorshipper(OrbisMove):
    """Remove one worshipper from a tile of the display with the volcano (ORB-5.5)."""

    def __init__(self, slot: int, color: int) -> None:
        super().__init__(records.RemoveWorshipper(slot, COLORS[color]))
        self.slot = slot
        self.color = color


class Discard(OrbisMove):
    """Discard worshippers above the limit of ten (ORB-3.6)."""

    def __init__(self, worshippers: Bag) -> None:
        super().__init__(records.Discard(counts_of(worshippers)))
        self.worshippers = worshippers


TAKE_REGION: Final[list[Move]] = [TakeRegion(slot) for slot in range(DISPLAY_SIZE)]
TAKE_GOD: Final[dict[God, Move]] = {god: TakeGod(god) for god in GODS.values()}
EXCHANGE: Final[list[list[Move]]] = [[Exchange(give, take) for take in range(5) if take != give] for give in range(5)]
"""By the colour given; a swap for the same colour is not offered (ORB-3.2)."""
FACE_UP: Final[list[LayRegion]] = [LayRegion(place, False) for place in range(LAST)]
AS_WILDERNESS: Final[list[LayRegion]] = [LayRegion(place, True) for place in range(LAST)]
"""By place; only those from the first row on are moves."""
REMOVE: Final[list[list[Move]]] = [[RemoveWorshipper(slot, color) for color in range(5)] for slot in range(DISPLAY_SIZE)]
DECLINE: Final[Move] = Decline(records.Decline())

PAY: Final[dict[int, Move]] = {}
GAIN: Final[dict[int, Move]] = {}
DISCARD: Final[dict[int, Move]] = {}
"""The moves with these worshippers that were needed so far."""


def pay(worshippers: int) -> Move:
    """Returns the move that pays these worshippers."""
    return PAY.get(worshippers) or PAY.setdefault(worshippers, Pay(worshippers))


def gain(worshippers: int) -> Move:
    """Returns the move that takes these worshippers."""
    return GAIN.get(worshippers) or GAIN.setdefault(worshippers, Gain(worshippers))


def discard(worshippers: int) -> Move:
    """Returns the move that discards these worshippers."""
    return DISCARD.get(worshippers) or DISCARD.setdefault(worshippers, Discard(worshippers))


@lru_cache(maxsize=4096)
def payments(owned: int, number: int) -> list[Move]:
    """Returns the payments of so many out of the worshippers owned."""
    return [pay(bag) for bag in bags(number) if covers(owned, bag)]


@lru_cache(maxsize=4096)
def discards(owned: int, number: int) -> list[Move]:
    """Returns the discards of so many out of the worshippers owned."""
    return [discard(bag) for bag in bags(number) if covers(owned, bag)]


@lru_cache
def gains(number: int) -> list[Move]:
    """Returns the ways to take so many worshippers from the general supply."""
    return [gain(bag) for bag in bags(number)]
