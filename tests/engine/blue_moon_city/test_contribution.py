"""Contributions and wild cards (BMC-3.2, BMC-3.3)."""

from __future__ import annotations

from engine.blue_moon_city import GAME
from engine.blue_moon_city.events import CardsLaid, Contributed
from engine.blue_moon_city.moves import (
    AnyMove,
    Contribute,
    Contribution,
    EndContribution,
    EndMovement,
    LayCard,
    LayPair,
    Pay,
    Payment,
    Reset,
    TurnCard,
)
from engine.blue_moon_city.state import State
from tests.engine.blue_moon_city.positions import ask, having, listed, mark, playing, table

HERE = 4


def on(tile: str, *hand: str, seats: int = 2) -> State:
    """Seat 0 stands on the tile with this hand and is asked for a contribution."""
    state = table(seats, hands=[hand], tiles={HERE: tile}, at=[HERE])
    playing(state, EndMovement())
    return state


def spaces(state: State) -> set[int]:
    """The spaces that can be paid for."""
    return {move.space for move in listed(state, Contribute)}  # type: ignore[union-attr]


def test_bmc_3_2_city_residence_two_brown_cards_worth_three_take_the_three() -> None:
    """BMC-3.2, worked fact: brown 4, 3, 2; a brown 1 and a brown 2."""
    state = on("city_residence", "mimix_1", "mimix_2", "vulca_3")
    events = playing(state, Contribute(1, "brown"), LayCard("mimix_1"), LayCard("mimix_2"), Pay())
    assert state.city[HERE].markers == (None, 0, None)
    assert having(events, Contributed) == [Contributed(0, HERE, 1, ("mimix_1", "mimix_2"))]
    assert state.players[0].markers == 9
    assert sorted(state.discards) == ["mimix_1", "mimix_2"]


def test_bmc_3_2_two_contributions_are_paid_separately() -> None:
    """BMC-3.2, worked fact: red 3, 2, 2, 1 on red 5, 4, 3: 3+2 for the 5, 2+1 for the 3."""
    state = on("earth_temple", "terrah_3", "terrah_2", "terrah_2", "terrah_1", "pillar_3")
    playing(state, Contribute(0, "red"), LayCard("terrah_3"), LayCard("terrah_2"), Pay())
    assert state.pending == [Contribution(0, 1)]
    assert spaces(state) == {2}
    playing(state, Contribute(2, "red"), LayCard("terrah_1"), LayCard("terrah_2"), Pay())
    assert state.city[HERE].markers == (0, None, 0)


def test_bmc_3_2_surplus_does_not_count_for_the_next_contribution() -> None:
    """BMC-3.2, worked fact: white 3, 3, 1 on free white 5 and 2: after 3+3 the surplus is lost and the 1 is too little."""
    state = on("university", "hoax_3", "hoax_3", "hoax_1")
    playing(state, Contribute(0, "white"), LayCard("hoax_3"), LayCard("hoax_3"), Pay())
    assert GAME.legal_moves(state) == [EndContribution()]


def test_bmc_3_2_a_free_marker_is_needed() -> None:
    """BMC-3.2: without one nothing is asked and the reset follows."""
    state = table(2, hands=[["terrah_3"]], tiles={HERE: "mill"}, at=[HERE])
    for cell in (0, 1, 2, 6, 7, 8, 11, 12, 13, 14, 16, 17):
        building = state.city[cell]
        if state.players[0].markers and len(building.markers) > 1:
            mark(state, cell, *[0] * min(len(building.markers) - 1, state.players[0].markers))
    assert state.players[0].markers == 0
    playing(state, EndMovement())
    assert state.pending == [Reset(0, 0)]


def test_bmc_3_2_taken_spaces_and_other_colours_are_not_offered() -> None:
    """BMC-3.2: a space is paid in its colour, once."""
    state = table(hands=[["terrah_3", "vulca_3"]], tiles={HERE: "mill"}, at=[HERE])
    mark(state, HERE, 1)
    playing(state, EndMovement())
    assert listed(state, Contribute) == [Contribute(1, "red"), Contribute(2, "red")]


def test_bmc_3_2_the_royal_palace_takes_any_one_colour_for_each_space() -> None:
    """BMC-3.2: the colour is chosen with the space, and binds."""
    state = on("royal_palace", "terrah_3", "terrah_2", "vulca_3", "khind_1")
    assert Contribute(0, "red") in GAME.legal_moves(state) and Contribute(0, "black") not in GAME.legal_moves(state)
    playing(state, Contribute(3, "black"))
    assert listed(state, LayCard) == [LayCard("khind_1"), LayCard("vulca_3")]
    playing(state, LayCard("vulca_3"), Pay(), Contribute(0, "red"), LayCard("terrah_2"), LayCard("terrah_3"), Pay())
    assert state.city[HERE].markers == (0, None, None, 0)


def test_bmc_3_2_green_stands_for_the_colours_that_the_hand_lacks() -> None:
    """BMC-3.2, BMC-3.3: on the Royal Palace they are all paid with wild means alone; one entry for each space is enough."""
    state = on("royal_palace", "terrah_2", "mimix_1", "mimix_2", "aqua_1")
    colors = {space: [move.color for move in listed(state, Contribute) if move.space == space] for space in range(4)}  # type: ignore[union-attr]
    assert colors == {0: ["red"], 1: ["red", "blue"], 2: ["red", "blue"], 3: ["red", "blue", "green", "brown"]}
    playing(state, Contribute(3, "green"), LayPair(("mimix_1", "mimix_2")), Pay())
    state = on("royal_palace", *["khind_1"] * 5)
    assert listed(state, Contribute) == [Contribute(space, "green") for space in range(4)]


def test_bmc_3_2_a_payment_states_what_is_laid_and_what_is_missing() -> None:
    """BMC-3.2: the sums are part of the question and of the events."""
    state = on("earth_temple", "terrah_3", "terrah_3", "terrah_3", "pillar_3")
    events = playing(state, Contribute(0, "red"), LayCard("terrah_3"))
    assert state.pending[-1] == Payment(0, 0, "red", (LayCard("terrah_3"),), 3, 2)
    events += playing(state, LayCard("terrah_3"))
    assert state.pending[-1] == Payment(0, 0, "red", (LayCard("terrah_3"), LayCard("terrah_3")), 6, 0)
    assert [(event.worth, event.needed) for event in having(events, CardsLaid)] == [(3, 2), (6, 0)]


def test_bmc_3_2_overpaying_is_legal_and_paying_needs_enough() -> None:
    """BMC-3.2: more may be added, surplus is lost."""
    state = on("mill", "terrah_1", "terrah_2", "terrah_3", "aqua_1")
    playing(state, Contribute(1, "red"), LayCard("terrah_1"))
    assert Pay() not in GAME.legal_moves(state)
    playing(state, LayCard("terrah_2"))
    assert GAME.legal_moves(state) == [LayCard("terrah_3"), Pay()]
    playing(state, LayCard("terrah_3"), Pay())
    assert len(state.discards) == 3


def test_bmc_3_2_the_last_card_of_a_hand_completes_by_itself() -> None:
    """BMC-3.2: with an empty hand nothing can be added."""
    state = on("mill", "terrah_2")
    playing(state, Contribute(1, "red"), LayCard("terrah_2"))
    assert state.city[HERE].markers == (None, 0, None)


def test_bmc_3_2_a_player_may_stop_and_is_asked_even_if_the_hand_cannot_pay() -> None:
    """BMC-3.2: the decision reveals nothing about the hand."""
    state = on("mill", "vulca_3")
    assert GAME.legal_moves(state) == [EndContribution()]
    playing(state, EndContribution())
    assert state.pending == [Reset(0, 0)]


def test_bmc_3_3_khind_is_one_of_any_colour_and_may_stand_alone() -> None:
    """BMC-3.3: three of them are a 3."""
    state = on("mill", "khind_1", "khind_1", "khind_1", "vulca_3")
    playing(state, Contribute(0, "red"), LayCard("khind_1"), LayCard("khind_1"), LayCard("khind_1"), Pay())
    assert state.city[HERE].markers == (0, None, None)


def test_bmc_3_3_two_mimix_are_a_wild_three() -> None:
    """BMC-3.3: values 1 and 2 pair, a 3 does not."""
    state = on("mill", "mimix_1", "mimix_2", "mimix_3", "vulca_3")
    playing(state, Contribute(0, "red"))
    assert GAME.legal_moves(state) == [LayPair(("mimix_1", "mimix_2"))]
    playing(state, LayPair(("mimix_1", "mimix_2")), Pay())
    assert spaces(on("mill", "mimix_3", "mimix_3")) == set()
    assert spaces(on("mill", "mimix_1")) == set()


def test_bmc_3_3_on_brown_mimix_count_at_face_value_or_as_pairs() -> None:
    """BMC-3.3: two ones pair to 3, two twos are 4 at face value."""
    assert spaces(on("city_residence", "mimix_1", "mimix_1")) == {1, 2}
    assert spaces(on("city_residence", "mimix_2", "mimix_2")) == {0, 1, 2}
    state = on("city_residence", "mimix_2", "mimix_2", "vulca_1")
    playing(state, Contribute(0, "brown"))
    assert GAME.legal_moves(state) == [LayCard("mimix_2")]


def test_bmc_3_3_hoax_1_turns_up_to_four_cards_of_one_colour() -> None:
    """BMC-3.3: the fifth, and cards of a second colour, do not count."""
    state = on("earth_temple", "hoax_1", "pillar_1", "pillar_1", "pillar_1", "pillar_2", "pillar_2", "vulca_2")
    playing(state, Contribute(0, "red"), TurnCard("hoax_1", "pillar_1"), LayCard("pillar_2"), LayCard("pillar_1"))
    assert set(GAME.legal_moves(state)) == {LayCard("pillar_1"), LayCard("pillar_2")}
    playing(state, LayCard("pillar_1"))
    assert GAME.legal_moves(state) == [Pay()]
    playing(state, Pay())
    assert sorted(state.discards) == ["hoax_1", "pillar_1", "pillar_1", "pillar_1", "pillar_2"]


def test_bmc_3_3_hoax_2_turns_one_card() -> None:
    """BMC-3.3: one Hoax each."""
    state = on("earth_temple", "hoax_2", "hoax_2", "vulca_3", "vulca_2")
    assert spaces(state) == {0, 1, 2}
    playing(state, Contribute(0, "red"), TurnCard("hoax_2", "vulca_3"))
    assert GAME.legal_moves(state) == [TurnCard("hoax_2", "vulca_2")]
    assert spaces(on("earth_temple", "hoax_2", "vulca_3", "vulca_2")) == {2}


def test_bmc_3_3_a_turned_card_uses_no_power_and_a_card_serves_once() -> None:
    """BMC-3.3: a Hoax may be turned by another Hoax, for its value; then it turns nothing."""
    state = on("earth_temple", "hoax_2", "hoax_1", "vulca_3")
    playing(state, Contribute(2, "red"))
    assert set(GAME.legal_moves(state)) == {TurnCard("hoax_1", "vulca_3"), TurnCard("hoax_2", "vulca_3")}
    pairless = on("mill", "hoax_1", "mimix_1", "mimix_2", "vulca_1")
    playing(pairless, Contribute(0, "red"), TurnCard("hoax_1", "mimix_1"))
    assert GAME.legal_moves(pairless) == [LayCard("mimix_2")]


def test_bmc_3_3_wild_cards_combine_freely_in_one_contribution() -> None:
    """BMC-3.3: own colour, Khind, a Mimix pair and a turned card together."""
    state = on("earth_temple", "terrah_1", "khind_1", "hoax_2", "vulca_1", "mimix_1", "mimix_1", "aqua_3")
    moves: list[AnyMove] = [LayCard("terrah_1"), LayCard("khind_1"), TurnCard("hoax_2", "vulca_1"), LayPair(("mimix_1", "mimix_1")), Pay()]
    playing(state, Contribute(0, "red"), *moves)
    assert state.city[HERE].markers == (0, None, None)
    assert len(state.discards) == 6


def test_bmc_3_3_a_hoax_on_white_may_count_its_value_or_turn_a_card() -> None:
    """BMC-3.3: for a power or for its value, not both."""
    state = on("university", "hoax_2", "vulca_3", "khind_1")
    playing(state, Contribute(1, "white"))
    assert set(GAME.legal_moves(state)) == {LayCard("hoax_2"), LayCard("khind_1"), TurnCard("hoax_2", "vulca_3")}


def test_bmc_3_3_turning_a_khind_or_a_card_of_the_colour_is_not_offered() -> None:
    """BMC-3.3: it would waste the Hoax."""
    state = on("mill", "hoax_1", "khind_1", "terrah_2", "terrah_3")
    playing(state, Contribute(0, "red"))
    assert listed(state, TurnCard) == []


def test_a_payment_that_could_not_be_completed_is_a_defect() -> None:
    """BMC-3.2: once begun a contribution can be completed."""
    state = on("mill", "vulca_1")
    state.pending.append(Payment(0, 0, "red", (), 0, 3))
    assert [defect.code for defect in GAME.check(state)] == ["impossible"]
    ask(state, Payment(0, 0, "red", (), 0, 3))
    assert [defect.code for defect in GAME.check(state)] == ["impossible"]
