"""Toy games with a known best move, as full Game records: a heap (2 to 4 seats), a wide choice, and a covered coin."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from engine import game as contract
from engine.description import Description
from engine.drawing import DEFAULT_LAYOUT
from engine.game import Decision, Event, Game, Outcome, Preview
from engine.record_rules import RecordRules


class Options(contract.Options, frozen=True, kw_only=True):
    """No options."""


class Take(contract.Move, frozen=True):
    """Take this many, take the card with this number, or guess this side."""

    count: int


class Turn(Decision, frozen=True):
    """How many?"""


class Position(contract.State, kw_only=True, tag="toy"):
    """The rest of the heap, what each seat has, and the covered coin."""

    left: int
    taken: list[int]
    coin: int | None = None


Moves = Callable[[Position], list[Take]]
Play = Callable[[Position, int, int], bool]
"""(position, seat, count) -> the game is over."""


def toy(name: str, seats: tuple[int, ...], begin: Callable[[int, int], Position], moves: Moves, play: Play) -> Game[Any, Any, Any]:
    """A Game record from three small functions; the most taken wins."""

    def legal_moves(state: Position) -> list[Take]:
        return moves(state) if state.pending else []

    def play_move(state: Position, move: Take, events: list[Event]) -> None:
        seat = state.pending[-1].seat
        state.version += 1
        over = play(state, seat, move.count)
        state.pending = [] if over else [Turn((seat + 1) % len(state.taken))]

    def copy(state: Position) -> Position:
        return msgspec.structs.replace(state, taken=state.taken[:], pending=list(state.pending))

    def view(state: Position, seat: int | None) -> Position:
        return msgspec.structs.replace(copy(state), seed=None, coin=None)

    def determinize(state: Position, seat: int | None, rng: Random) -> Position:
        return msgspec.structs.replace(copy(state), seed=0, coin=int(rng.random() * 2))

    def outcome(state: Position) -> Outcome | None:
        if state.pending:
            return None
        places = sorted(set(state.taken), reverse=True)
        ranking = [[seat for seat, taken in enumerate(state.taken) if taken == place] for place in places]
        return Outcome(ranking, state.taken[:], [[] for _ in state.taken], "done")

    return Game(
        name, name, "1", 1, seats, Options, Position, (Take,), (Turn,), (Event,), {}, Options, {}, (),
        lambda options, count, seed: begin(count, seed), lambda state: [],
        legal_moves, play_move, copy, view, lambda event, seat: event, determinize, lambda state: [], outcome,
        lambda state, record, language, names=(): name, lambda state, moves: [Preview() for _ in moves], lambda options, count: 1000,
        (), lambda view, seat, language, layout=DEFAULT_LAYOUT: "", lambda language: (), Description(1, "light", {}),
        RecordRules(legal_moves, play_move, copy, determinize, outcome),
    )  # fmt: skip


def _heap(seats: int, left: int) -> Position:
    return Position(schema_version=1, rules_version="1", version=0, seed=1, pending=[Turn(0)], left=left, taken=[0] * seats, coin=0)


def _last_one_wins(state: Position, seat: int, count: int) -> bool:
    state.left -= count
    if state.left == 0:
        state.taken[seat] = 1
    return state.left == 0


HEAP = toy("heap", (2, 3, 4), _heap, lambda state: [Take(count) for count in range(1, min(3, state.left) + 1)], _last_one_wins)
"""Take one to three; the player who takes the last one wins. `seed` is the size of the heap. With two seats, multiples of four are lost."""


def _one_card_each(state: Position, seat: int, count: int) -> bool:
    state.taken[seat] = (count * 37) % 301 // (seat + 1)
    return seat == len(state.taken) - 1


WIDE = toy("wide", (2, 3, 4), _heap, lambda state: [Take(count) for count in range(300)], _one_card_each)
"""Each seat takes one of 300 cards, once; card n is worth 37 n modulo 301 (to later seats a part of that), so that 122 is best."""


def _guess(state: Position, seat: int, count: int) -> bool:
    state.taken[0] = 2 * (count == state.coin) if count < 2 else 1
    state.taken[1] = 1
    return True


COIN = toy("coin", (2,), _heap, lambda state: [Take(0), Take(1), Take(2)], _guess)
"""Guess the covered coin for a win or a loss, or take 2 for a draw."""
