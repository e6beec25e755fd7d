"""Taking action tiles, slots and bonus actions, and how actions nest."""

from __future__ import annotations

from engine.game import start
from engine.helios import GAME
from engine.helios.content import SYMBOLS
from engine.helios.events import ActionsDiscarded, ActionSkipped, ActionTaken, BonusActionEarned, CubeGained
from engine.helios.moves import (
    ActionTurn,
    BonusAction,
    BonusCube,
    BuildBuilding,
    BuildTemple,
    Decline,
    LayTile,
    LightTile,
    MoveSun,
    PayCube,
    PlaceCube,
    RegularAction,
    ScarceLight,
    TakeAction,
)
from engine.helios.preview import SunPreview
from tests.engine.helios.positions import acting, do, first_turn, of, only, put


def test_hel_3_1_only_the_lowest_tile_of_a_column_can_be_taken() -> None:
    """HEL-3.1, HEL-4.1: a coloured tile goes under its slot, a gray one under any; taking is compulsory."""
    state = first_turn()
    state.columns = [("land_red", "land_blue"), ("build_gray",), ()]
    assert GAME.legal_moves(state) == [
        TakeAction("land", "blue"),
        TakeAction("build", "red"),
        TakeAction("build", "blue"),
        TakeAction("build", "yellow"),
    ]


def test_hel_4_1_the_tile_is_put_under_the_slot_and_its_action_asked() -> None:
    """HEL-4.1: then the action is done or passed."""
    state = first_turn()
    state.columns[0] = (*state.columns[0][:-1], "land_gray")
    events = do(state, TakeAction("land", "yellow"))
    assert only(events, ActionTaken).tile == "land_gray"
    assert state.players[0].slots == [(), (), ("land_gray",)]
    assert state.pending == [RegularAction(0, "land")]
    assert of(do(state, Decline()), ActionSkipped)
    assert state.pending == [ActionTurn(1)]


def test_hel_4_1_an_impossible_action_is_skipped() -> None:
    """HEL-4.1: without a cube nothing can be built; the next player takes a tile."""
    state = first_turn()
    put(state, state.players[0], 0, "brown")
    state.columns[1] = (*state.columns[1][:-1], "build_red")
    do(state, TakeAction("build", "red"))
    assert state.pending == [ActionTurn(1)]


def test_hel_4_1_one_tile_left_with_one_slot_is_taken_without_asking() -> None:
    """HEL-4.1: a decision with one possible outcome is resolved without asking."""
    state = first_turn()
    state.columns = [("land_red", "land_red"), (), ()]
    state.pending = [RegularAction(0, "land")]
    do(state, Decline())
    assert state.players[1].slots[0] == ("land_red",)
    assert state.pending == [RegularAction(1, "land")]


def test_hel_4_2_the_fourth_tile_earns_a_bonus_action_after_the_regular_one() -> None:
    """HEL-4.2: any of the three actions; then the four tiles go to the discards of their symbols."""
    state = first_turn()
    player = state.players[0]
    player.slots[1] = ("land_blue", "sun_blue", "sun_gray")
    state.columns[2] = (*state.columns[2][:-1], "sun_blue")
    events = do(state, TakeAction("sun", "blue"))
    assert only(events, BonusActionEarned).slot == "blue"
    assert state.pending == [BonusAction(0, "blue"), RegularAction(0, "sun")]
    do(state, MoveSun(2, False))
    assert state.pending == [BonusAction(0, "blue")]
    assert {LayTile, MoveSun, BuildTemple, Decline} <= {type(move) for move in GAME.legal_moves(state)}
    events = do(state, LayTile("blue", 3))
    assert len(only(events, ActionsDiscarded).tiles) == 4
    assert player.slots[1] == ()
    assert state.discards == [("land_blue",), (), ("sun_blue", "sun_gray", "sun_blue")]
    assert state.pending == [ActionTurn(1)]


def test_hel_4_2_skipping_the_regular_action_keeps_the_bonus_and_it_may_be_declined() -> None:
    """HEL-4.2: a declined bonus action is lost."""
    state = first_turn()
    player = state.players[0]
    player.slots[0] = ("land_red", "sun_red", "sun_gray")
    state.columns[2] = (*state.columns[2][:-1], "sun_red")
    do(state, TakeAction("sun", "red"))
    do(state, Decline())
    assert state.pending == [BonusAction(0, "red")]
    do(state, Decline())
    assert player.slots[0] == ()
    assert state.pending == [ActionTurn(1)]


def test_hel_4_2_palace_inside_the_regular_action_before_the_bonus_of_four_tiles() -> None:
    """HEL-4.2: regular action builds the Palace, its bonus lays a land with a bonus cube, then the four tiles' bonus builds."""
    state = first_turn()
    player = state.players[0]
    player.slots[0] = ("land_red", "sun_red", "sun_gray")
    state.columns[1] = (*state.columns[1][:-1], "build_red")
    put(state, player, 0, "brown", "green", "gray")
    put(state, player, 2, "brown", "green", "black")
    do(state, TakeAction("build", "red"))
    do(state, BuildBuilding("palace"))
    do(state, PayCube(2, "black"))
    do(state, PayCube(0, "green"))
    assert state.pending == [BonusAction(0, "red"), BonusAction(0, None)]
    do(state, LayTile("blue", 8))
    assert state.pending == [BonusAction(0, "red"), BonusCube(0, 8)]
    do(state, PlaceCube("black", 8))
    assert state.pending == [BonusAction(0, "red")]
    do(state, BuildBuilding("watch_tower"))
    assert player.buildings == ("palace", "watch_tower")
    assert player.slots[0] == ()
    assert state.pending == [ActionTurn(1)]


def test_hel_4_2_palace_built_by_the_bonus_of_four_tiles_gives_one_more() -> None:
    """HEL-4.2: the reverse order."""
    state = first_turn()
    player = state.players[0]
    player.slots[0] = ("land_red", "sun_red", "sun_gray")
    state.columns[2] = (*state.columns[2][:-1], "sun_red")
    put(state, player, 0, "brown", "green", "gray")
    put(state, player, 2, "brown", "green")
    do(state, TakeAction("sun", "red"))
    do(state, Decline())
    do(state, BuildBuilding("palace"))
    assert state.pending == [BonusAction(0, None)]
    do(state, MoveSun(9, False))
    assert state.pending == [ActionTurn(1)]


def test_hel_1_2_the_player_chooses_which_lit_lands_get_the_last_cubes() -> None:
    """HEL-1.2: three lands without a cube and two cubes: two choices; the preview says so."""
    state = acting("sun")
    player = state.players[0]
    put(state, player, 0, "brown")
    put(state, player, 3, "brown")
    put(state, player, 10, "brown")
    state.cubes[0] = 2
    told = GAME.preview(state, MoveSun(2, False))
    assert isinstance(told, SunPreview)
    assert {light.gains for light in told.lights} == {"cube_if_chosen"}
    do(state, MoveSun(2, False))
    assert state.pending == [ScarceLight(0, (10, 3, 0))]
    assert only(do(state, LightTile(3)), CubeGained).field == 3
    assert GAME.legal_moves(state) == [LightTile(10), LightTile(0)]
    do(state, LightTile(0))
    assert state.cubes[0] == 0
    assert state.pending == [ActionTurn(1)]


def test_hel_3_1_columns_hold_six_tiles_of_their_symbol() -> None:
    """HEL-3.1: and ten of each stay in the stacks."""
    state = start(GAME, {}, 4, 3)
    for symbol, column, stack in zip(SYMBOLS, state.columns, state.action_stacks, strict=True):
        assert (len(column), len(stack)) == (6, 10)
        assert all(tile is not None and tile.startswith(symbol) for tile in (*column, *stack))
