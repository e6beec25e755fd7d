"""Seeded chance: the same (seed, purpose, counter) gives the same order in every process and Python version."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")

SEED_LIMIT = 2**53 - 1
"""Seeds run from 0 to here, so that every JSON reader keeps them exact."""


def source(seed: int, purpose: str, counter: int = 0) -> Random:
    """The random source for one purpose: independent of all others of the same seed."""
    return Random(f"{seed}/{purpose}/{counter}")


def shuffle(items: list[T], rng: Random) -> None:
    """Fisher-Yates on `random()`, the only method whose sequence Python promises to keep."""
    draw = rng.random
    for last in range(len(items) - 1, 0, -1):
        chosen = int(draw() * (last + 1))
        items[last], items[chosen] = items[chosen], items[last]


def some(items: Iterable[T], count: int, rng: Random) -> list[T]:
    """So many of the items, drawn one after another."""
    left = list(items)
    return [left.pop(int(rng.random() * len(left))) for _ in range(count)]


def shuffled(items: Iterable[T], seed: int, purpose: str, counter: int = 0) -> list[T]:
    """A new list with the items in the order that (seed, purpose, counter) decides."""
    order = list(items)
    shuffle(order, source(seed, purpose, counter))
    return order


def below(limit: int, seed: int, purpose: str, counter: int = 0) -> int:
    """A whole number from 0 to limit - 1."""
    return int(source(seed, purpose, counter).random() * limit)
