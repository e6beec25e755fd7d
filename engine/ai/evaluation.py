"""Evaluation of positions: the expected final points of each seat, and their conversion into chances to win."""

from __future__ import annotations

from math import exp
from random import Random

from engine.game import Outcome
from engine.native import Move, Position, Rules


class Evaluation:
    """The evaluation of one game, with the parameters of its search. Each game has a subclass, which defines `worth`.

    The search maximises the gain in worth, less `rivalry` times the mean gain of the other seats; `rivalry` is below 1 because a seat's own
    plans are more certain. A gain of `scale` raises an even chance to about 3 in 4. `foresight` scales the exploration of other seats'
    moves, relative to 1 for the own moves; less is deeper. Below the root, `width` moves of a longer list are evaluated when a node is
    expanded, and one more at each later visit. With at least `settles` seats, the search plays the current turn to its end before it
    evaluates the result. A decision gets the part `share_of_turn` of the time that is left for the turn.
    """

    def __init__(
        self, scale: float, rivalry: float = 1.0, foresight: float = 1.0, width: int = 8, settles: int = 2, share_of_turn: float = 0.5
    ) -> None:
        self.scale = scale
        self.rivalry = rivalry
        self.foresight = foresight
        self.width = width
        self.settles = settles
        self.share_of_turn = share_of_turn

    def worth(self, position: Position) -> list[float]:
        """Returns the expected final score of each seat."""
        raise NotImplementedError

    def worthwhile(self, position: Position, moves: list[Move]) -> list[Move]:
        """Returns the moves in their order, without those that are hardly ever the best, but never none of them."""
        return moves

    def offsets(self, worth: list[float]) -> list[float]:
        """Returns the zero points for `chances` in a position of this worth: seats that are behind start below an even chance."""
        scale, found = self.scale, self.merits(worth)
        for seat in range(len(worth)):
            lead = worth[seat] - max([worth[rival] for rival in range(len(worth)) if rival != seat])
            found[seat] -= max(-scale, min(scale, lead))
        return found

    def merits(self, worth: list[float]) -> list[float]:
        """Returns each seat's worth, less `rivalry` times the mean worth of the others."""
        total, part = whole(worth), self.rivalry / (len(worth) - 1)
        return [own - part * (total - own) for own in worth]

    def chances(self, worth: list[float], offsets: list[float]) -> list[float]:
        """Returns each seat's chance to win (a logistic function of its merit)."""
        total, part, scale = whole(worth), self.rivalry / (len(worth) - 1), self.scale
        found: list[float] = []
        for seat in range(len(worth)):
            own = worth[seat]
            behind = (offsets[seat] + part * (total - own) - own) / scale
            found.append(1.0 / (1.0 + exp(behind if behind < 30.0 else 30.0)))
        return found

    def results(self, outcome: Outcome, offsets: list[float]) -> list[float]:
        """Returns the values of a finished game: 80 % victory, 20 % margin, so that decided games are still played well."""
        won, margins = shares(outcome), self.chances([float(score) for score in outcome.scores], offsets)
        return [0.8 * won[seat] + 0.2 * margins[seat] for seat in range(len(won))]


def whole(values: list[float]) -> float:
    """Returns the sum from left to right; `sum` rounds differently from Python 3.12 on."""
    total = 0.0
    for value in values:
        total += value
    return total


def shares(outcome: Outcome) -> list[float]:
    """Returns each seat's share of the victory, which tied winners divide equally."""
    winners = outcome.ranking[0]
    return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(len(outcome.scores))]


class Playout(Evaluation):
    """An evaluation for any game: the scores of one random playout."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(5.0)
        self.rules = rules

    def worth(self, position: Position) -> list[float]:
        rng, end = Random(position.version), self.rules.copy(position)
        while moves := self.rules.legal_moves(end):
            self.rules.play(end, moves[int(rng.random() * len(moves))], None)
        outcome = self.rules.outcome(end)
        assert outcome is not None
        return [float(score) for score in outcome.scores]
