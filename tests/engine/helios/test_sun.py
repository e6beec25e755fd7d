"""The sun on drawn positions: `@` the starting land, `#` tiles, `S` the sun, `o` where it can stop, `.` where it cannot."""

from __future__ import annotations

import pytest

from engine.helios import GAME
from engine.helios.content import SUN, SUN_SYMBOL
from engine.helios.events import PointsScored, SunMoved
from engine.helios.moves import MoveSun, RegularAction
from engine.helios.native.conversion import read_player
from engine.helios.preview import Light, SunPreview
from engine.helios.rules.outline import dead_ends, outline
from engine.helios.rules.sun import open_fields, ways
from engine.helios.rules.sun_action import ways_of
from tests.engine.helios.drawing import draw, land_in, sun_in
from tests.engine.helios.positions import acting, cubes_on, do, moves_of, of, only, put, put_sun

LONE = """
    .
  .   .
    S
  o   o
    @
  o   o
    o
"""

BAY = """
      c
    a   #
      b
    #   #
      @
"""

TUNNEL = """
      c
    #   #
  #   b
    a   #
  #   @
    #
"""

CHAMBER = """
        #
      #   #
        x
      @   d
        y
      #   #
        #
"""


def stops(text: str, track: int, armed: bool = False) -> set[int]:
    marks = draw(text)
    return {way.field for way in ways(land_in(marks), sun_in(marks), armed, track)}


def test_hel_4_9_one_lonely_land_has_an_orbit_of_six_fields() -> None:
    """HEL-4.9: at least one step, at most the track's, and another field than the start."""
    assert len(outline(1).visits) == 6
    assert stops(LONE, 14) == draw(LONE)["o"]
    assert [way.path for way in ways(1, SUN, False, 2)] == [(2,), (2, 3)]
    assert {len(way.path) for way in ways(1, SUN, False, 6)} == {1, 2, 3, 4, 5}


def test_hel_4_9_sun_with_six_steps_may_stop_after_three() -> None:
    """HEL-4.9."""
    assert (2, 3, 4) in {way.path for way in ways(1, SUN, False, 6)}


def test_hel_4_9_never_back_and_rim_fields_are_used() -> None:
    """HEL-4.9: clockwise only, and over the rim where the land reaches its edge."""
    text = """
      o
    o   o
      #
    o   o
      #
    S   .
      @
    .   .
"""
    assert stops(text, 5) == draw(text)["o"]


def test_hel_4_11_short_cut_across_the_mouth_of_a_bay() -> None:
    """HEL-4.11: through the bay or past it, but never back into it."""
    marks = draw(BAY)
    land = land_in(marks)
    (a,), (b,), (c,) = marks["a"], marks["b"], marks["c"]
    assert {way.path for way in ways(land, a, False, 1)} == {(b,), (c,)}
    assert [way.field for way in ways(land, b, False, 1)] == [c]
    assert not {a, b} & {way.field for way in ways(land, c, False, 5)}


def test_hel_4_10_dead_ends_are_filled_repeatedly() -> None:
    """HEL-4.10: a tunnel of two fields is a dead end and is not entered; the field at its mouth is."""
    marks = draw(TUNNEL)
    land = land_in(marks)
    (a,), (b,), (c,) = marks["a"], marks["b"], marks["c"]
    assert dead_ends(land) == {a: b, b: c}
    assert not {a, b} & set(outline(land).visits)
    assert all(not {a, b} & {way.field for way in ways(land, sun, False, 14)} for sun in set(outline(land).visits))


def test_hel_4_10_a_caught_sun_must_go_outwards_over_several_actions() -> None:
    """HEL-4.10: from the bottom of the tunnel there is one way only, and no way back in."""
    marks = draw(TUNNEL)
    land = land_in(marks)
    (a,), (b,), (c,) = marks["a"], marks["b"], marks["c"]
    assert [way.path for way in ways(land, a, False, 1)] == [(b,)]
    assert [way.path for way in ways(land, b, False, 1)] == [(c,)]
    paths = {way.path for way in ways(land, a, False, 4)}
    assert {(b,), (b, c), (b, c, 20), (b, c, 20, 21)} == paths


def test_hel_4_11_a_field_can_be_visited_twice() -> None:
    """HEL-4.11: the entrance of a chamber is passed on the way in and on the way out, or not entered."""
    marks = draw(CHAMBER)
    land = land_in(marks)
    (x,), (y,), (d,) = marks["x"], marks["y"], marks["d"]
    assert outline(land).visits.count(d) == 2
    assert {way.path for way in ways(land, d, False, 1)} == {(24,), (x,), (y,)}
    assert {way.path for way in ways(land, x, False, 1)} == {(y,), (d,)}
    assert [way.path for way in ways(land, y, False, 1)] == [(d,)]


def test_hel_4_3_no_tile_may_enclose_the_sun_or_lie_on_it() -> None:
    """HEL-4.3: the last way out stays open; catching the sun in a dead end is allowed."""
    marks = draw(TUNNEL)
    (a,), (b,) = marks["a"], marks["b"]
    fields = open_fields(land_in(marks), a)
    assert a not in fields
    assert b not in fields
    assert b in open_fields(land_in(marks) & ~(1 << 16), a), "here the sun keeps another way out"
    assert 16 in open_fields(land_in(marks) & ~(1 << 16), a), "this makes the dead end"


def test_hel_4_12_full_orbit_is_armed_below_and_paid_at_the_gold_line() -> None:
    """HEL-4.12: 5 VP when the sun comes round to the gold line; then it must go round again."""
    state = acting("sun")
    player = state.players[0]
    player.track = 4
    do(state, MoveSun(5, False))
    assert player.armed
    assert player.points == 0
    state = acting("sun")
    player = state.players[0]
    put_sun(player, 6, armed=True, track=4)
    events = do(state, MoveSun(2, True))
    assert only(events, SunMoved).path == (1, 2)
    assert only(events, PointsScored) == PointsScored(0, 5, "orbit", None)
    assert player.points == 5
    assert not player.armed


def test_hel_4_12_no_points_at_the_gold_line_without_having_gone_round() -> None:
    """HEL-4.12: the start on the gold line is no orbit, nor is a gold field entered unarmed."""
    assert all(not way.orbit for way in ways(1, SUN, False, 5))
    assert [way.orbit for way in ways(1, 6, False, 1)] == [False]
    assert [way.orbit for way in ways(1, 6, True, 1)] == [True]


def test_hel_4_12_once_per_action_however_many_rounds() -> None:
    """HEL-4.12: two rounds in one action pay once, and the second disarms the bonus again; the sun takes the shortest way."""
    twice = [way for way in ways(1, SUN, True, 13) if way.field == 2]
    assert [(way.orbit, way.armed, len(way.path)) for way in twice] == [(False, True, 1), (True, False, 7)]
    below = [way for way in ways(1, SUN, True, 13) if way.field == 4]
    assert [(way.orbit, way.armed, len(way.path)) for way in below] == [(False, True, 3), (True, True, 9)]


def test_hel_4_12_a_second_gold_crossing_in_one_action_disarms() -> None:
    """HEL-4.12: after an action that goes round twice, the first step over the gold line pays nothing."""
    state = acting("sun")
    player = state.players[0]
    for field in (2, 8):
        put(state, player, field, "green")
    put_sun(player, 5, armed=True, track=12)
    do(state, MoveSun(1, True))
    assert (player.points, player.armed) == (5, False)
    state.pending = [RegularAction(0, "sun")]
    assert MoveSun(7, False) in GAME.legal_moves(state)
    paid = next(way for way in ways_of(read_player(player)) if (way.field, way.orbit) == (7, True))
    assert len(paid.path) > 6, "only after another full orbit"


MOUTH = (0, 2, 5, 7, 8, 9, 16, 17)
"""A land with a bay of two fields, 6 and 1, whose mouth is field 18."""


def test_hel_4_14_the_sun_goes_into_a_bay_once_per_orbit() -> None:
    """HEL-4.14: field 18 is visited before the bay and after it; once out of the bay, the sun does not go in again."""
    land = sum(1 << field for field in MOUTH)
    around = outline(land)
    assert [field for field in around.visits if field in (18, 6, 1)] == [18, 6, 1, 18]
    before, after = (around.beside[visit] for visit, field in enumerate(around.visits) if field == 18)
    assert {way.field for way in ways(land, 18, False, 1, before)} >= {6, 1}
    out = next(way for way in ways(land, 1, False, 1) if way.field == 18)
    assert out.beside == after
    assert not {6, 1} & {way.field for way in ways(land, 18, False, 5, after)}
    assert {way.field for way in ways(land, 18, False, 1, after)} == {36}


def test_hel_4_14_the_sun_cannot_shuttle_between_a_bay_and_its_mouth() -> None:
    """HEL-4.14: the position remembers the visit from one action to the next."""
    state = acting("sun")
    player = state.players[0]
    for field in MOUTH[1:]:
        put(state, player, field, "green")
    put_sun(player, 18)
    assert only(do(state, MoveSun(1, False)), SunMoved).path == (1,)
    state.pending = [RegularAction(0, "sun")]
    told = only(do(state, MoveSun(18, False)), SunMoved)
    assert (told.path, told.beside, told.armed) == ((18,), 7, False)
    assert (player.sun, player.sun_beside) == (18, 7)
    state.pending = [RegularAction(0, "sun")]
    assert MoveSun(1, False) not in GAME.legal_moves(state)


def test_hel_4_14_a_tile_laid_later_keeps_the_visit_that_still_fits() -> None:
    """HEL-4.14: elsewhere the visit stays; where the bay is closed, the two visits of its mouth become one."""
    land = sum(1 << field for field in MOUTH)
    out = next(way for way in ways(land, 1, False, 1) if way.field == 18)
    elsewhere = land | 1 << 3
    assert not {6, 1} & {way.field for way in ways(elsewhere, 18, False, 3, out.beside)}
    closed = land | 1 << 6
    assert outline(closed).visits.count(18) == 1
    assert ways(closed, 18, False, 3, out.beside) == ways(closed, 18, False, 3)


def test_hel_4_12_same_field_with_and_without_orbit_are_two_moves() -> None:
    """HEL-4.12: the gold field is in a bay; a player who waits for the Watch Tower may cut across its mouth."""
    state = acting("sun")
    player = state.players[0]
    for field in (2, 4, 7, 8, 12, 13):
        put(state, player, field, "green")
    put_sun(player, 29, armed=True, track=5)
    assert [move for move in moves_of(state, MoveSun) if move.field == 18] == [MoveSun(18, False), MoveSun(18, True)]
    other = GAME.copy(state)
    assert only(do(state, MoveSun(18, True)), SunMoved).path == (14, 5, 6, 1, 18)
    assert only(do(other, MoveSun(18, False)), SunMoved).path == (14, 5, 6, 18)
    assert (state.players[0].points, state.players[0].armed) == (5, False)
    assert (other.players[0].points, other.players[0].armed) == (0, True)


def test_hel_4_12_watch_tower_pays_ten() -> None:
    """HEL-4.12, HEL-7."""
    state = acting("sun")
    player = state.players[0]
    put_sun(player, 6, armed=True)
    player.buildings += ("watch_tower",)
    assert only(do(state, MoveSun(1, True)), PointsScored).points == 10


def test_hel_4_12_power_plant_never_pays_and_has_no_limit() -> None:
    """HEL-4.12, HEL-2.3, HEL-7: every field of the outline, no orbit."""
    found = ways(1, 6, False, SUN_SYMBOL)
    assert {way.field for way in found} == {1, 2, 3, 4, 5}
    assert not any(way.orbit or way.armed for way in found)


def lit(state_points: int, temples: dict[int, list[int]]) -> None:
    state = acting("sun")
    player = state.players[0]
    for temple, around in temples.items():
        put(state, player, temple, "brown", temple=True)
        for field in around:
            if player.tiles[field] is None:
                put(state, player, field, "gray", "gray")
    do(state, MoveSun(2, False))
    assert player.points == state_points


def test_hel_4_13_temple_scores_itself_and_the_tiles_around_it() -> None:
    """HEL-4.13: four own tiles round a lit temple make 5 VP."""
    lit(5, {0: [3, 4, 5, 6]})
    lit(1, {0: []})


def test_hel_4_13_two_lit_temples_score_seven() -> None:
    """HEL-4.13: two temples with two and three tiles round them: 3 + 4."""
    state = acting("sun")
    player = state.players[0]
    put(state, player, 0, "brown", temple=True)  # beside it: 3 and 4
    put(state, player, 3, "gray", temple=True)  # beside it: 0, 4 and 12
    put(state, player, 4, "gray", "gray")
    put(state, player, 12, "green", "green")
    events = do(state, MoveSun(2, False))
    assert [(event.field, event.points) for event in of(events, PointsScored)] == [(3, 4), (0, 3)]
    assert player.points == 7


def test_hel_4_13_city_council_adds_three_per_temple() -> None:
    """HEL-4.13, HEL-7."""
    state = acting("sun")
    state.players[0].buildings += ("city_council",)
    put(state, state.players[0], 0, "brown", temple=True)
    do(state, MoveSun(2, False))
    assert state.players[0].points == 4


@pytest.mark.parametrize(
    ("tile", "cubes", "warehouse", "after"),
    [
        ("blue", (), False, ("blue",)),
        ("blue", ("green",), False, ("green",)),
        ("blue", ("green",), True, ("green", "blue")),
        ("blue", ("green", "blue"), True, ("green", "blue")),
        ("cubes", (), False, ()),
        ("cubes", (), True, ()),
    ],
)
def test_hel_4_13_lands_gain_cubes(tile: str, cubes: tuple[str, ...], warehouse: bool, after: tuple[str, ...]) -> None:
    """HEL-4.13, HEL-4.8: an empty land one, with the Warehouse a second, special tiles none."""
    state = acting("sun")
    player = state.players[0]
    if warehouse:
        player.buildings += ("warehouse",)
    put(state, player, 0, "brown", "brown", "brown")
    put(state, player, 3, tile, *cubes)  # type: ignore[arg-type]
    do(state, MoveSun(2, False))
    lit_tile = player.tiles[3]
    assert lit_tile is not None
    assert lit_tile.cubes == after


def test_hel_4_13_a_land_with_a_temple_gains_no_cube() -> None:
    """HEL-4.13, HEL-4.8: it scores instead."""
    state = acting("sun")
    put(state, state.players[0], 0, "brown", temple=True)
    do(state, MoveSun(2, False))
    assert cubes_on(state, 0) == []
    assert state.players[0].points == 1


def test_hel_1_2_no_cube_left_none_gained() -> None:
    """HEL-1.2: an empty supply gives nothing, and nobody is asked."""
    state = acting("sun")
    state.cubes[0] = 0
    do(state, MoveSun(2, False))
    tile = state.players[0].tiles[0]
    assert tile is not None
    assert tile.cubes == ()


def test_preview_reports_orbit_and_lit_tiles() -> None:
    """HEL-4.12, HEL-4.13: the list of moves shows the gains of each stop."""
    state = acting("sun")
    player = state.players[0]
    put_sun(player, 6, armed=True, track=3)
    put(state, player, 3, "gray", temple=True)
    state.cubes[0] = 1
    told = GAME.preview(state, MoveSun(2, True))
    lights = (Light(3, "vp", points=2), Light(0, "cube", color="brown"))
    assert told == SunPreview(ends_turn=True, orbit=True, orbit_points=5, path=(1, 2), lights=lights)
    do(state, MoveSun(2, True))
    assert player.points == 7
