"""Views and their determinization. Hands, crystals, waiting bonus cards and the deck are hidden."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec

from engine.blue_moon_city.content import CARD_COUNTS, COLORS, Card
from engine.blue_moon_city.events import CardsDrawn, WaitingTaken
from engine.blue_moon_city.moves import Payment
from engine.blue_moon_city.rules.contribution import possible_steps, space_of
from engine.blue_moon_city.rules.paying import after, can_pay, cards_of, groups_of, tally
from engine.blue_moon_city.scoring import city_stands, crystals_most, price, somebody_can_pay
from engine.blue_moon_city.state import State, building_under, copy
from engine.chance import SEED_LIMIT, shuffle
from engine.game import Event

CRYSTALS_GUESSED = 15
"""The upper limit for guesses of hidden crystals: a little more than the highest price of an offering."""

DEALS = 20
"""The number of random hands that are tried for a player who must be able to complete a payment."""


def view(state: State, seat: int | None) -> State:
    """Returns what a seat or a spectator may see; at the end crystals decide (BMC-6.2) and are therefore visible."""
    seen = copy(state)
    seen.seed = None
    seen.deck = [None] * len(state.deck)
    for other, player in enumerate(seen.players):
        player.waiting = [None] * len(player.waiting)
        if other != seat:
            player.hand = [None] * len(player.hand)
            player.crystals = None if state.pending else player.crystals
    return seen


def view_event(event: Event, seat: int | None) -> Event:
    """Returns the event as the seat may see it: only the seat that drew cards sees them."""
    match event:
        case CardsDrawn() | WaitingTaken() if event.seat != seat:
            return msgspec.structs.replace(event, cards=(None,) * len(event.cards))
        case _:
            return event


def determinize(seen: State, seat: int | None, rng: Random) -> State:
    """Returns a full state that is consistent with the view: unseen cards are dealt at random, hidden crystals are guessed."""
    state = copy(seen)
    state.seed = int(rng.random() * SEED_LIMIT)
    unseen = _unseen(seen)
    shuffle(unseen, rng)
    _deal_payer(state, unseen, rng)
    for player in state.players:
        if None in player.hand:
            player.hand = [*sorted(unseen.pop() for _ in player.hand)]
        player.waiting = [unseen.pop() for _ in player.waiting]
    state.deck = [*unseen]
    _guess_crystals(state, rng)
    return state


def _unseen(seen: State) -> list[Card]:
    """Returns every card that is neither in a known hand nor face up."""
    left = Counter(CARD_COUNTS)
    left.subtract(seen.discards)
    for player in seen.players:
        left.subtract(card for card in player.hand if card)
    for decision in seen.pending:
        if isinstance(decision, Payment):
            left.subtract(card for step in decision.laid for card in cards_of(step))
    return list(left.elements())


def _deal_payer(state: State, unseen: list[Card], rng: Random) -> None:
    """Deals a hand to a paying player that can complete the payment, as every player can who has begun one (BMC-3.2)."""
    decision = state.pending[-1] if state.pending else None
    if not isinstance(decision, Payment) or None not in state.players[decision.seat].hand:
        return
    size = len(state.players[decision.seat].hand)
    color = COLORS.index(decision.color)
    worth, turned = tally(color, decision.laid)
    need = space_of(building_under(state, decision.seat), decision).value - worth
    for _ in range(DEALS):
        if can_pay(need, color, groups_of(unseen[-size:]), turned):
            break
        shuffle(unseen, rng)
    else:
        _move_to_end(unseen, _completion(unseen, size, need, color, turned) or [])
    state.players[decision.seat].hand = [*sorted(unseen.pop() for _ in range(size))]


def _completion(cards: list[Card], size: int, need: int, color: int, turned: list[int]) -> list[Card] | None:
    """Returns at most `size` cards that cover `need`, trying the most valuable steps first; None if there are none."""
    if need <= 0:
        return []
    steps = [step for step in possible_steps(cards, color, turned) if len(cards_of(step)) <= size]
    for step in sorted(steps, key=lambda step: -after(step, color, groups_of(cards), turned[:])):
        left, turning = cards[:], turned[:]
        worth = after(step, color, groups_of(cards), turning)
        for card in cards_of(step):
            left.remove(card)
        rest = _completion(left, size - len(cards_of(step)), need - worth, color, turning)
        if rest is not None:
            return [*cards_of(step), *rest]
    return None


def _move_to_end(unseen: list[Card], chosen: list[Card]) -> None:
    for card in chosen:
        unseen.remove(card)
    unseen += chosen


def _guess_crystals(state: State, rng: Random) -> None:
    """Guesses hidden crystals within the possible range; if the city is rebuilt and the game goes on, one player can pay (BMC-6.2)."""
    hidden = [seat for seat, player in enumerate(state.players) if player.crystals is None]
    most = crystals_most(state)
    for seat in hidden:
        state.players[seat].crystals = int(rng.random() * (min(CRYSTALS_GUESSED, most[seat]) + 1))
    if hidden and city_stands(state) and not somebody_can_pay(state):
        state.players[hidden[int(rng.random() * len(hidden))]].crystals = price(state)
