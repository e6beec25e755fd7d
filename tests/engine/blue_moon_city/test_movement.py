"""Movement and its powers (BMC-3.1)."""

from __future__ import annotations

from engine.blue_moon_city import GAME
from engine.blue_moon_city.content import CITIES
from engine.blue_moon_city.events import DragonMoved, MiniatureMoved
from engine.blue_moon_city.moves import CallDragon, Contribution, EndMovement, Fly, Hurry, Movement, Offering, Step
from tests.engine.blue_moon_city.positions import COURTYARD, having, listed, playing, table


def test_bmc_3_1_up_to_two_orthogonal_steps() -> None:
    """BMC-3.1: one step leaves one, two leave none; the movement may end at any time."""
    state = table(hands=[["khind_1"]])
    assert listed(state, Step) == [Step(cell) for cell in CITIES[0].neighbours[COURTYARD]]
    assert EndMovement() in GAME.legal_moves(state)
    playing(state, Step(5), Step(1))
    assert GAME.legal_moves(state) == [EndMovement()]
    assert state.players[0].miniature == 1


def test_bmc_3_1_moving_is_optional_and_tiles_are_shared() -> None:
    """BMC-3.1: nothing blocks, staying is allowed."""
    state = table(hands=[["khind_1"], ["khind_1"]], at=[4, 5])
    events = playing(state, Step(5))
    assert having(events, MiniatureMoved) == [MiniatureMoved(0, 5)]
    assert state.players[0].miniature == state.players[1].miniature == 5
    playing(table(hands=[["khind_1"]]), EndMovement())


def test_bmc_3_1_without_steps_and_cards_movement_ends_by_itself() -> None:
    """BMC-3.1: everybody can see that there is nothing to decide."""
    state = table(hands=[[]], tiles={1: "mill"})
    playing(state, Step(5), Step(1))
    assert not any(isinstance(decision, Movement) and decision.seat == 0 for decision in state.pending)


def test_bmc_3_1_value_1_calls_its_dragon_from_outside_to_any_tile() -> None:
    """BMC-3.1: Vulca red, Terrah green, Aqua blue."""
    for dragon, card in enumerate(["vulca_1", "terrah_1", "aqua_1"]):
        state = table(hands=[[card, "khind_1"]])
        assert len(listed(state, CallDragon)) == 21
        events = playing(state, CallDragon(card, 20))
        assert state.dragons[dragon] == 20
        assert having(events, DragonMoved) == [DragonMoved(["red", "green", "blue"][dragon], 20)]
        assert state.discards == [card]
        assert state.pending == [Movement(0, 2)]


def test_bmc_3_1_value_1_moves_its_dragon_from_inside_too() -> None:
    """BMC-3.1: any other tile, however far."""
    state = table(hands=[["aqua_1", "khind_1"]])
    state.dragons[2] = 0
    assert [move.cell for move in listed(state, CallDragon)] == list(range(1, 21))  # type: ignore[union-attr]


def test_bmc_3_1_value_2_moves_a_dragon_in_the_city_up_to_three_steps() -> None:
    """BMC-3.1: outside the city it can do nothing."""
    state = table(hands=[["vulca_2", "khind_1"]])
    assert listed(state, CallDragon) == []
    state.dragons[0] = 3
    reach = {move.cell for move in listed(state, CallDragon)}  # type: ignore[union-attr]
    assert reach == {cell for cell, distance in enumerate(CITIES[0].distances[3]) if 1 <= distance <= 3}
    assert 7 not in reach and 6 in reach


def test_bmc_3_1_value_3_has_no_power() -> None:
    """BMC-3.1: nor have the peoples of the contribution phase."""
    state = table(hands=[["vulca_3", "flit_3", "hoax_1", "mimix_1", "pillar_1", "khind_1"]])
    state.dragons[0] = 3
    assert {type(move) for move in GAME.legal_moves(state)} == {Step, EndMovement}


def test_bmc_3_1_flit_1_flies_anywhere_and_keeps_the_steps() -> None:
    """BMC-3.1: powers and steps mix at will."""
    state = table(hands=[["flit_1", "flit_1", "khind_1"]])
    assert len(listed(state, Fly)) == 20
    playing(state, Step(5), Fly(20), Step(19), Fly(0))
    assert state.players[0].miniature == 0
    assert state.discards == ["flit_1", "flit_1"]


def test_bmc_3_1_flit_2_gives_two_more_steps() -> None:
    """BMC-3.1: each of them, before, between or after the steps."""
    state = table(hands=[["flit_2", "flit_2", "khind_1"]])
    playing(state, Step(5), Hurry(), Step(1), Step(2))
    assert state.pending == [Movement(0, 1)]
    playing(state, Hurry())
    assert state.pending == [Movement(0, 3)]


def test_bmc_3_1_powers_of_movement_end_with_it() -> None:
    """BMC-3.1: afterwards no Flit flies."""
    state = table(hands=[["flit_1", "vulca_1"]], rebuilt=["mill", "thermae"])
    state.players[0].crystals = 7
    playing(state, EndMovement())
    assert isinstance(state.pending[-1], Offering)
    assert not listed(state, Fly) and not listed(state, CallDragon)


def test_bmc_3_1_identical_cards_are_listed_once() -> None:
    """BMC-1.2, BMC-3.1: three Vulca of value 1 are one choice of destinations."""
    assert len(listed(table(hands=[["vulca_1"] * 3]), CallDragon)) == 21


def test_bmc_3_2_contributions_are_made_where_the_movement_ended() -> None:
    """BMC-3.2: a player with a marker and cards is asked on any ruin."""
    state = table(hands=[["pillar_3"]], tiles={5: "mill"})
    playing(state, Step(5), EndMovement())
    assert state.pending == [Contribution(0, 0)]
