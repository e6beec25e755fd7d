"""Whether the pending decisions are possible in this position."""

from __future__ import annotations

from collections.abc import Iterator

from engine import native
from engine.blue_moon_city import moves as records
from engine.blue_moon_city.content import CONSTANTS
from engine.blue_moon_city.moves import EXTRA_STEPS
from engine.blue_moon_city.native.conversion import MOVES, read_state
from engine.blue_moon_city.native.decisions import Contribution, Movement, Offering, Payment, Reset, Special
from engine.blue_moon_city.native.hand import hand_of
from engine.blue_moon_city.native.pieces import COLOR_COUNT, COURTYARD, HURRY
from engine.blue_moon_city.native.position import BlueMoonCityPosition
from engine.blue_moon_city.rules.contribution import colors_of
from engine.blue_moon_city.rules.paying import most, possible_steps, turned_after, without
from engine.blue_moon_city.rules.turn import can_offer, has_special, may_offer_again
from engine.blue_moon_city.scoring import ending_at_once, ending_between_turns, may_be_last_turn
from engine.blue_moon_city.state import State
from engine.errors import Defect


def pending_defects(state: State) -> list[Defect]:
    """Returns the defects of the pending decisions: there is one exactly while the game goes on, for the seat whose turn it is."""
    for decision in state.pending:
        if isinstance(decision, records.Payment) and not all(step in MOVES for step in decision.laid):
            return [_impossible(state)]
    position = read_state(state)
    over = ending_at_once(position) or ending_between_turns(position)
    if not state.pending:
        return [] if over else [Defect("/pending", "contradiction", "Nothing is pending, but the game is not over.")]
    if over == "nobody_can_pay" and may_be_last_turn(position):
        over = None  # BMC-6.2: the turn is played to its end
    if over:
        return [Defect("/pending", "contradiction", f"The game is over ({over}), but a decision is pending.")]
    seat = position.seat_of_turn()
    if any([decision.seat != seat for decision in state.pending]):
        return [Defect("/pending", "wrong_seat", f"It is the turn of seat {seat}.")]
    stack = [] if _stack_possible(position) else [_impossible(state)]
    return [*stack, *_waiting_defects(position)]


def _impossible(state: State) -> Defect:
    at = len(state.pending) - 1
    return Defect(f"/pending/{at}", "impossible", f"{type(state.pending[at]).__name__} cannot be pending in this position.")


def _waiting_defects(position: BlueMoonCityPosition) -> Iterator[Defect]:
    """BMC-4.2: there are waiting cards only between the rebuilding of a building and the end of the turn."""
    if not isinstance(position.pending[-1], Special | Reset):
        for seat, player in enumerate(position.players):
            if player.waiting:
                yield Defect(
                    f"/players/{seat}/waiting", "contradiction", "There are waiting cards only after a building was rebuilt in this turn."
                )


def _stack_possible(position: BlueMoonCityPosition) -> bool:
    """A payment is on top of its contribution; every other decision is the only one."""
    match position.pending:
        case [Contribution() as below, Payment() as payment]:
            return _contribution_possible(position, below) and _payment_possible(position, payment)
        case [only]:
            return _possible(position, only)
        case _:
            return False


def _possible(position: BlueMoonCityPosition, decision: native.Decision) -> bool:
    hand = position.players[decision.seat].hand
    match decision:
        case Movement():
            played = len([card for card in position.discards if card.power == HURRY])
            return decision.steps <= CONSTANTS.base_movement + EXTRA_STEPS * played and bool(decision.steps or hand.size)
        case Contribution():
            return hand.size > 0 and _contribution_possible(position, decision)
        case Offering():
            return _offering_possible(position, decision)
        case Special():
            return has_special(position, decision.seat)
        case Reset():
            return decision.discarded <= len(position.discards)
        case _:
            return False


def _contribution_possible(position: BlueMoonCityPosition, decision: Contribution) -> bool:
    """BMC-3.2: returns whether the miniature is on a ruin, with a free marker, and with the markers of this turn's contributions."""
    building = position.building_under(decision.seat)
    return not building.rebuilt and position.players[decision.seat].markers > 0 and building.count(decision.seat) >= decision.made


def _offering_possible(position: BlueMoonCityPosition, decision: Offering) -> bool:
    """BMC-3.5: returns whether the miniature is on the courtyard and an offering can be paid; a further one directly follows the first."""
    if position.building_under(decision.seat).tile.special != COURTYARD:
        return False
    if not decision.made:
        return can_offer(position, decision.seat)
    follows = position.obelisk[-1:] == [decision.seat] and position.quiet_since == position.turn
    return may_offer_again(position, decision.seat) and follows


def _payment_possible(position: BlueMoonCityPosition, decision: Payment) -> bool:
    """BMC-3.3: returns whether every card laid was allowed, the sums are right, the rest can be paid, and the hand is not empty."""
    building = position.building_under(decision.seat)
    if decision.space >= len(building.markers) or building.markers[decision.space] is not None:
        return False
    color, value = decision.color, building.tile.values[decision.space]
    hand = hand_of(position.players[decision.seat].hand.cards + decision.cards())
    if color not in colors_of(building.tile.colors[decision.space], hand):
        return False
    worth, turned = 0, [0] * COLOR_COUNT
    for step in decision.laid:
        if step not in possible_steps(hand, color, turned):
            return False
        worth += step.worth
        hand, turned = without(hand, step), turned_after(step, color, turned)
    if (decision.worth, decision.needed) != (worth, max(0, value - worth)):
        return False
    return hand.size > 0 and decision.needed <= most(hand, color, turned)
