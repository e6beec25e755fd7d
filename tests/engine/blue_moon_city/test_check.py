"""Validation of states: every defect is reported with its pointer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.blue_moon_city import GAME
from engine.blue_moon_city.content import VALUE_OF
from engine.blue_moon_city.moves import Contribution, LayCard, LayPair, Movement, Offering, Payment, Reset, Special, TurnCard
from engine.blue_moon_city.setup import new_game
from engine.blue_moon_city.state import Building, Options, State
from tests.engine.blue_moon_city.positions import mark, offer_before, rebuild_all, table


def fresh(**options: object) -> State:
    """A new game of three with seat 0 first."""
    return new_game(Options(**{"first_seat": 0, **options}), 3, 3)  # type: ignore[arg-type]


def codes(state: State) -> set[tuple[str, str]]:
    """Returns the pointers and codes of the defects."""
    return {(defect.pointer, defect.code) for defect in GAME.check(state)}


def seat_beyond(state: State) -> None:
    state.obelisk = [3]
    state.players[0].markers = 9


def too_rich(state: State) -> None:
    state.players[1].crystals = 1


def swap_courtyard(state: State) -> None:
    state.city[10], state.city[0] = state.city[0], state.city[10]


def swap_starting(state: State) -> None:
    state.city[5], state.city[0] = state.city[0], state.city[5]


def double_tile(state: State) -> None:
    state.city[0] = state.city[1]


def full_ruin(state: State) -> None:
    mark(state, 0, *[0] * len(state.city[0].markers))


def rebuilt_with_spaces(state: State) -> None:
    state.city[0] = Building(state.city[0].tile, True, state.city[0].markers)


def ruined_courtyard(state: State) -> None:
    state.city[10] = Building("courtyard", False, ())


def unsorted_hand(state: State) -> None:
    state.players[0].hand.reverse()


def lost_card(state: State) -> None:
    state.deck.pop()


def unknown_card(state: State) -> None:
    state.deck[0] = None


def set_field(name: str, value: object) -> Callable[[State], None]:
    return lambda state: setattr(state, name, value)


DAMAGE: list[tuple[Callable[[State], None], str, str]] = [
    (set_field("seed", None), "/seed", "unknown"),
    (set_field("first_seat", 3), "/first_seat", "out_of_range"),
    (set_field("first_seat", 1), "/first_seat", "contradiction"),
    (set_field("turn", 301), "/turn", "out_of_range"),
    (set_field("quiet_since", 1), "/quiet_since", "out_of_range"),
    (set_field("version", 114), "/version", "out_of_range"),
    (set_field("shuffles", 1), "/shuffles", "out_of_range"),
    (set_field("dragons", [21, None, None]), "/dragons/0", "out_of_range"),
    (seat_beyond, "/obelisk", "out_of_range"),
    (too_rich, "/players/1/crystals", "out_of_range"),
    (swap_courtyard, "/city/0/tile", "misplaced"),
    (swap_starting, "/city/5/tile", "misplaced"),
    (double_tile, "/city", "tiles_not_conserved"),
    (full_ruin, "/city/0/markers", "contradiction"),
    (rebuilt_with_spaces, "/city/0/markers", "wrong_length"),
    (ruined_courtyard, "/city/10/rebuilt", "contradiction"),
    (unsorted_hand, "/players/0/hand", "unsorted"),
    (lost_card, "", "cards_not_conserved"),
    (unknown_card, "/deck", "unknown"),
    (set_field("pending", []), "/pending", "contradiction"),
    (set_field("pending", [Movement(1, 2)]), "/pending", "wrong_seat"),
    (set_field("pending", [Movement(0, 3)]), "/pending/0", "impossible"),
    (set_field("pending", [Movement(0, 2), Movement(0, 2)]), "/pending/1", "impossible"),
    (set_field("pending", [Contribution(0, 0)]), "/pending/0", "impossible"),
    (set_field("pending", [Offering(0, True)]), "/pending/0", "impossible"),
    (set_field("pending", [Special(0)]), "/pending/0", "impossible"),
    (set_field("pending", [Reset(0, 1)]), "/pending/0", "impossible"),
]


@pytest.mark.parametrize(("damage", "pointer", "code"), DAMAGE)
def test_each_defect_is_found_where_it_is(damage: Callable[[State], None], pointer: str, code: str) -> None:
    """A sound state has none; the damaged one has this, perhaps with what follows from it."""
    state = fresh()
    assert codes(state) == set()
    damage(state)
    assert (pointer, code) in codes(state)


def test_all_defects_are_reported_at_once() -> None:
    """Not only the first one."""
    state = fresh()
    for damage, _, _ in DAMAGE[:9]:
        damage(state)
    unsorted_hand(state)
    assert len(codes(state)) >= 8


def test_a_game_that_is_won_or_at_the_round_limit_has_nothing_pending() -> None:
    """BMC-6.1, BMC-6.4: a decision pending after the end is a defect."""
    state = fresh(round_limit=1)
    state.turn = state.version = 3
    assert codes(state) == {("/pending", "contradiction")}
    state = fresh()
    state.obelisk = [0, 0, 0, 0, 0, 1]
    state.players[0].markers, state.players[1].markers = 5, 9
    assert ("/obelisk", "contradiction") in codes(state)


LAID = [
    (LayCard("vulca_3"),),
    (LayPair(("mimix_2", "mimix_1")),),
    (TurnCard("hoax_1", "khind_1"),),
    (TurnCard("hoax_1", "terrah_1"),),
    (TurnCard("hoax_2", "vulca_3"), LayCard("vulca_1")),
]


def sums(laid: tuple[LayCard | LayPair | TurnCard, ...]) -> tuple[int, int]:
    """Returns the value laid, and what is missing for a space of 5."""
    worth = sum(3 if isinstance(step, LayPair) else VALUE_OF[step.card] for step in laid)
    return worth, 5 - worth


@pytest.mark.parametrize("laid", LAID)
def test_cards_that_could_not_be_laid_are_a_defect(laid: tuple[LayCard | LayPair | TurnCard, ...]) -> None:
    """BMC-3.3: a card of another colour, a pair in the wrong order, a Hoax for nothing, a second card for a Hoax 2."""
    hand = ["vulca_1", "vulca_3", "mimix_1", "mimix_2", "hoax_1", "hoax_2", "khind_1", "khind_1", "terrah_1", "terrah_3"]
    state = table(2, hands=[hand], tiles={4: "earth_temple"}, at=[4])
    for step in laid:
        for card in step.cards if isinstance(step, LayPair) else [step.card]:
            state.players[0].hand.remove(card)
        if isinstance(step, TurnCard):
            state.players[0].hand.remove(step.hoax)
    state.pending = [Contribution(0, 0), Payment(0, 0, "red", laid, *sums(laid))]
    assert codes(state) == {("/pending/1", "impossible")}
    state.players[0].hand = [*sorted(hand)]
    state.pending = [Contribution(0, 0), Payment(0, 0, "red", (), 0, 5)]
    assert codes(state) == set()
    state.pending = [Contribution(0, 0), Payment(0, 0, "blue", (), 0, 5)]
    assert codes(state) == {("/pending/1", "impossible")}


@pytest.mark.parametrize(("color", "worth", "needed"), [("red", 1, 2), ("red", 0, 2), ("red", 1, 3), ("blue", 0, 3), ("green", 0, 2)])
def test_a_payment_with_wrong_sums_or_a_colour_not_in_the_hand_is_a_defect(color: str, worth: int, needed: int) -> None:
    """BMC-3.2: green stands for the colours that the hand lacks."""
    state = table(2, hands=[["terrah_3", "khind_1", "khind_1", "khind_1"]], tiles={4: "royal_palace"}, at=[4])
    for sound in ("red", "green"):
        state.pending = [Contribution(0, 0), Payment(0, 3, sound, (), 0, 3)]
        assert codes(state) == set()
    state.pending = [Contribution(0, 0), Payment(0, 3, color, (), worth, needed)]
    assert codes(state) == {("/pending/1", "impossible")}


def test_a_question_that_is_not_asked_is_a_defect() -> None:
    """BMC-3.5: an offering that cannot be paid; BMC-6.2: a turn in a city that stands, with nobody able to pay."""
    state = table(2, hands=[["vulca_3"]], rebuilt=["mill", "thermae", "citadel"])
    state.pending = [Offering(0, False)]
    assert codes(state) == {("/pending/0", "impossible")}
    rebuild_all(state)
    state.turn = state.version = 9
    state.pending = [Movement(1, 2)]
    assert codes(state) == {("/pending", "contradiction")}
    state.quiet_since = 9
    state.pending = [Reset(1, 0)]
    assert codes(state) == set()


def test_cards_wait_only_after_a_building_was_rebuilt() -> None:
    """BMC-4.2: not during the movement."""
    state = fresh()
    state.players[1].waiting = [state.deck.pop()]
    assert codes(state) == {("/players/1/waiting", "contradiction")}


def test_contributions_of_a_turn_must_have_their_markers() -> None:
    """BMC-3.2, BMC-3.4: claiming a first contribution that is not there would change who earns dragon scales."""
    state = table(2, hands=[["terrah_3"]], tiles={4: "mill"}, at=[4])
    state.pending = [Contribution(0, 1)]
    assert codes(state) == {("/pending/0", "impossible")}
    mark(state, 4, 0)
    assert codes(state) == set()


def test_a_further_offering_follows_one_of_the_same_turn() -> None:
    """BMC-3.5: a Pillar needs an offering made just before."""
    state = table(2, hands=[["pillar_1"]], rebuilt=["mill", "thermae", "citadel"])
    offer_before(state, 0)
    state.players[0].crystals = 8
    state.turn = state.version = 2
    state.pending = [Offering(0, True)]
    assert codes(state) == {("/pending/0", "impossible")}
    state.quiet_since = 2
    assert codes(state) == set()
