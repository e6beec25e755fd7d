"""The paths of the sun around a land (HEL-4.9 to HEL-4.12): pure functions of a land, a bit mask of the fields with a tile.

The outline of a land is a cyclic list of visits to fields. A step is legal if it leads to a later visit with the right unwrapped angle
around the centre. Angles need no numbers: a field determines the angle up to full turns, so it is enough to count how often the outline
has crossed the ray up from the centre. Every field of the outline is next to a tile: the mouth of a dead end is between two tiles, both
next to the field before it. So the sun never has to skip a field of the outline.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.helios.content import AROUND, FIELDS, GOLD, HEXES, LIGHT_MASK, NEIGHBOURS, OPPOSITE, RIM_MASK, START, SUN_SYMBOL
from engine.hexes import turn_over

EVERYWHERE = LIGHT_MASK | RIM_MASK
TOP_DOWN = sorted(range(FIELDS), key=lambda field: (2 * HEXES[field][1] + HEXES[field][0], field))
TURNS = tuple(tuple((near, turn_over(HEXES[field], HEXES[near], HEXES[START])) for near in NEIGHBOURS[field]) for field in range(FIELDS))
TURN = {(field, near): turn for field in range(FIELDS) for near, turn in TURNS[field]}
CACHED = 4096
"""The size of the caches by land; an entry takes a few kilobytes."""


class Step(NamedTuple):
    """A step of a path: its place in the outline, its field, whether an orbit is completed and the next is armed, the previous step."""

    place: int
    field: int
    orbit: bool
    armed: bool
    before: Step | None


class Way(NamedTuple):
    """An outcome of a sun action: where the sun stops, whether an orbit is completed, whether the next is armed, and the last step."""

    field: int
    orbit: bool
    armed: bool
    last: Step

    @property
    def path(self) -> tuple[int, ...]:
        """The fields that the sun enters, in order."""
        fields = []
        step: Step | None = self.last
        while step is not None:
            fields.append(step.field)
            step = step.before
        return tuple(reversed(fields[:-1]))


class Outline(NamedTuple):
    """The fields around a land in clockwise order; a field can occur more than once.

    `steps[i]` lists the visits that can follow visit i, `first[field]` is the earliest visit of a field, and `outwards[field]` is the only
    field to which a dead end leads.
    """

    visits: tuple[int, ...]
    steps: tuple[tuple[int, ...], ...]
    first: dict[int, int]
    outwards: dict[int, int]


def fields_in(mask: int) -> list[int]:
    """Returns the fields of a bit mask, in ascending order."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def dead_ends(land: int) -> dict[int, int]:
    """HEL-4.10: returns every dead end with the only field it opens to, or -1 if it is closed; dead ends are filled until none is left."""
    empty = EVERYWHERE & ~land
    struck: dict[int, int] = {}
    suspects = fields_in(empty & LIGHT_MASK)
    while suspects:
        field = suspects.pop()
        exits = AROUND[field] & empty
        if empty >> field & 1 and not exits & (exits - 1):
            empty ^= 1 << field
            struck[field] = exits.bit_length() - 1
            if exits & LIGHT_MASK:
                suspects.append(struck[field])
    return struck


def walk_outline(filled: int) -> list[int]:
    """HEL-4.11: returns the fields visited on one clockwise walk around the filled fields."""
    tile = next(field for field in TOP_DOWN if filled >> field & 1)
    first, side, visits = tile, 0, []
    while True:
        ahead = NEIGHBOURS[tile][side + 1 if side < 5 else 0]
        if filled >> ahead & 1:
            tile, side = ahead, side - 1 if side else 5
        else:
            side = side + 1 if side < 5 else 0
            visits.append(ahead)
        if side == 0 and tile == first:
            return visits


def count_turns(visits: list[int]) -> list[int]:
    """Returns for each visit how often the outline has crossed the ray up from the centre."""
    turns = [0]
    for before, after in pairwise(visits):
        turns.append(turns[-1] + TURN[before, after])
    return turns


def next_visits(visits: list[int], turns: list[int]) -> tuple[tuple[int, ...], ...]:
    """Returns for each visit those that one step can lead to: for each adjacent field the next visit at the right angle (HEL-4.11)."""
    count = len(visits)
    where: dict[int, list[int]] = {}
    for visit, field in enumerate(visits):
        where.setdefault(field, []).append(visit)
    steps = []
    for visit, field in enumerate(visits):
        found = []
        for near, turn in TURNS[field]:
            if near in where:
                due = turns[visit] + turn
                later = [index for other in where[near] if (index := (due - turns[other]) * count + other) > visit]
                if later:
                    found.append(min(later) % count)
        steps.append(tuple(found))
    return tuple(steps)


def earliest_visits(visits: list[int], turns: list[int]) -> dict[int, int]:
    """Returns the visit at which a move from each field begins: the earliest at its angle, from which all paths are possible."""
    count = len(visits)
    best: dict[int, int] = {}
    for visit, field in enumerate(visits):
        index = visit - turns[visit] * count
        if field not in best or index < best[field]:
            best[field] = index
    return {field: index % count for field, index in best.items()}


@lru_cache(maxsize=CACHED)
def outline(land: int) -> Outline:
    """Returns the outline of a land with its dead ends filled (HEL-4.10, HEL-4.11)."""
    outwards = dead_ends(land)
    filled = land
    for field in outwards:
        filled |= 1 << field
    visits = walk_outline(filled)
    turns = count_turns(visits)
    return Outline(tuple(visits), next_visits(visits, turns), earliest_visits(visits, turns), outwards)


@lru_cache(maxsize=CACHED)
def ways(land: int, sun: int, armed: bool, track: int) -> tuple[Way, ...]:
    """Returns every outcome of a sun action, by field; with the track on the sun symbol (Power Plant) there is no limit and no orbit.

    Of outcomes that differ only in the next orbit being armed, the armed one is returned: it is never worse (HEL-4.9, HEL-4.12).
    """
    found: dict[tuple[int, bool], Way] = {}
    for step in walk(land, sun, armed, track):
        known = found.get((step.field, step.orbit))
        if step.field != sun and (known is None or (step.armed and not known.armed)):
            found[step.field, step.orbit] = Way(step.field, step.orbit, step.armed, step)
    return tuple(found[key] for key in sorted(found))


def walk(land: int, sun: int, armed: bool, track: int) -> list[Step]:
    """Returns every step of all paths in breadth-first order, each place once for each state of the orbit."""
    around = outline(land)
    marked = 0 if track == SUN_SYMBOL else GOLD | OPPOSITE
    steps = [Step(place_of(around, sun), sun, False, armed, None)]
    seen: set[tuple[int, bool, bool]] = set()
    begin = 0
    for _ in range(FIELDS * FIELDS if track == SUN_SYMBOL else track):
        layer = steps[begin:]
        begin = len(steps)
        for step in layer:
            for place in follow(around, step.place):
                field = around.visits[place] if place >= 0 else -1 - place
                orbit, ready = enter(step, field) if marked >> field & 1 else (step.orbit, step.armed)
                if (place, orbit, ready) not in seen:
                    seen.add((place, orbit, ready))
                    steps.append(Step(place, field, orbit, ready, step))
        if begin == len(steps):
            break
    return steps[1:]


def place_of(around: Outline, field: int) -> int:
    """Returns the place of a field in the outline; for a dead end, the negative number -1 - field."""
    return -1 - field if field in around.outwards else around.first[field]


def follow(around: Outline, place: int) -> tuple[int, ...]:
    """Returns the places that one step leads to; out of a dead end there is only one (HEL-4.10)."""
    return around.steps[place] if place >= 0 else (place_of(around, around.outwards[-1 - place]),)


def enter(step: Step, field: int) -> tuple[bool, bool]:
    """HEL-4.12: returns whether an orbit is completed (on gold, once per action) and whether the next is armed (on the opposite ray)."""
    completes = step.armed and not step.orbit and bool(GOLD >> field & 1)
    return step.orbit or completes, (step.armed and not completes) or bool(OPPOSITE >> field & 1)


@lru_cache(maxsize=CACHED)
def is_free(land: int, sun: int) -> bool:
    """HEL-4.3: returns whether the sun is connected to the rim by empty fields."""
    return chain(EVERYWHERE & ~land, sun) != 0


def chain(empty: int, sun: int) -> int:
    """Returns a shortest chain of empty fields from the sun to the rim as a bit mask, or 0 if there is none."""
    rings = [1 << sun]
    seen = 1 << sun
    while not rings[-1] & RIM_MASK:
        reach = 0
        for field in fields_in(rings[-1]):
            reach |= AROUND[field]
        rings.append(reach & empty & ~seen)
        seen |= reach
        if not rings[-1]:
            return 0
    link = rings[-1] & RIM_MASK
    link &= -link
    links = link
    for ring in reversed(rings[:-1]):
        near = AROUND[link.bit_length() - 1] & ring
        link = near & -near
        links |= link
    return links


@lru_cache(maxsize=CACHED)
def open_fields(land: int, sun: int) -> tuple[int, ...]:
    """HEL-4.3: returns the light fields where a tile may be laid, in ascending order."""
    beside = 0
    for field in fields_in(land):
        beside |= AROUND[field]
    beside &= LIGHT_MASK & ~land & ~(1 << sun)
    needed = chain(EVERYWHERE & ~land, sun)
    return tuple(field for field in fields_in(beside) if not needed >> field & 1 or is_free(land | 1 << field, sun))
