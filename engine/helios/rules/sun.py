"""The paths of the sun around a land (HEL-4.9 to HEL-4.12, HEL-4.14), and the fields where tiles leave it free (HEL-4.3)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.helios import content
from engine.helios.content import FIELDS
from engine.helios.native import fields
from engine.helios.native.fields import AROUND, EVERYWHERE, GOLD, LIGHT_FIELDS, NOWHERE, OPPOSITE, RIM, Fields, fields_in
from engine.helios.native.moves import SUN, MoveSun
from engine.helios.rules.outline import CACHED, Outline, outline

SUN_SYMBOL: Final[int] = content.SUN_SYMBOL


class Step:
    """A step of a path: its number, its place in the outline, its field, whether an orbit is completed and the next is armed, and the
    previous step.
    """

    def __init__(self, number: int, place: int, field: int, orbit: bool, armed: bool, before: Step | None) -> None:
        self.number = number
        self.place = place
        self.field = field
        self.orbit = orbit
        self.armed = armed
        self.before = before


class Way:
    """An outcome of a sun action: where the sun stops, whether an orbit is completed and the next is armed, a tile beside the sun that
    names the visit of the field, and the last step; `move` is the move that takes this way.
    """

    def __init__(self, field: int, orbit: bool, armed: bool, beside: int, last: Step) -> None:
        self.field = field
        self.orbit = orbit
        self.armed = armed
        self.beside = beside
        self.last = last
        self.move: MoveSun = SUN[field][orbit]

    @property
    def path(self) -> tuple[int, ...]:
        """The fields that the sun enters, in order."""
        entered: list[int] = []
        step: Step | None = self.last
        while step is not None:
            entered.append(step.field)
            step = step.before
        entered.reverse()
        return tuple(entered[1:])


def ways(land: int, sun: int, armed: bool, track: int, beside: int = -1) -> list[Way]:
    """Returns every outcome of a sun action, by field and orbit; `beside` tells the visit of the sun's field, else it is the earliest.

    With the track on the sun symbol (Power Plant) there is no limit and no orbit. Of several paths to the same outcome the sun takes one
    that leaves the next orbit armed, which is never worse, and then the shortest (HEL-4.9, HEL-4.12, HEL-4.14).
    """
    return ways_from(land, place_of(outline(land), sun, beside), armed, track)


@lru_cache(maxsize=CACHED)
def ways_from(land: int, place: int, armed: bool, track: int) -> list[Way]:
    """Returns every outcome of a sun action that begins at a place of the outline."""
    around = outline(land)
    sun = field_at(around, place)
    found: dict[int, Step] = {}
    for step in walk(around, place, armed, track):
        outcome = 2 * step.field + step.orbit
        known = found.get(outcome)
        if step.field != sun and (known is None or is_better(around, step, known)):
            found[outcome] = step
    best = [found[outcome] for outcome in sorted(found)]
    return [Way(step.field, step.orbit, step.armed, tile_beside(land, around, step), step) for step in best]


def walk(around: Outline, place: int, armed: bool, track: int) -> list[Step]:
    """Returns every step of all paths in breadth-first order, each place once for each state of the orbit."""
    marked: Fields = NOWHERE if track == SUN_SYMBOL else GOLD | OPPOSITE
    steps = [Step(0, place, field_at(around, place), False, armed, None)]
    seen: set[int] = set()
    begin = 0
    for number in range(1, 1 + (FIELDS * FIELDS if track == SUN_SYMBOL else track)):
        layer = steps[begin:]
        begin = len(steps)
        for step in layer:
            for following in follow(around, step.place):
                field = field_at(around, following)
                after = Step(number, following, field, step.orbit, step.armed, step)
                if fields.has(marked, field):
                    enter(after)
                mark = 4 * following + 2 * after.orbit + after.armed
                if mark not in seen:
                    seen.add(mark)
                    steps.append(after)
        if begin == len(steps):
            break
    return steps[1:]


def enter(step: Step) -> None:
    """HEL-4.12: marks whether an orbit is completed and whether the next is armed, on a field of the gold line or opposite.

    A gold field pays once per action and always disarms.
    """
    if fields.has(GOLD, step.field):
        step.orbit = step.orbit or step.armed
        step.armed = False
    else:
        step.armed = True


def is_better(around: Outline, step: Step, known: Step) -> bool:
    """Returns whether a later step to the same outcome is preferred: it leaves the next orbit armed, or is as long and an earlier visit."""
    if step.armed != known.armed:
        return step.armed
    return step.number == known.number and min(step.place, known.place) >= 0 and around.ranks[step.place] < around.ranks[known.place]


def tile_beside(land: Fields, around: Outline, step: Step) -> int:
    """HEL-4.14: returns a tile next to the sun that names the visit: the first that the outline passes; in a dead end the first of all."""
    return around.beside[step.place] if step.place >= 0 else fields.first_of(AROUND[step.field] & land)


def place_of(around: Outline, field: int, tile: int = -1) -> int:
    """Returns the place in the outline of a field with a tile beside it, or of its earliest visit; for a dead end, -1 - field."""
    if field in around.outwards:
        return -1 - field
    return around.first[field] if tile < 0 else around.at[field][tile]


def field_at(around: Outline, place: int) -> int:
    """Returns the field at a place of the outline or in a dead end."""
    return around.visits[place] if place >= 0 else -1 - place


def follow(around: Outline, place: int) -> list[int]:
    """Returns the places that one step leads to; out of a dead end there is only one (HEL-4.10)."""
    return around.steps[place] if place >= 0 else [place_of(around, around.outwards[-1 - place])]


@lru_cache(maxsize=CACHED)
def is_free(land: int, sun: int) -> bool:
    """HEL-4.3: returns whether the sun is connected to the rim by empty fields."""
    return chain(fields.without(EVERYWHERE, land), sun) != NOWHERE


def chain(empty: Fields, sun: int) -> Fields:
    """Returns a shortest chain of empty fields from the sun to the rim, or no fields if there is none."""
    rings: list[int] = [fields.only(sun)]
    seen = fields.only(sun)
    while not rings[-1] & RIM:
        reach = fields.beside(rings[-1])
        ring = fields.without(reach & empty, seen)
        if not ring:
            return NOWHERE
        rings.append(ring)
        seen |= reach
    link = fields.first_of(rings[-1] & RIM)
    links = fields.only(link)
    for ring in reversed(rings[:-1]):
        link = fields.first_of(AROUND[link] & ring)
        links = fields.plus(links, link)
    return links


@lru_cache(maxsize=CACHED)
def open_fields(land: int, sun: int) -> list[int]:
    """HEL-4.3: returns the light fields where a tile may be laid, in ascending order."""
    empty = fields.without(LIGHT_FIELDS, fields.plus(land, sun))
    needed = chain(fields.without(EVERYWHERE, land), sun)
    return [
        field
        for field in fields_in(fields.beside(land) & empty)
        if not fields.has(needed, field) or is_free(int(fields.plus(land, field)), sun)
    ]
