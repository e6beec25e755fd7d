"""The consequences of a move that are listed with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.blue_moon_city.content import VALUE_OF
from engine.blue_moon_city.moves import AnyMove, Offer, OfferAgain, UseGoldenShrine
from engine.blue_moon_city.scoring import price
from engine.blue_moon_city.state import State


def preview(state: State, move: AnyMove) -> Mapping[str, Any] | None:
    """Returns the price of an offering, and None for every other move."""
    match move:
        case Offer() | UseGoldenShrine():
            return {"price": price(state)}
        case OfferAgain(card=card):
            return {"price": price(state) + VALUE_OF[card]}
        case _:
            return None
