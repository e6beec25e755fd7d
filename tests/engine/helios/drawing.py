"""Positions as drawings. A column of hexes is a column of characters; neighbours up and down are two lines apart, diagonal ones a line.

`#` a tile, `S` the sun, any other mark an empty field; `C` is the centre where it helps to see it.
"""

from __future__ import annotations

from engine.helios.content import HEXES, START


def draw(text: str) -> dict[str, set[int]]:
    """Returns the fields for each mark of a drawing whose centre is marked `C`, or `@` if the starting land is one of the tiles."""
    marks = {(row, column): mark for row, line in enumerate(text.splitlines()) for column, mark in enumerate(line) if mark != " "}
    centre = next(place for place, mark in marks.items() if mark in "C@")
    found: dict[str, set[int]] = {}
    for field, (q, r) in enumerate(HEXES):
        mark = marks.get((centre[0] + 2 * r + q, centre[1] + 2 * q))
        if mark is not None:
            found.setdefault(mark, set()).add(field)
    return found


def mask(fields: set[int]) -> int:
    """Returns fields as a bit mask."""
    return sum(1 << field for field in fields)


def land_in(marks: dict[str, set[int]]) -> int:
    """Returns all tiles of a drawing: `#` and the starting land."""
    return mask(marks.get("#", set()) | {START})


def sun_in(marks: dict[str, set[int]]) -> int:
    """Returns the field of the sun."""
    (sun,) = marks["S"]
    return sun
