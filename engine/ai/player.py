"""An AI player at one decision. It gets only a seat's view, and always finds a legal move, however early it is stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import Any

from engine.ai.choices import Candidate, Choice
from engine.ai.evaluation import Evaluation
from engine.ai.levels import Level
from engine.ai.lines import Lines
from engine.ai.players import any_move, best_by, greedy
from engine.ai.search import SHARPNESS, Node, Tree
from engine.native import Move, Position, Rules

Stop = Callable[[], bool]
"""Says whether the player must stop."""

Progress = Callable[[int, int | None], None]
"""Takes the iterations done and their limit, if there is one."""

Glance = Callable[[int], Choice[Any] | None]
"""Returns the choice so far with an analysis of this many moves at most; None as long as there is none."""

LONG_LINES = 12
"""The number of candidates, best first, whose lines go beyond the move itself."""


class Player:
    """Chooses a move at one decision of one seat; `seed` decides everything that is left to chance."""

    def __init__(self, rules: Rules, evaluation: Evaluation, view: Position, seat: int, seed: str, stop: Stop) -> None:
        self._rules, self._evaluation, self._view, self._seat, self._seed, self._stop = rules, evaluation, view, seat, seed, stop
        self._rng = Random(seed)
        self._moves = rules.legal_moves(view)

    def choose(
        self, level: Level, limit: int, progress: Progress | None, watch: Callable[[Glance], None] | None, analysis: bool
    ) -> Choice[Any]:
        """Returns the move of a player of this level after at most `limit` iterations; `watch` gets a function that looks at the search."""
        if level.rung == "any" or len(self._moves) == 1 or self._stop():
            return Choice(self._rules.write_move(any_move(self._moves, self._rng)), "any", 0, self._equals() if analysis else None)
        self._moves = self._evaluation.worthwhile(self._view, self._moves)
        if level.rung == "search" and limit > 0 and len(self._moves) > 1:
            tree = Tree(self._rules, self._evaluation, self._view, self._seat, self._rng)
            if watch is not None:
                watch(lambda most: self._found(tree, tree.root.visits, most) if tree.root.children else None)
            done = tree.think(limit, self._stop, progress)
            if done:
                return self._found(tree, done, len(tree.root.children) if analysis else 0)
        return self._by_heuristic(analysis)

    def _found(self, tree: Tree, done: int, most: int) -> Choice[Any]:
        """Returns what a search has found, with an analysis of the best moves; of none if `most` is 0."""
        found = tree.candidates()
        whole = sum(visits for _, visits, _ in found)
        shown = [(move, visits, visits / whole, means) for move, visits, means in found[:most]]
        candidates = self._candidates(shown, tree.root.children) if most else None
        return Choice(self._rules.write_move(found[0][0]), "search", done, candidates, tree)

    def _by_heuristic(self, analysis: bool) -> Choice[Any]:
        """Returns the move after which the position is best."""
        values = self._values()
        if values is None:
            return Choice(self._rules.write_move(any_move(self._moves, self._rng)), "any", 0, [] if analysis else None)
        best, seat = best_by(values, self._seat), self._seat
        weights = [exp(SHARPNESS * (value[seat] - values[best][seat])) for value in values]
        ranked = self._ranked(shares(weights), values) if analysis else None
        return Choice(self._rules.write_move(self._moves[best]), "heuristic", 0, ranked)

    def _equals(self) -> list[Candidate[Any]]:
        """Returns the candidates of a player that chooses at random."""
        values = self._values()
        return [] if values is None else self._ranked([1 / len(self._moves)] * len(self._moves), values)

    def _values(self) -> list[list[float]] | None:
        world = self._rules.determinize(self._view, self._seat, self._rng)
        return greedy(self._rules, self._evaluation, world, self._moves, self._stop)

    def _ranked(self, probabilities: Sequence[float], values: Sequence[list[float]]) -> list[Candidate[Any]]:
        """Returns moves that were evaluated without a search as candidates, the best for the seat first."""
        order = sorted(range(len(self._moves)), key=lambda index: (-values[index][self._seat], index))
        return self._candidates([(self._moves[index], 0, probabilities[index], values[index]) for index in order], {})

    def _candidates(self, found: Sequence[tuple[Move, int, float, list[float]]], nodes: dict[Move, Node]) -> list[Candidate[Any]]:
        """Returns candidates from moves, visits, probabilities and chances; their lines use random numbers of their own."""
        lines = Lines(self._rules, self._evaluation, self._view, self._seat, Random(f"{self._seed}/lines"))
        candidates = []
        for number, (move, visits, probability, values) in enumerate(found):
            points, line = lines.follow(move, nodes.get(move) if number < LONG_LINES else None)
            candidates.append(Candidate(self._rules.write_move(move), visits, probability, shares(values), points, line))
        return candidates


def shares(values: Sequence[float]) -> list[float]:
    """Returns positive values in proportion, so that they sum to 1."""
    whole = sum(values)
    return [value / whole for value in values]
