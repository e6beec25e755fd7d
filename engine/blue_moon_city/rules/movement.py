"""Movement, and the powers of cards during movement (BMC-3.1)."""

from __future__ import annotations

from typing import Final

from engine.blue_moon_city.content import DRAGONS
from engine.blue_moon_city.events import DragonMoved, MiniatureMoved, PowerPlayed, StepsGained
from engine.blue_moon_city.moves import EXTRA_STEPS, FLIT_STEPS
from engine.blue_moon_city.native.decisions import Movement
from engine.blue_moon_city.native.moves import CALL, END_MOVEMENT, FLY, HURRY, STEP, CallDragon
from engine.blue_moon_city.native.pieces import CALL_DRAGON, CARD, CARDS, LAYOUTS, NO_POWER, Card, Layout
from engine.blue_moon_city.native.pieces import FLY as FLYING
from engine.blue_moon_city.native.position import BlueMoonCityPosition
from engine.blue_moon_city.rules.turn import ask_movement
from engine.game import Event
from engine.native import Move

FLIT_ANYWHERE: Final = "flit_1"
DRAGON_STEPS: Final = 3

STEPS: Final[list[list[list[Move]]]] = [[[STEP[cell] for cell in near] for near in layout.neighbours] for layout in LAYOUTS]
FLIGHTS: Final[list[list[list[Move]]]] = [
    [[FLY[to] for to in range(layout.size) if to != cell] for cell in range(layout.size)] for layout in LAYOUTS
]
"""The flights by layout and cell of the miniature; a power must move the miniature."""


def _calls(card: Card, layout: Layout) -> list[list[Move]]:
    """Returns the moves of a card by the dragon's cell: value 1 from anywhere to any cell, value 2 up to three steps within the city.

    The last entry, which the index OUTSIDE finds, is for a dragon outside the city.
    """
    if card.power != CALL_DRAGON:
        return []
    farthest = layout.size if card.value == 1 else DRAGON_STEPS
    calls = [[CALL[card.index][cell] for cell, distance in enumerate(row) if 0 < distance <= farthest] for row in layout.distances]
    return [*calls, CALL[card.index][: layout.size] if card.value == 1 else []]


CALLS: Final[list[list[list[list[Move]]]]] = [[_calls(card, layout) for card in CARDS] for layout in LAYOUTS]
"""By layout, card and place of the dragon."""


def legal_movements(position: BlueMoonCityPosition, decision: Movement) -> list[Move]:
    """Returns steps to adjacent cells, powers of the cards in hand, and the end of the movement, which is always allowed."""
    layout = position.city.layout.index
    player = position.players[decision.seat]
    moves = STEPS[layout][player.miniature][:] if decision.steps else []
    for card in player.hand.kinds():
        if card.power == CALL_DRAGON:
            moves.extend(CALLS[layout][card.index][position.dragons[card.dragon]])
        elif card.power == FLYING:
            moves.extend(FLIGHTS[layout][player.miniature])
        elif card.power != NO_POWER:
            moves.append(HURRY)
    moves.append(END_MOVEMENT)
    return moves


def step(position: BlueMoonCityPosition, decision: Movement, cell: int, events: list[Event] | None) -> None:
    """Moves the miniature one orthogonal step; nothing blocks it."""
    _arrive(position, decision.seat, cell, events)
    ask_movement(position, decision.seat, decision.steps - 1)


def fly(position: BlueMoonCityPosition, decision: Movement, cell: int, events: list[Event] | None) -> None:
    """Flit of value 1: moves the miniature to any tile without using steps."""
    discard_for_power(position, decision.seat, CARD[FLIT_ANYWHERE], events)
    _arrive(position, decision.seat, cell, events)
    ask_movement(position, decision.seat, decision.steps)


def hurry(position: BlueMoonCityPosition, decision: Movement, events: list[Event] | None) -> None:
    """Flit of value 2: gains two more steps in this phase."""
    discard_for_power(position, decision.seat, CARD[FLIT_STEPS], events)
    if events is not None:
        events.append(StepsGained(decision.seat, EXTRA_STEPS))
    ask_movement(position, decision.seat, decision.steps + EXTRA_STEPS)


def call_dragon(position: BlueMoonCityPosition, decision: Movement, move: CallDragon, events: list[Event] | None) -> None:
    """Vulca, Terrah and Aqua: moves the red, green or blue dragon."""
    discard_for_power(position, decision.seat, move.card, events)
    dragon = move.card.dragon
    position.dragons = position.dragons[:]
    position.dragons[dragon] = move.cell
    if events is not None:
        events.append(DragonMoved(DRAGONS[dragon], move.cell))
    ask_movement(position, decision.seat, decision.steps)


def discard_for_power(position: BlueMoonCityPosition, seat: int, card: Card, events: list[Event] | None) -> None:
    """Discards a card for its power; it does not count as payment."""
    position.discard(seat, card)
    if events is not None:
        events.append(PowerPlayed(seat, card.name))


def _arrive(position: BlueMoonCityPosition, seat: int, cell: int, events: list[Event] | None) -> None:
    position.players[seat].miniature = cell
    if events is not None:
        events.append(MiniatureMoved(seat, cell))
