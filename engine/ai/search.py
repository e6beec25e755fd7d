"""The tree search for every game: information set Monte Carlo tree search, with PUCT selection and an evaluation instead of playouts.

Determinizations of the view ("worlds") share one tree. A line descends by moves that are legal in its world to a node that is not yet
expanded. An iteration expands this node: the game's evaluation values its moves (some of a long list), which also gives their priors. If
the game settles turns, further iterations follow the best of these moves until another seat has to act, because positions in the middle
of a turn are hard to evaluate. Then the result is backed up along the line. Results are vectors with one chance to win per seat; each seat
maximises its own.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import exp, sqrt
from random import Random
from typing import Final

from engine.ai.evaluation import Evaluation
from engine.ai.players import evaluate
from engine.chance import sample
from engine.native import Move, Position, Rules

EXPLORATION: Final = 1.0
"""The exploration constant of PUCT."""

SHARPNESS: Final = 12.0
"""The inverse temperature of the priors: a move whose value is 0.1 worse has about a third of the prior."""

CURIOSITY: Final = 0.25
"""The uniform part of the priors: a first evaluation comes from one world and may be misleading."""

WITHIN_TURN: Final = 0.3
"""The factor for exploring later decisions of a turn in games that settle turns: their evaluations are comparable."""

CHECK_EVERY: Final = 4
"""The number of iterations between two calls of `stop`."""

SHARED: Final = 8
"""The number of lines that share a world."""


class Node:
    """A line of moves from the root, over all worlds: its visits, the sums of results by seat, its prior and its children.

    `position` is where the line leads in the current world, and `moves` are the moves there; both are None until they are needed.
    """

    __slots__ = ("children", "moves", "position", "prior", "totals", "visits")

    def __init__(self, totals: list[float], position: Position | None) -> None:
        self.visits = 1
        self.totals = totals
        self.prior = 0.0
        self.children: dict[Move, Node] = UNEXPANDED
        self.position = position
        self.moves: list[Move] | None = None


UNEXPANDED: Final[dict[Move, Node]] = {}
"""The children of every node that is not expanded; shared, and never changed."""


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


class Tree:
    """The search for one decision of one seat. `reached` lists the nodes that have a position in the current world."""

    def __init__(self, rules: Rules, evaluation: Evaluation, view: Position, seat: int, rng: Random) -> None:
        self.rules = rules
        self.evaluation = evaluation
        self.view = view
        self.seat = seat
        self.rng = rng
        self.root = Node([], None)
        worth = evaluation.worth(rules.determinize(view, seat, rng))
        self.settles = len(worth) >= evaluation.settles
        self.merits = evaluation.merits(worth)
        self.start = evaluation.offsets(worth)
        self.offsets = self.start
        self.reached: list[Node] = []
        self.line: list[Node] = []

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
        for node in self.reached:
            node.position = None
            node.moves = None
        world = self.rules.determinize(self.view, self.seat, self.rng)
        self.root.position = world
        self.reached = [self.root]
        merits = self.evaluation.merits(self.evaluation.worth(world))
        self.offsets = [self.start[seat] + merits[seat] - self.merits[seat] for seat in range(len(merits))]

    def descend(self) -> None:
        """Begins a new line: selects nodes from the root down to a node that is not expanded, or to the end of the game."""
        node, before = self.root, -1
        self.line.append(node)
        while node.children:
            moves = self.arrive(node)
            if not moves:
                return
            position = reached(node)
            seat = position.pending[-1].seat
            node = self.select(node, position, moves, seat, seat == before)
            before = seat
            self.line.append(node)

    def iterate(self) -> None:
        """Expands the last node of the line; backs up the result, or continues the line if turns are settled and the turn goes on."""
        node = self.line[-1]
        moves = self.arrive(node)
        position = reached(node)
        if not moves:
            self.back_up(evaluate(self.rules, self.evaluation, self.offsets, position))
            return
        seat = position.pending[-1].seat
        child = self.expand(node, position, moves, seat)
        value = child.totals
        if self.settles:
            after = reached(child)
            version = after.version
            if self.arrive(child) and after.pending[-1].seat == seat:
                self.line.append(child)
                return
            if after.version > version:
                value = evaluate(self.rules, self.evaluation, self.offsets, after)
        self.back_up(value)

    def back_up(self, value: list[float]) -> None:
        """Adds a result to every node of the line and clears the line."""
        seats = len(value)
        for node in self.line:
            node.visits += 1
            totals = node.totals
            for seat in range(seats):
                totals[seat] += value[seat]
        self.line.clear()

    def arrive(self, node: Node) -> list[Move]:
        """Returns the moves of a node in this world, none at the end of the game; plays all moves without a choice before."""
        moves = node.moves
        if moves is not None:
            return moves
        rules, evaluation, position = self.rules, self.evaluation, reached(node)
        moves = evaluation.worthwhile(position, rules.legal_moves(position))
        while len(moves) == 1:
            rules.play(position, moves[0], None)
            moves = evaluation.worthwhile(position, rules.legal_moves(position))
        node.moves = moves
        return moves

    def expand(self, node: Node, position: Position, moves: list[Move], seat: int) -> Node:
        """Expands a node and returns its best child; the evaluation of the node itself is dropped."""
        if len(moves) > self.evaluation.width and node is not self.root:
            moves = sample(moves, self.evaluation.width, self.rng)
        node.children = {move: self.new_child(position, move) for move in moves}
        children = list(node.children.values())
        node.visits = 0
        node.totals = [0.0] * len(children[0].totals)
        best = children[0]
        for child in children:
            if child.totals[seat] > best.totals[seat]:
                best = child
        set_priors(children, seat, best.totals[seat])
        return best

    def new_child(self, position: Position, move: Move) -> Node:
        """Returns a new node for a move, with the evaluation of its position as the first visit."""
        after = self.follow(position, move)
        child = Node(evaluate(self.rules, self.evaluation, self.offsets, after), after)
        self.reached.append(child)
        return child

    def follow(self, position: Position, move: Move) -> Position:
        """Returns the position after a move."""
        after = self.rules.copy(position)
        self.rules.play(after, move, None)
        return after

    def select(self, node: Node, position: Position, moves: list[Move], seat: int, within: bool) -> Node:
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
                child = self.new_child(position, move)
                children[move] = child
                child.prior = 1.0 / len(moves)
                widened = True
            visits = child.visits
            score = child.totals[seat] / visits + urge * child.prior / (1 + visits)
            if score > best:
                chosen, best_move, best = child, move, score
        if chosen.position is None:
            chosen.position = self.follow(position, best_move)
            self.reached.append(chosen)
        return chosen

    def candidates(self) -> list[tuple[Move, int, list[float]]]:
        """Returns the moves at the root, most visited first, with their visits and mean results by seat.

        While the search runs, a move that is just being expanded has no visits and is left out.
        """
        seat = self.seat
        entries = [
            (move, child.visits, [total / child.visits for total in child.totals])
            for move, child in self.root.children.items()
            if child.visits
        ]
        return sorted(entries, key=lambda entry: (-entry[1], -entry[2][seat]))


def reached(node: Node) -> Position:
    """Returns the position of a node that was reached in the current world."""
    position = node.position
    assert position is not None
    return position


def set_priors(children: list[Node], seat: int, best: float) -> None:
    """Sets the priors of new nodes: a softmax of their first evaluations, mixed with a uniform part."""
    total = 0.0
    for child in children:
        child.prior = exp(SHARPNESS * (child.totals[seat] - best))
        total += child.prior
    for child in children:
        child.prior = (1.0 - CURIOSITY) * child.prior / total + CURIOSITY / len(children)
