"""Seeded randomness: the same (seed, purpose, counter) gives the same result in every process and Python version."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")

SEED_LIMIT = 2**53 - 1
"""The largest seed; every JSON parser represents integers up to this one exactly."""


def source(seed: int, purpose: str, counter: int = 0) -> Random:
    """Returns the random generator for one purpose, independent of the generators for other purposes of the same seed."""
    return Random(f"{seed}/{purpose}/{counter}")


def shuffle(items: list[T], rng: Random) -> None:
    """Shuffles in place (Fisher-Yates) with `random()`, the only method whose sequence is stable across Python versions."""
    draw = rng.random
    for last in range(len(items) - 1, 0, -1):
        chosen = int(draw() * (last + 1))
        items[last], items[chosen] = items[chosen], items[last]


def sample(items: Iterable[T], count: int, rng: Random) -> list[T]:
    """Returns `count` of the items, drawn without replacement."""
    left = list(items)
    return [left.pop(int(rng.random() * len(left))) for _ in range(count)]


def shuffled(items: Iterable[T], seed: int, purpose: str, counter: int = 0) -> list[T]:
    """Returns a new list with the items in the order that (seed, purpose, counter) decides."""
    order = list(items)
    shuffle(order, source(seed, purpose, counter))
    return order


def below(limit: int, seed: int, purpose: str, counter: int = 0) -> int:
    """Returns an integer from 0 to limit - 1."""
    return int(source(seed, purpose, counter).random() * limit)
