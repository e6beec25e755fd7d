"""The players without a search tree: the random player, and the greedy player, which evaluates the position after each move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from engine.ai.evaluation import Evaluation
from engine.game import Game, Move, State

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


def any_move(moves: Sequence[M], rng: Random) -> M:
    """Returns a random move; all moves are equally likely."""
    return moves[int(rng.random() * len(moves))]


def evaluate(game: Game[S, Any, Any], evaluation: Evaluation[S], offsets: Sequence[float], state: S) -> list[float]:
    """Returns the chance of each seat to win, or the result if the game is over."""
    if state.pending:
        return evaluation.chances(evaluation.worth(state), offsets)
    outcome = game.outcome(state)
    assert outcome is not None
    return evaluation.results(outcome, offsets)


def best_by(values: Sequence[list[float]], seat: int) -> int:
    """Returns the index of the best value for the seat; the first of equals."""
    return max(range(len(values)), key=lambda index: (values[index][seat], -index))


def greedy(
    game: Game[S, M, Any], evaluation: Evaluation[S], world: S, moves: Sequence[M], stop: Callable[[], bool]
) -> list[list[float]] | None:
    """Returns the values by seat after each move, or None if stopped before all moves are evaluated."""
    offsets = evaluation.offsets(evaluation.worth(world))
    values = []
    for move in moves:
        if stop():
            return None
        after = game.copy(world)
        game.play(after, move, [])
        values.append(evaluate(game, evaluation, offsets, after))
    return values
