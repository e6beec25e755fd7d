"""ORB-7: the gods."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.orbis import GAME, scoring
from engine.orbis.events import GodTaken, GodUnfulfilled
from engine.orbis.moves import DeathPayment, Decline, Gain, Gift, Pay, TakeGod, Turn
from engine.orbis.native.rules import RULES
from engine.orbis.state import Options, Region, State
from tests.engine.orbis.positions import asked, finished, laid, listed, play, position, worshippers


def with_god(god: str, *worlds: Sequence[Region], options: Options | None = None) -> State:
    """A finished game in which seat 0 has the god."""
    state = finished(*worlds, options=options)
    state.players[0].god = god
    return state


def god_points(state: State, seat: int) -> int:
    return scoring.god_points(RULES.read_state(state), seat)


def sheet(state: State, seat: int) -> dict[str, int]:
    return {line.line: line.points for line in scoring.score_sheet(RULES.read_state(state), seat, 0)}


def taking(god: str, owned: tuple[int, ...]) -> State:
    state = position(owned=owned)
    state.gods = [god, "training"]
    return state


def test_orb_7_1_love_gives_five_worshippers_of_any_colours() -> None:
    """ORB-7.1: every mix of five colours; 1 point."""
    state, events = play(taking("love", worshippers(red=1)), TakeGod("love"))
    assert asked(state) == Gift(0, 5, None, "love")
    assert len(listed(state, Gain)) == 126
    assert GodTaken(0, "love") in events
    after, _ = play(state, Gain(worshippers(red=2, white=3)))
    assert after.players[0].worshippers == worshippers(red=3, white=3)
    assert asked(after) == Turn(1)
    assert god_points(after, 0) == 1


MAJORITIES = [
    ("seas", laid("L1-green-1", "L1-blue-1", ("L2-blue-1", 2, 0)), ("L2-blue-1", 2, 0, "unfulfilled")),
    ("fire", laid("L2-red-1"), ("L2-red-1", 1, 0, "unfulfilled")),
    ("nature", laid("L2-green-1", "L1-blue-1", ("L1-red-1", 1, -1)), ("L2-green-1", 1, 0, "up")),
    ("harvest", laid("L2-yellow-3"), ("L2-yellow-3", 1, 0, "unfulfilled")),
]


@pytest.mark.parametrize(("god", "one", "failed"), MAJORITIES)
def test_orb_7_2_three_points_for_the_most_of_a_kind(god: str, one: list[Region], failed: tuple[str, int, int, str]) -> None:
    """ORB-7.2: nobody may have more scored ones; unfulfilled ones and bare forests do not count (ORB-4.4)."""
    assert god_points(with_god(god, one, []), 0) == 3
    assert god_points(with_god(god, [], one), 0) == 0
    assert god_points(with_god(god, one, one), 0) == 3
    assert god_points(with_god(god, laid(failed), one), 0) == 0
    assert god_points(with_god(god, laid(failed), [], options=Options(majority_needs_one=True)), 0) == 0


def test_orb_7_3_training_is_worth_two() -> None:
    """ORB-7.3: whatever happens."""
    assert god_points(with_god("training", [], []), 0) == 2


def test_orb_7_4_idleness_makes_wildernesses_free() -> None:
    """ORB-7.4: 1 point, and no loss."""
    world = laid(("L1-red-1", 1, 0, "wilderness"), ("L1-red-2", 1, 1, "wilderness"))
    assert god_points(with_god("idleness", world, []), 0) == 1
    assert sheet(with_god("idleness", world, []), 0)["wilderness"] == 0
    assert sheet(with_god("training", world, []), 0)["wilderness"] == -2


def test_orb_7_5_technology_wants_the_fewest_wildernesses() -> None:
    """ORB-7.5: nobody has fewer; a tie is enough."""
    wild = laid(("L1-red-1", 1, 0, "wilderness"))
    assert god_points(with_god("technology", wild, wild), 0) == 3
    assert god_points(with_god("technology", wild, []), 0) == 0
    assert god_points(with_god("technology", [], wild), 0) == 3


def test_orb_7_6_balance_wants_one_of_each() -> None:
    """ORB-7.6: village, shrine and volcano, and unfulfilled ones do not count."""
    village, shrine, volcano = ("L2-yellow-3", 1, 0), ("L1-white-3", 1, 1), ("L2-red-1", 1, 2)
    assert god_points(with_god("balance", laid(village, shrine, volcano), []), 0) == 3
    for missing in (village, shrine, volcano):
        assert god_points(with_god("balance", laid(*{village, shrine, volcano} - {missing}), []), 0) == 0
    for failed in (village, volcano):
        kept = {village, shrine, volcano} - {failed}
        world = laid(*kept, (*failed, "unfulfilled"))
        assert god_points(with_god("balance", world, []), 0) == 0
        assert god_points(with_god("balance", [*world, Region("L3-yellow-1", 2, 0, "up"), Region("L3-red-1", 2, 1, "up")], []), 0) == 3


def test_orb_7_7_death_takes_six_for_three_points() -> None:
    """ORB-7.7: exactly six, of any colours."""
    state, _ = play(taking("death", worshippers(red=4, blue=3)), TakeGod("death"))
    assert asked(state) == DeathPayment(0, "death", 6)
    assert listed(state, Pay) == [Pay(worshippers(red=4, blue=2)), Pay(worshippers(red=3, blue=3))]
    after, _ = play(state, Pay(worshippers(red=3, blue=3)))
    assert after.players[0].worshippers == worshippers(red=1)
    assert god_points(after, 0) == 3


def test_orb_7_7_death_unpaid_is_worth_nothing() -> None:
    """ORB-7.7: declined, or five are not enough and nothing is asked."""
    state, _ = play(taking("death", worshippers(red=6)), TakeGod("death"))
    declined, events = play(state, Decline())
    assert GodUnfulfilled(0, "death", "declined") in events
    assert declined.players[0].worshippers == worshippers(red=6)
    poor, _ = play(taking("death", worshippers(red=5)), TakeGod("death"))
    for after in (declined, poor):
        assert asked(after) == Turn(1)
        assert after.players[0].god_unfulfilled
        assert god_points(after, 0) == 0


@pytest.mark.parametrize("god", ["seas", "fire", "nature", "harvest"])
def test_orb_7_8_ties_qualify_and_the_option_asks_for_one(god: str) -> None:
    """ORB-7.8: nobody has any: a tie, unless `majority_needs_one`."""
    assert god_points(with_god(god, [], []), 0) == 3
    assert god_points(with_god(god, [], [], options=Options(majority_needs_one=True)), 0) == 0
    one = next(world for name, world, _ in MAJORITIES if name == god)
    assert god_points(with_god(god, one, one, options=Options(majority_needs_one=True)), 0) == 3


def test_orb_7_8_the_option_does_not_affect_technology() -> None:
    """ORB-7.8: no wilderness at all is the fewest there can be."""
    assert god_points(with_god("technology", [], [], options=Options(majority_needs_one=True)), 0) == 3


def test_orb_7_9_taking_a_god_does_not_change_the_display() -> None:
    """ORB-7.9: no worshippers, no refill."""
    state = taking("seas", worshippers(red=1))
    after, _ = play(state, TakeGod("seas"))
    assert after.display == state.display
    assert after.display_worshippers == state.display_worshippers
    assert after.piles == state.piles
    assert after.gods == ["training"]
    assert after.players[0].god == "seas"


def test_a_seat_without_a_god_gets_nothing_for_it() -> None:
    assert god_points(finished([], []), 0) == 0
    assert GAME.outcome(position()) is None
