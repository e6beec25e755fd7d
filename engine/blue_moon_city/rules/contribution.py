"""Contributions: the player chooses a space, then pays card by card (BMC-3.2, BMC-3.3). Every payment that was begun can be completed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, product

from engine.blue_moon_city.content import CARDS, COLOR_OF, COLORS, LARGEST_TILE, TILES, VALUE_OF
from engine.blue_moon_city.events import CardsLaid, Contributed, ContributionBegun
from engine.blue_moon_city.moves import AnyMove, Contribute, Contribution, EndContribution, Laid, LayCard, LayPair, Pay, Payment, TurnCard
from engine.blue_moon_city.records import Space
from engine.blue_moon_city.rules.paying import BROWN, GREEN, TURNS, WHITE, after, can_pay, cards_of, groups_of, tally, worth_of
from engine.blue_moon_city.rules.rebuilding import settle
from engine.blue_moon_city.rules.turn import ask_contribution
from engine.blue_moon_city.state import Building, State, building_under, hand_of
from engine.game import Event

PAY = Pay()
END_CONTRIBUTION = EndContribution()
CONTRIBUTE = {(space, color): Contribute(space, color) for space, color in product(range(LARGEST_TILE), COLORS)}
LAY = {card: LayCard(card) for card in CARDS}
PAIRS = {cards: LayPair(cards) for cards in combinations_with_replacement(("mimix_1", "mimix_2"), 2)}
TURN = {hoax: {card: TurnCard(hoax, card) for card in CARDS if COLOR_OF[card] != GREEN} for hoax in TURNS}
"""A Khind is wild, so a Hoax never changes its colour."""


def legal_contributions(state: State, decision: Contribution) -> list[AnyMove]:
    """Returns every free space that the hand can pay for, in every colour that makes a difference; the player can always stop."""
    groups = groups_of(hand_of(state, decision.seat))
    building = building_under(state, decision.seat)
    turned = [0] * len(COLORS)
    affordable: dict[tuple[int, int], bool] = {}
    moves: list[AnyMove] = []
    for index, space in enumerate(TILES[building.tile].spaces):
        for color in colors_of(space, groups) if building.markers[index] is None else ():
            kind = COLORS.index(color)
            alike = (groups[kind] and kind + 1, space.value)  # all colours that are not in the hand are equivalent
            if alike not in affordable:
                affordable[alike] = can_pay(space.value, kind, groups, turned)
            if affordable[alike]:
                moves.append(CONTRIBUTE[index, color])
    moves.append(END_CONTRIBUTION)
    return moves


def colors_of(space: Space, groups: Sequence[int]) -> list[str]:
    """BMC-3.2: returns the colours in which a space may be paid: its own; for an `any` space those in the hand, and green.

    Colours that are not in the hand are all alike: they are paid with wild means alone, as green is. Green stands for all of them.
    """
    if space.color != "any":
        return [space.color]
    return [color for kind, color in enumerate(COLORS) if kind == GREEN or groups[kind]]


def legal_payments(state: State, decision: Payment) -> list[AnyMove]:
    """Returns the cards that may be laid next and, once their value suffices, completing the payment; overpaying is allowed."""
    hand = hand_of(state, decision.seat)
    color = COLORS.index(decision.color)
    turned = tally(color, decision.laid)[1]
    steps = possible_steps(hand, color, turned)
    if not decision.needed:
        return [*steps, PAY]
    groups = groups_of(hand)
    return [step for step in steps if _can_be_completed(step, decision.needed, color, groups, turned)]


def possible_steps(hand: list[str], color: int, turned: list[int]) -> list[Laid]:
    """Returns every step that the cards and powers allow, identical cards once, even if it does not help (BMC-3.3)."""
    kinds = dict.fromkeys(hand)
    steps: list[Laid] = [LAY[card] for card in kinds if (kind := COLOR_OF[card]) == color or kind == GREEN or turned[kind]]
    for cards, pair in PAIRS.items():
        if cards[0] in kinds and cards[1] in kinds and (cards[0] != cards[1] or hand.count(cards[0]) > 1):
            steps.append(pair)
    for hoax, turn in TURN.items():
        if hoax in kinds:
            steps += [turn[card] for card in kinds if COLOR_OF[card] not in (color, GREEN) and (card != hoax or hand.count(hoax) > 1)]
    return steps


def _can_be_completed(step: Laid, need: int, color: int, groups: list[int], turned: list[int]) -> bool:
    """Returns whether the rest of the hand can complete the payment after this step."""
    if isinstance(step, LayCard):
        kind = COLOR_OF[step.card]
        if kind == GREEN or (kind == color and (VALUE_OF[step.card] == 3 or kind not in (BROWN, WHITE))):
            return True
    left, turning = groups[:], turned[:]
    worth = after(step, color, left, turning)
    return can_pay(need - worth, color, left, turning)


def contribute(state: State, decision: Contribution, move: Contribute, events: list[Event]) -> None:
    """BMC-3.2: begins a contribution, which must then be completed."""
    seat = decision.seat
    number = TILES[building_under(state, seat).tile].spaces[move.space].value
    state.pending += [decision, Payment(seat, move.space, move.color, (), 0, number)]
    events.append(ContributionBegun(seat, state.players[seat].miniature, move.space, move.color))


def lay(state: State, decision: Payment, step: Laid, events: list[Event]) -> None:
    """Lays cards face up; if the hand is empty, the payment is completed automatically."""
    hand = hand_of(state, decision.seat)
    cards = cards_of(step)
    for card in cards:
        hand.remove(card)
    gained = worth_of(step)
    worth, needed = decision.worth + gained, max(0, decision.needed - gained)
    laid = Payment(decision.seat, decision.space, decision.color, (*decision.laid, step), worth, needed)
    events.append(CardsLaid(decision.seat, cards, worth, needed))
    if hand:
        state.pending.append(laid)
    else:
        pay(state, laid, events)


def pay(state: State, decision: Payment, events: list[Event]) -> None:
    """BMC-3.2: discards the cards, places a marker on the space and gives its gains; overpaid value is lost."""
    seat = decision.seat
    player = state.players[seat]
    below = state.pending.pop()
    made = below.made if isinstance(below, Contribution) else 0
    cards = tuple(card for step in decision.laid for card in cards_of(step))
    state.discards += cards
    building = building_under(state, seat)
    markers = (*building.markers[: decision.space], seat, *building.markers[decision.space + 1 :])
    state.city[player.miniature] = Building(building.tile, False, markers)
    player.markers -= 1
    events.append(Contributed(seat, player.miniature, decision.space, cards))
    if not settle(state, seat, made == 0, events):
        ask_contribution(state, seat, made + 1)
