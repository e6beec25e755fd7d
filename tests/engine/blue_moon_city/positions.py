"""Positions of Blue Moon City for tests, and checked play from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.blue_moon_city import GAME
from engine.blue_moon_city.content import CARD_COUNTS, TILES
from engine.blue_moon_city.moves import AnyDecision, AnyMove, Movement
from engine.blue_moon_city.setup import new_game
from engine.blue_moon_city.state import Building, Options, State
from engine.chance import shuffled
from engine.game import Event

COURTYARD = 10
"""The centre of the city without the expansion. Its neighbours are 5, 11, 15 and 9; those of 4 are 0, 5, 9 and 3."""

E = TypeVar("E", bound=Event)


def table(
    seats: int = 2,
    hands: Sequence[Sequence[str]] = (),
    tiles: Mapping[int, str] | None = None,
    rebuilt: Sequence[str] = (),
    at: Sequence[int] = (),
    **options: object,
) -> State:
    """A scattered city with the named tiles in the named cells, hands and miniatures by seat; seat 0 is about to move."""
    chosen = Options(**{"layout": "scattered", "first_seat": 0, **options})  # type: ignore[arg-type]
    state = new_game(chosen, seats, seed=7)
    for cell, tile in (tiles or {}).items():
        other = next(place for place, building in enumerate(state.city) if building.tile == tile)
        state.city[cell], state.city[other] = state.city[other], state.city[cell]
    for cell, building in enumerate(state.city):
        if building.tile in rebuilt:
            state.city[cell] = Building(building.tile, True, ())
    for seat, cell in enumerate(at):
        state.players[seat].miniature = cell
    deal(state, *hands)
    return state


def deal(state: State, *hands: Sequence[str], discards: Sequence[str] = ()) -> None:
    """Gives these hands, by seat, and these discards; other seats have none, the rest is the deck."""
    left = Counter(CARD_COUNTS)
    left.subtract(discards)
    for seat, player in enumerate(state.players):
        hand = sorted(hands[seat]) if seat < len(hands) else []
        left.subtract(hand)
        player.hand, player.waiting = [*hand], []
    assert min(left.values()) >= 0
    state.discards = [*discards]
    state.deck = [*shuffled(left.elements(), 1, "deck")]


def mark(state: State, cell: int, *markers: int | None) -> None:
    """Places markers on the spaces of a ruin, from the left."""
    building = state.city[cell]
    spaces = len(TILES[building.tile].spaces)
    state.city[cell] = Building(building.tile, False, (*markers, *[None] * (spaces - len(markers))))
    for marker in markers:
        if marker is not None:
            state.players[marker].markers -= 1


def offer_before(state: State, *seats: int) -> None:
    """Offerings made earlier."""
    state.obelisk += seats
    for seat in seats:
        state.players[seat].markers -= 1


def ask(state: State, decision: AnyDecision) -> None:
    """Replaces the pending decision of the seat whose turn it is."""
    state.pending = [decision]


def rebuild_all(state: State, *ruins: str) -> None:
    """Rebuilds every building except the named ones."""
    for cell, building in enumerate(state.city):
        if building.tile not in ruins:
            state.city[cell] = Building(building.tile, True, ())


def playing(state: State, *moves: AnyMove) -> list[Event]:
    """Makes legal moves in place, checking the position before and after each; returns all events."""
    events: list[Event] = []
    assert GAME.check(state) == []
    for move in moves:
        assert move in GAME.legal_moves(state), move
        GAME.play(state, move, events)
        assert GAME.check(state) == []
    return events


def having(events: Sequence[Event], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def listed(state: State, kind: type[AnyMove]) -> list[AnyMove]:
    """The legal moves of one kind."""
    return [move for move in GAME.legal_moves(state) if isinstance(move, kind)]


def starting_movement(seat: int = 0) -> Movement:
    """Returns the decision at the start of a turn."""
    return Movement(seat, 2)
