"""Movement, and the powers of cards during movement (BMC-3.1)."""

from __future__ import annotations

from engine.blue_moon_city.content import CARDS, CITIES, DRAGON_OF, DRAGONS, VALUE_OF
from engine.blue_moon_city.events import DragonMoved, MiniatureMoved, PowerPlayed, StepsGained
from engine.blue_moon_city.moves import EXTRA_STEPS, FLIT_STEPS, AnyMove, CallDragon, EndMovement, Fly, Hurry, Movement, Step
from engine.blue_moon_city.rules.turn import ask_movement
from engine.blue_moon_city.state import State, hand_of
from engine.game import Event

FLIT_ANYWHERE = "flit_1"
DRAGON_STEPS = 3
END_MOVEMENT = EndMovement()
HURRY = Hurry()

Listed = tuple[AnyMove, ...]
STEPS: list[list[Listed]] = [[tuple(Step(cell) for cell in beside) for beside in city.neighbours] for city in CITIES]
FLIGHTS: list[list[Listed]] = [
    [tuple(Fly(to) for to in range(len(city.cells)) if to != cell) for cell in range(len(city.cells))] for city in CITIES
]
"""The flights by layout and cell of the miniature; a power must move the miniature."""


def _calls(card: str, expansion: int) -> dict[int | None, Listed]:
    """Returns the moves of a card by the dragon's cell: value 1 from anywhere to any cell, value 2 up to three steps within the city."""
    distances = CITIES[expansion].distances
    farthest = len(distances) if VALUE_OF[card] == 1 else DRAGON_STEPS
    calls: dict[int | None, Listed] = {
        start: tuple(CallDragon(card, cell) for cell, distance in enumerate(row) if 0 < distance <= farthest)
        for start, row in enumerate(distances)
    }
    calls[None] = tuple(CallDragon(card, cell) for cell in range(len(distances))) if VALUE_OF[card] == 1 else ()
    return calls


CALLS = [{card: _calls(card, expansion) for card in CARDS if card in DRAGON_OF and VALUE_OF[card] < 3} for expansion in (0, 1)]


def legal_movements(state: State, decision: Movement) -> list[AnyMove]:
    """Returns steps to adjacent cells, powers of the cards in hand, and the end of the movement, which is always allowed."""
    expansion = state.options.expansion
    cell = state.players[decision.seat].miniature
    moves: list[AnyMove] = [*STEPS[expansion][cell]] if decision.steps else []
    calls = CALLS[expansion]
    for card in dict.fromkeys(hand_of(state, decision.seat)):
        if card in calls:
            moves += calls[card][state.dragons[DRAGON_OF[card]]]
        elif card == FLIT_ANYWHERE:
            moves += FLIGHTS[expansion][cell]
        elif card == FLIT_STEPS:
            moves.append(HURRY)
    moves.append(END_MOVEMENT)
    return moves


def step(state: State, decision: Movement, cell: int, events: list[Event]) -> None:
    """Moves the miniature one orthogonal step; nothing blocks it."""
    _arrive(state, decision.seat, cell, events)
    ask_movement(state, decision.seat, decision.steps - 1)


def fly(state: State, decision: Movement, cell: int, events: list[Event]) -> None:
    """Flit of value 1: moves the miniature to any tile without using steps."""
    discard_for_power(state, decision.seat, FLIT_ANYWHERE, events)
    _arrive(state, decision.seat, cell, events)
    ask_movement(state, decision.seat, decision.steps)


def hurry(state: State, decision: Movement, events: list[Event]) -> None:
    """Flit of value 2: gains two more steps in this phase."""
    discard_for_power(state, decision.seat, FLIT_STEPS, events)
    events.append(StepsGained(decision.seat, EXTRA_STEPS))
    ask_movement(state, decision.seat, decision.steps + EXTRA_STEPS)


def call_dragon(state: State, decision: Movement, move: CallDragon, events: list[Event]) -> None:
    """Vulca, Terrah and Aqua: moves the red, green or blue dragon."""
    discard_for_power(state, decision.seat, move.card, events)
    dragon = DRAGON_OF[move.card]
    state.dragons[dragon] = move.cell
    events.append(DragonMoved(DRAGONS[dragon], move.cell))
    ask_movement(state, decision.seat, decision.steps)


def discard_for_power(state: State, seat: int, card: str, events: list[Event]) -> None:
    """Discards a card for its power; it does not count as payment."""
    hand_of(state, seat).remove(card)
    state.discards.append(card)
    events.append(PowerPlayed(seat, card))


def _arrive(state: State, seat: int, cell: int, events: list[Event]) -> None:
    state.players[seat].miniature = cell
    events.append(MiniatureMoved(seat, cell))
