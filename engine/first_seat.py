"""The option `first_seat`, which every game offers: a seat counted from 0, or "random"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from engine.chance import below
from engine.errors import Defect
from engine.game import Options


class FirstSeatOptions(Options, frozen=True, kw_only=True):
    """The base of options with a field `first_seat`; the game declares the field, with its own default."""

    @classmethod
    def defects(cls, given: Mapping[str, Any], seats: int) -> list[Defect]:
        """Reports a first seat that does not exist with this number of seats."""
        first_seat = given.get("first_seat")
        if isinstance(first_seat, int) and first_seat >= seats:
            return [Defect("/options/first_seat", "out_of_range", "first_seat is one of the seats, counted from 0.")]
        return []


def resolve_first_seat(chosen: int | Literal["random"], seats: int, seed: int, purpose: str = "first_seat") -> int:
    """Returns the chosen seat, or for "random" the seat that (seed, purpose) decides."""
    return below(seats, seed, purpose) if chosen == "random" else chosen
