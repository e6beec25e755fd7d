"""AI players. They get only a seat's view, and always return a legal move, however early they are stopped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Literal, TypeVar

from engine.ai.evaluation import Evaluation, by_playout
from engine.ai.evaluations import EVALUATIONS
from engine.ai.players import any_move, best_by, greedy
from engine.ai.search import Tree
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
    """A move that was considered: its number of visits, and the chance of each seat to win after it (0 to 1)."""

    move: M
    visits: int
    expected: list[float]


@dataclass(frozen=True)
class Choice(Generic[M]):
    """The result of a search: the move, the method (rung) that found it, the iterations made, and on request the candidates, best first.

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
    if rung == "any" or len(moves) == 1 or stop():
        return Choice(any_move(moves, rng), "any", 0, [] if analysis else None)
    evaluation = EVALUATIONS.get(game.id) or by_playout(game)
    moves = evaluation.worthwhile(view, moves)
    if rung == "search" and limit > 0 and len(moves) > 1:
        tree = Tree(game, evaluation, view, seat, rng)
        done = tree.think(limit, stop, progress)
        if done:
            return _searched(tree, done, analysis)
    return _by_heuristic(game, evaluation, view, seat, moves, rng, stop, analysis)


def _searched(tree: Tree[S, M], done: int, analysis: bool) -> Choice[M]:
    candidates = [Candidate(*entry) for entry in tree.candidates()]
    return Choice(candidates[0].move, "search", done, candidates if analysis else None, tree)


def _by_heuristic(
    game: Game[S, M, Any], evaluation: Evaluation[S], view: S, seat: int, moves: Sequence[M], rng: Random, stop: Stop, analysis: bool
) -> Choice[M]:
    values = greedy(game, evaluation, game.determinize(view, seat, rng), moves, stop)
    if values is None:
        return Choice(any_move(moves, rng), "any", 0, [] if analysis else None)
    ranked = sorted(range(len(moves)), key=lambda index: (-values[index][seat], index))
    candidates = [Candidate(moves[index], 1, values[index]) for index in ranked]
    return Choice(moves[best_by(values, seat)], "heuristic", 0, candidates if analysis else None)
