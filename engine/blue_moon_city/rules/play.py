"""Playing a move: it answers the top decision of the stack."""

from __future__ import annotations

from engine.blue_moon_city.events import CardDiscarded
from engine.blue_moon_city.native.decisions import Contribution, Movement, Payment, Reset
from engine.blue_moon_city.native.moves import (
    CallDragon,
    Contribute,
    DiscardCard,
    Fly,
    Hurry,
    Laying,
    Offer,
    OfferAgain,
    Step,
    UseGoldenShrine,
    UseHospital,
    UseMainHall,
)
from engine.blue_moon_city.native.position import BlueMoonCityPosition
from engine.blue_moon_city.rules import contribution, movement, offering, turn
from engine.game import Event
from engine.native import Move


def play(position: BlueMoonCityPosition, move: Move, events: list[Event] | None) -> None:
    """Plays a legal move in place, without checking it."""
    position.version += 1
    decision = position.pending.pop()
    if isinstance(decision, Movement):
        _move(position, decision, move, events)
    elif isinstance(decision, Contribution):
        if isinstance(move, Contribute):
            contribution.contribute(position, decision, move, events)
        else:
            turn.ask_special(position, decision.seat)
    elif isinstance(decision, Payment):
        if isinstance(move, Laying):
            contribution.lay(position, decision, move, events)
        else:
            contribution.pay(position, decision, events)
    elif isinstance(decision, Reset):
        _reset(position, decision, move, events)
    else:
        _act(position, decision.seat, move, events)


def _move(position: BlueMoonCityPosition, decision: Movement, move: Move, events: list[Event] | None) -> None:
    if isinstance(move, Step):
        movement.step(position, decision, move.cell, events)
    elif isinstance(move, CallDragon):
        movement.call_dragon(position, decision, move, events)
    elif isinstance(move, Fly):
        movement.fly(position, decision, move.cell, events)
    elif isinstance(move, Hurry):
        movement.hurry(position, decision, events)
    else:
        turn.ask_contribution(position, decision.seat, 0)


def _act(position: BlueMoonCityPosition, seat: int, move: Move, events: list[Event] | None) -> None:
    """Carries out a move on the courtyard or on a special building (BMC-3.5, BMC-3.6)."""
    if isinstance(move, Offer):
        offering.offer(position, seat, events)
    elif isinstance(move, OfferAgain):
        offering.offer_again(position, seat, move.card, events)
    elif isinstance(move, UseMainHall):
        offering.use_main_hall(position, seat, move.cell, events)
    elif isinstance(move, UseHospital):
        offering.use_hospital(position, seat, events)
    elif isinstance(move, UseGoldenShrine):
        offering.use_golden_shrine(position, seat, events)
    else:
        turn.ask_reset(position, seat, 0)


def _reset(position: BlueMoonCityPosition, decision: Reset, move: Move, events: list[Event] | None) -> None:
    """BMC-3.7: discards one card, or draws."""
    if isinstance(move, DiscardCard):
        position.discard(decision.seat, move.card)
        if events is not None:
            events.append(CardDiscarded(decision.seat, move.card.name))
        turn.ask_reset(position, decision.seat, decision.discarded + 1)
    else:
        turn.reset(position, decision.seat, decision.discarded, events)
