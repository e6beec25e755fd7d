"""What players are asked, and what they may answer."""

from __future__ import annotations

from typing import Annotated, get_args

from msgspec import Meta

from engine.game import Decision, Move
from engine.orbis.content import LONGEST, Color

Slot = Annotated[int, Meta(ge=0, le=8)]
Bundle = Annotated[tuple[Annotated[int, Meta(ge=0, le=6)], ...], Meta(min_length=5, max_length=5)]
"""Worshippers named in one gesture, counted in the order of content.COLORS."""


class TakeRegion(Move, frozen=True):
    """Take the tile in a slot of the display (ORB-3.1)."""

    slot: Slot


class TakeGod(Move, frozen=True):
    """Take a god from the table (ORB-3.1)."""

    god: Annotated[str, Meta(max_length=16)]


class Exchange(Move, frozen=True):
    """Swap three worshippers of one colour for one of any colour (ORB-3.2)."""

    give: Color
    take: Color


class LayRegion(Move, frozen=True):
    """Pay for the taken tile and lay it face up, or lay it as a wilderness (ORB-3.3, ORB-4)."""

    row: Annotated[int, Meta(ge=1, le=4)]
    column: Annotated[int, Meta(ge=-4, le=4)]
    wilderness: bool


class Pay(Move, frozen=True):
    """Give back these worshippers: for `any` symbols, a village or Death."""

    worshippers: Bundle


class Decline(Move, frozen=True):
    """Do not pay, or remove nothing: the tile stays unfulfilled (ORB-4.4)."""


class Gain(Move, frozen=True):
    """Take these worshippers from the general supply (ORB-5.1, ORB-7.1)."""

    worshippers: Bundle


class RemoveWorshipper(Move, frozen=True):
    """The volcano removes one worshipper from a tile of the display (ORB-5.5)."""

    slot: Slot
    color: Color


class Discard(Move, frozen=True):
    """Give back worshippers over the limit of ten (ORB-3.6)."""

    worshippers: Bundle


AnyMove = TakeRegion | TakeGod | Exchange | LayRegion | Pay | Decline | Gain | RemoveWorshipper | Discard
MOVES: tuple[type[AnyMove], ...] = get_args(AnyMove)


class Turn(Decision, frozen=True):
    """Which region or god is taken?"""


class Placement(Decision, frozen=True):
    """Where does the tile in this slot go, face up or as a wilderness?"""

    slot: Slot


class Payment(Decision, frozen=True):
    """Which worshippers pay the `any` symbols of the region just laid?"""

    count: Annotated[int, Meta(ge=1, le=3)]


class Gift(Decision, frozen=True):
    """Which worshippers are taken from the general supply?"""

    count: Annotated[int, Meta(ge=1, le=5)]


class VillagePayment(Decision, frozen=True):
    """Are this many worshippers given for the village just laid, and which?"""

    count: Annotated[int, Meta(ge=1, le=6)]


class DeathPayment(Decision, frozen=True):
    """Are this many worshippers given to Death, and which?"""

    count: Annotated[int, Meta(ge=1, le=6)]


class Eruption(Decision, frozen=True):
    """Which worshippers does the volcano just laid remove? `left` of them are still to go."""

    left: Annotated[int, Meta(ge=1, le=6)]


class Overflow(Decision, frozen=True):
    """Which worshippers are given back? `count` are too many."""

    count: Annotated[int, Meta(ge=1, le=LONGEST)]


AnyDecision = Turn | Placement | Payment | Gift | VillagePayment | DeathPayment | Eruption | Overflow
DECISIONS: tuple[type[Decision], ...] = get_args(AnyDecision)
