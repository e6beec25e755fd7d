"""Offerings and special buildings (BMC-3.5, BMC-3.6)."""

from __future__ import annotations

import pytest

from engine.blue_moon_city import GAME
from engine.blue_moon_city.events import CardsDrawn, MiniatureMoved, Offered, SpecialUsed
from engine.blue_moon_city.moves import (
    Contribute,
    Contribution,
    DeclineSpecial,
    EndContribution,
    EndMovement,
    EndOfferings,
    LayCard,
    Offer,
    OfferAgain,
    Offering,
    Pay,
    Reset,
    Special,
    UseGoldenShrine,
    UseHospital,
    UseMainHall,
)
from engine.blue_moon_city.state import State
from tests.engine.blue_moon_city.positions import COURTYARD, having, mark, offer_before, playing, table

FAR = ("mill", "thermae", "iron_foundry", "citadel")


def courtyard(crystals: int, *hand: str, seats: int = 2, before: tuple[int, ...] = ()) -> State:
    """Seat 0 has ended its movement on the courtyard."""
    state = table(seats, hands=[hand], rebuilt=FAR)
    offer_before(state, *before)
    state.players[0].crystals = crystals
    playing(state, EndMovement())
    return state


def test_bmc_3_5_one_offering_a_turn_at_the_price_of_the_next_space() -> None:
    """BMC-3.5: crystals are paid, a marker placed, no second offering without a Pillar."""
    state = courtyard(20, "vulca_3")
    state.dragons[0] = COURTYARD
    assert GAME.legal_moves(state) == [Offer(), EndOfferings()]
    events = playing(state, Offer())
    assert having(events, Offered) == [Offered(0, 0, 7)]
    assert (state.players[0].crystals, state.players[0].markers, state.obelisk) == (13, 9, [0])
    assert state.players[0].scales == 0
    assert GAME.legal_moves(state) == [EndOfferings()]


def test_bmc_3_5_nothing_is_asked_if_the_crystals_do_not_suffice() -> None:
    """BMC-3.5: gains and payments are public, so everybody can count the crystals."""
    assert courtyard(6, "vulca_3").pending == [Reset(0, 0)]
    assert courtyard(7, "vulca_3").pending == [Offering(0, False)]


@pytest.mark.parametrize(("crystals", "hand", "asked"), [(14, ["vulca_3"], False), (15, ["vulca_3"], True), (15, [], False)])
def test_bmc_3_5_a_further_offering_is_asked_for_if_a_pillar_could_allow_it(crystals: int, hand: list[str], asked: bool) -> None:
    """BMC-3.5: whether the hand has a Pillar is secret; its size and the crystals are not."""
    state = courtyard(crystals, *hand)
    playing(state, Offer())
    assert state.pending == ([Offering(0, True)] if asked else [Reset(0, 0)])


def test_bmc_3_5_the_seventh_offering_of_three_costs_nine_and_a_pillar_2_makes_the_next_eleven() -> None:
    """BMC-3.5, worked fact: after four 7s and two 8s."""
    state = courtyard(20, "pillar_2", "vulca_3", seats=3, before=(0, 1, 2, 0, 1, 2))
    events = playing(state, Offer(), OfferAgain("pillar_2"))
    assert [event.price for event in having(events, Offered)] == [9, 9 + 2]
    assert state.players[0].crystals == 0
    assert state.discards == ["pillar_2"]


def test_bmc_3_5_pillars_come_after_the_first_offering_and_several_are_fine() -> None:
    """BMC-3.5: each at its value above the then next space, if it can be paid; a Pillar 3 has no power."""
    state = courtyard(8 + 9 + 7 + 10, "pillar_1", "pillar_1", "pillar_2", "pillar_3")
    assert OfferAgain("pillar_1") not in GAME.legal_moves(state)
    playing(state, Offer())
    assert GAME.legal_moves(state) == [OfferAgain("pillar_1"), OfferAgain("pillar_2"), EndOfferings()]
    events = playing(state, OfferAgain("pillar_1"), OfferAgain("pillar_2"))
    assert [event.price for event in having(events, Offered)] == [8, 10]
    assert GAME.legal_moves(state) == [OfferAgain("pillar_1"), EndOfferings()]
    playing(state, OfferAgain("pillar_1"))
    assert state.pending == [Reset(0, 0)] and state.players[0].crystals == 0


def test_bmc_3_5_the_surcharge_of_a_pillar_must_be_paid_too() -> None:
    """BMC-3.5: with 8 crystals left at a price of 7 a Pillar 1 is enough, a Pillar 2 is not."""
    state = courtyard(7 + 8, "pillar_1", "pillar_2")
    playing(state, Offer())
    assert GAME.legal_moves(state) == [OfferAgain("pillar_1"), EndOfferings()]


def test_bmc_3_5_an_offering_is_optional_and_needs_a_marker() -> None:
    """BMC-3.5: without a marker nothing is asked."""
    state = table(2, hands=[["vulca_3"]], tiles={0: "main_hall", 1: "royal_palace"}, rebuilt=FAR, expansion=True)
    mark(state, 0, *[0] * 7)
    mark(state, 1, *[0] * 3)
    playing(state, EndMovement())
    assert state.pending == [Reset(0, 0)]
    state = courtyard(20, "vulca_3")
    playing(state, EndOfferings())
    assert state.pending == [Reset(0, 0)] and state.obelisk == []


def special(tile: str, *hand: str, crystals: int = 0, standing: bool = False) -> State:
    """Seat 0 is about to end its movement on a special building in cell 6."""
    state = table(2, hands=[hand], tiles={6: tile}, rebuilt=(*FAR, tile) if standing else FAR, at=[6], expansion=True)
    state.players[0].crystals = crystals
    playing(state, EndMovement())
    if isinstance(state.pending[-1], Contribution):
        playing(state, EndContribution())
    return state


@pytest.mark.parametrize("standing", [False, True])
def test_bmc_3_6_main_hall_moves_the_miniature_and_nothing_more_is_done_there(standing: bool) -> None:
    """BMC-3.6: also to the courtyard, where no offering follows; ruined or rebuilt."""
    state = special("main_hall", "vulca_3", crystals=20, standing=standing)
    assert state.pending == [Special(0)]
    events = playing(state, UseMainHall(12))
    assert events == [SpecialUsed(0, 6, "main_hall"), MiniatureMoved(0, 12)]
    assert state.pending == [Reset(0, 0)]


def test_bmc_3_6_hospital_draws_two_cards() -> None:
    """BMC-3.6: into the hand, before the reset."""
    state = special("hospital", "vulca_3")
    events = playing(state, UseHospital())
    assert [(event.reason, len(event.cards)) for event in having(events, CardsDrawn)] == [("hospital", 2)]
    assert len(state.players[0].hand) == 3 and state.pending == [Reset(0, 0)]


def test_bmc_3_6_golden_shrine_makes_one_offering_without_pillars() -> None:
    """BMC-3.6: at the printed price, away from the courtyard."""
    state = special("golden_shrine", "pillar_1", "pillar_2", crystals=30)
    playing(state, UseGoldenShrine())
    assert (state.obelisk, state.players[0].crystals) == ([0], 23)
    assert state.pending == [Reset(0, 0)]


def test_bmc_3_6_an_action_without_effect_is_not_asked_for() -> None:
    """BMC-3.6: the Golden Shrine with too few crystals, the Hospital without a card to draw."""
    assert special("golden_shrine", "pillar_1", crystals=6).pending == [Reset(0, 0)]
    state = table(2, hands=[["vulca_3"]], tiles={6: "hospital"}, rebuilt=["hospital"], at=[6], expansion=True)
    state.players[1].hand, state.deck = sorted(state.deck, key=str), []
    playing(state, EndMovement())
    assert state.pending == [Reset(0, 0)]


def test_bmc_3_6_theatre_does_nothing_special() -> None:
    """BMC-3.6: the reset follows."""
    assert special("theatre", "vulca_3").pending == [Reset(0, 0)]


def test_bmc_3_6_special_buildings_follow_the_contributions_once_and_may_be_declined() -> None:
    """BMC-3.6: after a contribution, before the reset."""
    state = table(2, hands=[["mimix_2", "vulca_3"]], tiles={6: "hospital"}, at=[6], expansion=True)
    playing(state, EndMovement(), Contribute(2, "brown"), LayCard("mimix_2"), Pay(), EndContribution())
    assert state.pending == [Special(0)]
    playing(state, DeclineSpecial())
    assert state.pending == [Reset(0, 0)]
