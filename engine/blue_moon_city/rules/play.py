"""Playing a move: it answers the top decision of the stack."""

from __future__ import annotations

from engine.blue_moon_city.events import CardDiscarded
from engine.blue_moon_city.moves import (
    AnyMove,
    CallDragon,
    Contribute,
    Contribution,
    DiscardCard,
    Fly,
    Hurry,
    LayCard,
    LayPair,
    Movement,
    Offer,
    OfferAgain,
    Offering,
    Payment,
    Reset,
    Special,
    Step,
    TurnCard,
    UseGoldenShrine,
    UseHospital,
    UseMainHall,
)
from engine.blue_moon_city.rules import contribution, movement, offering, turn
from engine.blue_moon_city.state import State, hand_of
from engine.game import Event


def play(state: State, move: AnyMove, events: list[Event]) -> None:
    """Plays a legal move in place, without checking it."""
    state.version += 1
    match state.pending.pop():
        case Movement() as decision:
            _move(state, decision, move, events)
        case Contribution() as decision:
            if isinstance(move, Contribute):
                contribution.contribute(state, decision, move, events)
            else:
                turn.ask_special(state, decision.seat)
        case Payment() as decision:
            if isinstance(move, LayCard | LayPair | TurnCard):
                contribution.lay(state, decision, move, events)
            else:
                contribution.pay(state, decision, events)
        case Offering(seat=seat) | Special(seat=seat):
            _act(state, seat, move, events)
        case Reset() as decision:
            _reset(state, decision, move, events)


def _move(state: State, decision: Movement, move: AnyMove, events: list[Event]) -> None:
    match move:
        case Step(cell=cell):
            movement.step(state, decision, cell, events)
        case CallDragon():
            movement.call_dragon(state, decision, move, events)
        case Fly(cell=cell):
            movement.fly(state, decision, cell, events)
        case Hurry():
            movement.hurry(state, decision, events)
        case _:
            turn.ask_contribution(state, decision.seat, 0)


def _act(state: State, seat: int, move: AnyMove, events: list[Event]) -> None:
    """Carries out a move on the courtyard or on a special building (BMC-3.5, BMC-3.6)."""
    match move:
        case Offer():
            offering.offer(state, seat, events)
        case OfferAgain(card=card):
            offering.offer_again(state, seat, card, events)
        case UseMainHall(cell=cell):
            offering.use_main_hall(state, seat, cell, events)
        case UseHospital():
            offering.use_hospital(state, seat, events)
        case UseGoldenShrine():
            offering.use_golden_shrine(state, seat, events)
        case _:
            turn.ask_reset(state, seat, 0)


def _reset(state: State, decision: Reset, move: AnyMove, events: list[Event]) -> None:
    """BMC-3.7: discards one card, or draws."""
    if isinstance(move, DiscardCard):
        hand_of(state, decision.seat).remove(move.card)
        state.discards.append(move.card)
        events.append(CardDiscarded(decision.seat, move.card))
        turn.ask_reset(state, decision.seat, decision.discarded + 1)
    else:
        turn.reset(state, decision.seat, decision.discarded, events)
