"""What players are asked, and what they may answer."""

from __future__ import annotations

from typing import Annotated, get_args

from msgspec import Meta

from engine.blue_moon_city.content import BOX, CITIES, LARGEST_TILE, Card, Color
from engine.game import Decision, Move

Cell = Annotated[int, Meta(ge=0, lt=len(CITIES[1].cells))]
"""A place in the city: an index into the cells of the layout that is played."""

SpaceIndex = Annotated[int, Meta(ge=0, lt=LARGEST_TILE)]
"""A contribution space of the tile, counted from the left."""


class Step(Move, frozen=True):
    """The miniature goes to a neighbouring tile (BMC-3.1)."""

    cell: Cell


class CallDragon(Move, frozen=True):
    """A discarded Vulca, Terrah or Aqua of value 1 or 2 moves its dragon (BMC-3.1)."""

    card: Card
    cell: Cell


class Fly(Move, frozen=True):
    """A discarded Flit of value 1 takes the miniature to any tile (BMC-3.1)."""

    cell: Cell


class Hurry(Move, frozen=True):
    """A discarded Flit of value 2 gives two more steps (BMC-3.1)."""


class EndMovement(Move, frozen=True):
    """No more steps or powers."""


class Contribute(Move, frozen=True):
    """Begin to pay for one free space, in its colour or, on an `any` space, in this one (BMC-3.2)."""

    space: SpaceIndex
    color: Color


class LayCard(Move, frozen=True):
    """One card counts its value: it has the space's colour, is a Khind, or a Hoax already played turns its colour too (BMC-3.3)."""

    card: Card


class LayPair(Move, frozen=True):
    """Two Mimix of value 1 or 2 together are a wild 3 (BMC-3.3)."""

    cards: tuple[Card, Card]


class TurnCard(Move, frozen=True):
    """A discarded Hoax lets a card of another colour count; after a Hoax of value 1 three more of that colour may be laid (BMC-3.3)."""

    hoax: Card
    card: Card


class Pay(Move, frozen=True):
    """The cards laid are enough: they are discarded and a marker goes on the space (BMC-3.2)."""


class EndContribution(Move, frozen=True):
    """No more contributions."""


class Offer(Move, frozen=True):
    """Pay the crystals of the next space of the obelisk (BMC-3.5)."""


class OfferAgain(Move, frozen=True):
    """A discarded Pillar of value 1 or 2 allows one more offering at that many crystals above the printed price (BMC-3.5)."""

    card: Card


class EndOfferings(Move, frozen=True):
    """No offering, or no further one."""


class UseMainHall(Move, frozen=True):
    """The miniature goes to any tile (BMC-3.6)."""

    cell: Cell


class UseHospital(Move, frozen=True):
    """Draw two cards (BMC-3.6)."""


class UseGoldenShrine(Move, frozen=True):
    """One offering at the printed price (BMC-3.6)."""


class DeclineSpecial(Move, frozen=True):
    """Leave the special building's action."""


class DiscardCard(Move, frozen=True):
    """Throw away a card before drawing (BMC-3.7)."""

    card: Card


class Draw(Move, frozen=True):
    """Discard no more: draw two cards more than were discarded (BMC-3.7)."""


Laid = LayCard | LayPair | TurnCard
AnyMove = (
    Step | CallDragon | Fly | Hurry | EndMovement | Contribute | LayCard | LayPair | TurnCard | Pay | EndContribution
    | Offer | OfferAgain | EndOfferings | UseMainHall | UseHospital | UseGoldenShrine | DeclineSpecial | DiscardCard | Draw
)  # fmt: skip
MOVES: tuple[type[AnyMove], ...] = get_args(AnyMove)


class Movement(Decision, frozen=True):
    """A step, a power, or the end of the movement? `steps` are left."""

    steps: Annotated[int, Meta(ge=0, le=20)]


class Contribution(Decision, frozen=True):
    """Which space is paid for next, if any? `made` contributions went before in this turn."""

    made: Annotated[int, Meta(ge=0, le=LARGEST_TILE)]


class Payment(Decision, frozen=True):
    """Which card is laid next, or is it enough? The cards laid lie open, each with what it counts as."""

    space: SpaceIndex
    color: Color
    laid: Annotated[tuple[Laid, ...], Meta(max_length=BOX.cards.total)]


class Offering(Decision, frozen=True):
    """Are crystals offered to the obelisk? Once one offering is made, only a Pillar allows another."""

    made: bool


class Special(Decision, frozen=True):
    """Is the action of the special building used?"""


class Reset(Decision, frozen=True):
    """Is a card thrown away before the draw? `discarded` already are."""

    discarded: Annotated[int, Meta(ge=0, le=1)]


AnyDecision = Movement | Contribution | Payment | Offering | Special | Reset
DECISIONS: tuple[type[AnyDecision], ...] = get_args(AnyDecision)
