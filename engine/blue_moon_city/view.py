"""Who may see what, and how a view is filled up again: hands, crystals, cards in waiting and the deck are secret."""

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
"""Hidden crystals are guessed up to this: a bit more than the dearest offering."""

DEALS = 20
"""How often a hand is dealt anew until it can complete what its owner has begun to pay."""


def view(state: State, seat: int | None) -> State:
    """What a seat, or a spectator, may see; at the end crystals are compared (BMC-6.2) and so shown."""
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
    """Cards drawn are known to the seat that drew them alone."""
    match event:
        case CardsDrawn() | WaitingTaken() if event.seat != seat:
            return msgspec.structs.replace(event, cards=(None,) * len(event.cards))
        case _:
            return event


def determinize(seen: State, seat: int | None, rng: Random) -> State:
    """A full state that fits the view: cards not seen are dealt at random, hidden crystals guessed."""
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
    """Every card that lies neither in a hand that is known, nor open."""
    left = Counter(CARD_COUNTS)
    left.subtract(seen.discards)
    for player in seen.players:
        left.subtract(card for card in player.hand if card)
    for decision in seen.pending:
        if isinstance(decision, Payment):
            left.subtract(card for step in decision.laid for card in cards_of(step))
    return list(left.elements())


def _deal_payer(state: State, unseen: list[Card], rng: Random) -> None:
    """Who has begun to pay can complete it (BMC-3.2), so the unknown hand of the payer must allow that."""
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
        _to_the_end(unseen, _completion(unseen, size, need, color, turned) or [])
    state.players[decision.seat].hand = [*sorted(unseen.pop() for _ in range(size))]


def _completion(cards: list[Card], size: int, need: int, color: int, turned: list[int]) -> list[Card] | None:
    """At most `size` of the cards that pay what is needed, dearest steps first."""
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


def _to_the_end(unseen: list[Card], chosen: list[Card]) -> None:
    for card in chosen:
        unseen.remove(card)
    unseen += chosen


def _guess_crystals(state: State, rng: Random) -> None:
    """Anything that could have been gained; and while a standing city is played on, somebody can pay (BMC-6.2)."""
    hidden = [seat for seat, player in enumerate(state.players) if player.crystals is None]
    most = crystals_most(state)
    for seat in hidden:
        state.players[seat].crystals = int(rng.random() * (min(CRYSTALS_GUESSED, most[seat]) + 1))
    if hidden and city_stands(state) and not somebody_can_pay(state):
        state.players[hidden[int(rng.random() * len(hidden))]].crystals = price(state)
