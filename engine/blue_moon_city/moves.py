"""The decisions of Blue Moon City, and the moves that answer them."""

from __future__ import annotations

from typing import Annotated, get_args

from msgspec import Meta

from engine.blue_moon_city.content import BOX, CARD_COUNTS, CITIES, CONSTANTS, DISCARDS_MOST, LARGEST_TILE, Card, Color
from engine.game import Decision, Move

Cell = Annotated[int, Meta(ge=0, lt=len(CITIES[1].cells))]
"""A cell of the city: an index into the cells of the layout in play."""

SpaceIndex = Annotated[int, Meta(ge=0, lt=LARGEST_TILE)]
"""The index of a contribution space of the tile, counted from the left."""

FLIT_STEPS = "flit_2"
EXTRA_STEPS = 2
"""A Flit of value 2 gives this many more steps (BMC-3.1)."""

STEPS_MOST = CONSTANTS.base_movement + EXTRA_STEPS * CARD_COUNTS.get(FLIT_STEPS, 0)


class Step(Move, frozen=True):
    """Move the miniature to an adjacent tile (BMC-3.1)."""

    cell: Cell


class CallDragon(Move, frozen=True):
    """Discard a Vulca, Terrah or Aqua of value 1 or 2 to move its dragon (BMC-3.1)."""

    card: Card
    cell: Cell


class Fly(Move, frozen=True):
    """Discard a Flit of value 1 to move the miniature to any tile (BMC-3.1)."""

    cell: Cell


class Hurry(Move, frozen=True):
    """Discard a Flit of value 2 to gain two more steps (BMC-3.1)."""


class EndMovement(Move, frozen=True):
    """End the movement (BMC-3.1)."""


class Contribute(Move, frozen=True):
    """Begin to pay for a free space, in its colour or, for an `any` space, in the chosen colour (BMC-3.2).

    Green stands for every colour of which the hand has no card: such a space is paid with wild means alone, as in green.
    """

    space: SpaceIndex
    color: Color


class LayCard(Move, frozen=True):
    """Lay one card for its value: of the space's colour, a Khind, or of a colour changed by a Hoax already played (BMC-3.3)."""

    card: Card


class LayPair(Move, frozen=True):
    """Lay two Mimix of value 1 or 2 as a wild card of value 3 (BMC-3.3)."""

    cards: tuple[Card, Card]


class TurnCard(Move, frozen=True):
    """Discard a Hoax to lay a card of another colour; a Hoax of value 1 allows three more cards of that colour (BMC-3.3)."""

    hoax: Card
    card: Card


class Pay(Move, frozen=True):
    """Complete the payment: discard the cards laid and place a marker on the space (BMC-3.2)."""


class EndContribution(Move, frozen=True):
    """Make no more contributions (BMC-3.2)."""


class Offer(Move, frozen=True):
    """Pay the crystals of the next space of the obelisk (BMC-3.5)."""


class OfferAgain(Move, frozen=True):
    """Discard a Pillar of value 1 or 2 for one more offering, at that many crystals above the printed price (BMC-3.5)."""

    card: Card


class EndOfferings(Move, frozen=True):
    """Make no offering, or no further offering (BMC-3.5)."""


class UseMainHall(Move, frozen=True):
    """Move the miniature to any tile (BMC-3.6)."""

    cell: Cell


class UseHospital(Move, frozen=True):
    """Draw two cards (BMC-3.6)."""


class UseGoldenShrine(Move, frozen=True):
    """Make one offering at the printed price (BMC-3.6)."""


class DeclineSpecial(Move, frozen=True):
    """Do not use the action of the special building (BMC-3.6)."""


class DiscardCard(Move, frozen=True):
    """Discard a card before drawing (BMC-3.7)."""

    card: Card


class Draw(Move, frozen=True):
    """Draw two cards more than were discarded, which ends the turn (BMC-3.7)."""


Laid = LayCard | LayPair | TurnCard


def cards_of(step: Laid) -> tuple[Card, ...]:
    """Returns the cards that a step of a payment lays."""
    match step:
        case LayCard(card=card):
            return (card,)
        case LayPair(cards=cards):
            return cards
        case TurnCard(hoax=hoax, card=card):
            return (hoax, card)


AnyMove = (
    Step | CallDragon | Fly | Hurry | EndMovement | Contribute | LayCard | LayPair | TurnCard | Pay | EndContribution
    | Offer | OfferAgain | EndOfferings | UseMainHall | UseHospital | UseGoldenShrine | DeclineSpecial | DiscardCard | Draw
)  # fmt: skip
MOVES: tuple[type[AnyMove], ...] = get_args(AnyMove)


class Movement(Decision, frozen=True):
    """Does the player take a step, play a power, or end the movement? `steps` are left."""

    steps: Annotated[int, Meta(ge=0, le=STEPS_MOST)]


class Contribution(Decision, frozen=True):
    """Which space does the player pay for next, if any? `made` contributions were already made in this turn."""

    made: Annotated[int, Meta(ge=0, le=LARGEST_TILE)]


class Payment(Decision, frozen=True):
    """Which card does the player lay next, or is the payment complete?

    `laid` lists the moves so far, `worth` is their value, and `needed` is what is still missing, 0 when the payment may be completed.
    """

    space: SpaceIndex
    color: Color
    laid: Annotated[tuple[Laid, ...], Meta(max_length=BOX.cards.total)]
    worth: Annotated[int, Meta(ge=0)]
    needed: Annotated[int, Meta(ge=0)]


class Offering(Decision, frozen=True):
    """Does the player make an offering, which the crystals suffice for? After the first (`made`) only a Pillar allows another."""

    made: bool


class Special(Decision, frozen=True):
    """Does the player use the action of the special building?"""


class Reset(Decision, frozen=True):
    """Does the player discard a card, or draw? `discarded` counts the cards already discarded; after the last one only drawing is left."""

    discarded: Annotated[int, Meta(ge=0, le=DISCARDS_MOST)]


AnyDecision = Movement | Contribution | Payment | Offering | Special | Reset
DECISIONS: tuple[type[AnyDecision], ...] = get_args(AnyDecision)
