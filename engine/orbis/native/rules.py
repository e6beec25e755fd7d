"""The rules of Orbis on native positions, as the search and the bridge to records call them."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from engine.bridge import Bridge
from engine.game import Event, Outcome
from engine.native import Move, Position, Rules
from engine.orbis import moves as records
from engine.orbis import scoring, view
from engine.orbis.native import conversion, moves
from engine.orbis.native.position import OrbisPosition
from engine.orbis.rules import legal, play
from engine.orbis.state import State


class OrbisRules(Rules):
    """The rules of Orbis."""

    def legal_moves(self, position: Position) -> list[Move]:
        assert isinstance(position, OrbisPosition)
        return legal.legal_moves(position)

    def play(self, position: Position, move: Move, events: list[Event] | None) -> None:
        assert isinstance(position, OrbisPosition)
        play.play(position, move, events)

    def copy(self, position: Position) -> Position:
        assert isinstance(position, OrbisPosition)
        return position.copy()

    def determinize(self, seen: Position, seat: int, rng: Random) -> Position:
        assert isinstance(seen, OrbisPosition)
        return view.determinize(seen, rng)

    def outcome(self, position: Position) -> Outcome | None:
        assert isinstance(position, OrbisPosition)
        return scoring.outcome(position)

    def read_state(self, state: Any) -> OrbisPosition:
        return conversion.read_state(state)

    def write_state(self, position: Position) -> Any:
        assert isinstance(position, OrbisPosition)
        return conversion.write_state(position)

    def read_move(self, move: Any) -> Move | None:
        return conversion.read_move(move)

    def write_move(self, move: Move) -> Any:
        assert isinstance(move, moves.OrbisMove)
        return move.record


RULES: Final = OrbisRules()
BRIDGE: Final[Bridge[State, records.AnyMove]] = Bridge(RULES)
