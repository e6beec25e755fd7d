"""Whether the pending decisions are possible in this position."""

from __future__ import annotations

from collections.abc import Iterator

from engine.blue_moon_city.content import COLORS, CONSTANTS, TILES
from engine.blue_moon_city.moves import (
    EXTRA_STEPS,
    FLIT_STEPS,
    AnyDecision,
    Contribution,
    Movement,
    Offering,
    Payment,
    Reset,
    Special,
)
from engine.blue_moon_city.rules.contribution import colors_of, possible_steps
from engine.blue_moon_city.rules.paying import after, can_pay, cards_of, groups_of
from engine.blue_moon_city.rules.turn import can_offer, has_special, may_offer_again
from engine.blue_moon_city.scoring import ending_at_once, ending_between_turns, may_be_last_turn
from engine.blue_moon_city.state import State, building_under, hand_of, seat_of_turn
from engine.errors import Defect


def pending_defects(state: State) -> list[Defect]:
    """Returns the defects of the pending decisions: there is one exactly while the game goes on, for the seat whose turn it is."""
    over = ending_at_once(state) or ending_between_turns(state)
    if not state.pending:
        return [] if over else [Defect("/pending", "contradiction", "Nothing is pending, but the game is not over.")]
    if over == "nobody_can_pay" and may_be_last_turn(state):
        over = None  # BMC-6.2: the turn is played to its end
    if over:
        return [Defect("/pending", "contradiction", f"The game is over ({over}), but a decision is pending.")]
    if any(decision.seat != seat_of_turn(state) for decision in state.pending):
        return [Defect("/pending", "wrong_seat", f"It is the turn of seat {seat_of_turn(state)}.")]
    return [*_stack_defects(state), *_waiting_defects(state)]


def _waiting_defects(state: State) -> Iterator[Defect]:
    """BMC-4.2: there are waiting cards only between the rebuilding of a building and the end of the turn."""
    if not isinstance(state.pending[-1], Special | Reset):
        for seat, player in enumerate(state.players):
            if player.waiting:
                yield Defect(
                    f"/players/{seat}/waiting", "contradiction", "There are waiting cards only after a building was rebuilt in this turn."
                )


def _stack_defects(state: State) -> Iterator[Defect]:
    """A payment is on top of its contribution; every other decision is the only one."""
    top = state.pending[-1]
    match state.pending:
        case [Contribution() as below, Payment() as payment]:
            possible = _contribution_possible(state, below) and _payment_possible(state, payment)
        case [only]:
            possible = _possible(state, only)
        case _:
            possible = False
    if not possible:
        yield Defect(f"/pending/{len(state.pending) - 1}", "impossible", f"{type(top).__name__} cannot be pending in this position.")


def _possible(state: State, decision: AnyDecision) -> bool:
    player = state.players[decision.seat]
    match decision:
        case Movement(steps=steps):
            played = state.discards.count(FLIT_STEPS)
            return steps <= CONSTANTS.base_movement + EXTRA_STEPS * played and bool(steps or player.hand)
        case Contribution():
            return bool(player.hand) and _contribution_possible(state, decision)
        case Offering():
            return _offering_possible(state, decision)
        case Special(seat=seat):
            return has_special(state, seat)
        case Reset(discarded=discarded):
            return discarded <= len(state.discards)
        case Payment():
            return False


def _contribution_possible(state: State, decision: Contribution) -> bool:
    """BMC-3.2: returns whether the miniature is on a ruin, with a free marker, and with the markers of this turn's contributions."""
    building = building_under(state, decision.seat)
    return not building.rebuilt and state.players[decision.seat].markers > 0 and building.markers.count(decision.seat) >= decision.made


def _offering_possible(state: State, decision: Offering) -> bool:
    """BMC-3.5: returns whether the miniature is on the courtyard and an offering can be paid; a further one directly follows the first."""
    if building_under(state, decision.seat).tile != "courtyard":
        return False
    if not decision.made:
        return can_offer(state, decision.seat)
    return may_offer_again(state, decision.seat) and state.obelisk[-1:] == [decision.seat] and state.quiet_since == state.turn


def _payment_possible(state: State, decision: Payment) -> bool:
    """BMC-3.3: returns whether every card laid was allowed, the sums are right, the rest can be paid, and the hand is not empty."""
    building = building_under(state, decision.seat)
    spaces = TILES[building.tile].spaces
    if decision.space >= len(spaces) or building.markers[decision.space] is not None:
        return False
    space, color = spaces[decision.space], COLORS.index(decision.color)
    worth, turned = 0, [0] * len(COLORS)
    cards = sorted([*hand_of(state, decision.seat), *(card for step in decision.laid for card in cards_of(step))])
    if decision.color not in colors_of(space, groups_of(cards)):
        return False
    for step in decision.laid:
        if step not in possible_steps(cards, color, turned):
            return False
        worth += after(step, color, groups_of(cards), turned)
        for card in cards_of(step):
            cards.remove(card)
    if (decision.worth, decision.needed) != (worth, max(0, space.value - worth)):
        return False
    return bool(cards) and can_pay(decision.needed, color, groups_of(cards), turned)
