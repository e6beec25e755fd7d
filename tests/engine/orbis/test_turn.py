"""ORB-3: the order of a turn."""

from __future__ import annotations

import pytest

from engine.orbis.content import TILES
from engine.orbis.events import DisplayRefilled, GameEnded, RoundStarted, WorshippersCreated, WorshippersPaid
from engine.orbis.moves import (
    Discard,
    Gain,
    Gift,
    LayRegion,
    Overflow,
    Pay,
    Payment,
    Placement,
    TakeGod,
    TakeRegion,
    Turn,
)
from engine.orbis.native.bags import bag_of
from engine.orbis.records import COLORS, SUPPLY_LIMIT
from engine.orbis.rules.paying import has_choice
from engine.orbis.state import NOBODY, Player, turns_taken
from tests.engine.orbis.positions import asked, laid, lay, listed, neighbours, play, position, worshippers

FULL_WORLD = laid(*[(f"L3-{color}-{number}", 1, 0, "wilderness") for color in COLORS for number in (1, 2, 3)][:14])


def test_orb_3_1_a_region_or_a_god() -> None:
    """ORB-3.1: at first both are on offer."""
    state = position()
    assert len(listed(state, TakeRegion)) == 9
    assert [move.god for move in listed(state, TakeGod) if isinstance(move, TakeGod)] == state.gods


def test_orb_3_1_a_player_with_a_god_takes_only_regions() -> None:
    """ORB-3.1: the god is taken once."""
    state = position()
    state.players[0].god = "training"
    assert len(listed(state, TakeRegion)) == 9
    assert not listed(state, TakeGod)


def test_orb_3_1_fourteen_regions_leave_only_the_god() -> None:
    """ORB-3.1: a full world takes no more."""
    state = position(world=FULL_WORLD)
    assert not listed(state, TakeRegion)
    assert len(listed(state, TakeGod)) == len(state.gods)


def test_orb_3_1_fifteen_turns_each_then_the_end() -> None:
    """ORB-3.1: the last god ends the game."""
    state = position(world=FULL_WORLD)
    state.gods = ["training", "idleness"]
    state.players[1] = Player(NOBODY, list(FULL_WORLD), (), "technology", False)
    after, events = play(state, TakeGod("training"))
    assert after.pending == []
    assert isinstance(events[-1], GameEnded)
    assert all(turns_taken(player) == 15 for player in after.players)


def test_orb_3_1_a_round_begins_with_the_first_seat() -> None:
    """ORB-3.1: rounds are counted."""
    state = position()
    state.pending = [Turn(1)]
    state.gods = ["training"]
    state.players[0].god = "idleness"
    assert RoundStarted(2) in play(state, TakeGod("training"))[1]


@pytest.mark.parametrize(("slot", "created"), [(4, 4), (1, 3), (3, 3), (5, 3), (7, 3), (0, 2), (2, 2), (6, 2), (8, 2)])
def test_orb_3_3_step_1_neighbours_get_a_worshipper(slot: int, created: int) -> None:
    """ORB-3.3: four for the centre, three for an edge, two for a corner; of the chosen tile's colour, never diagonally."""
    state = position(display={slot: "L1-green-4"}, owned=worshippers(red=2))
    after, events = play(state, TakeRegion(slot))
    standing = {other for other in range(9) if after.display_worshippers[other] == worshippers(green=1)}
    assert standing == neighbours(slot)
    assert len(standing) == created
    assert next(event for event in events if isinstance(event, WorshippersCreated)).color == "green"


def test_orb_3_3_step_2_the_worshippers_on_the_tile_are_collected() -> None:
    """ORB-3.3: all of them, and only those."""
    state = position(standing={4: worshippers(red=2, white=1), 5: worshippers(blue=3)}, owned=worshippers(white=1))
    after, _ = play(state, TakeRegion(4))
    assert after.players[0].worshippers == worshippers(red=2, white=2)
    assert after.display_worshippers[4] == NOBODY
    assert after.display_worshippers[5] == worshippers(blue=3, yellow=1)


def test_orb_3_3_step_7_the_slot_is_refilled_level_by_level() -> None:
    """ORB-3.3: level 1 first, then 2, then 3; only when the turn ends."""
    for left, tile in (([["L1-red-4"], ["L2-red-1"], ["L3-red-1"]], "L1-red-4"), ([[], ["L2-red-1"], ["L3-red-1"]], "L2-red-1")):
        state = position()
        state.piles = [list(pile) for pile in left]
        after, events = play(state, TakeRegion(4), LayRegion(1, 0, True))
        assert after.display[4] == tile
        assert DisplayRefilled(4, tile, TILES[tile].level) in events
    state.piles = [[], [], ["L3-red-1"]]
    assert lay(state, 4, wilderness=True).display[4] == "L3-red-1"


def test_orb_3_4_worshippers_just_collected_can_pay() -> None:
    """ORB-3.4: the rock costs one red, which stands on it."""
    state = position(display={4: "L1-green-4"}, standing={4: worshippers(red=1)})
    after = lay(state, 4)
    assert after.players[0].worshippers == NOBODY
    assert after.players[0].world == laid("L1-green-4")


def test_orb_3_4_a_player_who_cannot_pay_cannot_lay_face_up() -> None:
    """ORB-3.4: one of the cost's colours is missing, or there is nothing left for `any`."""
    for tile, owned in (("L1-green-4", worshippers(blue=2)), ("L2-red-1", worshippers(yellow=1)), ("L2-blue-2", worshippers(red=1))):
        state, _ = play(position(display={4: tile}, world=laid("L1-red-1"), owned=owned), TakeRegion(4))
        assert all(isinstance(move, LayRegion) and move.wilderness for move in listed(state, LayRegion))
        assert listed(state, LayRegion)


def test_orb_3_4_any_is_paid_with_a_colour_of_choice() -> None:
    """ORB-3.4: asked when there is a choice."""
    state = lay(position(display={4: "L1-white-3"}, owned=worshippers(red=1, blue=2)), 4)
    assert asked(state) == Payment(0, "L1-white-3", 1, 4, 1, 0)
    assert listed(state, Pay) == [Pay(worshippers(red=1)), Pay(worshippers(blue=1))]
    assert play(state, Pay(worshippers(blue=1)))[0].players[0].worshippers == worshippers(red=1, blue=1)


@pytest.mark.parametrize("owned", [worshippers(blue=3), worshippers(blue=1)])
def test_orb_3_4_any_is_not_asked_without_a_choice(owned: tuple[int, ...]) -> None:
    """ORB-3.4: one colour pays by itself."""
    state, events = play(position(display={4: "L1-white-3"}, owned=owned), TakeRegion(4), LayRegion(1, 0, False))
    assert asked(state) == Turn(1)
    assert WorshippersPaid(0, worshippers(blue=1), "cost", "L1-white-3", None) in events


def test_orb_3_4_there_is_a_choice_only_among_several_colours_and_more_than_needed() -> None:
    """ORB-3.4: for any number of `any` symbols."""
    assert has_choice(bag_of(worshippers(red=1, blue=2)), 2)
    assert not has_choice(bag_of(worshippers(red=1, blue=1)), 2)
    assert not has_choice(bag_of(worshippers(red=5)), 2)


def test_orb_3_4_a_privilege_frees_its_colour() -> None:
    """ORB-3.4: the red of the cost is free, the other colours are not."""
    state = position({4: "L2-green-4"}, owned=worshippers(yellow=1, white=1), privileges=("red",))
    after = lay(state, 4)
    assert after.players[0].world[-1].face == "up"
    assert after.players[0].worshippers == NOBODY


def test_orb_3_4_a_privilege_does_not_pay_any_nor_villages_nor_its_own_farm() -> None:
    """ORB-3.4: what a privilege does not do."""
    any_symbol, _ = play(position({4: "L1-white-3"}, privileges=("white",), world=laid("L1-red-1")), TakeRegion(4))
    assert not [move for move in listed(any_symbol, LayRegion) if isinstance(move, LayRegion) and not move.wilderness]
    village = lay(position({4: "L2-yellow-3"}, owned=worshippers(green=1, white=1), privileges=("red", "yellow", "green")), 4)
    assert all(sum(move.worshippers) == 2 for move in listed(village, Pay) if isinstance(move, Pay))
    farm = lay(position({4: "L2-yellow-1"}, owned=worshippers(white=2)), 4)
    assert farm.players[0].worshippers == NOBODY
    assert farm.players[0].privileges == ("white",)


def test_orb_3_5_any_tile_may_become_a_wilderness() -> None:
    """ORB-3.5: steps 1 and 2 happen, nothing is paid, nothing takes effect."""
    state = position(display={4: "L1-red-2"}, standing={4: worshippers(blue=1)})
    after = lay(state, 4, wilderness=True)
    assert after.players[0].world == laid(("L1-red-2", 1, 0, "wilderness"))
    assert after.players[0].worshippers == worshippers(blue=1)
    assert sum(map(sum, after.display_worshippers)) == 4


def test_orb_3_5_a_single_possible_wilderness_is_laid_automatically() -> None:
    """ORB-3.5: the first region has one place; what cannot be paid goes there turned over."""
    after, _ = play(position(display={4: "L2-blue-2"}, owned=worshippers(green=2)), TakeRegion(4))
    assert after.players[0].world == laid(("L2-blue-2", 1, 0, "wilderness"))
    assert asked(after) == Turn(1)


def test_orb_3_5_the_player_is_asked_if_an_exchange_could_pay() -> None:
    """ORB-3.5 with ORB-3.2: three green become the red that the rock costs."""
    after, _ = play(position(display={4: "L1-green-4"}, owned=worshippers(green=3)), TakeRegion(4))
    assert asked(after) == Placement(0, 4)


def test_orb_3_6_at_most_ten_after_a_region() -> None:
    """ORB-3.6: the player chooses which to discard, before the display is refilled and the next turn begins."""
    state = lay(position(display={4: "L1-red-2"}, owned=worshippers(red=9, blue=1)), 4)
    assert asked(state) == Overflow(0, 2)
    assert state.display[4] is None
    assert listed(state, Discard) == [
        Discard(worshippers(**counts))
        for counts in ({"red": 2}, {"red": 1, "blue": 1}, {"red": 1, "white": 1}, {"blue": 1, "white": 1}, {"white": 2})
    ]
    after, _ = play(state, Discard(worshippers(red=1, blue=1)))
    assert after.players[0].worshippers == worshippers(red=8, white=2)
    assert after.display[4] is not None
    assert asked(after) == Turn(1)


def test_orb_3_6_a_god_turn_too() -> None:
    """ORB-3.6: Love's gift can be too much."""
    state = position(owned=worshippers(red=8))
    state.gods = ["love"]
    given, _ = play(state, TakeGod("love"))
    assert asked(given) == Gift(0, 5, None, "love")
    assert asked(play(given, Gain(worshippers(blue=5)))[0]) == Overflow(0, 3)


def test_orb_3_6_more_than_five_worshippers_are_discarded_in_several_moves() -> None:
    """ORB-3.6: five at most at a time, so that the list stays short; nothing is lost of what can be kept."""
    state = lay(position(standing={4: (6, 6, 6, 6, 6)}), 4, wilderness=True)
    steps = []
    while isinstance(asked(state), Overflow):
        moves = listed(state, Discard)
        assert len(moves) <= 126
        steps.append(sum(moves[0].worshippers) if isinstance(moves[0], Discard) else 0)
        state, _ = play(state, moves[0])
    assert steps == [5, 5, 5, 5]
    assert sum(state.players[0].worshippers) == SUPPLY_LIMIT
