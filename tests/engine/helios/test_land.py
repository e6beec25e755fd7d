"""Lands, special tiles and bonus cubes."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.game import start
from engine.helios import GAME
from engine.helios.content import COLORS, CUBE_FIELDS, LIGHT, MANA_FIELDS, SPECIALS
from engine.helios.events import CubeLost, LandRemoved, LandsDrawn, ManaGained, TileLaid
from engine.helios.moves import (
    BonusCube,
    BuildBuilding,
    ChooseLand,
    Decline,
    DrawnLands,
    FaceUp,
    LayDrawn,
    LayTile,
    PlaceCube,
    RegularAction,
)
from engine.helios.native.fields import fields_in
from engine.helios.rules.laying import draw_lands
from tests.engine.helios.positions import acting, asked, change, do, fill, first_turn, moves_of, of, only, put, settle


def test_hel_4_3_a_land_comes_with_its_cube_beside_an_own_tile_and_not_on_the_sun() -> None:
    """HEL-4.3: five fields round the centre, the sun on the sixth; the gap is not filled."""
    state = acting("land")
    assert {move.field for move in moves_of(state, LayTile)} == {2, 3, 4, 5, 6}
    do(state, LayTile("black", 3))
    tile = state.players[0].tiles[3]
    assert tile is not None
    assert (tile.tile, tile.cubes) == ("black", ("black",))
    assert state.face_up[COLORS.index("black")] is None
    state.pending = [RegularAction(1, "land")]
    assert {move.source for move in moves_of(state, LayTile)} == {*COLORS, "additional", *SPECIALS} - {"black"}


def test_hel_4_3_special_tiles_can_be_taken_while_there_are_some() -> None:
    """HEL-4.3: two of each kind, no cube."""
    state = acting("land")
    for seat, field in ((0, 2), (1, 2)):
        state.pending = [RegularAction(seat, "land")]
        assert only(do(state, LayTile("temples", field)), TileLaid).cube is False
    state.pending = [RegularAction(0, "land")]
    assert not [move for move in moves_of(state, LayTile) if move.source == "temples"]


def test_hel_4_3_the_additional_land_has_its_own_source() -> None:
    """HEL-4.3: two face-up lands of one colour stay two choices."""
    state = acting("land")
    additional = state.face_up[5]
    assert additional is not None
    do(state, LayTile("additional", 2))
    tile = state.players[0].tiles[2]
    assert tile is not None
    assert tile.tile == additional.land
    assert state.face_up[COLORS.index(additional.land)] is not None


def test_hel_4_4_cube_field_gives_a_cube_of_any_colour_on_the_new_tile() -> None:
    """HEL-4.4: the player chooses among the colours left."""
    state = acting("land")
    put(state, state.players[0], 2, "green")
    do(state, LayTile("blue", 8))
    assert state.pending[-1] == BonusCube(0, 8)
    assert moves_of(state, PlaceCube) == [PlaceCube(color, 8) for color in COLORS]
    do(state, PlaceCube("blue", 8))
    tile = state.players[0].tiles[8]
    assert tile is not None
    assert tile.cubes == ("blue", "blue")


def test_hel_4_4_with_the_option_the_cube_of_a_cube_field_differs_from_its_land() -> None:
    """HEL-3.5, HEL-4.4: with `bonus_cubes_differ` not the colour of the land; a special tile has none, and HEL-5.2 is not concerned."""
    for source, excluded in (("blue", {"blue"}), ("cubes", set())):
        state = acting("land")
        state.options = msgspec.structs.replace(state.options, bonus_cubes_differ=True)
        put(state, state.players[0], 2, "green")
        do(state, LayTile(source, 8))  # type: ignore[arg-type]
        assert {move.color for move in moves_of(state, PlaceCube)} == set(COLORS) - excluded
    state = asked(BonusCube(0, None))
    state.options = msgspec.structs.replace(state.options, bonus_cubes_differ=True)
    assert PlaceCube("brown", 0) in GAME.legal_moves(state)
    state = asked(BonusCube(0, 0))
    state.options = msgspec.structs.replace(state.options, bonus_cubes_differ=True)
    state.cubes = [9, 0, 0, 0, 0]
    events: list[Any] = []
    settle(state, events)
    assert only(events, CubeLost).reason == "position", "no other colour is left"


def test_hel_4_4_cube_field_also_serves_special_tiles() -> None:
    """HEL-4.4, HEL-4.8: the bonus cube lies on the special tile."""
    state = acting("land")
    put(state, state.players[0], 2, "green")
    do(state, LayTile("cubes", 8))
    do(state, PlaceCube("gray", 8))
    tile = state.players[0].tiles[8]
    assert tile is not None
    assert tile.cubes == ("gray",)


def test_hel_4_4_mana_field_gives_two_mana() -> None:
    """HEL-4.4, HEL-1.2: as far as the supply goes."""
    state = acting("land")
    put(state, state.players[0], 2, "green")
    assert only(do(state, LayTile("blue", 10)), ManaGained).mana == 2
    assert state.players[0].mana == 3
    state = acting("land")
    put(state, state.players[0], 2, "green")
    state.players[1].mana += state.mana - 1
    state.mana = 1
    assert only(do(state, LayTile("blue", 10)), ManaGained).mana == 1


def test_hel_4_4_without_a_legal_field_the_action_cannot_be_done() -> None:
    """HEL-4.4: then the next player's turn begins without a decision."""
    state = acting("land")
    fill(state, state.players[0], range(1, LIGHT))
    state.players[0].sun = 19
    settle(state, [])
    assert state.pending[-1].seat == 1


def test_hel_2_2_bonus_fields_of_the_board() -> None:
    """HEL-2.2: four cube fields and two mana fields."""
    assert fields_in(CUBE_FIELDS) == [8, 12, 14, 18]
    assert fields_in(MANA_FIELDS) == [10, 16]


def test_hel_4_8_bonus_cubes_need_room() -> None:
    """HEL-4.8: at most two cubes, none beside a temple; special tiles can hold cubes."""
    state = asked(BonusCube(0, None))
    player = state.players[0]
    put(state, player, 0, "brown", "brown", "brown")
    put(state, player, 2, "green", temple=True)
    put(state, player, 3, "cubes", "gray")
    put(state, player, 4, "lands")
    assert {move.field for move in moves_of(state, PlaceCube)} == {3, 4}
    assert len(moves_of(state, PlaceCube)) == 10


def test_hel_4_8_a_bonus_cube_without_room_is_lost() -> None:
    """HEL-4.8."""
    state = asked(BonusCube(0, None))
    put(state, state.players[0], 0, "brown", temple=True)
    events: list[object] = []
    settle(state, events)
    assert only(events, CubeLost).seat == 0


def test_hel_1_2_a_bonus_cube_must_be_of_a_colour_that_is_left() -> None:
    """HEL-1.2: with one colour and one tile nobody is asked, with no cube at all it is lost."""
    state = asked(BonusCube(0, 0))
    state.cubes = [0, 3, 0, 2, 0]
    assert moves_of(state, PlaceCube) == [PlaceCube("gray", 0), PlaceCube("blue", 0)]
    state.cubes = [0, 3, 0, 0, 0]
    settle(state, [])
    tile = state.players[0].tiles[0]
    assert tile is not None
    assert tile.cubes == ("gray",)


def test_hel_1_2_a_land_has_no_cube_if_none_is_left() -> None:
    """HEL-1.2: the display shows it, and so does the board."""
    state = acting("land")
    state.face_up[3] = FaceUp("blue", False)
    do(state, LayTile("blue", 2))
    tile = state.players[0].tiles[2]
    assert tile is not None
    assert tile.cubes == ()


def test_hel_7_land_management_shows_two_lands_from_the_bottom_and_lays_both() -> None:
    """HEL-7, HEL-4.4: seen before laying, either order, field bonuses included; the draw reveals."""
    state = acting("build")
    player = state.players[0]
    put(state, player, 0, "brown", "brown", "green")
    put(state, player, 2, "gray")
    rest = state.additional[2:]
    state.additional = ("blue", "black", *rest)
    events = do(state, BuildBuilding("land_management"))
    drawn = only(events, LandsDrawn)
    assert drawn.reveals
    assert drawn.lands == (FaceUp("blue", True), FaceUp("black", True))
    assert state.additional == rest
    assert Decline() not in GAME.legal_moves(state)
    do(state, LayDrawn(1, 8))
    assert state.pending == [DrawnLands(0, (FaceUp("blue", True),)), BonusCube(0, 8)]
    do(state, PlaceCube("green", 8))
    do(state, LayDrawn(0, 9))
    assert [player.tiles[field].tile for field in (8, 9)] == ["black", "blue"]  # type: ignore[union-attr]


def test_hel_7_equal_drawn_lands_are_one_choice() -> None:
    """HEL-7: no duplicates in the list."""
    land = FaceUp("blue", True)
    assert {move.drawn for move in moves_of(asked(DrawnLands(0, (land, land))), LayDrawn)} == {0}
    assert {move.drawn for move in moves_of(asked(DrawnLands(0, (land, FaceUp("blue", False)))), LayDrawn)} == {0, 1}


def test_hel_7_a_drawn_land_without_a_field_leaves_the_game() -> None:
    """HEL-7: its cube goes back to the supply."""
    state = asked(DrawnLands(0, (FaceUp("blue", True),)))
    fill(state, state.players[0], range(1, LIGHT))
    state.players[0].sun = 19
    before = state.cubes[3]
    events: list[object] = []
    settle(state, events)
    assert only(events, LandRemoved).land == "blue"
    assert state.removed[3] == 1
    assert state.cubes[3] == before + 1


def test_hel_7_land_management_takes_what_the_stack_still_has() -> None:
    """HEL-7: one land, or none, if the stack has no more."""
    state = asked()
    state.additional = ("green",)
    events: list[Any] = []
    change(state, lambda position: draw_lands(position, 0, 2, events))
    assert state.pending == [DrawnLands(0, (FaceUp("green", True),))]
    state.pending = []
    change(state, lambda position: draw_lands(position, 0, 2, events))
    assert state.pending == []
    assert len(of(events, LandsDrawn)) == 1


def test_hel_3_3_starting_land_is_brown_gray_or_green() -> None:
    """HEL-3.3: repeats are fine; it lies in the centre with its cube."""
    state = start(GAME, {}, 3, 5)
    assert GAME.legal_moves(state) == [ChooseLand("brown"), ChooseLand("gray"), ChooseLand("green")]
    do(state, ChooseLand("gray"))
    assert ChooseLand("gray") in GAME.legal_moves(state)
    tile = state.players[0].tiles[0]
    assert tile is not None
    assert (tile.tile, tile.cubes) == ("gray", ("gray",))


def test_hel_4_3_laying_is_offered_on_the_first_turn_everywhere_but_on_the_sun() -> None:
    """HEL-4.3: ten sources on five fields."""
    state = first_turn()
    state.pending = [RegularAction(0, "land")]
    assert len(moves_of(state, LayTile)) == 50
