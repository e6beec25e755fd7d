"""The geometry of a world: where a region may be laid, and which regions are adjacent (ORB-4).

A place is the int 16 * row + column, so that neighbours have constant offsets: a place lies on `place - 16` and `place - 15`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.orbis.content import COLOR_OF
from engine.orbis.records import ROW_LENGTHS
from engine.orbis.state import Region

ROW = 16
FIRST_PLACE = ROW
ROW_2 = 2 * ROW - 8
"""Every place from this number on is above row 1; columns range from -4 to 4."""
ROW_4 = 4 * ROW - 8
ANY_COLOR = -1
AROUND = (-1, 1, ROW - 1, ROW, -ROW, 1 - ROW)
"""The offsets of the six neighbours: two beside, two above, two below."""


def place_of(row: int, column: int) -> int:
    """Returns the place for a row (1 is the bottom) and a column (0 is the first region's)."""
    return row * ROW + column


def row_and_column(place: int) -> tuple[int, int]:
    """Returns the row and column of a place."""
    row = (place + 8) // ROW
    return row, place - row * ROW


def colors_by_place(world: Sequence[Region]) -> dict[int, int]:
    """Returns the colour of each place; a wilderness has every colour (ORB-4.3)."""
    return {region.row * ROW + region.column: ANY_COLOR if region.face == "wilderness" else COLOR_OF[region.tile] for region in world}


def free_places(colors: dict[int, int]) -> list[int]:
    """Returns the places where a region can be laid: at either end of row 1 (ORB-4.1), or on two regions of the row below (ORB-4.2)."""
    if not colors:
        return [FIRST_PLACE]
    taken = sorted(colors)
    left = taken[0]
    right = left
    places = []
    for place in taken:
        if place < ROW_2:
            right = place
        if place + 1 in colors and place < ROW_4 and place + ROW not in colors:
            places.append(place + ROW)
    if right - left + 1 < ROW_LENGTHS[0]:
        return [left - 1, right + 1, *places]
    return places


def is_free(colors: dict[int, int], place: int) -> bool:
    """Returns whether `free_places` lists the place."""
    if place in colors:
        return False
    if place >= ROW_2:
        return place - ROW in colors and place - ROW + 1 in colors
    if not colors:
        return place == FIRST_PLACE
    return (place - 1 in colors or place + 1 in colors) and sum(other < ROW_2 for other in colors) < ROW_LENGTHS[0]


def matches(colors: dict[int, int], place: int, color: int) -> bool:
    """Returns whether a face-up region of the colour may be laid: in upper rows one of the two below must have the colour (ORB-4.2)."""
    if place < ROW_2:
        return True
    return rests_on(colors, place, color)


def rests_on(colors: dict[int, int], place: int, color: int) -> bool:
    """Returns whether one of the two regions below has the colour or is a wilderness; False in row 1 (ORB-5.6)."""
    return bool({color, ANY_COLOR} & {colors.get(place - ROW), colors.get(place - ROW + 1)})


def touching(colors: dict[int, int], place: int, wanted: Sequence[int]) -> int:
    """Returns the number of neighbours, up to six, that have one of the wanted colours or are wildernesses (ORB-5.7)."""
    around = [colors.get(place + step) for step in AROUND]
    return sum(color is not None and (color == ANY_COLOR or color in wanted) for color in around)
