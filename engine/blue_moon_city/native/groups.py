"""Groups: all cards of one colour as one number, ones + RADIX * twos + RADIX ** 2 * threes. Groups add and subtract like numbers."""

from __future__ import annotations

from itertools import product
from typing import Final

from engine.blue_moon_city.content import BOX, CARD_COUNTS

PAIR_WORTH: Final = 3
"""The value of two Mimix that are laid as a pair (BMC-3.3)."""

TURNS: Final = {"hoax_1": 4, "hoax_2": 1}
"""The number of cards of one colour that a Hoax makes usable ("turns")."""

RADIX: Final[int] = BOX.cards.per_people + 1
MOST_TURNED: Final[int] = 2 * sum(TURNS[card] * CARD_COUNTS.get(card, 0) for card in TURNS) + 1
"""The size of the lookup tables, which is more than all Hoax together can turn."""


def _highest(values: list[int]) -> list[int]:
    """Returns the sums of the highest values, indexed by the number of cards that may be turned."""
    return [sum(values[:count]) for count in range(MOST_TURNED)]


def _with_pairs(values: list[int]) -> list[int]:
    """Returns the same for Mimix on a space of another colour: those not turned may form pairs, and turning fewer may be better."""
    best = [0]
    for turned in range(MOST_TURNED):
        low = len([value for value in values[turned:] if value < PAIR_WORTH])
        best.append(max(best[-1], sum(values[:turned]) + low // 2 * PAIR_WORTH))
    return best[1:]


def _by_group() -> list[list[int]]:
    """Returns the values of the cards of each group, highest first; an empty list for numbers that are no group."""
    values: list[list[int]] = [[] for _ in range(RADIX**3)]
    for ones, twos, threes in product(range(RADIX), repeat=3):
        if ones + twos + threes < RADIX:
            values[ones + RADIX * twos + RADIX * RADIX * threes] = [3] * threes + [2] * twos + [1] * ones
    return values


_VALUES: Final[list[list[int]]] = _by_group()
_NONE: Final[list[int]] = [0] * MOST_TURNED
_HIGHEST: Final[list[list[int]]] = [_highest(values) if values else _NONE for values in _VALUES]
_WITH_PAIRS: Final[list[list[int]]] = [_with_pairs(values) if values else _NONE for values in _VALUES]
_ON_BROWN: Final[list[int]] = [sum(values) + values.count(1) // 2 * (PAIR_WORTH - 2) for values in _VALUES]
_TOTAL: Final[list[int]] = [sum(values) for values in _VALUES]


def group_of(value: int, count: int) -> int:
    """Returns the group of this many cards of a value."""
    group = count
    for _ in range(value - 1):
        group *= RADIX
    return group


def ones_in(group: int) -> int:
    """Returns the number of cards of value 1."""
    return group % RADIX


def twos_in(group: int) -> int:
    """Returns the number of cards of value 2."""
    return group // RADIX % RADIX


def total(group: int) -> int:
    """Returns the sum of the values."""
    return _TOTAL[group]


def worth_on_brown(group: int) -> int:
    """Returns the value of Mimix on a brown space: face values, except that two ones are better as a pair (BMC-3.3)."""
    return _ON_BROWN[group]


def worth_turned(group: int, turned: int) -> int:
    """Returns the highest value of the cards if this many of them may be turned to the colour of the space."""
    return _HIGHEST[group][turned]


def worth_paired(group: int, turned: int) -> int:
    """Returns the same for Mimix, of which those that are not turned may form pairs."""
    return _WITH_PAIRS[group][turned]
