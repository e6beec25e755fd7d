"""The paths of the sun around a land (HEL-4.9 to HEL-4.12, HEL-4.14), and the fields where tiles leave it free (HEL-4.3)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.helios.content import AROUND, FIELDS, GOLD, LIGHT_MASK, OPPOSITE, RIM_MASK, SUN_SYMBOL
from engine.helios.rules.outline import CACHED, EVERYWHERE, Outline, fields_in, outline


class Step(NamedTuple):
    """A step of a path: its number, its place in the outline, its field, whether an orbit is completed and the next is armed, and the
    previous step.
    """

    number: int
    place: int
    field: int
    orbit: bool
    armed: bool
    before: Step | None


class Way(NamedTuple):
    """An outcome of a sun action: where the sun stops, whether an orbit is completed and the next is armed, a tile beside the sun that
    names the visit of the field, and the last step.
    """

    field: int
    orbit: bool
    armed: bool
    beside: int
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


def ways(land: int, sun: int, armed: bool, track: int, beside: int | None = None) -> tuple[Way, ...]:
    """Returns every outcome of a sun action, by field and orbit; `beside` tells the visit of the sun's field, else it is the earliest.

    With the track on the sun symbol (Power Plant) there is no limit and no orbit. Of several paths to the same outcome the sun takes one
    that leaves the next orbit armed, which is never worse, and then the shortest (HEL-4.9, HEL-4.12, HEL-4.14).
    """
    return ways_from(land, place_of(outline(land), sun, beside), armed, track)


@lru_cache(maxsize=CACHED)
def ways_from(land: int, place: int, armed: bool, track: int) -> tuple[Way, ...]:
    """Returns every outcome of a sun action that begins at a place of the outline."""
    around = outline(land)
    sun = field_at(around, place)
    found: dict[tuple[int, bool], Step] = {}
    for step in walk(around, place, armed, track):
        known = found.get((step.field, step.orbit))
        if step.field != sun and (known is None or is_better(around, step, known)):
            found[step.field, step.orbit] = step
    return tuple(
        Way(field, orbit, found[field, orbit].armed, beside(land, found[field, orbit]), found[field, orbit])
        for field, orbit in sorted(found)
    )


def walk(around: Outline, place: int, armed: bool, track: int) -> list[Step]:
    """Returns every step of all paths in breadth-first order, each place once for each state of the orbit."""
    marked = 0 if track == SUN_SYMBOL else GOLD | OPPOSITE
    steps = [Step(0, place, field_at(around, place), False, armed, None)]
    seen: set[tuple[int, bool, bool]] = set()
    begin = 0
    for number in range(1, 1 + (FIELDS * FIELDS if track == SUN_SYMBOL else track)):
        layer = steps[begin:]
        begin = len(steps)
        for step in layer:
            for following in follow(around, step.place):
                field = field_at(around, following)
                orbit, ready = enter(step, field) if marked >> field & 1 else (step.orbit, step.armed)
                if (following, orbit, ready) not in seen:
                    seen.add((following, orbit, ready))
                    steps.append(Step(number, following, field, orbit, ready, step))
        if begin == len(steps):
            break
    return steps[1:]


def is_better(around: Outline, step: Step, known: Step) -> bool:
    """Returns whether a later step to the same outcome is preferred: it leaves the next orbit armed, or is as long and an earlier visit."""
    if step.armed != known.armed:
        return step.armed
    return step.number == known.number and min(step.place, known.place) >= 0 and around.ranks[step.place] < around.ranks[known.place]


def beside(land: int, step: Step) -> int:
    """HEL-4.14: returns a tile next to the sun that names the visit: the first that the outline passes; in a dead end the first of all."""
    return outline(land).beside[step.place] if step.place >= 0 else fields_in(AROUND[step.field] & land)[0]


def place_of(around: Outline, field: int, tile: int | None = None) -> int:
    """Returns the place in the outline of a field with a tile beside it, or of its earliest visit; for a dead end, -1 - field."""
    if field in around.outwards:
        return -1 - field
    return around.first[field] if tile is None else around.at[field, tile]


def field_at(around: Outline, place: int) -> int:
    """Returns the field at a place of the outline or in a dead end."""
    return around.visits[place] if place >= 0 else -1 - place


def follow(around: Outline, place: int) -> tuple[int, ...]:
    """Returns the places that one step leads to; out of a dead end there is only one (HEL-4.10)."""
    return around.steps[place] if place >= 0 else (place_of(around, around.outwards[-1 - place]),)


def enter(step: Step, field: int) -> tuple[bool, bool]:
    """HEL-4.12: returns whether an orbit is completed and whether the next is armed, after entering a field of the gold line or opposite.

    A gold field pays once per action and always disarms.
    """
    if GOLD >> field & 1:
        return step.orbit or step.armed, False
    return step.orbit, True


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
