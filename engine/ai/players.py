"""The players without a tree: any move at all, and the greedy one, which judges where each of its moves leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from engine.ai.evaluation import Evaluation
from engine.game import Game, Move, State, to_act

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)

FOLLOW_UPS = 6
"""How many further decisions of its own turn the greedy player looks ahead."""

WIDE = 40
"""A follow-up decision with more answers than this is left open."""


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
    """What each move brings each seat, as time allows with the rest of the turn played greedily; None if stopped before all are judged."""
    offsets = evaluation.offsets(evaluation.worth(world))
    reached = []
    for move in moves:
        if stop():
            return None
        reached.append(_after(game, evaluation, offsets, world, move))
    seat = world.pending[-1].seat
    values = [value for _, value in reached]
    for index, (state, value) in enumerate(reached):
        if stop():
            break
        values[index] = _followed(game, evaluation, offsets, state, value, seat)
    return values


def _followed(
    game: Game[S, M, Any], evaluation: Evaluation[S], offsets: Sequence[float], state: S, value: list[float], seat: int
) -> list[float]:
    """The value of a position when the seat's further decisions of this turn are answered one by one, each greedily."""
    for _ in range(FOLLOW_UPS):
        asked = to_act(state)
        if asked is None or asked.seat != seat:
            break
        options = evaluation.worthwhile(state, game.legal_moves(state))
        if len(options) > WIDE:
            break
        found = [_after(game, evaluation, offsets, state, option) for option in options]
        state, value = found[best_by([judgement for _, judgement in found], seat)]
    return value


def _after(game: Game[S, M, Any], evaluation: Evaluation[S], offsets: Sequence[float], state: S, move: M) -> tuple[S, list[float]]:
    after = game.copy(state)
    game.play(after, move, [])
    return after, judged(game, evaluation, offsets, after)
