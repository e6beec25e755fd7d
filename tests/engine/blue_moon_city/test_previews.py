"""Previews tell what a move costs and gains, with what the acting seat can see."""

from __future__ import annotations

from engine.blue_moon_city import GAME
from engine.blue_moon_city.moves import (
    CallDragon,
    Contribute,
    Contribution,
    DeclineSpecial,
    DiscardCard,
    Draw,
    EndMovement,
    EndOfferings,
    Fly,
    Hurry,
    LayCard,
    LayPair,
    Offer,
    OfferAgain,
    Pay,
    Reset,
    Step,
    UseHospital,
)
from engine.blue_moon_city.preview import ContributePreview, DrawPreview, LayPreview, OfferPreview, PayPreview, PlacePreview, StepsPreview
from engine.game import Preview
from tests.engine.blue_moon_city.positions import ask, mark, offer_before, playing, table


def test_bmc_3_1_movement_shows_the_tile_its_free_spaces_and_its_dragons() -> None:
    """BMC-3.1: also for a flight, and for a dragon that is called there."""
    state = table(2, hands=[["vulca_1", "flit_1", "flit_2"]], tiles={5: "mill", 11: "library"}, rebuilt=["library"])
    mark(state, 5, 1)
    state.dragons = [5, 5, None]
    there = PlacePreview(tile="mill", ruin=True, free=2, dragons=2)
    assert GAME.preview(state, Step(5)) == GAME.preview(state, Fly(5)) == there
    assert GAME.preview(state, Step(11)) == PlacePreview(tile="library", ruin=False, free=0, dragons=0)
    assert GAME.preview(state, CallDragon("vulca_1", 11)) == PlacePreview(tile="library", ruin=False, free=0, dragons=1)
    state.dragons = [None, 5, None]
    assert GAME.preview(state, CallDragon("vulca_1", 5)) == there
    assert GAME.preview(state, Hurry()) == StepsPreview(steps=4)
    assert GAME.preview(state, EndMovement()) == Preview(is_pass=True)


def test_bmc_3_2_a_contribution_shows_its_number_and_whether_its_colour_suffices() -> None:
    """BMC-3.2, BMC-3.3, BMC-3.4: without completing the building only the dragons give something."""
    state = table(2, hands=[["terrah_3", "khind_1"]], tiles={4: "mill"}, at=[4])
    state.dragons = [4, 4, None]
    playing(state, EndMovement())
    plain = {"completes": False, "majority": True, "dragon_scales": 2, "crystals": 0, "scales": 0, "cards": 0, "scoring": 0}
    assert GAME.preview(state, Contribute(0, "red")) == ContributePreview(value=3, payable="color", **plain)  # type: ignore[arg-type]
    state = table(2, hands=[["terrah_2", "khind_1", "khind_1"]], tiles={4: "mill"}, at=[4])
    playing(state, EndMovement())
    shown = GAME.preview(state, Contribute(0, "red"))
    assert isinstance(shown, ContributePreview) and (shown.payable, shown.dragon_scales) == ("wild", 0)


def test_bmc_4_1_a_contribution_that_completes_shows_its_bonuses() -> None:
    """BMC-4.1: the worked fact of the Water Temple, for the majority player and for the other contributor."""
    tiles = {4: "water_temple", 0: "citadel", 5: "aqueduct", 9: "monastery_tower", 3: "trading_house"}
    for others, majority, crystals in (((0, 1), True, 7), ((1, 1), False, 5)):
        state = table(2, hands=[["aqua_3", "vulca_3"]], tiles=tiles, rebuilt=["citadel", "aqueduct"], at=[4])
        mark(state, 4, *others)
        playing(state, EndMovement())
        shown = GAME.preview(state, Contribute(2, "blue"))
        assert isinstance(shown, ContributePreview)
        assert (shown.completes, shown.majority, shown.crystals) == (True, majority, crystals)
        playing(state, Contribute(2, "blue"), LayCard("aqua_3"))
        paid = GAME.preview(state, Pay())
        assert isinstance(paid, PayPreview) and (paid.crystals, paid.overpaid) == (crystals, 0)
        playing(state, Pay())
        assert state.players[0].crystals == crystals


def test_bmc_5_1_a_contribution_shows_what_a_scoring_of_the_scales_gives() -> None:
    """BMC-5.1: the worked fact of the Monastery Tower: 6 crystals for the most scales."""
    tiles = {4: "monastery_tower", 5: "water_temple", 20: "mill"}
    state = table(4, hands=[["flit_2", "vulca_3"]], tiles=tiles, rebuilt=["water_temple", "mill"], at=[4])
    for seat, scales in enumerate((5, 1, 3, 2)):
        state.players[seat].scales = scales
    state.dragons[2] = 4
    mark(state, 4, 1, 2)
    playing(state, EndMovement())
    shown = GAME.preview(state, Contribute(2, "gray"))
    assert isinstance(shown, ContributePreview)
    assert (shown.dragon_scales, shown.scales, shown.crystals, shown.scoring, shown.majority) == (1, 2, 1, 6, False)


def test_bmc_3_3_cards_show_what_is_laid_and_missing_after_them() -> None:
    """BMC-3.3: a pair counts 3; too much is lost."""
    state = table(2, hands=[["terrah_2", "mimix_1", "mimix_1", "vulca_1"]], tiles={4: "earth_temple"}, at=[4])
    playing(state, EndMovement(), Contribute(1, "red"))
    assert GAME.preview(state, LayCard("terrah_2")) == LayPreview(worth=2, needed=2)
    playing(state, LayCard("terrah_2"))
    assert GAME.preview(state, LayPair(("mimix_1", "mimix_1"))) == LayPreview(worth=5, needed=0)
    playing(state, LayPair(("mimix_1", "mimix_1")))
    shown = GAME.preview(state, Pay())
    assert isinstance(shown, PayPreview) and shown.overpaid == 1


def test_bmc_3_5_an_offering_shows_its_price_what_is_left_and_whether_it_wins() -> None:
    """BMC-3.5, BMC-6.1: a winning offering ends the turn."""
    state = table(2, hands=[["pillar_2", "vulca_3"]], rebuilt=["mill", "thermae", "citadel"])
    offer_before(state, 0, 0, 0, 0)
    state.players[0].crystals = 30
    playing(state, EndMovement())
    assert GAME.preview(state, Offer()) == OfferPreview(price=9, crystals=21, wins=False)
    assert GAME.preview(state, EndOfferings()) == Preview(is_pass=True)
    playing(state, Offer())
    assert GAME.preview(state, OfferAgain("pillar_2")) == OfferPreview(ends_turn=True, price=11, crystals=10, wins=True)


def test_bmc_3_7_a_draw_shows_the_number_of_cards_and_ends_the_turn() -> None:
    """BMC-3.6, BMC-3.7: no more than there are; a discard ends nothing."""
    state = table(2, hands=[["vulca_3"]], tiles={6: "hospital"}, at=[6], expansion=True)
    ask(state, Reset(0, 0))
    assert GAME.preview(state, Draw()) == DrawPreview(ends_turn=True, cards=2)
    assert GAME.preview(state, DiscardCard("vulca_3")) == Preview()
    state.players[1].hand, state.deck = sorted(state.deck[1:], key=str), state.deck[:1]
    assert GAME.preview(state, Draw()) == DrawPreview(ends_turn=True, cards=1)
    assert GAME.preview(state, UseHospital()) == DrawPreview(cards=1)
    assert GAME.preview(state, DeclineSpecial()) == Preview(is_pass=True)


def test_bmc_6_3_the_last_free_marker_ends_the_game_and_the_turn() -> None:
    """BMC-6.3: on a building that stays a ruin."""
    state = table(2, hands=[["terrah_2", "vulca_3"]], tiles={4: "mill"}, at=[4])
    state.players[0].markers, state.players[1].markers = 1, 0
    ask(state, Contribution(0, 0))
    GAME.play(state, Contribute(1, "red"), [])
    GAME.play(state, LayCard("terrah_2"), [])
    assert GAME.preview(state, Pay()).ends_turn
    GAME.play(state, Pay(), [])
    assert not state.pending
