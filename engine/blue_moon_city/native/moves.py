"""The moves of Blue Moon City, one object each, in tables."""

from __future__ import annotations

from typing import Final

from engine.blue_moon_city.content import LARGEST_TILE
from engine.blue_moon_city.native.groups import PAIR_WORTH
from engine.blue_moon_city.native.pieces import CARD, CARDS, COLOR_COUNT, GREEN, LAYOUTS, Card
from engine.native import Move

CELLS: Final[int] = max(layout.size for layout in LAYOUTS)


class Step(Move):
    """Move the miniature to an adjacent tile (BMC-3.1)."""

    def __init__(self, cell: int) -> None:
        self.cell = cell


class CallDragon(Move):
    """Discard a Vulca, Terrah or Aqua of value 1 or 2 to move its dragon (BMC-3.1)."""

    def __init__(self, card: Card, cell: int) -> None:
        self.card = card
        self.cell = cell


class Fly(Move):
    """Discard a Flit of value 1 to move the miniature to any tile (BMC-3.1)."""

    def __init__(self, cell: int) -> None:
        self.cell = cell


class Hurry(Move):
    """Discard a Flit of value 2 to gain two more steps (BMC-3.1)."""


class EndMovement(Move):
    """End the movement (BMC-3.1)."""


class Contribute(Move):
    """Begin to pay for a free space in a colour (BMC-3.2)."""

    def __init__(self, space: int, color: int) -> None:
        self.space = space
        self.color = color


class Laying(Move):
    """A step of a payment: the cards it lays, and the value that it adds (BMC-3.3)."""

    def __init__(self, cards: list[Card], worth: int) -> None:
        self.cards = cards
        self.worth = worth


class LayCard(Laying):
    """Lay one card for its value."""

    def __init__(self, card: Card) -> None:
        super().__init__([card], card.value)
        self.card = card


class LayPair(Laying):
    """Lay two Mimix of value 1 or 2 as a wild card of value 3."""

    def __init__(self, one: Card, other: Card) -> None:
        super().__init__([one, other], PAIR_WORTH)


class TurnCard(Laying):
    """Discard a Hoax to lay a card of another colour."""

    def __init__(self, hoax: Card, card: Card) -> None:
        super().__init__([hoax, card], card.value)
        self.hoax = hoax
        self.card = card


class Pay(Move):
    """Complete the payment (BMC-3.2)."""


class EndContribution(Move):
    """Make no more contributions (BMC-3.2)."""


class Offer(Move):
    """Pay the crystals of the next space of the obelisk (BMC-3.5)."""


class OfferAgain(Move):
    """Discard a Pillar of value 1 or 2 for one more offering (BMC-3.5)."""

    def __init__(self, card: Card) -> None:
        self.card = card


class EndOfferings(Move):
    """Make no offering, or no further offering (BMC-3.5)."""


class UseMainHall(Move):
    """Move the miniature to any tile (BMC-3.6)."""

    def __init__(self, cell: int) -> None:
        self.cell = cell


class UseHospital(Move):
    """Draw two cards (BMC-3.6)."""


class UseGoldenShrine(Move):
    """Make one offering at the printed price (BMC-3.6)."""


class DeclineSpecial(Move):
    """Do not use the action of the special building (BMC-3.6)."""


class DiscardCard(Move):
    """Discard a card before drawing (BMC-3.7)."""

    def __init__(self, card: Card) -> None:
        self.card = card


class Draw(Move):
    """Draw two cards more than were discarded, which ends the turn (BMC-3.7)."""


STEP: Final[list[Move]] = [Step(cell) for cell in range(CELLS)]
CALL: Final[list[list[Move]]] = [[CallDragon(card, cell) for cell in range(CELLS)] if card.dragon >= 0 else [] for card in CARDS]
"""By card and cell."""

FLY: Final[list[Move]] = [Fly(cell) for cell in range(CELLS)]
HURRY: Final[Move] = Hurry()
END_MOVEMENT: Final[Move] = EndMovement()
CONTRIBUTE: Final[list[list[Move]]] = [[Contribute(space, color) for color in range(COLOR_COUNT)] for space in range(LARGEST_TILE)]
"""By space and colour."""

LAY: Final[list[Laying]] = [LayCard(card) for card in CARDS]
LOW_MIMIX: Final[list[Card]] = [CARD[name] for name in ("mimix_1", "mimix_2") if name in CARD]
PAIRS: Final[list[Laying]] = [LayPair(one, other) for at, one in enumerate(LOW_MIMIX) for other in LOW_MIMIX[at:]]
LOW_HOAX: Final[list[Card]] = [CARD[name] for name in ("hoax_1", "hoax_2") if name in CARD]
TURN: Final[list[list[Laying]]] = [[TurnCard(hoax, card) for card in CARDS] for hoax in LOW_HOAX]
"""By Hoax and card; a Khind is wild, so a Hoax never changes its colour."""

PAY: Final[Move] = Pay()
END_CONTRIBUTION: Final[Move] = EndContribution()
OFFER: Final[Move] = Offer()
LOW_PILLARS: Final[list[Card]] = [CARD[name] for name in ("pillar_1", "pillar_2") if name in CARD]
OFFER_AGAIN: Final[list[Move]] = [OfferAgain(card) for card in LOW_PILLARS]
END_OFFERINGS: Final[Move] = EndOfferings()
USE_MAIN_HALL: Final[list[Move]] = [UseMainHall(cell) for cell in range(CELLS)]
USE_HOSPITAL: Final[Move] = UseHospital()
USE_GOLDEN_SHRINE: Final[Move] = UseGoldenShrine()
DECLINE_SPECIAL: Final[Move] = DeclineSpecial()
DISCARD: Final[list[Move]] = [DiscardCard(card) for card in CARDS]
DRAW: Final[Move] = Draw()


def all_moves() -> list[Move]:
    """Returns every move of the game."""
    by_cell = [*STEP, *FLY, *USE_MAIN_HALL]
    by_card = [move for moves in CALL for move in moves] + [*OFFER_AGAIN, *DISCARD]
    laying: list[Laying] = LAY + PAIRS
    for moves in TURN:
        laying = laying + [move for move in moves if move.cards[1].color != GREEN]
    contributions = [move for moves in CONTRIBUTE for move in moves]
    ends = [END_MOVEMENT, PAY, END_CONTRIBUTION, END_OFFERINGS, DECLINE_SPECIAL, DRAW]
    return [*by_cell, *by_card, *contributions, *laying, *ends, HURRY, OFFER, USE_HOSPITAL, USE_GOLDEN_SHRINE]
