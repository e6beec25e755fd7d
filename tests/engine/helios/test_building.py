"""Temples and the city."""

from __future__ import annotations

import pytest

from engine.helios import GAME
from engine.helios.content import BUILDING, BUILDINGS, SUN_SYMBOL, Building
from engine.helios.events import BonusActionEarned, CubesReturned, ManaGained, PointsScored, TrackAdvanced
from engine.helios.moves import (
    BonusAction,
    BuildBuilding,
    BuildTemple,
    Decline,
    LayTile,
    MoveSun,
    PayCube,
    PlaceTemple,
    RegularAction,
    Trade,
    TradeMana,
)
from engine.helios.native.conversion import read_player
from engine.helios.native.pieces import BUILDINGS as PIECES
from engine.helios.rules.building import temple_price
from engine.helios.rules.supply import advance_track
from tests.engine.helios.positions import acting, asked, change, cubes_on, do, moves_of, only, put, settle


def test_hel_4_5_temples_cost_one_more_each_time_and_bring_as_much_mana() -> None:
    """HEL-4.5: the third temple costs three cubes and brings three mana."""
    state = acting("build")
    player = state.players[0]
    put(state, player, 2, "gray", temple=True)
    put(state, player, 3, "gray", temple=True)
    put(state, player, 0, "brown", "green", "green")
    assert BuildTemple() not in GAME.legal_moves(state)
    put(state, player, 4, "brown", "green")
    do(state, BuildTemple())
    assert moves_of(state, PlaceTemple) == [PlaceTemple(0), PlaceTemple(4)]
    events = do(state, PlaceTemple(0))
    assert only(events, ManaGained).mana == 3
    assert state.houses == 35 - 3


def test_hel_4_5_citadel_makes_every_temple_cost_one_cube_mana_as_usual() -> None:
    """HEL-4.5, HEL-7."""
    state = acting("build")
    player = state.players[0]
    player.buildings += ("citadel",)
    for field in (2, 3, 4):
        put(state, player, field, "gray", temple=True)
    put(state, player, 0, "brown", "green")
    assert temple_price(read_player(player)) == 1
    assert only(do(state, BuildTemple()), ManaGained).mana == 4


def test_hel_4_5_cubes_under_a_new_temple_go_back() -> None:
    """HEL-4.5, HEL-4.8."""
    state = acting("build")
    put(state, state.players[0], 0, "brown", "green", "blue")
    before = state.cubes[3]
    do(state, BuildTemple())
    events = do(state, PayCube(0, "green"))
    assert only(events, CubesReturned).colors == ("blue",)
    assert cubes_on(state, 0) == []
    assert state.cubes[3] == before + 1


def test_hel_4_5_needs_a_tile_without_a_temple() -> None:
    """HEL-4.5: temples may stand on special tiles too, one on each."""
    state = acting("build")
    player = state.players[0]
    player.buildings += ("citadel",)
    put(state, player, 0, "brown", temple=True)
    put(state, player, 2, "lands", "green")
    assert BuildTemple() in GAME.legal_moves(state)
    do(state, BuildTemple())
    assert player.tiles[2] is not None
    assert player.tiles[2].temple


def test_hel_1_2_no_house_no_building() -> None:
    """HEL-1.2: then a build action cannot be done at all."""
    state = acting("build")
    put(state, state.players[0], 0, "brown", "green", "black")
    assert len(GAME.legal_moves(state)) > 1
    state.houses = 0
    assert GAME.legal_moves(state) == [Decline()]


EXPECTED: dict[Building, tuple[int, int, int]] = {
    "observatory": (3, 0, 3),
    "sanctuary": (0, 4, 3),
    "solar_lodge": (2, 0, 1),
    "sacred_grove": (0, 2, 2),
    "power_plant": (SUN_SYMBOL - 2, 1, 2),
    "exchange_bazaar": (0, 0, 1),
    "city_council": (1, 0, 2),
    "warehouse": (0, 0, 3),
    "citadel": (0, 0, 2),
    "land_management": (0, 0, 2),
    "watch_tower": (0, 1, 2),
    "palace": (1, 1, 2),
}


@pytest.mark.parametrize("name", BUILDINGS)
def test_hel_4_6_building_gives_track_steps_and_mana_at_once(name: Building) -> None:
    """HEL-4.6, HEL-7: and it can be built once only."""
    state = acting("build")
    player = state.players[0]
    player.mana, state.mana = 0, state.mana + 1
    for field, choices in enumerate(BUILDING[name].cost, start=2):
        put(state, player, field, "gray", choices[0])
    for field in range(6, 6 + BUILDING[name].any):
        put(state, player, field, "gray", BUILDING[name].cost[0][0] if BUILDING[name].cost else "green")
    assert BuildBuilding(name) in GAME.legal_moves(state)
    do(state, BuildBuilding(name))
    while moves_of(state, PayCube):
        do(state, moves_of(state, PayCube)[0])
    track, mana, points = EXPECTED[name]
    assert (player.track - 2, player.mana, BUILDING[name].points) == (track, mana, points)
    assert player.buildings == (name,)
    assert cubes_on(state, 0) == []
    state.pending = [RegularAction(0, "build")]
    put(state, player, 0, "brown", "black", "blue")
    put(state, player, 2, "brown", "gray", "green")
    put(state, player, 3, "brown", "brown", "brown")
    assert BuildBuilding(name) not in GAME.legal_moves(state)


def test_hel_2_3_the_track_ends_at_fourteen_and_the_sun_symbol_is_the_power_plants() -> None:
    """HEL-2.3, HEL-7: with a Power Plant later track steps change nothing."""
    state = acting("build")
    player = state.players[0]
    player.track = 13
    change(state, lambda position: advance_track(position, 0, 3, PIECES["observatory"], []))
    assert player.track == 14
    put(state, player, 0, "brown", "blue")
    player.armed = True
    assert only(do(state, BuildBuilding("power_plant")), TrackAdvanced).track == SUN_SYMBOL
    assert not player.armed
    change(state, lambda position: advance_track(position, 0, 3, PIECES["observatory"], []))
    assert player.track == SUN_SYMBOL


def test_hel_7_exchange_bazaar_trades_up_to_three_mana_for_four_points_each() -> None:
    """HEL-7: once, immediately; a player without mana is not asked."""
    state = acting("build")
    player = state.players[0]
    player.mana, state.mana = 5, 24
    put(state, player, 0, "brown", "green", "green")
    do(state, BuildBuilding("exchange_bazaar"))
    assert state.pending[-1] == Trade(0)
    assert GAME.legal_moves(state) == [TradeMana(mana) for mana in range(4)]
    events = do(state, TradeMana(3))
    assert only(events, PointsScored) == PointsScored(0, 12, "trade", None)
    assert (player.mana, player.points) == (2, 12)
    state = asked(Trade(0))
    state.players[0].mana, state.mana = 0, 29
    settle(state, [])
    assert state.pending[-1].seat == 1


def test_hel_7_palace_gives_a_bonus_action_at_once() -> None:
    """HEL-7, HEL-4.2: any of the three actions, or none; inside the action that built it."""
    state = acting("build")
    player = state.players[0]
    put(state, player, 0, "brown", "green", "gray")
    put(state, player, 2, "brown", "green")
    events = do(state, BuildBuilding("palace"))
    assert only(events, BonusActionEarned).slot is None
    assert state.pending == [BonusAction(0, None)]
    kinds = {type(move) for move in GAME.legal_moves(state)}
    assert {LayTile, MoveSun, Decline} <= kinds
    assert player.track == 3, "its track step comes before the bonus action"
    do(state, Decline())
    assert state.pending[-1].seat == 1
