"""The decisions of Orbis, and the moves that answer them."""

from __future__ import annotations

from typing import Annotated, get_args

from msgspec import Meta

from engine.game import Decision, Move
from engine.orbis.content import LONGEST
from engine.orbis.records import MOST_CHOSEN, Color, SomeWorshippers, Worshippers

Slot = Annotated[int, Meta(ge=0, le=8)]
Row = Annotated[int, Meta(ge=1, le=4)]
Column = Annotated[int, Meta(ge=-4, le=4)]
Id = Annotated[str, Meta(min_length=1, max_length=16)]
Bundle = Annotated[tuple[Worshippers, ...], Meta(min_length=5, max_length=5)]
"""A number of worshippers per colour, in the order of components.COLORS."""


class TakeRegion(Move, frozen=True):
    """Take the tile in a slot of the display (ORB-3.1)."""

    slot: Slot


class TakeGod(Move, frozen=True):
    """Take a god (ORB-3.1)."""

    god: Id


class Exchange(Move, frozen=True):
    """Exchange three worshippers of one colour for one of another colour (ORB-3.2)."""

    give: Color
    take: Color


class LayRegion(Move, frozen=True):
    """Pay for the taken tile and lay it face up, or lay it as a wilderness (ORB-3.3, ORB-4)."""

    row: Row
    column: Column
    wilderness: bool


class Pay(Move, frozen=True):
    """Pay these worshippers for `any` symbols, a village or the God of Death."""

    worshippers: Bundle


class Decline(Move, frozen=True):
    """Pay or remove nothing: the tile stays unfulfilled (ORB-4.4)."""


class Gain(Move, frozen=True):
    """Take these worshippers from the general supply (ORB-5.1, ORB-7.1)."""

    worshippers: Bundle


class RemoveWorshipper(Move, frozen=True):
    """Remove one worshipper from a tile of the display with the volcano (ORB-5.5)."""

    slot: Slot
    color: Color


class Discard(Move, frozen=True):
    """Discard worshippers above the limit of ten (ORB-3.6)."""

    worshippers: Bundle


AnyMove = TakeRegion | TakeGod | Exchange | LayRegion | Pay | Decline | Gain | RemoveWorshipper | Discard
MOVES: tuple[type[AnyMove], ...] = get_args(AnyMove)


class Turn(Decision, frozen=True):
    """Which region or god does the player take?"""


class Placement(Decision, frozen=True):
    """Where does the player lay the tile in this slot, face up or as a wilderness?"""

    slot: Slot


class Payment(Decision, frozen=True):
    """Which worshippers pay the `any` symbols of the tile? It is still in its slot and will be laid face up in this place."""

    tile: Id
    needed: SomeWorshippers
    slot: Slot
    row: Row
    column: Column


class Gift(Decision, frozen=True):
    """Which worshippers does the player take from the general supply, for the conversion just laid or the god just taken?"""

    count: Annotated[int, Meta(ge=1, le=MOST_CHOSEN)]
    tile: Id | None
    god: Id | None


class VillagePayment(Decision, frozen=True):
    """Does the player pay this many worshippers for the village just laid, and which?"""

    tile: Id
    needed: SomeWorshippers


class DeathPayment(Decision, frozen=True):
    """Does the player pay this many worshippers to the god just taken, and which?"""

    god: Id
    needed: SomeWorshippers


class Eruption(Decision, frozen=True):
    """Which worshipper does the volcano just laid remove next? `left` are still to be removed."""

    tile: Id
    left: SomeWorshippers


class Overflow(Decision, frozen=True):
    """Which worshippers does the player discard? `count` are above the limit."""

    count: Annotated[int, Meta(ge=1, le=LONGEST)]


AnyDecision = Turn | Placement | Payment | Gift | VillagePayment | DeathPayment | Eruption | Overflow
DECISIONS: tuple[type[Decision], ...] = get_args(AnyDecision)
