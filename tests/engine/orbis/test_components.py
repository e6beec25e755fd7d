"""ORB-1, ORB-2: components and set-up."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from engine.game import Event
from engine.orbis import GAME
from engine.orbis.catalogue import CONTENT, Content
from engine.orbis.content import BY_SEATS, GODS, TILES, tiles_in_play
from engine.orbis.events import DisplayRefilled
from engine.orbis.moves import Gain, Gift, Turn
from engine.orbis.records import COLORS, Farm
from engine.orbis.setup import new_game
from engine.orbis.state import Options
from tests.engine.orbis.positions import play, position, walk, worshippers


def test_orb_1_1_tiles_by_level_and_colour() -> None:
    """ORB-1.1: 20, 20 and 25 tiles, evenly in five colours."""
    assert Counter(tile.level for tile in TILES.values()) == {1: 20, 2: 20, 3: 25}
    assert Counter((tile.level, tile.color) for tile in TILES.values()) == {
        (level, color): count for level, count in ((1, 4), (2, 4), (3, 5)) for color in COLORS
    }


def test_orb_1_2_gods_and_temples() -> None:
    """ORB-1.2: ten gods, temples of five values, a farm for each privilege."""
    assert len(GODS) == 10
    assert {temple for numbers in BY_SEATS.values() for temple in numbers.temples} == {2, 4, 7, 9, 11}
    assert sorted(tile.effect.color for tile in TILES.values() if isinstance(tile.effect, Farm)) == sorted(COLORS)


def test_orb_1_3_the_general_supply_is_unlimited() -> None:
    """ORB-1.3: there are more worshippers than the twenty wooden ones of a colour."""
    state = position(owned=worshippers(red=20))
    state.pending = [Gift(0, 5, None, "love")]
    after, _ = play(state, Gain(worshippers(red=5)))
    assert after.players[0].worshippers == worshippers(red=25)


@pytest.mark.parametrize(
    ("seats", "levels", "gods", "temples"),
    [(2, (11, 11, 15), 3, (2, 7)), (3, (15, 15, 21), 4, (2, 4, 9)), (4, (20, 20, 25), 5, (2, 4, 7, 11))],
)
def test_orb_2_1_set_up(seats: int, levels: tuple[int, ...], gods: int, temples: tuple[int, ...]) -> None:
    """ORB-2.1: nine tiles of level 1 in the display, the rest shuffled by level, gods drawn."""
    state = new_game(Options(), seats, 5)
    assert tuple(len(tiles_in_play(seats, level)) for level in (1, 2, 3)) == levels
    assert all(TILES[tile or ""].level == 1 for tile in state.display)
    assert [len(pile) for pile in state.piles] == [levels[0] - 9, levels[1], levels[2]]
    assert sorted(tile or "" for tile in state.display + state.piles[0]) == sorted(tiles_in_play(seats, 1))
    assert len(set(state.gods)) == gods
    assert BY_SEATS[seats].temples == temples
    assert state.piles != new_game(Options(), seats, 6).piles


def test_orb_2_2_the_option_chooses_the_first_seat() -> None:
    """ORB-2.2: seat 0 by default; `random` draws from the seed; then in seat order."""
    assert new_game(Options(), 3, 1).pending == [Turn(0)]
    assert new_game(Options(first_seat=2), 3, 1).pending == [Turn(2)]
    assert {new_game(Options(first_seat="random"), 3, seed).first_seat for seed in range(30)} == {0, 1, 2}
    state = new_game(Options(first_seat=1), 3, 1)
    turns = [position.pending[-1].seat for position, _, _ in walk(state, 1) if isinstance(position.pending[-1], Turn)]
    assert list(dict.fromkeys(turns)) == [1, 2, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_orb_2_3_the_piles_empty_at_the_last_refill(seats: int) -> None:
    """ORB-2.3: fourteen tiles a player and nine for the display."""
    assert sum(len(tiles_in_play(seats, level)) for level in (1, 2, 3)) == 14 * seats + 9
    state = new_game(Options(), seats, 3)
    for _ in walk(state, 3):
        pass
    assert state.piles == [[], [], []]
    assert None not in state.display


def test_levels_2_and_3_appear_at_the_right_refill() -> None:
    """ORB-2.1 with ORB-3.3: of two players, the third region taken brings in level 2, the fourteenth level 3."""
    state = new_game(Options(), 2, 9)
    levels = []
    for before, move, _ in walk(state, 9):
        events: list[Event] = []
        GAME.play(GAME.copy(before), move, events)
        levels += [TILES[event.tile].level for event in events if isinstance(event, DisplayRefilled)]
    assert levels == [1] * 2 + [2] * 11 + [3] * 15


def test_content_is_plain_json() -> None:
    msgspec.convert(CONTENT, Content)
    assert len(CONTENT["tiles"]) == 65
    assert len(CONTENT["gods"]) == 10
