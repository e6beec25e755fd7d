"""Evaluation of positions: the expected final points of each seat, and their conversion into chances to win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any, Generic, TypeVar

from engine.game import Event, Game, Outcome, State

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Evaluation(Generic[S]):
    """The evaluation of one game, with the parameters of its search.

    `worth(state)` returns the expected final score of each seat. The search maximises the gain in worth, less `rivalry` times the mean gain
    of the other seats; `rivalry` is below 1 because a seat's own plans are more certain. A gain of `scale` raises an even chance to about
    3 in 4. `foresight` scales the exploration of other seats' moves, relative to 1 for the own moves; less is deeper. Below the root,
    `width` moves of a longer list are evaluated when a node is expanded, and one more at each later visit. With at least `settles` seats,
    the search plays the current turn to its end before it evaluates the result. `worthwhile(state, moves)` removes moves that are hardly
    ever the best, but never all of them.
    """

    worth: Callable[[S], list[float]]
    scale: float
    rivalry: float = 1.0
    foresight: float = 1.0
    width: int = 8
    settles: int = 2
    worthwhile: Callable[[S, list[Any]], list[Any]] = lambda state, moves: moves

    def offsets(self, worth: Sequence[float]) -> list[float]:
        """Returns the zero points for `chances` in a position of this worth: seats that are behind start below an even chance."""
        leads = [own - max(other for rival, other in enumerate(worth) if rival != seat) for seat, own in enumerate(worth)]
        merits = self.merits(worth)
        return [merit - max(-self.scale, min(self.scale, lead)) for merit, lead in zip(merits, leads, strict=True)]

    def merits(self, worth: Sequence[float]) -> list[float]:
        """Returns each seat's worth, less `rivalry` times the mean worth of the others."""
        total, part = sum(worth), self.rivalry / (len(worth) - 1)
        return [own - part * (total - own) for own in worth]

    def chances(self, worth: Sequence[float], offsets: Sequence[float]) -> list[float]:
        """Returns each seat's chance to win (a logistic function of its merit)."""
        total, part, scale = sum(worth), self.rivalry / (len(worth) - 1), self.scale
        return [
            1.0 / (1.0 + exp(min(30.0, (offset + part * (total - own) - own) / scale))) for own, offset in zip(worth, offsets, strict=True)
        ]

    def results(self, outcome: Outcome, offsets: Sequence[float]) -> list[float]:
        """Returns the values of a finished game: 80 % victory, 20 % margin, so that decided games are still played well."""
        margins = self.chances(outcome.scores, offsets)
        return [0.8 * share + 0.2 * margin for share, margin in zip(shares(outcome), margins, strict=True)]


def shares(outcome: Outcome) -> list[float]:
    """Returns each seat's share of the victory, which tied winners divide equally."""
    winners = outcome.ranking[0]
    return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(len(outcome.scores))]


def by_playout(game: Game[Any, Any, Any]) -> Evaluation[Any]:
    """Returns an evaluation for any game: the scores of one random playout."""

    def worth(state: Any) -> list[float]:
        rng, end = Random(state.version), game.copy(state)
        events: list[Event] = []
        while moves := game.legal_moves(end):
            game.play(end, moves[int(rng.random() * len(moves))], events)
        outcome = game.outcome(end)
        assert outcome is not None
        return [float(score) for score in outcome.scores]

    return Evaluation(worth, 5.0)
