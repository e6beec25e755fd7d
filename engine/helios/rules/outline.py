"""The outline of a land (HEL-4.10, HEL-4.11, HEL-4.14): a pure function of a land, a bit mask of the fields with a tile.

The outline is a cyclic list of visits to fields. A step is legal if it leads to a later visit with the right unwrapped angle
around the centre. Angles need no numbers: a field determines the angle up to full turns, so it is enough to count how often the outline
has crossed the ray up from the centre. Every field of the outline is next to a tile: the mouth of a dead end is between two tiles, both
next to the field before it. So the sun never has to skip a field of the outline.

A visit passes one unbroken row of sides of its field. So a field and a tile next to it name one visit, also after more tiles are laid.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.helios.content import AROUND, FIELDS, HEXES, LIGHT_MASK, NEIGHBOURS, RIM_MASK, START
from engine.hexes import turn_over

EVERYWHERE = LIGHT_MASK | RIM_MASK
TOP_DOWN = sorted(range(FIELDS), key=lambda field: (2 * HEXES[field][1] + HEXES[field][0], field))
TURNS = tuple(tuple((near, turn_over(HEXES[field], HEXES[near], HEXES[START])) for near in NEIGHBOURS[field]) for field in range(FIELDS))
TURN = {(field, near): turn for field in range(FIELDS) for near, turn in TURNS[field]}
CACHED = 4096
"""The size of the caches by land; an entry takes a few kilobytes."""


class Outline(NamedTuple):
    """The fields around a land in clockwise order; a field can occur more than once.

    `steps[i]` lists the visits that can follow visit i, `ranks[i]` orders the visits of one field from its earliest, `first[field]` is that
    earliest visit, `beside[i]` is the first tile that the walk passes at visit i, `at[field, tile]` is the visit of a field that passes a
    tile, and `outwards[field]` is the only field to which a dead end leads.
    """

    visits: tuple[int, ...]
    steps: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]
    first: dict[int, int]
    beside: tuple[int, ...]
    at: dict[tuple[int, int], int]
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


def walk_outline(filled: int) -> tuple[list[int], list[list[int]]]:
    """HEL-4.11: returns the fields visited on one clockwise walk around the filled fields, and the filled fields passed at each visit."""
    tile = next(field for field in TOP_DOWN if filled >> field & 1)
    first, side = tile, 0
    visits: list[int] = []
    passed: list[list[int]] = []
    begun: list[int] = []
    while True:
        ahead = NEIGHBOURS[tile][side + 1 if side < 5 else 0]
        if filled >> ahead & 1:
            tile, side = ahead, side - 1 if side else 5
            (passed[-1] if passed else begun).append(tile)
        else:
            side = side + 1 if side < 5 else 0
            visits.append(ahead)
            passed.append([tile])
        if side == 0 and tile == first:
            passed[-1] += begun
            return visits, passed


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


def earliest_visits(visits: list[int], ranks: list[int]) -> dict[int, int]:
    """Returns the earliest visit of each field at its angle, from which all paths are possible."""
    best: dict[int, int] = {}
    for visit, field in enumerate(visits):
        if field not in best or ranks[visit] < ranks[best[field]]:
            best[field] = visit
    return best


@lru_cache(maxsize=CACHED)
def outline(land: int) -> Outline:
    """Returns the outline of a land with its dead ends filled (HEL-4.10, HEL-4.11)."""
    outwards = dead_ends(land)
    filled = land
    for field in outwards:
        filled |= 1 << field
    visits, passed = walk_outline(filled)
    turns = count_turns(visits)
    ranks = [visit - turn * len(visits) for visit, turn in enumerate(turns)]
    beside = tuple(next(tile for tile in tiles if land >> tile & 1) for tiles in passed)
    at = {(field, tile): visit for visit, field in enumerate(visits) for tile in passed[visit]}
    steps = next_visits(visits, turns)
    return Outline(tuple(visits), steps, tuple(ranks), earliest_visits(visits, ranks), beside, at, outwards)
