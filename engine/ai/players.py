"""The players without a search tree: the random player, and the greedy player, which evaluates the position after each move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.ai.evaluation import Evaluation
from engine.native import Move, Position, Rules


def any_move(moves: list[Move], rng: Random) -> Move:
    """Returns a random move; all moves are equally likely."""
    return moves[int(rng.random() * len(moves))]


def evaluate(rules: Rules, evaluation: Evaluation, offsets: list[float], position: Position) -> list[float]:
    """Returns the chance of each seat to win, or the result if the game is over."""
    if position.pending:
        return evaluation.chances(evaluation.worth(position), offsets)
    outcome = rules.outcome(position)
    assert outcome is not None
    return evaluation.results(outcome, offsets)


def best_by(values: list[list[float]], seat: int) -> int:
    """Returns the index of the best value for the seat; the first of equals."""
    best = 0
    for index in range(len(values)):
        if values[index][seat] > values[best][seat]:
            best = index
    return best


def greedy(rules: Rules, evaluation: Evaluation, world: Position, moves: list[Move], stop: Callable[[], bool]) -> list[list[float]] | None:
    """Returns the values by seat after each move, or None if stopped before all moves are evaluated."""
    offsets = evaluation.offsets(evaluation.worth(world))
    values: list[list[float]] = []
    for move in moves:
        if stop():
            return None
        after = rules.copy(world)
        rules.play(after, move, None)
        values.append(evaluate(rules, evaluation, offsets, after))
    return values
