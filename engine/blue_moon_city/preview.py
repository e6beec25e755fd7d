"""The consequences of a move that are listed with it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.blue_moon_city.content import VALUE_OF
from engine.blue_moon_city.moves import AnyMove, Offer, OfferAgain, UseGoldenShrine
from engine.blue_moon_city.scoring import price
from engine.blue_moon_city.state import State


class OfferPreview(msgspec.Struct, frozen=True):
    """The price of an offering in crystals."""

    price: int


PREVIEWS: Mapping[type[AnyMove], type[msgspec.Struct]] = {Offer: OfferPreview, OfferAgain: OfferPreview, UseGoldenShrine: OfferPreview}
"""The preview of each type of move that has one."""


def preview(state: State, move: AnyMove) -> OfferPreview | None:
    """Returns the price of an offering, and None for every other move."""
    match move:
        case Offer() | UseGoldenShrine():
            return OfferPreview(price(state))
        case OfferAgain(card=card):
            return OfferPreview(price(state) + VALUE_OF[card])
        case _:
            return None
