"""The sun's paths compared with an independent oracle, on thousands of random lands (HEL-4.9 to HEL-4.12)."""

from __future__ import annotations

from random import Random

import pytest

from engine.helios.content import AROUND, LIGHT, SUN, SUN_SYMBOL
from engine.helios.rules.sun import dead_ends, fields_in, is_free, open_fields, outline, ways
from tests.engine.helios import oracle


def random_position(rng: Random) -> tuple[int, int]:
    """Returns a random land, and a sun that may be in a dead end."""
    land, sun = 1, SUN
    clustered = rng.random() < 0.5
    for _ in range(rng.randrange(LIGHT)):
        fields = open_fields(land, sun)
        if not fields:
            break
        if clustered:
            fields = tuple(sorted(fields, key=lambda field: (AROUND[field] & land).bit_count())[: 1 + len(fields) // 2])
        land |= 1 << fields[int(rng.random() * len(fields))]
        if rng.random() < 0.4:
            sun = rng.choice(ways(land, sun, False, rng.choice([2, 4, 9]))).field
    return land, sun


def compare(seed: str, positions: int) -> None:
    """Asserts the same stops and orbits, armed if any such path leaves the next orbit armed."""
    rng = Random(seed)
    for _ in range(positions):
        land, sun = random_position(rng)
        armed, track = rng.random() < 0.5, rng.choice([2, 3, 5, 8, 14, SUN_SYMBOL])
        armed = armed and track != SUN_SYMBOL
        expected = oracle.ways(set(fields_in(land)), sun, armed, track)
        found = ways(land, sun, armed, track)
        assert {(way.field, way.orbit) for way in found} == {(field, orbit) for field, orbit, _ in expected}
        assert all(way.armed == any((way.field, way.orbit, True) == other for other in expected) for way in found)
        assert all(len(way.path) <= track or track == SUN_SYMBOL for way in found)


@pytest.mark.parametrize("seed", range(8))
def test_ways_are_those_of_the_oracle(seed: int) -> None:
    """HEL-4.9, HEL-4.10, HEL-4.11, HEL-4.12."""
    compare(f"sun{seed}", 250)


@pytest.mark.parametrize("seed", range(4))
def test_outline_and_dead_ends_are_those_of_the_oracle(seed: int) -> None:
    """HEL-4.10, HEL-4.11: dead ends, and the same cyclic list of visits."""
    rng = Random(f"outline{seed}")
    for _ in range(300):
        land, _ = random_position(rng)
        struck = set(dead_ends(land))
        assert struck == oracle.dead_ends(set(fields_in(land)))
        expected = oracle.outline(set(fields_in(land)) | struck)
        found = list(outline(land).visits)
        turned = [found[index:] + found[:index] for index in range(len(found))]
        assert expected in turned


def test_sun_action_always_has_a_stop() -> None:
    """HEL-4.9: a sun that is not enclosed can always move, so a sun action is always offered."""
    rng = Random("always")
    for _ in range(2000):
        land, sun = random_position(rng)
        assert is_free(land, sun)
        assert ways(land, sun, False, 2)
