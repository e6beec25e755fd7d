"""Native positions: plain typed classes, which the compiled build turns into machine code.

The rules of a game and the search work on them. The records of a game (its `State`, `Move`, `Decision` and `Event`) are the wire form of
the same things: they are decoded, validated, stored, shown and sent. `Rules` converts one into the other.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine import game as records


class Move:
    """One move. Every move of a game exists once, so equal moves are the same object and can be compared by identity."""


class Decision:
    """A choice that one seat has to make. Immutable: replaced, never changed in place."""

    def __init__(self, seat: int) -> None:
        self.seat = seat


class Facts:
    """What an evaluation derives from an immutable part of a position, worked out once and kept with the part."""


class Position:
    """A position of a game, or the view of it that one seat has, in which unknown pieces are None.

    Whatever never changes, or is replaced as a whole, is shared by the copies of a position.
    """

    def __init__(self, version: int, pending: list[Decision]) -> None:
        self.version = version
        self.pending = pending


class Rules:
    """The rules of one game on native positions, and the conversion from and to records.

    `play` appends the events of a move to a list, or creates none if it is given None, as by the search.
    """

    def legal_moves(self, position: Position) -> list[Move]:
        """Returns all legal moves without duplicates, in the order of the records."""
        raise NotImplementedError

    def play(self, position: Position, move: Move, events: list[records.Event] | None) -> None:
        """Plays a legal move in place, without checking it."""
        raise NotImplementedError

    def copy(self, position: Position) -> Position:
        """Returns an independent position, which shares nothing that `play` changes."""
        raise NotImplementedError

    def determinize(self, view: Position, seat: int, rng: Random) -> Position:
        """Returns a full position that is consistent with the view of a seat; -1 stands for a spectator."""
        raise NotImplementedError

    def outcome(self, position: Position) -> records.Outcome | None:
        """Returns None while a decision is pending, then the result."""
        raise NotImplementedError

    def read_state(self, state: Any) -> Position:
        """Converts a state that was checked, or a view."""
        raise NotImplementedError

    def write_state(self, position: Position) -> Any:
        """Converts a position into a state."""
        raise NotImplementedError

    def read_move(self, move: Any) -> Move | None:
        """Returns the native move of a record, or None if there is no such move in the game."""
        raise NotImplementedError

    def write_move(self, move: Move) -> Any:
        """Returns the record of a native move."""
        raise NotImplementedError
