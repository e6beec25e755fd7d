"""The picture of Orbis shows all visible pieces (ORB-1 to ORB-6)."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from engine.drawing import Layout
from engine.game import start
from engine.orbis import GAME
from engine.orbis.board.regions import display_region
from engine.orbis.board.signs import ICONS, SHAPES, wanted
from engine.orbis.content import BY_SEATS, TILES
from engine.orbis.moves import Gain, Gift, LayRegion, Placement, VillagePayment
from engine.orbis.records import COLORS, Conversion, Cost, Shrine, effect_name
from engine.orbis.state import State
from tests.engine.orbis.positions import laid, position, worshippers
from tests.engine.pictures import SVG, Element, drawn, ids, offered, words


def played(seats: int, seed: int, until: type | None) -> State:
    """A random game up to a decision, or to its end."""
    state = start(GAME, {}, seats, seed)
    rng = Random(seed)
    while moves := GAME.legal_moves(state):
        if until is not None and isinstance(state.pending[-1], until):
            break
        GAME.play(state, moves[int(rng.random() * len(moves))], [])
    return state


def test_the_display_gods_temples_and_piles_are_shown() -> None:
    """ORB-1.2, ORB-2.1: nine tiles, the gods drawn, the temples, the number of tiles left by level."""
    state = start(GAME, {}, 4, 3)
    picture = drawn(GAME, state)
    assert len(offered(picture, "take_region")) == 9
    assert {element.get("data-god") for element in offered(picture, "take_god")} == set(state.gods)
    assert {str(value) for value in BY_SEATS[4].temples} | {"11", "20", "25"} <= set(words(picture))


def test_worlds_show_every_region() -> None:
    """ORB-4.3, ORB-4.4: also unfulfilled ones and wildernesses; at the end the points are shown with the players."""
    state = played(3, 5, None)
    picture = drawn(GAME, state)
    for seat, player in enumerate(state.players):
        assert len(ids(picture, f"region-{seat}-")) == len(player.world) == 14
    turned = sum(region.face == "wilderness" for player in state.players for region in player.world)
    assert len([element for element in picture.iter() if element.get("data-about") == "wilderness"]) == turned > 0
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert {f"{score} points" for score in outcome.scores} <= set(words(picture))


def test_free_places_are_shown_while_a_tile_is_laid() -> None:
    """ORB-4.1, ORB-4.2: one half of a place for face up, the other for a wilderness, as legal."""
    state = played(2, 1, Placement)
    lays = [move for move in GAME.legal_moves(state) if isinstance(move, LayRegion)]
    pieces = offered(drawn(GAME, state), "lay_region")
    ways = {(move.row, move.column, move.wilderness) for move in lays}
    halves = {(element.get("data-row"), element.get("data-column"), element.get("data-wilderness")) for element in pieces}
    places = {(str(row), str(column), None) for row, column, _ in ways}
    assert halves == places | {(str(row), str(column), str(wilderness).lower()) for row, column, wilderness in ways}
    assert not offered(drawn(GAME, start(GAME, {}, 2, 1)), "lay_region")


def test_a_slot_is_empty_until_the_end_of_the_turn() -> None:
    """ORB-3.3: from the moment its tile is laid; there is nothing to take there."""
    state = next(state for seed in range(20) if (state := played(2, seed, VillagePayment)).pending)
    shown = [element.get("data-slot") for element in offered(drawn(GAME, state), "take_region")]
    assert shown == [str(slot) for slot, tile in enumerate(state.display) if tile]
    assert len(shown) == 8


def test_the_numbers_of_each_colour_of_a_gift_can_be_chosen() -> None:
    """ORB-5.1, ORB-7.1: as many of each colour as any listed gift has."""
    state = played(4, 1, Gift)
    gains = [move for move in GAME.legal_moves(state) if isinstance(move, Gain)]
    most = max(max(move.worshippers) for move in gains)
    assert len(offered(drawn(GAME, state), "gain")) == most * len(COLORS)


def test_the_viewer_comes_first() -> None:
    state = start(GAME, {}, 3, 1)
    order = [word for word in words(drawn(GAME, state, 2)) if word.startswith("Player ") and ":" not in word]
    assert order == ["Player 3"] * 2 + ["Player 1"] * 2 + ["Player 2"] * 2


def test_every_colour_has_its_own_shape_and_every_effect_its_own_icon() -> None:
    assert set(SHAPES) == {*COLORS, "any"}
    assert len(set(SHAPES.values())) == len(SHAPES)
    assert {effect_name(tile) for tile in TILES.values()} - {"conversion"} == set(ICONS)
    assert all(wanted(tile) for tile in TILES.values() if effect_name(tile) not in ("rock", "shrine"))


def explained(picture: Element, slot: int) -> set[str]:
    """The glossary entries of a slot and of the signs in it."""
    found = next(element for element in picture.iter() if element.get("id") == f"slot-{slot}")
    return {about for element in found.iter() if (about := element.get("data-about"))}


def test_orb_3_5_the_acting_viewer_sees_which_tiles_become_a_wilderness() -> None:
    """ORB-3.5: a tile that cannot be paid; other viewers see the display as it is."""
    state = position({4: "L2-red-1"}, owned=worshippers(green=1))
    assert "wilderness" in explained(drawn(GAME, state, 0), 4)
    assert "wilderness" not in explained(drawn(GAME, state, 0), 0)
    for other in (1, None):
        assert explained(drawn(GAME, state, other), 4) == {"tile-L2-red-1"}


def test_orb_4_2_a_tile_without_a_place_is_marked() -> None:
    """ORB-4.2: a full bottom row of other colours takes no red tile face up, although it costs nothing."""
    world = laid("L1-blue-1", "L1-blue-2", "L1-blue-3", "L1-green-1", "L1-green-2")
    picture = drawn(GAME, position({4: "L1-red-1"}, world=world), 0)
    assert {"no_place", "wilderness"} <= explained(picture, 4)
    assert "no_place" not in explained(picture, 3)


def test_orb_3_2_a_tile_that_needs_an_exchange_is_marked() -> None:
    """ORB-3.2: four green pay a yellow and any; ORB-3.4: a privilege pays the yellow one."""
    assert explained(drawn(GAME, position({4: "L2-red-1"}, owned=worshippers(green=4)), 0), 4) == {"tile-L2-red-1", "exchange"}
    owner = position({4: "L2-red-1"}, owned=worshippers(green=1), privileges=("yellow",))
    assert explained(drawn(GAME, owner, 0), 4) == {"tile-L2-red-1", "privileged"}


def test_orb_5_7_points_of_a_forest_are_hollow_until_it_has_enough_neighbours() -> None:
    """ORB-5.7: two blue or red neighbours."""
    for beside, hollow in ((("L1-blue-1",), 1), (("L1-blue-1", ("L1-red-1", 1, 2)), 0)):
        world = laid(beside[0], ("L2-green-1", 1, 1), *beside[1:])
        picture = drawn(GAME, position(world=world), 0)
        assert len([element for element in picture.iter() if element.get("data-about") == "pending_points"]) == hollow


def test_orb_7_4_wildernesses_of_the_goddess_of_idleness_cost_nothing() -> None:
    state = position(world=laid(("L1-red-1", 1, 0, "wilderness")))
    layout = Layout(panels=("world-0",), header=False)
    assert "−1" in words(drawn(GAME, state, 0, layout=layout))
    state.players[0].god = "idleness"
    assert "−1" not in words(drawn(GAME, state, 0, layout=layout))


def test_a_taken_god_is_with_its_owner() -> None:
    """ORB-3.1: it cannot be taken again; its place on the table stays empty."""
    state = start(GAME, {}, 3, 4)
    god = state.gods.pop(1)
    state.players[2].god = god
    picture = drawn(GAME, state)
    assert {element.get("data-god") for element in offered(picture, "take_god")} == set(state.gods)
    holdings = next(element for element in picture.iter() if element.get("id") == "panel-holdings-2")
    assert ids(holdings, "god-") == [f"god-{god}"]


def test_worshippers_on_a_tile_can_be_chosen_alone_and_with_their_slot() -> None:
    """ORB-5.5: small pieces lie inside larger ones that are linked to the same moves."""
    picture = drawn(GAME, position(standing={3: worshippers(red=2, white=11)}), 0)
    slot = next(element for element in picture.iter() if element.get("id") == "slot-3")
    assert slot.get("data-move") == "take_region remove_worshipper"
    assert [piece.get("data-color") for piece in offered(slot, "remove_worshipper")] == [None, "red", "white"]
    assert {"2", "11"} <= set(words(slot))


def test_summaries_show_a_player_at_a_glance() -> None:
    """Worshippers, god and, at the end, points; no ids, because the full panels have them."""
    state = played(2, 7, None)
    picture = drawn(GAME, state, 0, layout=Layout(panels=("summary-1",), header=False, names=("Ada", "Bo")))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert {"Bo", str(outcome.scores[1]), *map(str, state.players[1].worshippers)} <= set(words(picture))
    assert [found for element in picture.iter() if (found := element.get("id"))] == ["panel-summary-1"]


def test_large_numbers_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Data with higher costs and effects than ours still fit: a number and one symbol."""
    tile = replace(TILES["L3-red-5"], id="other", cost=Cost(red=10, blue=9, any=8), effect=Conversion("red", 7))
    monkeypatch.setitem(TILES, "other", tile)
    said = words(ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{display_region("other", "en")}</svg>'))
    assert {"10", "9", "8", "+7"} <= set(said)
    assert wanted(replace(tile, effect=Shrine(5))) == ["5"]


def test_long_names_are_cut_off_instead_of_set_smaller() -> None:
    layout = Layout(
        panels=("world-0", "summary-0"), header=False, names=("A player with a very long name indeed, longer than a panel", None)
    )
    picture = drawn(GAME, start(GAME, {}, 2, 1), 0, layout=layout)
    names = [element for element in picture.iter(f"{SVG}text") if (element.text or "").startswith("A play")]
    assert len(names) == 2
    for name in names:
        assert (name.text or "").endswith("…") and float(name.get("font-size", 0)) >= 12.5
