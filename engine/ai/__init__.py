"""AI players. They get only a seat's view, and always return a legal move, however early they are stopped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from random import Random
from typing import Any, Generic, Literal, TypeVar

from engine.ai.evaluation import Evaluation, by_playout
from engine.ai.evaluations import EVALUATIONS
from engine.ai.players import any_move, best_by, greedy
from engine.ai.search import SHARPNESS, Tree
from engine.errors import GameOver
from engine.game import Game, Move, State, to_act

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)

Rung = Literal["search", "heuristic", "any"]
Stop = Callable[[], bool]
Progress = Callable[[int, int | None], None]


@dataclass(frozen=True)
class Level:
    """The strength of a player: its method (rung), its default time, and its maximum number of iterations."""

    rung: Rung
    deadline_ms: int
    iterations: int


LEVELS: Mapping[str, Level] = {
    "random": Level("any", 50, 0),
    "easy": Level("heuristic", 250, 0),
    "normal": Level("search", 250, 2_000),
    "hard": Level("search", 1_000, 20_000),
}


@dataclass(frozen=True)
class Candidate(Generic[M]):
    """A move that was considered.

    `visits` counts how often the search tried it (0 without a search). `probability` says how much the player prefers it; the probabilities
    of all candidates sum to 1. They are the shares of the visits; without a search, a softmax of the seat's chances, or equal at random.
    `expected` is the chance of each seat to win after the move; the chances of all seats sum to 1.
    """

    move: M
    visits: int
    probability: float
    expected: list[float]


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


def choose(
    game: Game[S, M, Any],
    view: S,
    seat: int,
    level: str,
    seed: int,
    *,
    iterations: int | None = None,
    stop: Stop = lambda: False,
    progress: Progress | None = None,
    analysis: bool = False,
) -> Choice[M]:
    """Returns the move of a player of this level; raises GameOver at the end and ValueError if another seat has to act.

    The same view, level, iterations and seed give the same move, unless `stop` returns True before the search is done.
    """
    decision = to_act(view)
    if decision is None:
        raise GameOver("The game is over; no move is legal.")
    if decision.seat != seat:
        raise ValueError(f"seat {decision.seat} has to act, not {seat}")
    rung, limit = LEVELS[level].rung, LEVELS[level].iterations if iterations is None else iterations
    rng = Random(f"{seed}/{level}/{view.version}/{seat}")
    moves = game.legal_moves(view)
    evaluation = EVALUATIONS.get(game.id) or by_playout(game)
    if rung == "any" or len(moves) == 1 or stop():
        move = any_move(moves, rng)
        return Choice(move, "any", 0, _equals(game, evaluation, view, seat, moves, rng, stop) if analysis else None)
    moves = evaluation.worthwhile(view, moves)
    if rung == "search" and limit > 0 and len(moves) > 1:
        tree = Tree(game, evaluation, view, seat, rng)
        done = tree.think(limit, stop, progress)
        if done:
            return _searched(tree, done, analysis)
    return _by_heuristic(game, evaluation, view, seat, moves, rng, stop, analysis)


def _searched(tree: Tree[S, M], done: int, analysis: bool) -> Choice[M]:
    found = tree.candidates()
    whole = sum(visits for _, visits, _ in found)
    candidates = [Candidate(move, visits, visits / whole, _shares(means)) for move, visits, means in found] if analysis else None
    return Choice(found[0][0], "search", done, candidates, tree)


def _by_heuristic(
    game: Game[S, M, Any], evaluation: Evaluation[S], view: S, seat: int, moves: Sequence[M], rng: Random, stop: Stop, analysis: bool
) -> Choice[M]:
    values = greedy(game, evaluation, game.determinize(view, seat, rng), moves, stop)
    if values is None:
        return Choice(any_move(moves, rng), "any", 0, [] if analysis else None)
    best = best_by(values, seat)
    weights = [exp(SHARPNESS * (value[seat] - values[best][seat])) for value in values]
    return Choice(moves[best], "heuristic", 0, _ranked(moves, _shares(weights), values, seat) if analysis else None)


def _equals(
    game: Game[S, M, Any], evaluation: Evaluation[S], view: S, seat: int, moves: Sequence[M], rng: Random, stop: Stop
) -> list[Candidate[M]]:
    """Returns the candidates of a player that chooses at random."""
    values = greedy(game, evaluation, game.determinize(view, seat, rng), moves, stop)
    return [] if values is None else _ranked(moves, [1 / len(moves)] * len(moves), values, seat)


def _ranked(moves: Sequence[M], probabilities: Sequence[float], values: Sequence[list[float]], seat: int) -> list[Candidate[M]]:
    """Returns moves that were evaluated without a search as candidates, the best for the seat first."""
    ranked = sorted(range(len(moves)), key=lambda index: (-values[index][seat], index))
    return [Candidate(moves[index], 0, probabilities[index], _shares(values[index])) for index in ranked]


def _shares(values: Sequence[float]) -> list[float]:
    """Returns positive values in proportion, so that they sum to 1."""
    whole = sum(values)
    return [value / whole for value in values]
