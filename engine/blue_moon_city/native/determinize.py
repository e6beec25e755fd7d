"""A full position that is consistent with the view of a seat: unseen cards are dealt at random, hidden crystals are guessed."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.blue_moon_city.native.decisions import Offering, Payment, Special
from engine.blue_moon_city.native.hand import Hand, hand_of
from engine.blue_moon_city.native.moves import Laying
from engine.blue_moon_city.native.pieces import ANY, BY_PEOPLE, COUNTS, GOLDEN_SHRINE, GREEN, UNKNOWN, Card
from engine.blue_moon_city.native.position import BlueMoonCityPosition
from engine.blue_moon_city.rules.paying import most, possible_steps, turned_after, without
from engine.blue_moon_city.rules.turn import CHEAPEST_PILLAR
from engine.blue_moon_city.scoring import crystals_most, may_be_last_turn, price, somebody_can_pay
from engine.chance import SEED_LIMIT, shuffle

CRYSTALS_GUESSED: Final = 15
"""The upper limit for guesses of hidden crystals: a little more than the highest price of an offering."""

DEALS: Final = 20
"""The number of random hands that are tried for a player who must be able to complete a payment."""


def determinize(view: BlueMoonCityPosition, rng: Random) -> BlueMoonCityPosition:
    """Returns a full position; the same random numbers give the same position."""
    position = view.copy()
    position.seed = int(rng.random() * SEED_LIMIT)
    unseen = _unseen(position)
    shuffle(unseen, rng)
    _deal_payer(position, unseen, rng)
    for player in position.players:
        if not player.hand.is_known():
            player.hand = hand_of(_dealt(unseen, player.hand.size))
        waiting: list[Card | None] = [*_dealt(unseen, len(player.waiting))]
        player.waiting = waiting
    deck: list[Card | None] = [*unseen]
    position.deck = deck
    position.left = len(deck)
    _guess_crystals(position, rng)
    return position


def _dealt(unseen: list[Card], count: int) -> list[Card]:
    """Takes cards from the end."""
    return [unseen.pop() for _ in range(count)]


def _unseen(view: BlueMoonCityPosition) -> list[Card]:
    """Returns every card that is neither in a known hand nor face up, in the order of the data file."""
    left = COUNTS[:]
    for card in view.discards:
        left[card.index] -= 1
    for player in view.players:
        for card in player.hand.cards:
            left[card.index] -= 1
    for decision in view.pending:
        if isinstance(decision, Payment):
            for card in decision.cards():
                left[card.index] -= 1
    unseen: list[Card] = []
    for card in BY_PEOPLE:
        for _ in range(left[card.index]):
            unseen.append(card)
    return unseen


def _deal_payer(position: BlueMoonCityPosition, unseen: list[Card], rng: Random) -> None:
    """Deals a hand to a paying player that can complete the payment, as every player can who has begun one (BMC-3.2)."""
    decision = position.pending[-1] if position.pending else None
    if not isinstance(decision, Payment) or position.players[decision.seat].hand.is_known():
        return
    size = position.players[decision.seat].hand.size
    held = _has_shown(position, decision)
    for _ in range(DEALS):
        if _completes(hand_of(unseen[len(unseen) - size :]), decision, held):
            break
        shuffle(unseen, rng)
    else:
        found = _completion(Hand(unseen[:], len(unseen)), size, decision.needed, decision.color, decision.turned, held)
        _move_to_end(unseen, found or [])
    position.players[decision.seat].hand = hand_of(_dealt(unseen, size))


def _completes(hand: Hand, decision: Payment, held: bool) -> bool:
    """Returns whether a hand can complete the payment and, unless one was `held`, has a card of the colour."""
    return (held or hand.groups()[decision.color] > 0) and decision.needed <= most(hand, decision.color, decision.turned)


def _has_shown(position: BlueMoonCityPosition, decision: Payment) -> bool:
    """Returns whether the hand need not have a card of the colour: only a colour that is chosen for an `any` space is in the hand."""
    space = position.building_under(decision.seat).tile.colors[decision.space]
    return space != ANY or decision.color == GREEN or _has_color(decision.cards(), decision.color)


def _has_color(cards: list[Card], color: int) -> bool:
    return any(card.color == color for card in cards)


def _completion(cards: Hand, size: int, need: int, color: int, turned: list[int], held: bool) -> list[Card] | None:
    """Returns at most `size` cards that cover `need`, trying the most valuable steps first; None if there are none.

    Unless one was `held`, a card of the colour is among them.
    """
    if need <= 0:
        if held:
            return []
        return [card for card in cards.cards if card.color == color][:1] or None if size else None
    for step in _by_worth(possible_steps(cards, color, turned)):
        if len(step.cards) <= size:
            shown = held or _has_color(step.cards, color)
            turning = turned_after(step, color, turned)
            rest = _completion(without(cards, step), size - len(step.cards), need - step.worth, color, turning, shown)
            if rest is not None:
                return step.cards + rest
    return None


def _by_worth(steps: list[Laying]) -> list[Laying]:
    """Returns the steps, the most valuable first; equally valuable ones in their order."""
    worths = sorted({step.worth for step in steps}, reverse=True)
    return [step for worth in worths for step in steps if step.worth == worth]


def _move_to_end(unseen: list[Card], chosen: list[Card]) -> None:
    for card in chosen:
        unseen.remove(card)
    unseen.extend(chosen)


def _guess_crystals(position: BlueMoonCityPosition, rng: Random) -> None:
    """Guesses hidden crystals within the possible range, so that the pending question and the end of the game agree with them."""
    players = position.players
    hidden = [seat for seat in range(len(players)) if players[seat].crystals == UNKNOWN]
    if not hidden:
        return
    highest = _crystals_most(position)
    for seat in hidden:
        least = _crystals_needed(position, seat)
        players[seat].crystals = least + int(rng.random() * (max(0, min(CRYSTALS_GUESSED, highest[seat]) - least) + 1))
    if position.city.stands() and not somebody_can_pay(position) and not may_be_last_turn(position):
        able = [seat for seat in hidden if players[seat].markers and highest[seat] >= price(position)]
        players[able[int(rng.random() * len(able))]].crystals = price(position)  # BMC-6.2


def _crystals_most(position: BlueMoonCityPosition) -> list[int]:
    """Returns an upper bound for the crystals of each seat."""
    city, held = position.city, sum([player.scales for player in position.players])
    return crystals_most(len(position.players), city.rebuilt(), city.contributions(), held, position.obelisk)


def _crystals_needed(position: BlueMoonCityPosition, seat: int) -> int:
    """Returns the crystals that a player must have to whom the pending question is put (BMC-3.5, BMC-3.6)."""
    decision = position.pending[-1] if position.pending else None
    if decision is None or decision.seat != seat:
        return 0
    if isinstance(decision, Offering):
        return price(position) + (CHEAPEST_PILLAR if decision.made else 0)
    if isinstance(decision, Special) and position.building_under(seat).tile.special == GOLDEN_SHRINE:
        return price(position)
    return 0
