"""Events tell what happened, in the order of the rules, to whom and why."""

from __future__ import annotations

from engine.orbis import GAME
from engine.orbis.events import (
    DisplayRefilled,
    GodFulfilled,
    GodTaken,
    GodUnfulfilled,
    RegionFulfilled,
    RegionLaid,
    RegionTaken,
    RegionUnfulfilled,
    RoundStarted,
    TurnStarted,
    WorshipperRemoved,
    WorshippersCollected,
    WorshippersCreated,
    WorshippersGained,
    WorshippersPaid,
)
from engine.orbis.moves import Gain, LayRegion, Pay, RemoveWorshipper, TakeGod, TakeRegion
from engine.orbis.setup import new_game
from engine.orbis.state import Options, State
from tests.engine.orbis.positions import asked, laid, play, position, worshippers


def next_tile(state: State) -> str:
    """The tile that will refill the display."""
    return next(pile for pile in state.piles if pile)[-1] or ""


def test_orb_2_2_the_opening_is_the_first_round_and_the_first_turn() -> None:
    """ORB-2.2: of the first seat."""
    assert GAME.opening(new_game(Options(first_seat=1), 3, 1)) == [RoundStarted(1), TurnStarted(1)]


def test_orb_3_3_the_tile_is_paid_before_it_is_laid() -> None:
    """ORB-3.3: create, collect, pay the colours, pay `any`, lay, effect, refill; the region is laid once all is paid."""
    state = position({4: "L2-red-1"}, owned=worshippers(red=2), standing={4: worshippers(yellow=2)})
    refill = next_tile(state)
    after, events = play(state, TakeRegion(4), LayRegion(1, 0, False))
    assert after.players[0].world == []
    assert after.display[4] == "L2-red-1"
    after, more = play(after, Pay(worshippers(red=1)))
    assert events + more == [
        RegionTaken(0, 4, "L2-red-1"),
        WorshippersCreated(0, "L2-red-1", (1, 3, 5, 7), "red"),
        WorshippersCollected(0, "L2-red-1", 4, worshippers(yellow=2)),
        WorshippersPaid(0, worshippers(yellow=1), "cost", "L2-red-1", None),
        WorshippersPaid(0, worshippers(red=1), "cost", "L2-red-1", None),
        RegionLaid(0, "L2-red-1", 4, 1, 0, False),
        RegionUnfulfilled(0, "L2-red-1", "impossible"),
        DisplayRefilled(4, refill, 1),
        TurnStarted(1),
    ]
    assert after.players[0].world == laid(("L2-red-1", 1, 0, "unfulfilled"))


def test_orb_3_3_a_price_without_a_choice_is_paid_at_once() -> None:
    """ORB-3.3, ORB-3.4: the colours and `any` together."""
    state = position({4: "L2-red-1"}, owned=worshippers(yellow=2))
    _, events = play(state, TakeRegion(4), LayRegion(1, 0, False))
    paid = [event for event in events if isinstance(event, WorshippersPaid)]
    assert paid == [WorshippersPaid(0, worshippers(yellow=2), "cost", "L2-red-1", None)]


def test_orb_5_4_a_paid_village_is_fulfilled() -> None:
    """ORB-5.4: the payment names the village."""
    state = position({4: "L2-yellow-3"}, owned=worshippers(red=3, yellow=1, green=1))
    _, events = play(state, TakeRegion(4), LayRegion(1, 0, False), Pay(worshippers(red=2)))
    village = WorshippersPaid(0, worshippers(red=2), "village", "L2-yellow-3", None)
    assert events[events.index(village) + 1] == RegionFulfilled(0, "L2-yellow-3")


def test_orb_5_5_an_eruption_ends_with_the_fulfilled_volcano() -> None:
    """ORB-5.5: every worshipper removed is told, with the volcano and its owner."""
    state = position({4: "L2-red-1"}, owned=worshippers(yellow=2), standing={0: worshippers(blue=3)})
    _, events = play(state, TakeRegion(4), LayRegion(1, 0, False), RemoveWorshipper(0, "blue"))
    removed = WorshipperRemoved(0, "L2-red-1", 0, "blue")
    assert events[events.index(removed) : events.index(removed) + 3] == [removed, removed, RegionFulfilled(0, "L2-red-1")]


def test_orb_5_6_an_irrigation_tells_whether_it_is_fulfilled() -> None:
    """ORB-5.6: at once when it is laid."""
    state = position({4: "L2-blue-1"}, world=laid("L1-blue-1", "L1-green-1"), owned=worshippers(green=2))
    assert RegionFulfilled(0, "L2-blue-1") in play(state, TakeRegion(4), LayRegion(2, 0, False))[1]
    assert RegionUnfulfilled(0, "L2-blue-1", "impossible") in play(state, TakeRegion(4), LayRegion(1, 2, False))[1]


def test_orb_5_1_a_gain_names_the_conversion() -> None:
    """ORB-5.1: of a given colour and of any colour."""
    given = play(position({4: "L1-red-2"}), TakeRegion(4), LayRegion(1, 0, False))[1]
    assert WorshippersGained(0, worshippers(white=2), "conversion", "L1-red-2", None) in given
    chosen = play(position({4: "L1-red-3"}), TakeRegion(4), LayRegion(1, 0, False), Gain(worshippers(red=1)))[1]
    assert WorshippersGained(0, worshippers(red=1), "conversion", "L1-red-3", None) in chosen


def test_orb_7_1_and_7_7_gods_tell_what_they_gave_and_took() -> None:
    """ORB-7.1, ORB-7.7: Love's gift, and Death with six or with fewer worshippers."""
    state = position(owned=worshippers(red=6))
    state.gods = ["love", "death"]
    _, events = play(state, TakeGod("love"), Gain(worshippers(blue=5)))
    assert events == [GodTaken(0, "love"), WorshippersGained(0, worshippers(blue=5), "god", None, "love")]
    _, events = play(state, TakeGod("death"), Pay(worshippers(red=6)))
    assert events == [
        GodTaken(0, "death"),
        WorshippersPaid(0, worshippers(red=6), "death", None, "death"),
        GodFulfilled(0, "death"),
        TurnStarted(1),
    ]
    poor = position(owned=worshippers(red=5))
    poor.gods = ["death", "love"]
    after, events = play(poor, TakeGod("death"))
    assert events == [GodTaken(0, "death"), GodUnfulfilled(0, "death", "impossible"), TurnStarted(1)]
    assert asked(after).seat == 1
