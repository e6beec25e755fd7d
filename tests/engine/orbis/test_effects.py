"""ORB-5: the effects of regions."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from engine.orbis import GAME
from engine.orbis.content import TILES
from engine.orbis.events import PrivilegeGained, RegionUnfulfilled, WorshipperRemoved
from engine.orbis.moves import Decline, Eruption, Exchange, Gain, Gift, LayRegion, Pay, RemoveWorshipper, TakeRegion, Turn, VillagePayment
from engine.orbis.native.conversion import read_player, read_world
from engine.orbis.native.pieces import Tile
from engine.orbis.native.places import place_of
from engine.orbis.native.rules import RULES
from engine.orbis.records import COLORS, Shrine
from engine.orbis.rules.laying import touching
from engine.orbis.scoring import scores, temples
from engine.orbis.state import NOBODY, Player, State
from tests.engine.orbis.positions import asked, finished, laid, lay, listed, play, position, worshippers

VILLAGE = "L2-yellow-3"
VOLCANO = "L2-red-1"
IRRIGATION = "L2-blue-1"


def scored(player: Player) -> list[Tile]:
    """The tiles that score."""
    world = read_player(player).world
    return [region.tile for region in world.regions if scores(world, region)]


def test_orb_5_1_conversion_of_a_given_colour() -> None:
    """ORB-5.1: two white at once, nothing is asked."""
    after = lay(position({4: "L1-red-2"}), 4)
    assert after.players[0].worshippers == worshippers(white=2)
    assert asked(after) == Turn(1)


def test_orb_5_1_conversion_of_any_colour() -> None:
    """ORB-5.1: one of the five."""
    state = lay(position({4: "L1-red-3"}), 4)
    assert asked(state) == Gift(0, 1, "L1-red-3", None)
    assert listed(state, Gain) == [Gain(worshippers(**{color: 1})) for color in COLORS]
    assert play(state, Gain(worshippers(green=1)))[0].players[0].worshippers == worshippers(green=1)


def test_orb_5_2_a_rock_is_worth_a_point_and_asks_nothing() -> None:
    """ORB-5.2: 1 point at the end."""
    after = lay(position({4: "L1-green-4"}, owned=worshippers(red=1)), 4)
    assert asked(after) == Turn(1)
    assert [tile.points for tile in scored(after.players[0])] == [1]


def test_orb_5_3_a_farm_brings_its_privilege() -> None:
    """ORB-5.3: for the rest of the game; turned over it brings none."""
    state = position({4: "L1-yellow-2"}, owned=worshippers(green=1, white=1))
    after, events = play(state, TakeRegion(4), LayRegion(1, 0, False))
    assert after.players[0].privileges == ("red",)
    assert PrivilegeGained(0, "L1-yellow-2", "red") in events
    assert lay(state, 4, wilderness=True).players[0].privileges == ()


def test_orb_5_3_both_owners_of_a_colour_would_have_the_privilege() -> None:
    """ORB-5.3: another's privilege does not matter."""
    state = position({4: "L1-yellow-2"}, owned=worshippers(green=1, white=1))
    state.players[1].privileges = ("red",)
    after = lay(state, 4)
    assert [player.privileges for player in after.players] == [("red",), ("red",)]


def test_orb_5_3_a_player_who_lays_both_farms_of_a_colour_has_the_privilege_once() -> None:
    """ORB-5.3: the second farm brings nothing new."""
    state = position({4: "L1-yellow-2"}, owned=worshippers(green=1, white=1), privileges=("red",))
    after, events = play(state, TakeRegion(4), LayRegion(1, 0, False))
    assert after.players[0].privileges == ("red",)
    assert not [event for event in events if isinstance(event, PrivilegeGained)]


def village(owned: tuple[int, ...]) -> State:
    return lay(position({4: VILLAGE}, owned=tuple(a + b for a, b in zip(owned, worshippers(red=1, yellow=1, green=1), strict=True))), 4)


def test_orb_5_4_a_village_takes_exactly_its_number() -> None:
    """ORB-5.4: any two of those owned, or none."""
    state = village(worshippers(red=1, blue=2))
    assert asked(state) == VillagePayment(0, VILLAGE, 2)
    assert GAME.legal_moves(state) == [Pay(worshippers(red=1, blue=1)), Pay(worshippers(blue=2)), Decline()]
    after, _ = play(state, Pay(worshippers(red=1, blue=1)))
    assert after.players[0].worshippers == worshippers(blue=1)
    assert [tile.id for tile in scored(after.players[0])] == [VILLAGE]


def test_orb_5_4_a_village_may_be_declined() -> None:
    """ORB-5.4: then it is unfulfilled and the worshippers stay."""
    after, events = play(village(worshippers(red=1, blue=2)), Decline())
    assert after.players[0].worshippers == worshippers(red=1, blue=2)
    assert after.players[0].world[-1].face == "unfulfilled"
    assert RegionUnfulfilled(0, VILLAGE, "declined") in events
    assert scored(after.players[0]) == []


def test_orb_5_4_exactly_enough_for_the_village() -> None:
    """ORB-5.4: with exactly two worshippers the player still decides."""
    state = village(worshippers(blue=2))
    assert GAME.legal_moves(state) == [Pay(worshippers(blue=2)), Decline()]


def test_orb_5_4_a_player_who_cannot_pay_for_the_village_is_not_asked() -> None:
    """ORB-5.4: one is not enough."""
    after = village(worshippers(blue=1))
    assert asked(after) == Turn(1)
    assert after.players[0].world[-1].face == "unfulfilled"


def volcano(standing: dict[int, tuple[int, ...]], tile: str = VOLCANO) -> State:
    """The volcano of two, blue or yellow, laid from the centre; it creates four red ones."""
    return lay(position({4: tile}, owned=worshippers(yellow=2, white=2), standing=standing), 4)


def test_orb_5_5_a_volcano_removes_its_colours_from_the_display() -> None:
    """ORB-5.5: any mix of blue and yellow, nothing else."""
    state = volcano({0: worshippers(blue=1, green=3), 8: worshippers(yellow=2)})
    state, _ = play(state, GAME.legal_moves(state)[0])
    assert asked(state) == Eruption(0, VOLCANO, 2)
    assert GAME.legal_moves(state) == [RemoveWorshipper(0, "blue"), RemoveWorshipper(8, "yellow"), Decline()]
    state, _ = play(state, RemoveWorshipper(8, "yellow"))
    assert asked(state) == Eruption(0, VOLCANO, 1)
    after, _ = play(state, RemoveWorshipper(0, "blue"))
    assert after.display_worshippers[0] == worshippers(green=3)
    assert after.display_worshippers[8] == worshippers(yellow=1)
    assert after.players[0].world[-1].face == "up"
    assert asked(after) == Turn(1)


def test_orb_5_5_all_or_nothing() -> None:
    """ORB-5.5: a volcano once begun is not declined."""
    state = volcano({0: worshippers(blue=2), 8: worshippers(yellow=2)})
    state, _ = play(state, GAME.legal_moves(state)[0])
    begun, _ = play(state, RemoveWorshipper(0, "blue"))
    assert Decline() not in GAME.legal_moves(begun)
    declined, _ = play(state, Decline())
    assert declined.display_worshippers[0] == worshippers(blue=2)
    assert declined.players[0].world[-1].face == "unfulfilled"


def test_orb_5_5_too_few_leave_it_unfulfilled_and_remove_none() -> None:
    """ORB-5.5: one blue is not two; those on the chosen tile were collected before."""
    state = volcano({0: worshippers(blue=1), 4: worshippers(blue=1)})
    state, _ = play(state, GAME.legal_moves(state)[0])
    assert state.display_worshippers[0] == worshippers(blue=1)
    assert state.players[0].world[-1].face == "unfulfilled"
    assert asked(state) == Turn(1)


def test_orb_5_5_worshippers_just_created_count() -> None:
    """ORB-5.5: a volcano of green and red can remove the red worshippers that taking it created."""
    state = lay(position({4: "L2-red-2"}, owned=worshippers(white=2)), 4)
    assert asked(state) == Eruption(0, "L2-red-2", 3)


def test_orb_5_5_the_rest_goes_by_itself_when_nothing_is_left_to_choose() -> None:
    """ORB-5.5: of exactly as many as are needed, the first one decides."""
    state = volcano({0: worshippers(blue=1), 8: worshippers(yellow=1)})
    state, _ = play(state, GAME.legal_moves(state)[0])
    after, events = play(state, RemoveWorshipper(8, "yellow"))
    assert [event for event in events if isinstance(event, WorshipperRemoved)] == [
        WorshipperRemoved(0, VOLCANO, 8, "yellow"),
        WorshipperRemoved(0, VOLCANO, 0, "blue"),
    ]
    assert after.display_worshippers[0] == after.display_worshippers[8] == NOBODY


def test_orb_5_5_exactly_enough_go_together_from_wherever_they_stand() -> None:
    """ORB-5.5: two red ones created and a green one are the three; after the first nothing is left to choose."""
    state = lay(position({0: "L2-red-2"}, owned=worshippers(white=2), standing={8: worshippers(green=1)}), 0)
    assert asked(state) == Eruption(0, "L2-red-2", 3)
    after, _ = play(state, RemoveWorshipper(8, "green"))
    assert after.display_worshippers == [NOBODY] * 9
    assert asked(after) == Turn(1)


def test_orb_5_5_worshippers_of_one_place_are_all_the_same() -> None:
    """ORB-5.5: five blue ones on one tile leave nothing to choose once the volcano has begun."""
    state = volcano({6: worshippers(blue=5)})
    state, _ = play(state, GAME.legal_moves(state)[0])
    after, _ = play(state, RemoveWorshipper(6, "blue"))
    assert after.display_worshippers[6] == worshippers(blue=3)
    assert asked(after) == Turn(1)


def removals(state: State) -> set[tuple[tuple[int, ...], ...]]:
    """Every display the volcano can leave behind when it is not declined."""
    if not isinstance(asked(state), Eruption):
        return {tuple(state.display_worshippers[slot] for slot in (0, 2, 6, 8))}
    moves = [move for move in GAME.legal_moves(state) if not isinstance(move, Decline | Exchange)]
    return {left for move in moves for left in removals(play(state, move)[0])}


@pytest.mark.parametrize(
    "corners",
    [
        {0: worshippers(blue=2, yellow=1), 2: worshippers(yellow=2), 8: worshippers(blue=1, red=1)},
        {6: worshippers(blue=5)},
        {0: worshippers(yellow=1), 2: worshippers(yellow=1)},
    ],
)
def test_orb_5_5_worshipper_by_worshipper_reaches_every_choice(corners: dict[int, tuple[int, ...]]) -> None:
    """ORB-5.5: brute force over all subsets of the worshippers that stand there."""
    state = volcano(corners)
    state, _ = play(state, GAME.legal_moves(state)[0])
    standing = [(slot, color) for slot, counts in corners.items() for color in (1, 2) for _ in range(counts[color])]
    expected = set()
    for chosen in combinations(standing, 2):
        gone = Counter(chosen)
        expected.add(
            tuple(tuple(count - gone[slot, color] for color, count in enumerate(corners.get(slot, NOBODY))) for slot in (0, 2, 6, 8))
        )
    assert removals(state) == expected


def irrigate(below: list[str | tuple[str, int, int, str]], row: int = 2) -> str:
    state = position({4: IRRIGATION}, world=laid(*below), owned=worshippers(green=2))
    return lay(state, 4, row, 0 if row == 2 else len(below)).players[0].world[-1].face


def test_orb_5_6_irrigation_is_judged_when_laid() -> None:
    """ORB-5.6: green below, on either side."""
    assert irrigate(["L1-green-1", "L1-blue-1"]) == "up"
    assert irrigate(["L1-blue-1", "L1-green-1"]) == "up"
    assert irrigate(["L1-blue-1", "L1-red-1"]) == "unfulfilled"


def test_orb_5_6_a_wilderness_waters_and_carries_at_once() -> None:
    """ORB-5.6 with ORB-4.3: blue for the laying, green for the irrigation."""
    assert irrigate([("L1-red-1", 1, 0, "wilderness"), ("L1-yellow-1", 1, 1, "up")]) == "up"


def test_orb_5_6_never_in_row_1() -> None:
    """ORB-5.6: there is nothing below."""
    assert irrigate(["L1-green-1"], row=1) == "unfulfilled"


def test_orb_5_7_forest_is_judged_at_the_end() -> None:
    """ORB-5.7: unfulfilled by nothing when laid; counts once two neighbours are blue or red."""
    after = lay(position({4: "L2-green-1"}, owned=worshippers(red=2)), 4)
    assert after.players[0].world[-1].face == "up"
    assert scored(after.players[0]) == []
    grown = Player(NOBODY, laid("L2-green-1", "L1-blue-1", ("L1-red-1", 1, -1)), (), None, False)
    assert "L2-green-1" in [tile.id for tile in scored(grown)]


def test_orb_5_7_two_beside_two_above_two_below() -> None:
    """ORB-5.7: the six neighbours against distances in the picture; wildernesses count."""
    places = [(row, column) for row in (1, 2, 3, 4) for column in range(5)]
    for row, column in places:
        near = [
            place
            for place in places
            if (place[0] == row and abs(place[1] - column) == 1)
            or (abs(place[0] - row) == 1 and abs(place[1] + place[0] / 2 - column - row / 2) == 0.5)
        ]
        for other in places:
            for tile, face, counted in (("L1-blue-1", "up", True), ("L1-red-1", "up", False), ("L1-red-1", "wilderness", True)):
                expected = other in near and counted
                assert touching(read_world(tuple(laid((tile, *other, face)))), place_of(row, column), [1]) == expected


def test_orb_5_7_a_forest_needs_its_number_of_its_colours() -> None:
    """ORB-5.7: three green or yellow around L2-green-3."""
    forest = ("L2-green-3", 2, 0)
    for third, grows in (("L1-yellow-1", True), ("L1-red-1", False)):
        world = laid(third, "L1-green-1", ("L1-green-2", 1, 2), forest, ("L1-yellow-4", 2, 1))
        assert (forest[0] in [tile.id for tile in scored(Player(NOBODY, world, (), None, False))]) == grows
    assert touching(read_world(tuple(laid("L1-green-1", "L1-green-2"))), place_of(2, 0), [3]) == 2


def test_orb_5_8_shrine_icons_count_for_temples() -> None:
    """ORB-5.8: two icons on one tile beat one on another; a turned-over shrine has none."""
    assert isinstance(TILES["L2-white-3"].effect, Shrine)
    assert temples(RULES.read_state(finished(laid("L1-white-3"), laid("L2-white-3")))) == {1: 7, 0: 2}
    assert temples(RULES.read_state(finished(laid("L1-white-3"), laid(("L2-white-3", 1, 0, "wilderness"))))) == {0: 7}
