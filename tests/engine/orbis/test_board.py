"""The picture of Orbis shows all visible pieces (ORB-1 to ORB-6)."""

from __future__ import annotations

from random import Random

from engine.game import start
from engine.orbis import GAME
from engine.orbis.board.signs import ICONS, SHAPES, wanted
from engine.orbis.content import BY_SEATS, TILES
from engine.orbis.moves import Gain, Gift, LayRegion, Placement, VillagePayment
from engine.orbis.records import COLORS, effect_name
from engine.orbis.state import State
from tests.engine.pictures import drawn, ids, offered, words


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
