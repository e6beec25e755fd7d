"""One tree search for every game: Monte Carlo over worlds that agree with what the seat sees, sharing one tree.

A line goes down the tree by the moves legal in a world to a node not tried before. An iteration opens this one node: the moves there, of a
long list some, are judged by the game's evaluation, which also tells the search where to look first. Where the game settles its turns,
further iterations follow the best of these moves until another seat is to act: positions in the middle of a turn are hard to judge. Then
the result is carried back up the line. Results are vectors, one chance to win per seat; each seat maximises its own.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import exp, sqrt
from random import Random
from typing import Any, Generic, TypeVar

from engine.ai.evaluation import Evaluation
from engine.ai.players import judged
from engine.chance import some
from engine.game import Event, Game, Move, State

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)

EXPLORATION = 1.0
"""How much a promising but seldom tried move is preferred to the best one so far."""

SHARPNESS = 12.0
"""How fast the first interest in a move falls with its judgement: one that is 0.1 worse gets about a third of the attention."""

CURIOSITY = 0.25
"""The part of the first interest that all moves share alike: a first judgement comes from one world and may mislead."""

WITHIN_TURN = 0.3
"""Where turns are settled: how widely further decisions of a turn are tried, against 1 for its first; their judgements compare well."""

CHECK_EVERY = 4
"""Iterations between two looks at the clock."""

SHARED = 8
"""Lines that share a world."""


UNOPENED: dict[Any, Any] = {}
"""Shared by all nodes that were not opened yet; never written to."""


class Node(Generic[M]):
    """A position as reached by a line of moves, over all worlds: visits, sums of results by seat, and what was tried from here."""

    __slots__ = ("children", "prior", "totals", "visits")

    def __init__(self, totals: list[float]) -> None:
        self.visits = 1
        self.totals = totals
        self.prior = 0.0
        self.children: dict[M, Node[M]] = UNOPENED


@contextmanager
def unswept() -> Iterator[None]:
    """Without Python's search for rings of garbage, which costs a third of the time: a tree grows fast and has none."""
    swept = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if swept:
            gc.enable()


class Tree(Generic[S, M]):
    """The search for one decision of one seat. `reached` remembers where the nodes lead in the present world, and the moves there."""

    def __init__(self, game: Game[S, M, Any], evaluation: Evaluation[S], view: S, seat: int, rng: Random) -> None:
        self.game, self.evaluation, self.view, self.seat, self.rng = game, evaluation, view, seat, rng
        self.root: Node[M] = Node([])
        worth = evaluation.worth(game.determinize(view, seat, rng))
        self.settles = len(worth) >= evaluation.settles
        self.merits = evaluation.merits(worth)
        self.start = self.offsets = evaluation.offsets(worth)
        self.reached: dict[Node[M], tuple[S, list[M] | None]] = {}
        self.line: list[Node[M]] = []
        self.events: list[Event] = []

    def think(self, limit: int, stop: Callable[[], bool], progress: Callable[[int, int | None], None] | None) -> int:
        """Iterates until the limit or until stopped; says how many iterations were completed."""
        done = lines = 0
        with unswept():
            while done < limit:
                if done % CHECK_EVERY == 0:
                    if progress is not None:
                        progress(done, limit)
                    if stop():
                        break
                if not self.line:
                    if lines % SHARED == 0:
                        self.imagine()
                    self.descend()
                    lines += 1
                self.iterate()
                done += 1
        if self.line:
            self.carry_back(self.line[-1].totals[:])
        return done

    def imagine(self) -> None:
        """Another world. What is guessed of the others must not look like a gain or loss of a move: each world is counted from itself."""
        world = self.game.determinize(self.view, self.seat, self.rng)
        self.reached = {self.root: (world, None)}
        merits = self.evaluation.merits(self.evaluation.worth(world))
        self.offsets = [start + now - then for start, now, then in zip(self.start, merits, self.merits, strict=True)]

    def descend(self) -> None:
        """A new line: from the root by the moves most worth trying to a node that was not opened yet, or to the end of the game."""
        node, before = self.root, -1
        self.line.append(node)
        while node.children:
            state, moves = self.arrive(node)
            if not moves:
                return
            seat = state.pending[-1].seat
            node = self.select(node, state, moves, seat, seat == before)
            before = seat
            self.line.append(node)

    def iterate(self) -> None:
        """Opens the last node of the line. The result is carried back, or the line goes on while the turn does and turns are settled."""
        node = self.line[-1]
        state, moves = self.arrive(node)
        if not moves:
            self.carry_back(judged(self.game, self.evaluation, self.offsets, state))
            return
        seat = state.pending[-1].seat
        child = self.open(node, state, moves, seat)
        value = child.totals
        if self.settles:
            version = self.reached[child][0].version
            after, further = self.arrive(child)
            if further and after.pending[-1].seat == seat:
                self.line.append(child)
                return
            if after.version > version:
                value = judged(self.game, self.evaluation, self.offsets, after)
        self.carry_back(value)

    def carry_back(self, value: list[float]) -> None:
        """Counts a result for every node of the line, which ends with it."""
        for node in self.line:
            node.visits += 1
            totals = node.totals
            for index, share in enumerate(value):
                totals[index] += share
        self.line.clear()

    def arrive(self, node: Node[M]) -> tuple[S, list[M]]:
        """Where a node leads in this world, past moves without a choice; and the moves there, none at the end of the game."""
        state, moves = self.reached[node]
        if moves is not None:
            return state, moves
        game, worthwhile = self.game, self.evaluation.worthwhile
        while len(found := worthwhile(state, game.legal_moves(state))) == 1:
            self.play(state, found[0])
        self.reached[node] = state, found
        return state, found

    def open(self, node: Node[M], state: S, moves: list[M], seat: int) -> Node[M]:
        """Judges the moves from here; the best of them. The first guess at this position gives way to the results to come."""
        if len(moves) > self.evaluation.width and node is not self.root:
            moves = some(moves, self.evaluation.width, self.rng)
        node.children = {move: self.judge(state, move) for move in moves}
        self.weigh(node, seat)
        best = max(node.children.values(), key=lambda child: child.totals[seat])
        node.visits, node.totals = 0, [0.0] * len(best.totals)
        return best

    def judge(self, state: S, move: M) -> Node[M]:
        """A new node for a move, with the judgement of where it leads as its first visit."""
        after = self.follow(state, move)
        child: Node[M] = Node(judged(self.game, self.evaluation, self.offsets, after))
        self.reached[child] = after, None
        return child

    def follow(self, state: S, move: M) -> S:
        """Where a move leads."""
        after = self.game.copy(state)
        self.play(after, move)
        return after

    def play(self, state: S, move: M) -> None:
        """Plays a move in place; what happens is of no interest."""
        self.game.play(state, move, self.events)
        self.events.clear()

    def weigh(self, node: Node[M], seat: int) -> None:
        """Shares out the first interest among the moves by their first judgements."""
        children = node.children.values()
        best = max(child.totals[seat] / child.visits for child in children)
        weights = [exp(SHARPNESS * (child.totals[seat] / child.visits - best)) for child in children]
        whole = sum(weights)
        for child, weight in zip(children, weights, strict=True):
            child.prior = (1 - CURIOSITY) * weight / whole + CURIOSITY / len(weights)

    def select(self, node: Node[M], state: S, moves: Sequence[M], seat: int, within: bool) -> Node[M]:
        """The move to try next: its results so far, raised while it was tried less often than its interest deserves."""
        children, urge = node.children, EXPLORATION * sqrt(node.visits)
        if seat != self.seat:
            urge *= self.evaluation.foresight
        if within and self.settles:
            urge *= WITHIN_TURN
        chosen, best_move, best = node, moves[0], -1.0
        widened = False
        for move in moves:
            child = children.get(move)
            if child is None:
                if widened:
                    continue
                child = self.judge(state, move)
                children[move] = child
                child.prior = 1.0 / len(moves)
                widened = True
            score = child.totals[seat] / child.visits + urge * child.prior / (1 + child.visits)
            if score > best:
                chosen, best_move, best = child, move, score
        if chosen not in self.reached:
            self.reached[chosen] = self.follow(state, best_move), None
        return chosen

    def candidates(self) -> list[tuple[M, int, list[float]]]:
        """The moves at the root, most visited first, each with its mean result by seat."""
        seat = self.seat
        entries = [(move, child.visits, [total / child.visits for total in child.totals]) for move, child in self.root.children.items()]
        return sorted(entries, key=lambda entry: (-entry[1], -entry[2][seat]))
