"""Contributions: the player chooses a space, then pays card by card (BMC-3.2, BMC-3.3). Every payment that was begun can be completed."""

from __future__ import annotations

from typing import Final

from engine.blue_moon_city.content import COLORS
from engine.blue_moon_city.events import CardsLaid, Contributed, ContributionBegun
from engine.blue_moon_city.native.decisions import Contribution, Payment
from engine.blue_moon_city.native.hand import Hand
from engine.blue_moon_city.native.moves import CONTRIBUTE, END_CONTRIBUTION, PAY, Contribute, LayCard, Laying
from engine.blue_moon_city.native.pieces import ANY, BROWN, COLOR_COUNT, GREEN, WHITE
from engine.blue_moon_city.native.position import BlueMoonCityPosition
from engine.blue_moon_city.rules.paying import most, possible_steps, turned_after, without
from engine.blue_moon_city.rules.rebuilding import settle
from engine.blue_moon_city.rules.turn import ask_contribution
from engine.game import Event
from engine.native import Move

NOTHING_TURNED: Final[list[int]] = [0] * COLOR_COUNT
ONLY: Final[list[list[int]]] = [[color] for color in range(COLOR_COUNT)]


def legal_contributions(position: BlueMoonCityPosition, decision: Contribution) -> list[Move]:
    """Returns every free space that the hand can pay for, in every colour that makes a difference; the player can always stop."""
    hand = position.players[decision.seat].hand
    building = position.building_under(decision.seat)
    tile = building.tile
    moves: list[Move] = []
    for space in range(len(tile.values)):
        if building.markers[space] is None:
            for color in colors_of(tile.colors[space], hand):
                if tile.values[space] <= most(hand, color, NOTHING_TURNED):
                    moves.append(CONTRIBUTE[space][color])
    moves.append(END_CONTRIBUTION)
    return moves


def colors_of(color: int, hand: Hand) -> list[int]:
    """BMC-3.2: returns the colours in which a space may be paid: its own; for an `any` space those in the hand, and green.

    Colours that are not in the hand are all alike: they are paid with wild means alone, as green is. Green stands for all of them.
    """
    if color != ANY:
        return ONLY[color]
    groups = hand.groups()
    return [kind for kind in range(COLOR_COUNT) if kind == GREEN or groups[kind]]


def legal_payments(position: BlueMoonCityPosition, decision: Payment) -> list[Move]:
    """Returns the cards that may be laid next and, once their value suffices, completing the payment; overpaying is allowed."""
    hand = position.players[decision.seat].hand
    moves: list[Move] = []
    for step in possible_steps(hand, decision.color, decision.turned):
        if not decision.needed or _can_be_completed(hand, step, decision):
            moves.append(step)
    if not decision.needed:
        moves.append(PAY)
    return moves


def _can_be_completed(hand: Hand, step: Laying, decision: Payment) -> bool:
    """Returns whether the rest of the hand can complete the payment after this step."""
    color = decision.color
    if isinstance(step, LayCard):
        kind = step.card.color
        if kind == GREEN or (kind == color and (step.card.value == 3 or (kind != BROWN and kind != WHITE))):
            return True
    needed = decision.needed - step.worth
    return needed <= 0 or needed <= most(without(hand, step), color, turned_after(step, color, decision.turned))


def contribute(position: BlueMoonCityPosition, decision: Contribution, move: Contribute, events: list[Event] | None) -> None:
    """BMC-3.2: begins a contribution, which must then be completed."""
    seat = decision.seat
    number = position.building_under(seat).tile.values[move.space]
    position.pending.append(decision)
    position.pending.append(Payment(seat, move.space, move.color, [], 0, number, NOTHING_TURNED))
    if events is not None:
        events.append(ContributionBegun(seat, position.players[seat].miniature, move.space, COLORS[move.color]))


def lay(position: BlueMoonCityPosition, decision: Payment, step: Laying, events: list[Event] | None) -> None:
    """Lays cards face up; if the hand is empty, the payment is completed automatically."""
    seat, color = decision.seat, decision.color
    player = position.players[seat]
    player.hand = without(player.hand, step)
    worth, needed = decision.worth + step.worth, max(0, decision.needed - step.worth)
    turned = turned_after(step, color, decision.turned)
    laid = Payment(seat, decision.space, color, [*decision.laid, step], worth, needed, turned)
    if events is not None:
        events.append(CardsLaid(seat, tuple([card.name for card in step.cards]), worth, needed))
    if player.hand.size:
        position.pending.append(laid)
    else:
        pay(position, laid, events)


def pay(position: BlueMoonCityPosition, decision: Payment, events: list[Event] | None) -> None:
    """BMC-3.2: discards the cards, places a marker on the space and gives its gains; overpaid value is lost."""
    seat = decision.seat
    player = position.players[seat]
    below = position.pending.pop()
    made = below.made if isinstance(below, Contribution) else 0
    cards = decision.cards()
    position.discards = position.discards + cards
    position.city = position.city.with_marker(player.miniature, decision.space, seat)
    player.markers -= 1
    if events is not None:
        events.append(Contributed(seat, player.miniature, decision.space, tuple([card.name for card in cards])))
    if not settle(position, seat, made == 0, events):
        ask_contribution(position, seat, made + 1)
