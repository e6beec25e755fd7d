"""Positions built by hand."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.game import Event, start
from engine.helios import GAME
from engine.helios.content import COLOR_INDEX, LIGHT, START, Color, Special
from engine.helios.moves import ActionTurn, AnyDecision, AnyMove, BonusAction, ChooseLand, PlaceCube, RegularAction
from engine.helios.state import Player, State, Tile

E = TypeVar("E", bound=Event)


def first_turn(seats: int = 2, seed: int = 1, **options: Any) -> State:
    """A new game in which everybody began with a brown land and all extra cubes are green: the first action tile is to be taken."""
    state = start(GAME, options, seats, seed)
    while not isinstance(state.pending[-1], ActionTurn):
        lands = isinstance(GAME.legal_moves(state)[0], ChooseLand)
        do(state, ChooseLand("brown") if lands else PlaceCube("green", START))
    return state


def asked(*decisions: AnyDecision, seats: int = 2) -> State:
    """The first turn, with these decisions pending in place of the usual one; boards hold the starting land and no cube."""
    state = first_turn(seats)
    for player in state.players:
        clear(state, player)
    state.pending = list(decisions)
    return state


def acting(symbol: str, seats: int = 2) -> State:
    """Seat 0 is to use the action of a taken tile, or any action."""
    if symbol == "any":
        return asked(BonusAction(0, None), seats=seats)
    return asked(RegularAction(0, symbol), seats=seats)  # type: ignore[arg-type]


def clear(state: State, player: Player) -> None:
    """Takes all cubes off a board."""
    for field, tile in enumerate(player.tiles):
        if tile is not None:
            put(state, player, field, tile.tile)


def put(state: State, player: Player, field: int, tile: Color | Special, *cubes: Color, temple: bool = False) -> None:
    """A tile on a board, with cubes from the supply or a temple; what was there goes back."""
    old = player.tiles[field]
    for color in old.cubes if old else ():
        state.cubes[COLOR_INDEX[color]] += 1
    for color in cubes:
        state.cubes[COLOR_INDEX[color]] -= 1
    state.houses += (old.temple if old else False) - temple
    player.tiles[field] = Tile(tile, cubes, temple)


def fill(state: State, player: Player, fields: range, tile: Color | Special = "green") -> None:
    """Empty tiles of one kind on many fields."""
    for field in fields:
        put(state, player, field, tile)


def do(state: State, move: AnyMove) -> list[Any]:
    """Makes a move that must be listed; the events it caused."""
    legal = GAME.legal_moves(state)
    assert move in legal, f"{move} is not in {legal}"
    events: list[Event] = []
    GAME.play(state, move, events)
    return events


def only(events: list[Any], kind: type[E]) -> E:
    """The one event of a kind."""
    (event,) = [event for event in events if isinstance(event, kind)]
    return event


def of(events: list[Any], kind: type[E]) -> list[E]:
    """All events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def moves_of(state: State, kind: type[Any]) -> list[Any]:
    """The legal moves of a kind."""
    return [move for move in GAME.legal_moves(state) if isinstance(move, kind)]


def cubes_on(state: State, seat: int) -> list[tuple[int, Color]]:
    """All cubes of a seat, by field."""
    tiles = state.players[seat].tiles
    return [(field, color) for field in range(LIGHT) if (tile := tiles[field]) is not None for color in tile.cubes]
