"""Bags: how many there are of each colour or kind, in one integer of eight bits each, so that bags add and subtract like numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

Bag = i64

WIDTH: Final = 8
FULL: Final = 255
KINDS: Final = 7
ONE: Final[list[int]] = [1 << WIDTH * color for color in range(KINDS)]
"""A table: compiled code would shift the constant 1 within 32 bits."""


def count(bag: Bag, color: i64) -> i64:
    """Returns how many of a colour are in the bag."""
    return bag >> WIDTH * color & FULL


def one(color: i64) -> Bag:
    """Returns a bag with one piece."""
    return ONE[color]


def total(bag: Bag) -> i64:
    """Returns the number of all pieces."""
    number: i64 = 0
    while bag:
        number += bag & FULL
        bag >>= WIDTH
    return number


def bag_of(counts: Sequence[int]) -> int:
    """Returns a bag with these counts."""
    return int.from_bytes(bytes(counts), "little")


def counts_of(bag: int, colors: int) -> list[int]:
    """Returns the counts of the first colours or kinds."""
    return list(bag.to_bytes(colors, "little"))
