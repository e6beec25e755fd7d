"""How good a position is for each seat: points expected at the end, and what a lead in points is worth as a chance to win."""

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
    """What the players know of one game.

    `worth(state)` is the final score each seat may hope for. While a seat thinks, what counts is the gain since then, less `rivalry` times
    the mean gain of the others: below 1, for own plans are surer than those of others. A gain of `scale` turns an even game into 3 of 4.
    `foresight` is how widely the search tries the answers of others, against 1 for its own moves; the less, the deeper it looks.
    Below the root, `width` moves of a longer list are judged when the search opens a node, and one more at each further visit.
    With so many seats as `settles` says, or more, the search follows the turn it reached to its end before the result counts.
    `worthwhile(state, moves)` leaves out legal moves that are hardly ever the best; something is always left.
    """

    worth: Callable[[S], list[float]]
    scale: float
    rivalry: float = 1.0
    foresight: float = 1.0
    width: int = 8
    settles: int = 2
    worthwhile: Callable[[S, list[Any]], list[Any]] = lambda state, moves: moves

    def offsets(self, worth: Sequence[float]) -> list[float]:
        """What to count from, in a position of this worth: seats behind begin below an even chance, though never without hope."""
        leads = [own - max(other for rival, other in enumerate(worth) if rival != seat) for seat, own in enumerate(worth)]
        merits = self.merits(worth)
        return [merit - max(-self.scale, min(self.scale, lead)) for merit, lead in zip(merits, leads, strict=True)]

    def merits(self, worth: Sequence[float]) -> list[float]:
        """Own worth less the rivals' part."""
        total, part = sum(worth), self.rivalry / (len(worth) - 1)
        return [own - part * (total - own) for own in worth]

    def chances(self, worth: Sequence[float], offsets: Sequence[float]) -> list[float]:
        """Each seat's chance to finish first."""
        total, part, scale = sum(worth), self.rivalry / (len(worth) - 1), self.scale
        return [
            1.0 / (1.0 + exp(min(30.0, (offset + part * (total - own) - own) / scale))) for own, offset in zip(worth, offsets, strict=True)
        ]

    def results(self, outcome: Outcome, offsets: Sequence[float]) -> list[float]:
        """The result of a finished game: mostly who won, a little by how much, so that a lost or won game is still played well."""
        margins = self.chances(outcome.scores, offsets)
        return [0.8 * share + 0.2 * margin for share, margin in zip(shares(outcome), margins, strict=True)]


def shares(outcome: Outcome) -> list[float]:
    """The victory, shared among those who tie for it."""
    winners = outcome.ranking[0]
    return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(len(outcome.scores))]


def by_playout(game: Game[Any, Any, Any]) -> Evaluation[Any]:
    """For a game without an evaluation of its own: the scores of one random game from here on."""

    def worth(state: Any) -> list[float]:
        rng, end = Random(state.version), game.copy(state)
        events: list[Event] = []
        while moves := game.legal_moves(end):
            game.play(end, moves[int(rng.random() * len(moves))], events)
        outcome = game.outcome(end)
        assert outcome is not None
        return [float(score) for score in outcome.scores]

    return Evaluation(worth, 5.0)
