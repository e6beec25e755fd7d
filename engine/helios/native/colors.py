"""Sets of colours: one integer with a bit for each colour. `&` and `|` mean what they mean for sets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

from engine.helios.content import COLOR_INDEX, COLORS, Color
from engine.helios.native.bags import FULL, WIDTH, Bag

Colors = i64

NO_COLORS: Final[Colors] = 0

SETS: Final[int] = 1 << len(COLORS)
"""The number of different sets."""

ONLY: Final[list[int]] = [1 << color for color in range(len(COLORS))]


def has(colors: Colors, color: i64) -> bool:
    """Returns whether the set has the colour."""
    return colors >> color & 1 != 0


def plus(colors: Colors, color: i64) -> Colors:
    """Returns the set with the colour."""
    return colors | ONLY[color]


def size(colors: Colors) -> i64:
    """Returns the number of colours."""
    number: i64 = 0
    while colors:
        colors &= colors - 1
        number += 1
    return number


def colors_named(names: Iterable[Color]) -> int:
    """Returns the set of these colours."""
    found = 0
    for name in names:
        found |= 1 << COLOR_INDEX[name]
    return found


def colors_in(bag: Bag) -> Colors:
    """Returns the colours of which the bag has any."""
    found: i64 = 0
    color: i64 = 1
    while bag:
        if bag & FULL:
            found |= color
        bag >>= WIDTH
        color <<= 1
    return found
