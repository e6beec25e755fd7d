"""The sun's way round a land (HEL-4.9 to HEL-4.12): pure functions over a land, a bit mask of the fields that have a tile.

The outline of a land is a cyclic list of visits to fields. A step is legal if it leads to a later visit with the right unwrapped angle
about the centre. Angles need no numbers: the field fixes the angle but for full turns, so it is enough to count how often the outline has
passed the ray that leads up from the centre. Every outline field touches a tile: a dead end's mouth is flanked by two tiles, both next to
the field before it. So no field of the outline has to be passed over.
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
"""Lands and moves met again are not worked out again; an entry takes a few kilobytes."""


class Step(NamedTuple):
    """A place on the way: in the outline, its field, if an orbit was completed, if the bonus is armed, and the step before."""

    place: int
    field: int
    orbit: bool
    armed: bool
    before: Step | None


class Way(NamedTuple):
    """One outcome of a sun action: where the sun stops, if an orbit was completed, if the bonus is armed then, and its last step."""

    field: int
    orbit: bool
    armed: bool
    last: Step

    @property
    def path(self) -> tuple[int, ...]:
        """The fields entered, in order."""
        fields = []
        step: Step | None = self.last
        while step is not None:
            fields.append(step.field)
            step = step.before
        return tuple(reversed(fields[:-1]))


class Outline(NamedTuple):
    """A land's outer fields in clockwise order, a field possibly more than once.

    `steps[i]`: the visits that can follow visit i. `first[field]`: its earliest visit. `outwards[field]`: the only step out of a dead end.
    """

    visits: tuple[int, ...]
    steps: tuple[tuple[int, ...], ...]
    first: dict[int, int]
    outwards: dict[int, int]


def fields_in(mask: int) -> list[int]:
    """The fields of a set, in ascending order."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def dead_ends(land: int) -> dict[int, int]:
    """HEL-4.10: every dead end with the only field it opens to (-1 where it is closed), struck out until none is left."""
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
    """HEL-4.11: the fields met on a walk once round the filled ones, keeping them on the right hand."""
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
    """How often the outline has passed the ray up from the centre, at each visit."""
    turns = [0]
    for before, after in pairwise(visits):
        turns.append(turns[-1] + TURN[before, after])
    return turns


def next_visits(visits: list[int], turns: list[int]) -> tuple[tuple[int, ...], ...]:
    """For each visit those a single step may lead to: per neighbouring field the first later one at the right angle (HEL-4.11)."""
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
    """The visit at which a move begins on each field: of those at the same angle the earliest, for it leaves every way open."""
    count = len(visits)
    best: dict[int, int] = {}
    for visit, field in enumerate(visits):
        index = visit - turns[visit] * count
        if field not in best or index < best[field]:
            best[field] = index
    return {field: index % count for field, index in best.items()}


@lru_cache(maxsize=CACHED)
def outline(land: int) -> Outline:
    """The way round a land, dead ends filled in (HEL-4.10, HEL-4.11)."""
    outwards = dead_ends(land)
    filled = land
    for field in outwards:
        filled |= 1 << field
    visits = walk_outline(filled)
    turns = count_turns(visits)
    return Outline(tuple(visits), next_visits(visits, turns), earliest_visits(visits, turns), outwards)


@lru_cache(maxsize=CACHED)
def ways(land: int, sun: int, armed: bool, track: int) -> tuple[Way, ...]:
    """Every outcome of a sun action, by field; a Power Plant (track on the sun symbol) has no limit and no orbits (HEL-4.9, HEL-4.12).

    Of ways that differ only in the bonus being armed afterwards, one that leaves it armed is taken: that is never worse.
    """
    found: dict[tuple[int, bool], Way] = {}
    for step in walk(land, sun, armed, track):
        known = found.get((step.field, step.orbit))
        if step.field != sun and (known is None or (step.armed and not known.armed)):
            found[step.field, step.orbit] = Way(step.field, step.orbit, step.armed, step)
    return tuple(found[key] for key in sorted(found))


def walk(land: int, sun: int, armed: bool, track: int) -> list[Step]:
    """Every step some way can take, the nearest first; each place once for each state of the orbit."""
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
    """Where in the outline the sun stands; in a dead end, the field as a negative number -1 - field."""
    return -1 - field if field in around.outwards else around.first[field]


def follow(around: Outline, place: int) -> tuple[int, ...]:
    """The places one step leads to; out of a dead end there is one way only (HEL-4.10)."""
    return around.steps[place] if place >= 0 else (place_of(around, around.outwards[-1 - place]),)


def enter(step: Step, field: int) -> tuple[bool, bool]:
    """HEL-4.12: if an orbit is completed then (once per action, by a gold field), and if one is armed (by a field of the opposite ray)."""
    completes = step.armed and not step.orbit and bool(GOLD >> field & 1)
    return step.orbit or completes, (step.armed and not completes) or bool(OPPOSITE >> field & 1)


@lru_cache(maxsize=CACHED)
def is_free(land: int, sun: int) -> bool:
    """HEL-4.3: some chain of empty fields leads from the sun to the rim."""
    return chain(EVERYWHERE & ~land, sun) != 0


def chain(empty: int, sun: int) -> int:
    """The fields of a shortest chain of empty fields from the sun to the rim, or none."""
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
    """HEL-4.3: the light fields where a tile may be laid, in ascending order."""
    beside = 0
    for field in fields_in(land):
        beside |= AROUND[field]
    beside &= LIGHT_MASK & ~land & ~(1 << sun)
    needed = chain(EVERYWHERE & ~land, sun)
    return tuple(field for field in fields_in(beside) if not needed >> field & 1 or is_free(land | 1 << field, sun))
