"""Positions of Orbis for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Event, submit
from engine.orbis import GAME
from engine.orbis.content import NEIGHBOURS
from engine.orbis.moves import AnyDecision, AnyMove, LayRegion, TakeRegion, Turn
from engine.orbis.records import COLORS
from engine.orbis.setup import new_game
from engine.orbis.state import NOBODY, Options, Player, Region, State
from tests.engine.cases import random_game

EDGE_TILES = ["L1-red-1", "L1-red-2", "L1-blue-1", "L1-blue-2", "L1-yellow-1", "L1-green-1", "L1-green-2", "L1-white-1", "L1-white-2"]
"""Nine tiles without a cost, for a display."""


def worshippers(**counts: int) -> tuple[int, ...]:
    """Five counts from the colours' names."""
    return tuple(counts.get(color, 0) for color in COLORS)


def laid(*places: str | tuple[str, int, int] | tuple[str, int, int, str]) -> list[Region]:
    """A world from (tile, row, column[, face]); bare tiles go to row 1, from column 0 on."""
    regions = []
    for index, place in enumerate(places):
        tile, row, column, *face = (place, 1, index) if isinstance(place, str) else place
        regions.append(Region(tile, row, column, face[0] if face else "up"))  # type: ignore[arg-type]
    return regions


def position(
    display: dict[int, str] | None = None,
    world: Sequence[Region] = (),
    owned: tuple[int, ...] = NOBODY,
    standing: dict[int, tuple[int, ...]] | None = None,
    seats: int = 2,
    options: Options | None = None,
    privileges: tuple[str, ...] = (),
) -> State:
    """Returns a position in which seat 0 has to take its turn, with the given world and worshippers and a display of free tiles."""
    state = new_game(options or Options(), seats, 1)
    state.display = [(display or {}).get(slot, EDGE_TILES[slot]) for slot in range(9)]
    state.display_worshippers = [(standing or {}).get(slot, NOBODY) for slot in range(9)]
    state.players[0] = Player(owned, list(world), privileges, None, False)  # type: ignore[arg-type]
    state.pending = [Turn(0)]
    return state


def play(state: State, *moves: AnyMove) -> tuple[State, list[Event]]:
    """Submits the moves one after the other; returns the final position and all events."""
    happened: list[Event] = []
    for move in moves:
        state, events = submit(GAME, state, move)
        happened += events
    return state, happened


def lay(state: State, slot: int, row: int = 1, column: int = 0, wilderness: bool = False) -> State:
    """Takes a region and lays it."""
    return play(state, TakeRegion(slot), LayRegion(row, column, wilderness))[0]


def asked(state: State) -> AnyDecision:
    """The pending decision."""
    return state.pending[-1]


def listed(state: State, kind: type[AnyMove]) -> list[AnyMove]:
    """The legal moves of one kind."""
    return [move for move in GAME.legal_moves(state) if isinstance(move, kind)]


def finished(*worlds: Sequence[Region], options: Options | None = None, owned: Sequence[int] = ()) -> State:
    """A game that is over, with these worlds; worshippers, if given, are all red."""
    state = new_game(options or Options(), len(worlds), 1)
    for player, world in zip(state.players, worlds, strict=True):
        player.world = list(world)
    for player, count in zip(state.players, owned, strict=False):
        player.worshippers = worshippers(red=count)
    state.pending = []
    return state


def walk(state: State, seed: int) -> Iterator[tuple[State, AnyMove, list[AnyMove]]]:
    """A random game, in place: the position, the move chosen and those listed, before each move is made."""
    for _, move, moves in random_game(GAME, state, seed):
        yield state, move, moves


def neighbours(slot: int) -> set[int]:
    """An oracle for the display: the slots one step away."""
    row, column = divmod(slot, 3)
    found = {other for other in range(9) if abs(other // 3 - row) + abs(other % 3 - column) == 1}
    assert found == set(NEIGHBOURS[slot])
    return found
