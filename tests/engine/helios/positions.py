"""Positions built by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine.game import Event, start
from engine.helios import GAME
from engine.helios.content import COLOR_INDEX, LIGHT, START, Color, Special
from engine.helios.moves import ActionTurn, AnyDecision, AnyMove, BonusAction, ChooseLand, PlaceCube, RegularAction
from engine.helios.native.conversion import read_state, write_state
from engine.helios.native.position import Position
from engine.helios.rules import play
from engine.helios.rules.outline import outline
from engine.helios.state import Player, State, Tile, land_of

E = TypeVar("E", bound=Event)


def first_turn(seats: int = 2, seed: int = 1, **options: Any) -> State:
    """Returns a game after set-up with brown starting lands and green extra cubes; the first seat has to take an action tile."""
    state = start(GAME, options, seats, seed)
    while not isinstance(state.pending[-1], ActionTurn):
        lands = isinstance(GAME.legal_moves(state)[0], ChooseLand)
        do(state, ChooseLand("brown") if lands else PlaceCube("green", START))
    return state


def asked(*decisions: AnyDecision, seats: int = 2) -> State:
    """Returns the first turn with these pending decisions; boards have the starting land and no cubes."""
    state = first_turn(seats)
    for player in state.players:
        clear(state, player)
    state.pending = list(decisions)
    return state


def acting(symbol: str, seats: int = 2) -> State:
    """Returns a position in which seat 0 has to carry out an action."""
    if symbol == "any":
        return asked(BonusAction(0, None), seats=seats)
    return asked(RegularAction(0, symbol), seats=seats)  # type: ignore[arg-type]


def clear(state: State, player: Player) -> None:
    """Returns all cubes of a board to the supply."""
    for field, tile in enumerate(player.tiles):
        if tile is not None:
            put(state, player, field, tile.tile)


def put(state: State, player: Player, field: int, tile: Color | Special, *cubes: Color, temple: bool = False) -> None:
    """Places a tile with cubes from the supply or a temple; the previous pieces return to the supply."""
    old = player.tiles[field]
    for color in old.cubes if old else ():
        state.cubes[COLOR_INDEX[color]] += 1
    for color in cubes:
        state.cubes[COLOR_INDEX[color]] -= 1
    state.houses += (old.temple if old else False) - temple
    player.tiles[field] = Tile(tile, cubes, temple)


def fill(state: State, player: Player, fields: range, tile: Color | Special = "green") -> None:
    """Places tiles of one kind without cubes."""
    for field in fields:
        put(state, player, field, tile)


def put_sun(player: Player, field: int, armed: bool = False, track: int | None = None) -> None:
    """Places the sun on the earliest visit of a field, and the sun marker on a space."""
    around = outline(land_of(player))
    player.sun, player.sun_beside, player.armed = field, around.beside[around.first[field]], armed
    player.track = track or player.track


def do(state: State, move: AnyMove) -> list[Any]:
    """Plays a move that must be legal; returns its events."""
    legal = GAME.legal_moves(state)
    assert move in legal, f"{move} is not in {legal}"
    events: list[Event] = []
    after = GAME.copy(state)
    GAME.play(after, move, events)
    overwrite(state, after)
    return events


def overwrite(state: State, after: State) -> None:
    """Gives a state the content of another; its players remain the same objects, so that tests can keep them."""
    for player, changed in zip(state.players, after.players, strict=True):
        for name in player.__struct_fields__:
            setattr(player, name, getattr(changed, name))
    for name in state.__struct_fields__:
        if name != "players":
            setattr(state, name, getattr(after, name))


def change(state: State, rule: Callable[[Position], None]) -> None:
    """Applies a part of the rules, which work on native positions, to a state."""
    position = read_state(state)
    rule(position)
    overwrite(state, write_state(position))


def settle(state: State, events: list[Any]) -> None:
    """Resolves decisions without a choice."""
    change(state, lambda position: play.settle(position, events))


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
