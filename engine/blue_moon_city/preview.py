"""The consequences of a move that are listed with it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.blue_moon_city.content import VALUE_OF
from engine.blue_moon_city.moves import MOVES, AnyMove, Offer, OfferAgain, UseGoldenShrine
from engine.blue_moon_city.scoring import price
from engine.blue_moon_city.state import State
from engine.game import Preview


class OfferPreview(Preview, frozen=True, kw_only=False):
    """The price of an offering in crystals."""

    price: int


PREVIEWS: Mapping[type[AnyMove], type[Preview]] = {
    **dict.fromkeys(MOVES, Preview),
    Offer: OfferPreview,
    OfferAgain: OfferPreview,
    UseGoldenShrine: OfferPreview,
}
"""The preview of each type of move."""

PLAIN = Preview()


def preview(state: State, move: AnyMove) -> Preview:
    """Returns the price of an offering."""
    match move:
        case Offer() | UseGoldenShrine():
            return OfferPreview(price(state))
        case OfferAgain(card=card):
            return OfferPreview(price(state) + VALUE_OF[card])
        case _:
            return PLAIN
