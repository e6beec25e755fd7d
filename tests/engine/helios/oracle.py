"""An independent implementation of the sun's paths with real angles, for comparison (HEL-4.9 to HEL-4.12)."""

from __future__ import annotations

from functools import cache
from math import atan2, isclose, pi, sqrt

from engine.helios.content import GOLD, HEXES, OPPOSITE, RIM_MASK, START, SUN_SYMBOL
from engine.hexes import distance

Point = tuple[float, float]
ROUNDS = 5


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


def outline(filled: set[int]) -> list[int]:
    """Follows the sides between filled fields and the outside clockwise; returns the outer fields without consecutive repeats."""
    free = outside(filled)
    sides = {tuple(corners(tile, field)): field for tile in filled for field in near(tile) if field in free}
    following = {ends[0]: (ends[1], field) for ends, field in sides.items()}
    assert len(following) == len(sides)
    first = at = next(iter(following))
    fields: list[int] = []
    area = 0.0
    while True:
        to, field = following[at]
        area += at[0] * to[1] - at[1] * to[0]
        fields.append(field)
        at = to
        if at == first:
            break
    assert len(fields) == len(sides), "one closed line"
    if area < 0:  # y is down: clockwise on paper is a positive area
        fields.reverse()
    return [field for index, field in enumerate(fields) if field != fields[index - 1]]


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
    """HEL-4.12: returns whether an orbit is completed, and whether the next is armed."""
    if track == SUN_SYMBOL:
        return orbit, armed
    if armed and not orbit and GOLD >> field & 1:
        orbit, armed = True, False
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


def ways(land: set[int], sun: int, armed: bool, track: int) -> set[tuple[int, bool, bool]]:
    """Returns every (field, orbit, armed) that some path leads to."""
    struck = dead_ends(land)
    visits = outline(land | struck)
    unrolled = unroll(visits)
    left = 2 * len(visits) + len(struck) if track == SUN_SYMBOL else track
    at, orbit, found = sun, False, set()
    while at in struck and left:
        at, left = way_out(land, struck, at), left - 1
        orbit, armed = enter(at, orbit, armed, track)
        found.add((at, orbit, armed))
    front = {(index + len(visits), orbit, armed) for index, field in enumerate(visits) if field == at}
    following: dict[int, list[int]] = {}
    for _ in range(left):
        steps = set()
        for before, orbit, armed in front:
            if before not in following:
                following[before] = later_visits(unrolled, before)
            for index in following[before]:
                steps.add((index, *enter(unrolled[index][0], orbit, armed, track)))
        front = steps
        found |= {(unrolled[index][0], orbit, armed) for index, orbit, armed in front}
    assert all(any(other in land for other in near(field)) for field, _, _ in found), "every stop touches a tile"
    return {way for way in found if way[0] != sun}
