"""The functions of `Game` for states that are records, from rules that work on native positions."""

from __future__ import annotations

from random import Random
from typing import Generic, TypeVar

from engine.game import Event, Move, Outcome, State
from engine.native import Rules

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class Bridge(Generic[S, M]):
    """Converts records, lets the rules work on native positions, and converts the result."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def legal_moves(self, state: S) -> list[M]:
        """Returns all legal moves."""
        rules = self.rules
        return [rules.write_move(move) for move in rules.legal_moves(rules.read_state(state))]

    def play(self, state: S, move: M, events: list[Event]) -> None:
        """Plays a legal move in place, without checking it."""
        rules = self.rules
        position, native = rules.read_state(state), rules.read_move(move)
        assert native is not None, "a legal move"
        rules.play(position, native, events)
        after = rules.write_state(position)
        for name in state.__struct_fields__:
            setattr(state, name, getattr(after, name))

    def determinize(self, view: S, seat: int | None, rng: Random) -> S:
        """Returns a full state that is consistent with the view."""
        rules = self.rules
        found: S = rules.write_state(rules.determinize(rules.read_state(view), -1 if seat is None else seat, rng))
        return found

    def outcome(self, state: S) -> Outcome | None:
        """Returns None while a decision is pending, then the result."""
        return self.rules.outcome(self.rules.read_state(state)) if not state.pending else None
