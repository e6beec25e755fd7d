"""The outline of a land (HEL-4.10, HEL-4.11, HEL-4.14): a pure function of the set of the fields with a tile.

The outline is a cyclic list of visits to fields. A step is legal if it leads to a later visit with the right unwrapped angle
around the centre. Angles need no numbers: a field determines the angle up to full turns, so it is enough to count how often the outline
has crossed the ray up from the centre. Every field of the outline is next to a tile: the mouth of a dead end is between two tiles, both
next to the field before it. So the sun never has to skip a field of the outline.

A visit passes one unbroken row of sides of its field. So a field and a tile next to it name one visit, also after more tiles are laid.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.helios import content
from engine.helios.content import FIELDS, HEXES, START
from engine.helios.native import fields
from engine.helios.native.fields import AROUND, EVERYWHERE, LIGHT_FIELDS, Fields, fields_in
from engine.hexes import turn_over

NEIGHBOURS: Final[list[list[int]]] = [list(nearby) for nearby in content.NEIGHBOURS]
TOP_DOWN: Final[list[int]] = sorted(range(FIELDS), key=lambda field: (2 * HEXES[field][1] + HEXES[field][0], field))
TURNS: Final[list[list[int]]] = [
    [turn_over(HEXES[field], HEXES[near], HEXES[START]) for near in NEIGHBOURS[field]] for field in range(FIELDS)
]
"""How often a step to each neighbour crosses the ray up from the centre: 1 clockwise, -1 back, else 0."""
CACHED: Final = 4096
"""The size of the caches by land; an entry takes a few kilobytes."""


class Outline:
    """The fields around a land in clockwise order; a field can occur more than once.

    `steps[i]` lists the visits that can follow visit i, `ranks[i]` orders the visits of one field from its earliest, `first[field]` is that
    earliest visit, `beside[i]` is the first tile that the walk passes at visit i, `at[field][tile]` is the visit of a field that passes a
    tile, and `outwards[field]` is the only field to which a dead end leads.
    """

    def __init__(
        self,
        visits: list[int],
        steps: list[list[int]],
        ranks: list[int],
        first: dict[int, int],
        beside: list[int],
        at: dict[int, dict[int, int]],
        outwards: dict[int, int],
    ) -> None:
        self.visits = visits
        self.steps = steps
        self.ranks = ranks
        self.first = first
        self.beside = beside
        self.at = at
        self.outwards = outwards


def dead_ends(land: Fields) -> dict[int, int]:
    """HEL-4.10: returns every dead end with the only field it opens to, or -1 if it is closed; dead ends are filled until none is left."""
    empty = fields.without(EVERYWHERE, land)
    struck: dict[int, int] = {}
    suspects = fields_in(empty & LIGHT_FIELDS)
    while suspects:
        field = suspects.pop()
        exits = AROUND[field] & empty
        if fields.has(empty, field) and fields.size(exits) < 2:
            empty = fields.without(empty, fields.only(field))
            exit_ = fields.first_of(exits)
            struck[field] = exit_
            if exits & LIGHT_FIELDS:
                suspects.append(exit_)
    return struck


def walk_outline(filled: Fields) -> tuple[list[int], list[list[int]]]:
    """HEL-4.11: returns the fields visited on one clockwise walk around the filled fields, and the filled fields passed at each visit."""
    tile = highest(filled)
    first, side = tile, 0
    visits: list[int] = []
    passed: list[list[int]] = []
    begun: list[int] = []
    while True:
        ahead = NEIGHBOURS[tile][side + 1 if side < 5 else 0]
        if fields.has(filled, ahead):
            tile, side = ahead, side - 1 if side else 5
            (passed[-1] if passed else begun).append(tile)
        else:
            side = side + 1 if side < 5 else 0
            visits.append(ahead)
            passed.append([tile])
        if side == 0 and tile == first:
            passed[-1] += begun
            return visits, passed


def highest(filled: Fields) -> int:
    """Returns the filled field nearest to the top of the board."""
    for field in TOP_DOWN:
        if fields.has(filled, field):
            return field
    raise ValueError("a land has at least one tile")


def count_turns(visits: list[int]) -> list[int]:
    """Returns for each visit how often the outline has crossed the ray up from the centre."""
    turns = [0]
    for visit in range(1, len(visits)):
        before = visits[visit - 1]
        turns.append(turns[-1] + TURNS[before][NEIGHBOURS[before].index(visits[visit])])
    return turns


def next_visits(visits: list[int], turns: list[int]) -> list[list[int]]:
    """Returns for each visit those that one step can lead to: for each adjacent field the next visit at the right angle (HEL-4.11)."""
    where: list[list[int]] = [[] for _ in range(FIELDS)]
    for visit, field in enumerate(visits):
        where[field].append(visit)
    steps: list[list[int]] = []
    for visit, field in enumerate(visits):
        found: list[int] = []
        for side, near in enumerate(NEIGHBOURS[field]):
            following = next_visit(visit, where[near], turns, turns[visit] + TURNS[field][side])
            if following >= 0:
                found.append(following)
        steps.append(found)
    return steps


def next_visit(visit: int, others: list[int], turns: list[int], due: int) -> int:
    """Returns the first of the other visits that comes later when the outline has crossed the ray as often as due; -1 if none does."""
    count = len(turns)
    soonest = best = -1
    for other in others:
        later = (due - turns[other]) * count + other
        if later > visit and (best < 0 or later < soonest):
            soonest, best = later, other
    return best


def earliest_visits(visits: list[int], ranks: list[int]) -> dict[int, int]:
    """Returns the earliest visit of each field at its angle, from which all paths are possible."""
    best: dict[int, int] = {}
    for visit, field in enumerate(visits):
        if field not in best or ranks[visit] < ranks[best[field]]:
            best[field] = visit
    return best


def first_tile(tiles: list[int], land: Fields) -> int:
    """Returns the first of the filled fields that is a tile of the land."""
    for tile in tiles:
        if fields.has(land, tile):
            return tile
    raise ValueError("every field of the outline is next to a tile")


def visits_by_tile(visits: list[int], passed: list[list[int]]) -> dict[int, dict[int, int]]:
    """Returns the visit of each field that passes each tile (HEL-4.14)."""
    found: dict[int, dict[int, int]] = {}
    for visit, field in enumerate(visits):
        for tile in passed[visit]:
            found.setdefault(field, {})[tile] = visit
    return found


@lru_cache(maxsize=CACHED)
def outline(land: int) -> Outline:
    """Returns the outline of a land with its dead ends filled (HEL-4.10, HEL-4.11)."""
    outwards = dead_ends(land)
    visits, passed = walk_outline(land | fields.fields_of(list(outwards)))
    turns = count_turns(visits)
    ranks = [visit - turn * len(visits) for visit, turn in enumerate(turns)]
    beside = [first_tile(tiles, land) for tiles in passed]
    steps = next_visits(visits, turns)
    return Outline(visits, steps, ranks, earliest_visits(visits, ranks), beside, visits_by_tile(visits, passed), outwards)
