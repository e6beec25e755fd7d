"""Views and their determinization. Hands, crystals, waiting bonus cards and the deck are hidden."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec

from engine.blue_moon_city.content import CARD_COUNTS, COLOR_OF, COLORS, TILES, Card
from engine.blue_moon_city.events import CardsDrawn, WaitingTaken
from engine.blue_moon_city.moves import Offering, Payment, Special
from engine.blue_moon_city.rules.contribution import possible_steps
from engine.blue_moon_city.rules.paying import GREEN, after, can_pay, cards_of, groups_of, tally, worth_of
from engine.blue_moon_city.rules.turn import CHEAPEST_PILLAR
from engine.blue_moon_city.scoring import city_stands, crystals_most, may_be_last_turn, price, somebody_can_pay
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
    turned = tally(color, decision.laid)[1]
    held = _has_shown(state, decision, color)
    for _ in range(DEALS):
        groups = groups_of(unseen[-size:])
        if (held or groups[color]) and can_pay(decision.needed, color, groups, turned):
            break
        shuffle(unseen, rng)
    else:
        _move_to_end(unseen, _completion(unseen, size, decision.needed, color, turned, held) or [])
    state.players[decision.seat].hand = [*sorted(unseen.pop() for _ in range(size))]


def _has_shown(state: State, decision: Payment, color: int) -> bool:
    """Returns whether the hand need not have a card of the colour: only a colour that is chosen for an `any` space is in the hand."""
    space = TILES[building_under(state, decision.seat).tile].spaces[decision.space]
    if space.color != "any" or color == GREEN:
        return True
    return any([COLOR_OF[card] == color for step in decision.laid for card in cards_of(step)])


def _completion(cards: list[Card], size: int, need: int, color: int, turned: list[int], held: bool) -> list[Card] | None:
    """Returns at most `size` cards that cover `need`, trying the most valuable steps first; None if there are none.

    Unless one was `held`, a card of the colour is among them.
    """
    if need <= 0:
        if held:
            return []
        return next(([card] for card in cards if COLOR_OF[card] == color), None) if size else None
    steps = [step for step in possible_steps(cards, color, turned) if len(cards_of(step)) <= size]
    for step in sorted(steps, key=lambda step: -worth_of(step)):
        left, turning = cards[:], turned[:]
        worth = after(step, color, groups_of(cards), turning)
        for card in cards_of(step):
            left.remove(card)
        shown = held or any([COLOR_OF[card] == color for card in cards_of(step)])
        rest = _completion(left, size - len(cards_of(step)), need - worth, color, turning, shown)
        if rest is not None:
            return [*cards_of(step), *rest]
    return None


def _move_to_end(unseen: list[Card], chosen: list[Card]) -> None:
    for card in chosen:
        unseen.remove(card)
    unseen += chosen


def _guess_crystals(state: State, rng: Random) -> None:
    """Guesses hidden crystals within the possible range, so that the pending question and the end of the game agree with them."""
    hidden = [seat for seat, player in enumerate(state.players) if player.crystals is None]
    most = crystals_most(state)
    for seat in hidden:
        least = _crystals_needed(state, seat)
        state.players[seat].crystals = least + int(rng.random() * (max(0, min(CRYSTALS_GUESSED, most[seat]) - least) + 1))
    if hidden and city_stands(state) and not somebody_can_pay(state) and not may_be_last_turn(state):
        able = [seat for seat in hidden if state.players[seat].markers and most[seat] >= price(state)]
        state.players[able[int(rng.random() * len(able))]].crystals = price(state)  # BMC-6.2


def _crystals_needed(state: State, seat: int) -> int:
    """Returns the crystals that a player must have to whom the pending question is put (BMC-3.5, BMC-3.6)."""
    match state.pending[-1] if state.pending else None:
        case Offering(seat=asked, made=made) if asked == seat:
            return price(state) + (CHEAPEST_PILLAR if made else 0)
        case Special(seat=asked) if asked == seat and TILES[building_under(state, seat).tile].special == "golden_shrine":
            return price(state)
        case _:
            return 0
