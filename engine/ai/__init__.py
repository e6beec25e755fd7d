"""AI players. They get only a seat's view, and always return a legal move, however early they are stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine.ai.choices import Candidate, Choice, Step
from engine.ai.evaluation import Playout
from engine.ai.evaluations import EVALUATIONS
from engine.ai.levels import LEVELS, Level, Rung
from engine.ai.player import Glance, Player, Progress, Stop
from engine.errors import GameOver
from engine.game import Game, Move, State, to_act

__all__ = ["LEVELS", "Candidate", "Choice", "Glance", "Level", "Rung", "Step", "choose", "share_of_turn"]

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


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
    watch: Callable[[Glance], None] | None = None,
    analysis: bool = False,
) -> Choice[M]:
    """Returns the move of a player of this level; raises GameOver at the end and ValueError if another seat has to act.

    The same view, level, iterations and seed give the same move, unless `stop` returns True before the search is done. `watch` gets a
    function that returns the choice so far, to be called by `stop` or `progress`.
    """
    decision = to_act(view)
    if decision is None:
        raise GameOver("The game is over; no move is legal.")
    if decision.seat != seat:
        raise ValueError(f"seat {decision.seat} has to act, not {seat}")
    rules, chosen = game.rules, LEVELS[level]
    evaluation = EVALUATIONS.get(game.id) or Playout(rules)
    player = Player(rules, evaluation, rules.read_state(view), seat, f"{seed}/{level}/{view.version}/{seat}", stop)
    return player.choose(chosen, chosen.iterations if iterations is None else iterations, progress, watch, analysis)


def share_of_turn(game: Game[Any, Any, Any]) -> float:
    """Returns the part of the time left for a turn that its next decision gets: less in games with many decisions per turn."""
    evaluation = EVALUATIONS.get(game.id)
    return evaluation.share_of_turn if evaluation else 0.5
