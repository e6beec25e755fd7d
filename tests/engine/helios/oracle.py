"""An independent implementation of the sun's paths with real angles, for comparison (HEL-4.9 to HEL-4.12, HEL-4.14)."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from math import atan2, isclose, pi, sqrt
from typing import NamedTuple

from engine.helios.content import GOLD, HEXES, OPPOSITE, RIM_MASK, START, SUN_SYMBOL
from engine.hexes import distance

Point = tuple[float, float]
ROUNDS = 5


class Stop(NamedTuple):
    """The end of a path: its field, its orbit and whether the next is armed, its steps, and the order and the tiles of the visit."""

    field: int
    orbit: bool
    armed: bool
    steps: int
    rank: int
    tiles: frozenset[int]


def centre_of(field: int) -> Point:
    """Returns the coordinates of a field's centre, y down."""
    q, r = HEXES[field]
    return 1.5 * q, sqrt(3) * (r + q / 2)


@cache
def near(field: int) -> list[int]:
    """The fields next to one."""
    return [other for other in range(len(HEXES)) if distance(HEXES[field], HEXES[other]) == 1]


def dead_ends(land: set[int]) -> set[int]:
    """HEL-4.10, implemented literally."""
    struck: set[int] = set()
    while True:
        more = {
            field
            for field in range(len(HEXES))
            if field not in land | struck and sum(other not in land | struck for other in near(field)) <= 1
        }
        if not more:
            return struck
        struck |= more


def outside(filled: set[int]) -> set[int]:
    """Returns every field that is connected with the rim by empty fields."""
    found = {field for field in range(len(HEXES)) if RIM_MASK >> field & 1}
    while more := {other for field in found for other in near(field)} - filled - found:
        found |= more
    return found


def corners(a: int, b: int) -> list[Point]:
    """The two ends of the side between neighbouring fields."""
    (ax, ay), (bx, by) = centre_of(a), centre_of(b)
    mx, my, dx, dy = (ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay
    return [(round(mx - sign * dy / (2 * sqrt(3)), 6) + 0.0, round(my + sign * dx / (2 * sqrt(3)), 6) + 0.0) for sign in (1, -1)]


def outline(filled: set[int]) -> list[tuple[int, frozenset[int]]]:
    """Follows the sides between filled fields and the outside clockwise; returns the outer fields, each with the fields passed there."""
    free = outside(filled)
    sides = {tuple(corners(tile, field)): (field, tile) for tile in filled for field in near(tile) if field in free}
    following = {ends[0]: (ends[1], side) for ends, side in sides.items()}
    assert len(following) == len(sides)
    first = at = next(iter(following))
    found: list[tuple[int, int]] = []
    area = 0.0
    while True:
        to, side = following[at]
        area += at[0] * to[1] - at[1] * to[0]
        found.append(side)
        at = to
        if at == first:
            break
    assert len(found) == len(sides), "one closed line"
    if area < 0:  # y is down: clockwise on paper is a positive area
        found.reverse()
    while found[0][0] == found[-1][0]:
        found.append(found.pop(0))
    return [(field, frozenset(tile for _, tile in passed)) for field, passed in groupby(found, lambda side: side[0])]


def change(a: int, b: int) -> float:
    """Returns the angle of a step around the centre; clockwise is positive."""
    (cx, cy), (ax, ay), (bx, by) = centre_of(START), centre_of(a), centre_of(b)
    turn = atan2(by - cy, bx - cx) - atan2(ay - cy, ax - cx)
    return (turn + pi) % (2 * pi) - pi


def unroll(visits: list[int]) -> list[tuple[int, float]]:
    """Returns the visits of several rounds of the outline, each with its unwrapped angle."""
    angles = [0.0]
    for a, b in zip(visits, visits[1:] + visits[:1], strict=True):
        angles.append(angles[-1] + change(a, b))
    assert isclose(angles[-1], 2 * pi), "once round"
    return [(field, angles[i] + 2 * pi * turn) for turn in range(ROUNDS) for i, field in enumerate(visits)]


def later_visits(unrolled: list[tuple[int, float]], index: int) -> list[int]:
    """HEL-4.11, implemented literally: every later visit of an adjacent field at the angle of the step."""
    field, angle = unrolled[index]
    return [
        later
        for later, (to, due) in enumerate(unrolled)
        if later > index and to in near(field) and isclose(due, angle + change(field, to), abs_tol=1e-6)
    ]


def enter(field: int, orbit: bool, armed: bool, track: int) -> tuple[bool, bool]:
    """HEL-4.12: returns whether an orbit is completed, and whether the next is armed: gold disarms, paid or not."""
    if track == SUN_SYMBOL:
        return orbit, armed
    if GOLD >> field & 1:
        return orbit or armed, False
    return orbit, armed or bool(OPPOSITE >> field & 1)


def way_out(land: set[int], struck: set[int], field: int) -> int:
    """HEL-4.10: returns the next field on the only way out of a dead end."""
    lengths = {other: 0 for other in outside(land) - struck}
    ring = list(lengths)
    while ring:
        fresh = {other: lengths[at] + 1 for at in ring for other in near(at) if other not in land and other not in lengths}
        lengths.update(fresh)
        ring = list(fresh)
    (out,) = [other for other in near(field) if lengths.get(other) == lengths[field] - 1]
    return out


def visit_of(visits: list[tuple[int, frozenset[int]]], ranks: list[int], field: int, beside: int | None) -> int:
    """HEL-4.14: returns the visit of a field that passes the tile beside the sun, or the earliest."""
    of_field = [index for index, visit in enumerate(visits) if visit[0] == field and (beside is None or beside in visit[1])]
    return min(of_field, key=ranks.__getitem__)


def rank_of(visits: list[tuple[int, frozenset[int]]], unrolled: list[tuple[int, float]]) -> list[int]:
    """Returns the order of the visits of each field at the angle of its first one in the list."""
    ranks = []
    for index, (field, angle) in enumerate(unrolled[: len(visits)]):
        base = next(due for other, due in unrolled if other == field)
        ranks.append(index - round((angle - base) / (2 * pi)) * len(visits))
    return ranks


def ways(land: set[int], sun: int, armed: bool, track: int, beside: int | None = None) -> set[Stop]:
    """Returns the end of every path; a path of a given length is listed once."""
    struck = dead_ends(land)
    visits = outline(land | struck)
    unrolled = unroll([field for field, _ in visits])
    ranks = rank_of(visits, unrolled)
    limit = 2 * len(visits) + len(struck) if track == SUN_SYMBOL else track
    at, orbit, steps, found = sun, False, 0, set()
    while at in struck and steps < limit:
        at, steps, beside = way_out(land, struck, at), steps + 1, None
        orbit, armed = enter(at, orbit, armed, track)
        if at in struck:
            found.add(Stop(at, orbit, armed, steps, 0, frozenset(near(at))))
        else:
            index = visit_of(visits, ranks, at, None)
            found.add(Stop(at, orbit, armed, steps, ranks[index], visits[index][1]))
    front = {(visit_of(visits, ranks, at, beside) + len(visits), orbit, armed)} if at not in struck else set()
    following: dict[int, list[int]] = {}
    while front and steps < limit:
        steps += 1
        after = set()
        for before, orbit, armed in front:
            if before not in following:
                following[before] = later_visits(unrolled, before)
            for index in following[before]:
                after.add((index, *enter(unrolled[index][0], orbit, armed, track)))
        front = after
        for index, orbit, armed in front:
            visit = index % len(visits)
            found.add(Stop(visits[visit][0], orbit, armed, steps, ranks[visit], visits[visit][1]))
    assert all(any(other in land for other in near(stop.field)) for stop in found), "every stop touches a tile"
    return {stop for stop in found if stop.field != sun}


def chosen(stops: set[Stop]) -> dict[tuple[int, bool], Stop]:
    """HEL-4.12: returns for each field, with and without an orbit, the best path: armed, then the shortest, then the earliest visit."""
    best: dict[tuple[int, bool], Stop] = {}
    for stop in sorted(stops, key=lambda stop: (not stop.armed, stop.steps, stop.rank)):
        best.setdefault((stop.field, stop.orbit), stop)
    return best
