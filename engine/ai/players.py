"""The players without a tree: any move at all, and the greedy one, which judges where each of its moves leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from engine.ai.evaluation import Evaluation
from engine.game import Game, Move, State

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


def any_move(moves: Sequence[M], rng: Random) -> M:
    """One of the moves, all alike."""
    return moves[int(rng.random() * len(moves))]


def judged(game: Game[S, Any, Any], evaluation: Evaluation[S], offsets: Sequence[float], state: S) -> list[float]:
    """The chance of each seat in this position, or the result where the game is over."""
    if state.pending:
        return evaluation.chances(evaluation.worth(state), offsets)
    outcome = game.outcome(state)
    assert outcome is not None
    return evaluation.results(outcome, offsets)


def best_by(values: Sequence[list[float]], seat: int) -> int:
    """The index of the first of the values that are best for the seat."""
    return max(range(len(values)), key=lambda index: (values[index][seat], -index))


def greedy(
    game: Game[S, M, Any], evaluation: Evaluation[S], world: S, moves: Sequence[M], stop: Callable[[], bool]
) -> list[list[float]] | None:
    """What each move brings each seat at once; None if stopped before all are judged."""
    offsets = evaluation.offsets(evaluation.worth(world))
    values = []
    for move in moves:
        if stop():
            return None
        after = game.copy(world)
        game.play(after, move, [])
        values.append(judged(game, evaluation, offsets, after))
    return values
