"""ORB-6: final scoring."""

from __future__ import annotations

import pytest

from engine.game import Event
from engine.orbis import GAME, scoring
from engine.orbis.events import GameEnded, PointsCounted, TempleTaken
from engine.orbis.native.rules import RULES
from engine.orbis.setup import new_game
from engine.orbis.state import Options, State
from tests.engine.orbis.positions import finished, laid, walk


def temples(state: State) -> dict[int, int]:
    return scoring.temples(RULES.read_state(state))


def final_events(state: State) -> list[Event]:
    return scoring.final_events(RULES.read_state(state))


def sheet(state: State, seat: int) -> dict[str, int]:
    result = GAME.outcome(state)
    assert result is not None
    return {line.line: line.points for line in result.score_sheet[seat]}


def test_orb_6_1_every_line_of_the_score_sheet() -> None:
    """ORB-6.1: fulfilled regions by effect, wildernesses, god and temple."""
    world = laid(
        ("L1-green-4", 1, 0),
        ("L2-yellow-3", 1, 1),
        ("L3-yellow-5", 1, 2, "unfulfilled"),
        ("L2-red-4", 1, 3),
        ("L1-white-3", 1, 4),
        ("L2-green-1", 2, 0, "wilderness"),
        ("L2-green-2", 2, 1),
        ("L2-blue-3", 2, 3, "up"),
    )
    state = finished(world, [])
    state.players[0].god = "training"
    assert sheet(state, 0) == {
        "rock": 1,
        "village": 3,
        "volcano": 3,
        "irrigation": 3,
        "forest": 2,
        "wilderness": -1,
        "god": 2,
        "temple": 7,
    }
    assert GAME.outcome(state).scores == [20, 0]  # type: ignore[union-attr]


def test_orb_6_1_scores_are_the_sums_of_the_sheets() -> None:
    """ORB-6.1: in the events too, which tell what was scored for what."""
    state = finished(laid("L1-green-4"), laid(("L1-red-1", 1, 0, "wilderness")), laid("L2-yellow-3", "L2-green-1", ("L2-red-1", 1, 2)))
    assert final_events(state) == [
        PointsCounted(0, "rock", 1, "L1-green-4"),
        PointsCounted(1, "wilderness", -1, "L1-red-1"),
        PointsCounted(2, "village", 3, "L2-yellow-3"),
        PointsCounted(2, "forest", 0, "L2-green-1", neighbours=1, needed=2),
        PointsCounted(2, "volcano", 2, "L2-red-1"),
        GameEnded((1, -1, 5)),
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_orb_6_1_the_events_agree_with_the_score_sheet(seats: int) -> None:
    """ORB-6.1: line by line, in random games."""
    for seed in range(5):
        state = new_game(Options(first_seat="random"), seats, seed)
        for _ in walk(state, seed):
            pass
        result = GAME.outcome(state)
        assert result is not None
        events = final_events(state)
        assert events[-1] == GameEnded(tuple(result.scores))
        for seat in range(seats):
            lines = dict.fromkeys(sheet(state, seat), 0)
            for event in events:
                if isinstance(event, PointsCounted) and event.seat == seat:
                    lines[event.line] += event.points
            assert lines == sheet(state, seat)


def test_orb_6_2_temples_go_by_icons() -> None:
    """ORB-6.2: most icons first, the best temple left for each."""
    state = finished(laid("L1-white-3"), laid("L3-white-4"), laid("L2-white-3"))
    assert temples(state) == {1: 9, 2: 4, 0: 2}
    assert final_events(state)[:3] == [TempleTaken(1, 9, 3), TempleTaken(2, 4, 2), TempleTaken(0, 2, 1)]


def test_orb_6_2_ties_go_by_the_best_mystic_value() -> None:
    """ORB-6.2: of any face-up white tile, not only of shrines (13 against 12)."""
    assert temples(finished(laid("L2-white-1"), laid("L1-white-3"))) == {0: 7, 1: 2}
    assert temples(finished(laid("L2-white-1"), laid("L1-white-3", "L1-white-1"))) == {1: 7, 0: 2}


def test_orb_6_2_a_tie_that_remains_goes_by_the_order_of_turns() -> None:
    """ORB-6.2: a list of tiles might leave it open; the seat that comes first in the order of turns chooses first."""
    state = finished(laid("L1-white-3"), laid("L1-white-3"))
    assert temples(state) == {0: 7, 1: 2}
    state.first_seat = 1
    assert temples(state) == {1: 7, 0: 2}


def test_orb_6_2_a_turned_over_tile_has_no_mystic_value() -> None:
    """ORB-6.2 with ORB-4.3: the 13 lies face down."""
    assert temples(finished(laid("L2-white-1"), laid("L1-white-3", ("L1-white-1", 1, 1, "wilderness")))) == {0: 7, 1: 2}


def test_orb_6_2_no_icon_no_temple() -> None:
    """ORB-6.2: mystic values alone win nothing, and the others move up."""
    assert temples(finished(laid("L1-white-1"), laid("L1-white-3"), [])) == {1: 9}
    assert temples(finished([], [], [], [])) == {}


def test_orb_6_3_most_points_then_most_worshippers_then_shared() -> None:
    """ORB-6.3: places with ties."""
    rock, village = laid("L1-green-4"), laid("L2-yellow-3")
    result = GAME.outcome(finished(rock, village, rock, rock, owned=[2, 0, 5, 2]))
    assert result is not None
    assert result.ranking == [[1], [2], [0, 3]]
    assert result.scores == [1, 3, 1, 1]
    assert result.reason == "worlds_complete"


def test_there_is_no_outcome_before_the_end() -> None:
    state = finished([], [])
    assert GAME.outcome(state) is not None
    state.pending = [*GAME.new_game(state.options, 2, 1).pending]
    assert GAME.outcome(state) is None
