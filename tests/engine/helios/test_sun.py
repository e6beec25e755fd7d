"""The sun on drawn positions: `@` the starting land, `#` tiles, `S` the sun, `o` where it can stop, `.` where it cannot."""

from __future__ import annotations

import pytest

from engine.game import Event
from engine.helios import GAME
from engine.helios.content import SUN, SUN_SYMBOL
from engine.helios.events import PointsScored, SunMoved
from engine.helios.moves import MoveSun
from engine.helios.preview import Light, SunPreview
from engine.helios.rules.sun import dead_ends, open_fields, outline, ways
from tests.engine.helios.drawing import draw, land_in, sun_in
from tests.engine.helios.positions import acting, cubes_on, do, moves_of, of, only, put

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
    player.sun, player.armed, player.track = 6, True, 4
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
    """HEL-4.12: two rounds in one action pay once, and the second leaves the bonus armed."""
    twice = [way for way in ways(1, SUN, True, 13) if way.field == 2]
    assert [(way.orbit, way.armed, len(way.path)) for way in twice] == [(False, True, 1), (True, True, 13)]
    once = [way for way in ways(1, SUN, False, 12) if way.field == 2]
    assert [(way.orbit, way.armed, len(way.path)) for way in once] == [(False, False, 1), (True, False, 7)]


def test_hel_4_12_same_field_with_and_without_orbit_are_two_moves() -> None:
    """HEL-4.12: the gold field is in a bay; a player who waits for the Watch Tower may cut across its mouth."""
    state = acting("sun")
    player = state.players[0]
    for field in (2, 4, 7, 8, 12, 13):
        put(state, player, field, "green")
    player.sun, player.armed, player.track = 29, True, 5
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
    player.sun, player.armed = 6, True
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
    player.sun = 1
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
    player.sun, player.armed, player.track = 6, True, 3
    put(state, player, 3, "gray", temple=True)
    state.cubes[0] = 1
    told = GAME.preview(state, MoveSun(2, True))
    assert told == SunPreview(True, 5, (Light(3, "vp", points=2), Light(0, "cube", color="brown")))
    events: list[Event] = []
    GAME.play(state, MoveSun(2, True), events)
    assert player.points == 7
