"""Bags of worshippers: how many there are of each of the five colours, in one machine integer.

Bags are added and subtracted like numbers. A colour takes twelve bits; its highest bit stays empty, so that no colour carries into another.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Final

from mypy_extensions import i64

Bag = i64

BITS: Final = 12
FULL: Final = 4095
GUARDS: Final = 0x800800800800800
"""The empty bit of each colour."""

EMPTY: Final = 0
ONE: Final[list[int]] = [1 << BITS * color for color in range(5)]
"""By colour: the bag with one worshipper of the colour."""


def bag_of(counts: Sequence[int]) -> Bag:
    """Returns the bag with these numbers, in the order of records.COLORS."""
    return counts[0] | counts[1] << 12 | counts[2] << 24 | counts[3] << 36 | counts[4] << 48


def counts_of(bag: Bag) -> tuple[int, ...]:
    """Returns the numbers of a bag, in the order of records.COLORS."""
    return (bag & FULL, bag >> 12 & FULL, bag >> 24 & FULL, bag >> 36 & FULL, bag >> 48)


def count(bag: Bag, color: i64) -> i64:
    """Returns the number of worshippers of a colour."""
    return bag >> BITS * color & FULL


def total(bag: Bag) -> i64:
    """Returns the number of worshippers."""
    return (bag & FULL) + (bag >> 12 & FULL) + (bag >> 24 & FULL) + (bag >> 36 & FULL) + (bag >> 48)


def kinds(bag: Bag) -> i64:
    """Returns the number of different colours."""
    found: i64 = 0
    for color in range(5):
        if bag >> BITS * color & FULL:
            found += 1
    return found


def covers(bag: Bag, part: Bag) -> bool:
    """Returns whether the bag has at least as many of every colour."""
    return (bag | GUARDS) - part & GUARDS == GUARDS


def at_most(bag: Bag, limit: i64) -> Bag:
    """Returns the bag with no more than `limit` of each colour."""
    found: i64 = 0
    for color in range(5):
        number = bag >> BITS * color & FULL
        found |= (number if number < limit else limit) << BITS * color
    return found


def several(color: i64, number: i64) -> Bag:
    """Returns a bag of worshippers of one colour."""
    return number << BITS * color


def all_but(colors: Sequence[int]) -> Bag:
    """Returns a filter for `of_colors` that removes these colours."""
    kept: i64 = 0
    for color in range(5):
        if color not in colors:
            kept |= FULL << BITS * color
    return kept


def of_colors(bag: Bag, kept: Bag) -> Bag:
    """Returns the worshippers of the bag whose colours the filter keeps."""
    return bag & kept


def worth_of(bag: Bag, values: list[float]) -> float:
    """Returns the sum over the colours of the value for so many worshippers of one colour; the last value, of ten, is for more too."""
    return (
        values[min(bag & FULL, 10)]
        + values[min(bag >> 12 & FULL, 10)]
        + values[min(bag >> 24 & FULL, 10)]
        + values[min(bag >> 36 & FULL, 10)]
        + values[min(bag >> 48, 10)]
    )


def bags(number: int) -> list[int]:
    """Returns every bag of this many worshippers."""
    return [sum(ONE[color] for color in chosen) for chosen in combinations_with_replacement(range(5), number)]
