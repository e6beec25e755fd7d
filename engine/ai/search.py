"""The tree search for every game: information set Monte Carlo tree search, with PUCT selection and an evaluation instead of playouts.

Determinizations of the view ("worlds") share one tree. A line descends by moves that are legal in its world to a node that is not yet
expanded. An iteration expands this node: the game's evaluation values its moves (some of a long list), which also gives their priors. If
the game settles turns, further iterations follow the best of these moves until another seat has to act, because positions in the middle
of a turn are hard to evaluate. Then the result is backed up along the line. Results are vectors with one chance to win per seat; each seat
maximises its own.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import exp, sqrt
from random import Random
from typing import Any, Generic, TypeVar

from engine.ai.evaluation import Evaluation
from engine.ai.players import evaluate
from engine.chance import sample
from engine.game import Event, Game, Move, State

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)

EXPLORATION = 1.0
"""The exploration constant of PUCT."""

SHARPNESS = 12.0
"""The inverse temperature of the priors: a move whose value is 0.1 worse has about a third of the prior."""

CURIOSITY = 0.25
"""The uniform part of the priors: a first evaluation comes from one world and may be misleading."""

WITHIN_TURN = 0.3
"""The factor for exploring later decisions of a turn in games that settle turns: their evaluations are comparable."""

CHECK_EVERY = 4
"""The number of iterations between two calls of `stop`."""

SHARED = 8
"""The number of lines that share a world."""


UNEXPANDED: dict[Any, Any] = {}
"""The children of every node that is not expanded; shared, and never changed."""


class Node(Generic[M]):
    """A line of moves from the root, over all worlds: its visits, the sums of results by seat, its prior and its children."""

    __slots__ = ("children", "prior", "totals", "visits")

    def __init__(self, totals: list[float]) -> None:
        self.visits = 1
        self.totals = totals
        self.prior = 0.0
        self.children: dict[M, Node[M]] = UNEXPANDED


@contextmanager
def without_gc() -> Iterator[None]:
    """Disables cyclic garbage collection, which would cost a third of the time; the tree has no reference cycles."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Tree(Generic[S, M]):
    """The search for one decision of one seat. `reached` caches the state of each node in the current world, and its moves."""

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
        """Iterates until the limit or until stopped; returns the number of completed iterations."""
        done = lines = 0
        with without_gc():
            while done < limit:
                if done % CHECK_EVERY == 0:
                    if progress is not None:
                        progress(done, limit)
                    if stop():
                        break
                if not self.line:
                    if lines % SHARED == 0:
                        self.sample_world()
                    self.descend()
                    lines += 1
                self.iterate()
                done += 1
        if self.line:
            self.back_up(self.line[-1].totals[:])
        return done

    def sample_world(self) -> None:
        """Samples another world, with its own offsets: hidden information must not look like a gain or a loss of a move."""
        world = self.game.determinize(self.view, self.seat, self.rng)
        self.reached = {self.root: (world, None)}
        merits = self.evaluation.merits(self.evaluation.worth(world))
        self.offsets = [start + now - then for start, now, then in zip(self.start, merits, self.merits, strict=True)]

    def descend(self) -> None:
        """Begins a new line: selects nodes from the root down to a node that is not expanded, or to the end of the game."""
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
        """Expands the last node of the line; backs up the result, or continues the line if turns are settled and the turn goes on."""
        node = self.line[-1]
        state, moves = self.arrive(node)
        if not moves:
            self.back_up(evaluate(self.game, self.evaluation, self.offsets, state))
            return
        seat = state.pending[-1].seat
        child = self.expand(node, state, moves, seat)
        value = child.totals
        if self.settles:
            version = self.reached[child][0].version
            after, further = self.arrive(child)
            if further and after.pending[-1].seat == seat:
                self.line.append(child)
                return
            if after.version > version:
                value = evaluate(self.game, self.evaluation, self.offsets, after)
        self.back_up(value)

    def back_up(self, value: list[float]) -> None:
        """Adds a result to every node of the line and clears the line."""
        for node in self.line:
            node.visits += 1
            totals = node.totals
            for index, share in enumerate(value):
                totals[index] += share
        self.line.clear()

    def arrive(self, node: Node[M]) -> tuple[S, list[M]]:
        """Returns the state of a node in this world, after all moves without a choice, and its moves; none at the end of the game."""
        state, moves = self.reached[node]
        if moves is not None:
            return state, moves
        game, worthwhile = self.game, self.evaluation.worthwhile
        while len(found := worthwhile(state, game.legal_moves(state))) == 1:
            self.play(state, found[0])
        self.reached[node] = state, found
        return state, found

    def expand(self, node: Node[M], state: S, moves: list[M], seat: int) -> Node[M]:
        """Expands a node and returns its best child; the evaluation of the node itself is dropped."""
        if len(moves) > self.evaluation.width and node is not self.root:
            moves = sample(moves, self.evaluation.width, self.rng)
        node.children = {move: self.new_child(state, move) for move in moves}
        self.set_priors(node, seat)
        best = max(node.children.values(), key=lambda child: child.totals[seat])
        node.visits, node.totals = 0, [0.0] * len(best.totals)
        return best

    def new_child(self, state: S, move: M) -> Node[M]:
        """Returns a new node for a move, with the evaluation of its state as the first visit."""
        after = self.follow(state, move)
        child: Node[M] = Node(evaluate(self.game, self.evaluation, self.offsets, after))
        self.reached[child] = after, None
        return child

    def follow(self, state: S, move: M) -> S:
        """Returns the state after a move."""
        after = self.game.copy(state)
        self.play(after, move)
        return after

    def play(self, state: S, move: M) -> None:
        """Plays a move in place and drops its events."""
        self.game.play(state, move, self.events)
        self.events.clear()

    def set_priors(self, node: Node[M], seat: int) -> None:
        """Sets the priors of the children: a softmax of their first evaluations, mixed with a uniform part."""
        children = node.children.values()
        best = max(child.totals[seat] / child.visits for child in children)
        weights = [exp(SHARPNESS * (child.totals[seat] / child.visits - best)) for child in children]
        whole = sum(weights)
        for child, weight in zip(children, weights, strict=True):
            child.prior = (1 - CURIOSITY) * weight / whole + CURIOSITY / len(weights)

    def select(self, node: Node[M], state: S, moves: Sequence[M], seat: int, within: bool) -> Node[M]:
        """Returns the child with the highest mean result plus exploration bonus (PUCT); creates at most one missing child."""
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
                child = self.new_child(state, move)
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
        """Returns the moves at the root, most visited first, with their visits and mean results by seat."""
        seat = self.seat
        entries = [(move, child.visits, [total / child.visits for total in child.totals]) for move, child in self.root.children.items()]
        return sorted(entries, key=lambda entry: (-entry[1], -entry[2][seat]))
