"""Places of a world, and sets of places in one machine integer.

A place is ten times its row plus its column, counted from 4 to the left of the first region. So neighbours have constant differences: a
place lies on `place - 10` and `place - 9`. Sets are united and intersected by `|` and `&`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from engine.orbis.records import ROW_LENGTHS

Place = i64
Places = i64

ROW: Final = 10
FIRST: Final = 14
"""The place of the first region: row 1, column 0."""
ROW_2: Final = 20
"""The lowest place above row 1."""
LAST: Final = 49
NOWHERE: Final = 0
"""The set without a place."""
ROW_1_PLACES: Final = (1 << ROW_2) - (1 << ROW)
UPPER_PLACES: Final = (1 << LAST + 1) - (1 << ROW_2)
LOWEST_LENGTH: Final = ROW_LENGTHS[0]

ONLY: Final[list[int]] = [1 << place for place in range(LAST + 1)]
"""By place: the set with this place alone. A table, as the compiled build would shift a literal as a C int of 32 bits."""
AROUND: Final[list[int]] = [
    sum(1 << place + step for step in (-1, 1, ROW - 1, ROW, -ROW, 1 - ROW)) if place >= ROW else 0 for place in range(LAST + 1)
]
"""By place: the set of its six neighbours, two beside, two above and two below."""
BELOW: Final[list[int]] = [3 << place - ROW if place >= ROW_2 else 0 for place in range(LAST + 1)]
"""By place: the set of the two places on which it lies; empty in row 1."""


def place_of(row: i64, column: i64) -> Place:
    """Returns the place for a row (1 is the bottom) and a column (0 is the first region's)."""
    return ROW * row + column + 4


def row_of(place: Place) -> i64:
    """Returns the row of a place."""
    return place // ROW


def column_of(place: Place) -> i64:
    """Returns the column of a place."""
    return place % ROW - 4


def size(places: Places) -> i64:
    """Returns the number of places of a set."""
    found: i64 = 0
    while places:
        places &= places - 1
        found += 1
    return found


def listed(places: Places) -> list[int]:
    """Returns the places of a set, from left to right and from the bottom up."""
    found: list[int] = []
    place = ROW
    rest = places >> ROW
    while rest:
        if rest & 1:
            found.append(place)
        rest >>= 1
        place += 1
    return found


def row_1_of(places: Places) -> Places:
    """Returns the places of the lowest row."""
    return places & ROW_1_PLACES


def ends_of_row_1(places: Places) -> list[int]:
    """Returns the places to the left and to the right of the lowest row, which must not be empty."""
    row = listed(places & ROW_1_PLACES)
    return [row[0] - 1, row[-1] + 1]


def on_two(places: Places) -> Places:
    """Returns the places that lie on two places of the set and are not in the set themselves."""
    return (places & places >> 1) << ROW & UPPER_PLACES & ~places
