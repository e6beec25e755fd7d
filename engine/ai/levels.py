"""The levels of AI players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Rung = Literal["search", "heuristic", "any"]
"""How a move is found: by a search, by evaluating the position after each move, or at random."""


@dataclass(frozen=True)
class Level:
    """The strength of a player: its method (rung), its time for a whole turn in a session and for a single decision on request, and the
    maximum number of iterations for a decision.
    """

    rung: Rung
    turn_ms: int
    deadline_ms: int
    iterations: int


LEVELS: Mapping[str, Level] = {
    "random": Level("any", 50, 50, 0),
    "easy": Level("heuristic", 250, 250, 0),
    "normal": Level("search", 500, 250, 2_000),
    "hard": Level("search", 2_000, 1_000, 100_000),
    "expert": Level("search", 5_000, 2_500, 400_000),
}
