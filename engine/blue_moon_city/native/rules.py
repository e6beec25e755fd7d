"""The rules of Blue Moon City on native positions."""

from __future__ import annotations

from random import Random

from engine.blue_moon_city.moves import AnyMove
from engine.blue_moon_city.native.conversion import MOVES, RECORDS, read_state, write_state
from engine.blue_moon_city.native.determinize import determinize
from engine.blue_moon_city.native.position import BlueMoonCityPosition
from engine.blue_moon_city.rules.legal import legal_moves
from engine.blue_moon_city.rules.play import play
from engine.blue_moon_city.scoring import outcome
from engine.blue_moon_city.state import State
from engine.game import Event, Outcome
from engine.native import Move, Position, Rules


class BlueMoonCityRules(Rules):
    """The rules; every position is a BlueMoonCityPosition."""

    def legal_moves(self, position: Position) -> list[Move]:
        assert isinstance(position, BlueMoonCityPosition)
        return legal_moves(position)

    def play(self, position: Position, move: Move, events: list[Event] | None) -> None:
        assert isinstance(position, BlueMoonCityPosition)
        play(position, move, events)

    def copy(self, position: Position) -> BlueMoonCityPosition:
        assert isinstance(position, BlueMoonCityPosition)
        return position.copy()

    def determinize(self, view: Position, seat: int, rng: Random) -> BlueMoonCityPosition:
        assert isinstance(view, BlueMoonCityPosition)
        return determinize(view, rng)

    def outcome(self, position: Position) -> Outcome | None:
        assert isinstance(position, BlueMoonCityPosition)
        return outcome(position)

    def read_state(self, state: State) -> BlueMoonCityPosition:
        return read_state(state)

    def write_state(self, position: Position) -> State:
        assert isinstance(position, BlueMoonCityPosition)
        return write_state(position)

    def read_move(self, move: AnyMove) -> Move | None:
        return MOVES.get(move)

    def write_move(self, move: Move) -> AnyMove:
        return RECORDS[move]


RULES = BlueMoonCityRules()
