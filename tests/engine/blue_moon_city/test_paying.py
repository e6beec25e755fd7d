"""Whether a hand can pay, compared with brute force (BMC-3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.blue_moon_city import GAME
from engine.blue_moon_city.content import CARD_COUNTS, COLOR_OF, COLORS, VALUE_OF
from engine.blue_moon_city.moves import Contribution, LayCard, LayPair, Movement, Payment, TurnCard
from engine.blue_moon_city.native.conversion import RECORDS, read_hand
from engine.blue_moon_city.rules.paying import most as most_payable
from engine.blue_moon_city.rules.paying import possible_steps
from engine.blue_moon_city.state import State
from tests.engine.blue_moon_city.positions import table

GREEN = COLORS.index("green")
IMPOSSIBLE = -99


def most(hand: Sequence[str], color: int, capacity: tuple[int, ...]) -> int:
    """The highest worth of a hand by trying everything: first what each low Hoax does, then each card."""
    low = ("hoax_1", "hoax_2")
    return _roles([card for card in hand if card in low], [card for card in hand if card not in low], color, capacity)


def _roles(hoaxes: list[str], cards: list[str], color: int, capacity: tuple[int, ...]) -> int:
    if not hoaxes:
        return _worth(cards, color, capacity, 0)
    hoax, rest = hoaxes[0], hoaxes[1:]
    best = _roles(rest, [*cards, hoax], color, capacity)
    for kind in range(len(COLORS)):
        if kind not in (color, GREEN):
            wider = list(capacity)
            wider[kind] += 4 if hoax == "hoax_1" else 1
            best = max(best, _roles(rest, cards, color, tuple(wider)))
    return best


def _worth(cards: Sequence[str], color: int, capacity: tuple[int, ...], paired: int) -> int:
    if not cards:
        return IMPOSSIBLE if paired % 2 else paired // 2 * 3
    card, rest = cards[0], cards[1:]
    kind = COLOR_OF[card]
    best = _worth(rest, color, capacity, paired)
    if kind in (color, GREEN):
        best = max(best, VALUE_OF[card] + _worth(rest, color, capacity, paired))
    elif capacity[kind]:
        narrower = (*capacity[:kind], capacity[kind] - 1, *capacity[kind + 1 :])
        best = max(best, VALUE_OF[card] + _worth(rest, color, narrower, paired))
    if card in ("mimix_1", "mimix_2"):
        best = max(best, _worth(rest, color, capacity, paired + 1))
    return best


def hand_of(rng: Random, size: int) -> list[str]:
    """Returns a hand with many Hoax and Mimix, which are the hard cases."""
    pool = [card for card in CARD_COUNTS for _ in range(3 if card[:4] in ("hoax", "mimi") else 1)]
    hand: list[str] = []
    while len(hand) < size:
        card = rng.choice(pool)
        if hand.count(card) < CARD_COUNTS[card]:
            hand.append(card)
    return sorted(hand)


def test_bmc_3_3_the_most_that_a_hand_can_pay_agrees_with_brute_force() -> None:
    """BMC-3.3: with and without colours already turned."""
    rng = Random(33)
    for _ in range(500):
        hand, color = hand_of(rng, rng.randint(1, 6)), rng.randrange(len(COLORS))
        capacity = tuple(rng.choice([0, 0, 0, 1, 3]) if kind not in (color, GREEN) else 0 for kind in range(len(COLORS)))
        assert most_payable(read_hand([*hand]), color, list(capacity)) == most(hand, color, capacity), (hand, color, capacity)


def test_bmc_3_3_a_step_is_listed_exactly_if_it_can_be_completed() -> None:
    """BMC-3.3: in the middle of payments too, with colours already turned."""
    rng = Random(34)
    compared = refused = 0
    for _ in range(400):
        state = _payment(hand_of(rng, rng.randint(2, 6)), rng)
        while state is not None and isinstance(state.pending[-1], Payment):
            moves = GAME.legal_moves(state)
            assert moves
            compared += 1
            refused += _compare(state, state.pending[-1])
            GAME.play(state, rng.choice(moves), [])
    assert compared > 300 and refused > 30


def _payment(hand: list[str], rng: Random) -> State | None:
    tile = rng.choice(["royal_palace", "earth_temple", "great_hall", "university", "golden_shrine", "theatre"])
    state = table(hands=[hand], tiles={6: tile}, at=[6], expansion=True)
    state.pending = [Contribution(0, 0)]
    begun = GAME.legal_moves(state)[:-1]
    if not begun:
        return None
    GAME.play(state, rng.choice(begun), [])
    return state


def _compare(state: State, decision: Payment) -> int:
    """Compares each possible step with the oracle; returns the number of steps correctly not listed."""
    color = COLORS.index(decision.color)
    hand = [str(card) for card in state.players[0].hand]
    value = {"royal_palace": (5, 4, 4, 3), "earth_temple": (5, 4, 3), "great_hall": (5, 4), "university": (5, 2)}
    need = {**value, "golden_shrine": (5, 4, 3), "theatre": (3, 2, 2)}[state.city[6].tile][decision.space]
    capacity = [0] * len(COLORS)
    for step in decision.laid:
        need -= _lay(step, color, capacity, None)
    listed = set(GAME.legal_moves(state))
    refused = 0
    for native in possible_steps(read_hand([*hand]), color, capacity):
        laid, left, wider = RECORDS[native], hand[:], capacity[:]
        assert isinstance(laid, LayCard | LayPair | TurnCard)
        worth = _lay(laid, color, wider, left)
        completable = need <= 0 or most(left, color, tuple(wider)) >= need - worth
        assert (laid in listed) == completable, (hand, decision, laid)
        refused += not completable
    return refused


def _lay(step: LayCard | LayPair | TurnCard, color: int, capacity: list[int], hand: list[str] | None) -> int:
    """The oracle's own reading of a step."""
    match step:
        case LayCard(card=card):
            used, worth = [card], VALUE_OF[card]
            if COLOR_OF[card] not in (color, GREEN):
                capacity[COLOR_OF[card]] -= 1
        case LayPair(cards=cards):
            used, worth = list(cards), 3
        case TurnCard(hoax=hoax, card=card):
            used, worth = [hoax, card], VALUE_OF[card]
            capacity[COLOR_OF[card]] += {"hoax_1": 3, "hoax_2": 0}[hoax]
    for card in used if hand is not None else []:
        assert hand is not None
        hand.remove(card)
    return worth


def test_lists_stay_short_with_very_full_hands() -> None:
    """BMC-3.1 to BMC-3.7: one of every card in hand, all dragons in the middle of a full city, on the Royal Palace."""
    state = table(4, hands=[[*CARD_COUNTS, "hoax_1", "hoax_2", "mimix_1", "mimix_2"]], tiles={13: "royal_palace"}, at=[13], expansion=True)
    state.dragons = [12, 12, 12]
    for decision in (Movement(0, 2), Contribution(0, 0)):
        state.pending = [decision]
        assert GAME.check(state) == []
        assert len(GAME.legal_moves(state)) <= 200
    for color in COLORS:
        state.pending = [Contribution(0, 0), Payment(0, 0, color, (), 0, 5)]
        assert GAME.check(state) == []
        assert len(GAME.legal_moves(state)) <= 80
