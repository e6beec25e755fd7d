"""Events say what happened, why and whose it was, in the order in which it happened."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.game import start
from engine.helios import GAME
from engine.helios.events import (
    ActionsDiscarded,
    ActionSkipped,
    CharacterTurnEnded,
    CubeGained,
    CubePaid,
    GameEnded,
    LandRemoved,
    ManaGained,
    ManaPaid,
    Passed,
    PointsCounted,
    TileLaid,
    TrackAdvanced,
    TurnStarted,
)
from engine.helios.moves import (
    BonusAction,
    BonusCube,
    BuildBuilding,
    BuyCharacter,
    CharacterTurn,
    ChooseLand,
    Decline,
    DrawnLands,
    FaceUp,
    LayDrawn,
    LayTile,
    MoveSun,
    Pass,
    PlaceCube,
    TempleSite,
)
from engine.helios.state import SlotTiles
from tests.engine.helios.positions import acting, asked, do, fill, first_turn, of, only, put, settle


def test_hel_4_3_a_tile_says_where_it_came_from() -> None:
    """HEL-3.3, HEL-4.3, HEL-7: the starting lands, a stack, the additional stack, special tiles, drawn lands."""
    state = start(GAME, {}, 2, 1)
    assert only(do(state, ChooseLand("gray")), TileLaid) == TileLaid(0, "gray", 0, True, "starting_land")
    for source in ("black", "additional", "temples"):
        state = acting("land")
        state.face_up[5] = FaceUp("green", False)
        laid = only(do(state, LayTile(source, 2)), TileLaid)
        assert (laid.source, laid.cube) == (source, source == "black")
    state = asked(DrawnLands(0, (FaceUp("blue", True),)))
    assert only(do(state, LayDrawn(0, 2)), TileLaid).source == "drawn"


def test_hel_4_13_gains_say_why() -> None:
    """HEL-4.4, HEL-4.5, HEL-4.6, HEL-4.13, HEL-5.2: cubes, mana and track steps."""
    assert only(do(acting("sun"), MoveSun(2, False)), CubeGained) == CubeGained(0, "brown", 0, "light")
    state = acting("land")
    put(state, state.players[0], 2, "green")
    do(state, LayTile("lands", 8))
    assert only(do(state, PlaceCube("blue", 8)), CubeGained).reason == "cube_field"
    state = acting("land")
    put(state, state.players[0], 3, "green")
    assert only(do(state, LayTile("lands", 10)), ManaGained) == ManaGained(0, 2, "mana_field", None)
    state = asked(TempleSite(0))
    events: list[Any] = []
    settle(state, events)
    assert only(events, ManaGained) == ManaGained(0, 1, "temple", None)
    state = acting("build")
    put(state, state.players[0], 0, "brown", "black")
    events = do(state, BuildBuilding("observatory"))
    assert only(events, CubePaid) == CubePaid(0, "black", 0, "observatory")
    assert only(events, TrackAdvanced) == TrackAdvanced(0, 5, "observatory")


def test_hel_3_5_bonus_cubes_of_the_position_and_of_characters_say_so() -> None:
    """HEL-3.5, HEL-5.2."""
    state = start(GAME, {}, 3, 1)
    for _ in range(3):
        do(state, ChooseLand("gray"))
    assert only(do(state, PlaceCube("blue", 0)), CubeGained).reason == "position"
    state = first_turn(2)
    state.turn = 0
    state.pending = [CharacterTurn(0, False, True, 0), BonusCube(0, None)]
    assert only(do(state, PlaceCube("blue", 0)), CubeGained).reason == "character"


def test_hel_4_2_discarded_tiles_say_whose_and_why_and_come_after_the_bonus_action() -> None:
    """HEL-4.2: the four tiles are discarded after the bonus action."""
    state = acting("any")
    tiles: SlotTiles = ("sun_red", "land_red", "build_red", "sun_gray")
    state.players[0].slots[0] = tiles
    state.pending = [BonusAction(0, "red")]
    events = do(state, LayTile("black", 2))
    assert only(events, ActionsDiscarded) == ActionsDiscarded(0, "red", "bonus_action", tiles)
    assert events.index(only(events, TileLaid)) < events.index(only(events, ActionsDiscarded))


def test_hel_4_1_a_skipped_action_says_which() -> None:
    """HEL-4.1, HEL-4.2: the action of the tile, also if it is impossible, or a bonus action."""
    assert only(do(acting("sun"), Decline()), ActionSkipped) == ActionSkipped(0, "sun")
    assert only(do(acting("any"), Decline()), ActionSkipped) == ActionSkipped(0, "bonus")
    events: list[Any] = []
    settle(acting("build"), events)
    assert only(events, ActionSkipped) == ActionSkipped(0, "build")


def test_hel_7_a_drawn_land_without_a_field_leaves_the_game_with_its_cube() -> None:
    """HEL-7: the event says whose it was."""
    state = asked(DrawnLands(0, (FaceUp("blue", True),)))
    fill(state, state.players[0], range(1, 19))
    state.players[0].sun = 19
    events: list[Any] = []
    settle(state, events)
    assert only(events, LandRemoved) == LandRemoved("blue", True, "drawn", 0)


def test_hel_5_1_the_end_of_a_character_turn_is_told() -> None:
    """HEL-5.1: a seat that bought a character ends its turn, one that did nothing passes; each turn begins with an event."""
    state = asked(CharacterTurn(0, False, False, 0))
    state.turn = 0
    for player in state.players:
        player.mana = 9
    state.mana = 12
    events = do(state, BuyCharacter("priestess"))
    assert only(events, ManaPaid) == ManaPaid(0, 2, "priestess")
    assert [type(event) for event in events[-2:]] == [CharacterTurnEnded, TurnStarted]
    assert only(do(state, Pass()), Passed) == Passed(1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hel_9_1_the_end_lists_everything_that_scores(seats: int) -> None:
    """HEL-9.1: line by line, in agreement with the score sheet."""
    state, rng, events = start(GAME, {}, seats, 5), Random(seats), []  # type: ignore[var-annotated]
    while moves := GAME.legal_moves(state):
        GAME.play(state, rng.choice(moves), events)
    counted: Counter[tuple[int, str]] = Counter()
    for event in of(events, PointsCounted):
        counted[event.seat, event.line] += event.points
        assert (event.field is not None) == event.line.startswith(("edge_fields", "special_"))
        assert (event.building is not None) == (event.line == "city")
        assert (event.character is not None) == (event.line in state.players[event.seat].day)
    outcome = GAME.outcome(state)
    assert outcome is not None
    sheet = {(seat, line.line): line.points for seat, lines in enumerate(outcome.score_sheet) for line in lines if line.points}
    assert counted == sheet
    assert only(events, GameEnded).scores == tuple(outcome.scores)
    assert isinstance(events[-1], GameEnded)
