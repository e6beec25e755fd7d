"""Golden scales (BMC-5)."""

from __future__ import annotations

from engine.blue_moon_city import GAME
from engine.blue_moon_city.content import BY_SEATS
from engine.blue_moon_city.events import BonusGained, ScalesScored
from engine.blue_moon_city.moves import Contribute, EndMovement, LayCard, Pay
from engine.blue_moon_city.state import State
from tests.engine.blue_moon_city.positions import having, mark, playing, table

HERE = 4


def tower(held: list[int], dragons: int, *markers: int | None) -> State:
    """Seat 0 is about to contribute to the Monastery Tower; the Water Temple beside it and the Mill far off stand."""
    tiles = {HERE: "monastery_tower", 5: "water_temple", 20: "mill"}
    state = table(len(held), hands=[["flit_2", "flit_2", "vulca_3"]], tiles=tiles, rebuilt=["water_temple", "mill"], at=[HERE])
    for seat, scales in enumerate(held):
        state.players[seat].scales = scales
    for dragon in range(dragons):
        state.dragons[dragon] = HERE
    mark(state, HERE, *markers)
    playing(state, EndMovement())
    return state


def test_bmc_5_1_the_worked_example() -> None:
    """BMC-5.1: totals 8, 4, 5, 2: 6 crystals for the most, 3 for the two others, whose scales go back; the last keeps 2."""
    state = tower([5, 1, 3, 2], 1, 1, 2)
    events = playing(state, Contribute(2, "gray"), LayCard("flit_2"), Pay())
    assert having(events, ScalesScored) == [ScalesScored((6, 3, 3, 0), (8, 4, 5, 0), 12 - 2)]
    assert [player.scales for player in state.players] == [0, 0, 0, 2]
    assert [player.crystals for player in state.players] == [6 + 1, 3 + 1, 3 + 1, 0]
    gained = [(event.seat, event.source, event.scales, event.owed) for event in having(events, BonusGained) if event.scales]
    assert gained == [
        (0, "dragons", 1, 0),
        (1, "majority", 1, 1),
        (0, "neighborhood", 2, 2),
        (1, "neighborhood", 2, 2),
        (2, "neighborhood", 2, 2),
    ]


def test_bmc_5_1_tied_for_most_three_each_and_others_still_paid() -> None:
    """BMC-5.1: also when the top is tied."""
    state = tower([3, 4, 3, 1], 1)
    events = playing(state, Contribute(0, "gray"), LayCard("flit_2"), LayCard("flit_2"), Pay())
    assert having(events, ScalesScored) == [ScalesScored((3, 3, 3, 0), (4, 4, 3, 0), 12 - 1)]
    assert [player.scales for player in state.players] == [0, 0, 0, 1]


def test_bmc_5_1_the_most_alone_is_paid_even_with_few_and_less_than_three_is_not() -> None:
    """BMC-5.1: 6 for the most; two scales bring nothing and are kept."""
    state = tower([4, 2], 1)
    events = playing(state, Contribute(1, "gray"), LayCard("flit_2"), Pay())
    assert having(events, ScalesScored) == [ScalesScored((6, 0), (5, 0), 7 - 2)]
    assert [player.scales for player in state.players] == [0, 2]


def test_bmc_5_1_nothing_is_scored_while_the_pool_has_a_scale() -> None:
    """BMC-5.1: six of seven are out."""
    state = tower([3, 2], 1)
    assert having(playing(state, Contribute(1, "gray"), LayCard("flit_2"), Pay()), ScalesScored) == []


def test_bmc_5_2_the_pool_is_what_the_players_do_not_hold() -> None:
    """BMC-5.2: after a scoring the pool is the start number less what was kept, and another scoring can follow."""
    state = tower([4, 2], 1)
    playing(state, Contribute(1, "gray"), LayCard("flit_2"), Pay())
    assert BY_SEATS[2].scales - sum(player.scales for player in state.players) == 5
    state.players[0].scales = 4
    mark(state, HERE, 1, 0)
    state.players[0].markers += 1
    events = playing(state, Contribute(2, "gray"), LayCard("flit_2"), Pay())
    assert having(events, ScalesScored) == [ScalesScored((6, 3), (7, 4), 7)]


def test_scales_that_would_have_been_scored_are_a_defect() -> None:
    """BMC-5.1: the pool is never empty between moves."""
    state = tower([4, 2], 0)
    state.players[1].scales = 3
    assert [defect.code for defect in GAME.check(state)] == ["too_many_scales"]
