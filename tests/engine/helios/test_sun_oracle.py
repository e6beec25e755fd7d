"""The sun's paths compared with an independent oracle, on thousands of random lands (HEL-4.9 to HEL-4.12, HEL-4.14)."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from engine.helios.content import AROUND, LIGHT, START, SUN, SUN_SYMBOL
from engine.helios.native.fields import fields_in
from engine.helios.rules.outline import dead_ends, outline
from engine.helios.rules.sun import is_free, open_fields, ways
from tests.engine.helios import oracle


class Position(NamedTuple):
    """A land, the field of the sun, and the tile beside it."""

    land: int
    sun: int
    beside: int


def random_position(rng: Random) -> Position:
    """Returns a random land, and a sun that may be in a dead end."""
    land, sun, beside = 1, SUN, START
    clustered = rng.random() < 0.5
    for _ in range(rng.randrange(LIGHT)):
        fields = open_fields(land, sun)
        if not fields:
            break
        if clustered:
            fields = sorted(fields, key=lambda field: (AROUND[field] & land).bit_count())[: 1 + len(fields) // 2]
        land |= 1 << fields[int(rng.random() * len(fields))]
        if rng.random() < 0.4:
            way = rng.choice(ways(land, sun, False, rng.choice([2, 4, 9]), beside))
            sun, beside = way.field, way.beside
    return Position(land, sun, beside)


def compare(seed: str, positions: int) -> None:
    """Asserts the same stops and orbits, each with the same next orbit, the same number of steps and the same visit."""
    rng = Random(seed)
    for _ in range(positions):
        land, sun, beside = random_position(rng)
        armed, track = rng.random() < 0.5, rng.choice([2, 3, 5, 8, 14, SUN_SYMBOL])
        armed = armed and track != SUN_SYMBOL
        expected = oracle.chosen(oracle.ways(set(fields_in(land)), sun, armed, track, beside))
        found = ways(land, sun, armed, track, beside)
        assert {(way.field, way.orbit) for way in found} == expected.keys()
        for way in found:
            stop = expected[way.field, way.orbit]
            assert (way.armed, len(way.path)) == (stop.armed, stop.steps)
            assert way.beside in stop.tiles
            assert land >> way.beside & 1


@pytest.mark.parametrize("seed", range(8))
def test_ways_are_those_of_the_oracle(seed: int) -> None:
    """HEL-4.9, HEL-4.10, HEL-4.11, HEL-4.12, HEL-4.14."""
    compare(f"sun{seed}", 250)


@pytest.mark.parametrize("seed", range(4))
def test_outline_and_dead_ends_are_those_of_the_oracle(seed: int) -> None:
    """HEL-4.10, HEL-4.11: dead ends, and the same cyclic list of visits."""
    rng = Random(f"outline{seed}")
    for _ in range(300):
        land = random_position(rng).land
        struck = set(dead_ends(land))
        assert struck == oracle.dead_ends(set(fields_in(land)))
        expected = [field for field, _ in oracle.outline(set(fields_in(land)) | struck)]
        found = list(outline(land).visits)
        turned = [found[index:] + found[:index] for index in range(len(found))]
        assert expected in turned


def test_sun_action_always_has_a_stop() -> None:
    """HEL-4.9: a sun that is not enclosed can always move, so a sun action is always offered."""
    rng = Random("always")
    for _ in range(2000):
        land, sun, beside = random_position(rng)
        assert is_free(land, sun)
        assert ways(land, sun, False, 2, beside)
