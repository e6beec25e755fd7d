"""What an AI player answers: its move, and on request every move it considered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from engine.ai.levels import Rung
from engine.game import Move
from engine.native import Position

M = TypeVar("M", bound=Move)


@dataclass(frozen=True)
class Step(Generic[M]):
    """A move of a line, the seat that makes it, and a position before it that the player holds possible."""

    seat: int
    move: M
    before: Position = field(repr=False, compare=False)


@dataclass(frozen=True)
class Candidate(Generic[M]):
    """A move that was considered.

    `visits` counts how often the search tried it (0 without a search). `probability` says how much the player prefers it; the probabilities
    of all candidates sum to 1. They are the shares of the visits; without a search, a softmax of the seat's chances, or equal at random.
    `expected` is the chance of each seat to win after the move; the chances of all seats sum to 1. `points` are the final points that each
    seat can expect. `line` is how play may go on: the move itself and the replies that the search prefers.
    """

    move: M
    visits: int
    probability: float
    expected: list[float]
    points: list[float]
    line: list[Step[M]]


@dataclass(frozen=True)
class Choice(Generic[M]):
    """The result of a search: the move, the method (rung) that found it, the iterations made, and on request the candidates, best first.

    There are no candidates if the player was stopped before it had evaluated every move.
    `tree` keeps the search tree alive: freeing a large tree takes time, so the caller can delay that until it has sent the answer.
    """

    move: M
    rung: Rung
    iterations: int
    analysis: list[Candidate[M]] | None
    tree: object = field(default=None, repr=False, compare=False)
