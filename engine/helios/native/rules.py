"""The rules of Helios on native positions, as the bridge and the search use them."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from engine import native
from engine.game import Event, Outcome
from engine.helios.native import conversion
from engine.helios.native.moves import MOVES, Move
from engine.helios.native.position import Position
from engine.helios.rules.legal import answers
from engine.helios.rules.play import play
from engine.helios.scoring import outcome
from engine.helios.view import determinize


class HeliosRules(native.Rules):
    """The rules of Helios."""

    def legal_moves(self, position: native.Position) -> list[native.Move]:
        assert isinstance(position, Position)
        return answers(position, position.pending[-1]) if position.pending else []

    def play(self, position: native.Position, move: native.Move, events: list[Event] | None) -> None:
        assert isinstance(position, Position)
        play(position, move, events)

    def copy(self, position: native.Position) -> native.Position:
        assert isinstance(position, Position)
        return position.copy()

    def determinize(self, view: native.Position, seat: int, rng: Random) -> native.Position:
        assert isinstance(view, Position)
        return determinize(view, seat, rng)

    def outcome(self, position: native.Position) -> Outcome | None:
        assert isinstance(position, Position)
        return outcome(position)

    def read_state(self, state: Any) -> Position:
        return conversion.read_state(state)

    def write_state(self, position: native.Position) -> Any:
        assert isinstance(position, Position)
        return conversion.write_state(position)

    def read_move(self, move: Any) -> native.Move | None:
        return MOVES.get(move)

    def write_move(self, move: native.Move) -> Any:
        assert isinstance(move, Move)
        return move.record


RULES: Final = HeliosRules()
