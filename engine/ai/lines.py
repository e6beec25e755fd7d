"""How play may go on after a move: the moves that the search prefers, and the points that each seat can expect at their end."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any

from engine.ai.choices import Step
from engine.ai.evaluation import Evaluation
from engine.ai.search import Node
from engine.native import Move, Position, Rules

WORLDS = 4
"""The number of determinizations over which the points are averaged."""

LENGTH = 6
"""The longest line."""

LEAST_VISITS = 2
"""A reply that was tried less often says nothing."""

Line = list[Step[Any]]


class Lines:
    """Follows moves in a few worlds that the seat holds possible; all candidates are compared in the same worlds."""

    def __init__(self, rules: Rules, evaluation: Evaluation, view: Position, seat: int, rng: Random) -> None:
        self._rules, self._evaluation, self._seat = rules, evaluation, seat
        self._worlds = [rules.determinize(view, seat, rng) for _ in range(WORLDS)]

    def follow(self, move: Move, node: Node | None) -> tuple[list[float], Line]:
        """Returns the expected points of each seat after a move, and the line in the first world; `node` is the move's node, if any."""
        moves = [move, *_replies(node)]
        found = [self._play(world, moves) for world in self._worlds]
        seats = range(len(found[0][0]))
        return [round(sum(points[seat] for points, _ in found) / WORLDS, 2) for seat in seats], found[0][1]

    def _play(self, world: Position, moves: Sequence[Move]) -> tuple[list[float], Line]:
        """Plays the moves as far as they are legal in this world; moves without a choice are part of the line."""
        rules, position, line = self._rules, self._rules.copy(world), Line()
        coming = deque(moves)
        while position.pending and coming:
            legal = rules.legal_moves(position)
            move = legal[0] if len(legal) == 1 else coming[0]
            if move not in legal or not self._step(position, move, line):
                break
            if move is coming[0]:
                coming.popleft()
        return self._points(position), line

    def _step(self, position: Position, move: Move, line: Line) -> bool:
        """Plays a move and adds it to the line; returns False, and does nothing, where another seat would move in secret."""
        seat, record = position.pending[-1].seat, self._rules.write_move(move)
        if record.hidden and seat != self._seat:
            return False
        line.append(Step(seat, record, self._rules.copy(position)))
        self._rules.play(position, move, None)
        return True

    def _points(self, position: Position) -> list[float]:
        if position.pending:
            return self._evaluation.worth(position)
        outcome = self._rules.outcome(position)
        assert outcome is not None
        return [float(score) for score in outcome.scores]


def _replies(node: Node | None) -> list[Move]:
    """Returns the most visited moves from a node down."""
    moves: list[Move] = []
    while node is not None and node.children and len(moves) < LENGTH - 1:
        move, node = max(node.children.items(), key=lambda entry: entry[1].visits)
        if node.visits < LEAST_VISITS:
            break
        moves.append(move)
    return moves
