"""Rules of a game that has no native positions: they work on the records themselves, slower."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from engine import game as records
from engine.native import Decision, Move, Position, Rules


class RecordMove(Move):
    """A move that is its record."""

    def __init__(self, record: Any) -> None:
        self.record = record


class RecordPosition(Position):
    """A position that is its record."""

    def __init__(self, record: Any) -> None:
        super().__init__(record.version, [Decision(decision.seat) for decision in record.pending])
        self.record = record


class RecordRules(Rules):
    """The functions that `Game` declares, as native rules."""

    def __init__(
        self,
        legal_moves: Callable[[Any], list[Any]],
        play: Callable[[Any, Any, list[records.Event]], None],
        copy: Callable[[Any], Any],
        determinize: Callable[[Any, int | None, Random], Any],
        outcome: Callable[[Any], records.Outcome | None],
    ) -> None:
        self.functions = legal_moves, play, copy, determinize, outcome
        self.moves: dict[Any, Move] = {}

    def legal_moves(self, position: Position) -> list[Move]:
        assert isinstance(position, RecordPosition)
        return [self.read_move(record) for record in self.functions[0](position.record)]

    def play(self, position: Position, move: Move, events: list[records.Event] | None) -> None:
        assert isinstance(position, RecordPosition) and isinstance(move, RecordMove)
        record = position.record
        self.functions[1](record, move.record, [] if events is None else events)
        position.version = record.version
        position.pending = [Decision(decision.seat) for decision in record.pending]

    def copy(self, position: Position) -> Position:
        assert isinstance(position, RecordPosition)
        return RecordPosition(self.functions[2](position.record))

    def determinize(self, view: Position, seat: int, rng: Random) -> Position:
        assert isinstance(view, RecordPosition)
        return RecordPosition(self.functions[3](view.record, None if seat < 0 else seat, rng))

    def outcome(self, position: Position) -> records.Outcome | None:
        assert isinstance(position, RecordPosition)
        return self.functions[4](position.record)

    def read_state(self, state: Any) -> Position:
        return RecordPosition(state)

    def write_state(self, position: Position) -> Any:
        assert isinstance(position, RecordPosition)
        return position.record

    def read_move(self, move: Any) -> Move:
        found = self.moves.get(move)
        if found is None:
            found = self.moves[move] = RecordMove(move)
        return found

    def write_move(self, move: Move) -> Any:
        assert isinstance(move, RecordMove)
        return move.record
