"""Components and set-up (BMC-1, BMC-2)."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from engine.blue_moon_city import GAME
from engine.blue_moon_city.content import (
    BY_SEATS,
    CARD_COUNTS,
    CITIES,
    CONSTANTS,
    PEOPLE_OF,
    TILES,
    buildings,
    obelisk,
)
from engine.blue_moon_city.moves import Movement
from engine.blue_moon_city.records import Tile
from engine.blue_moon_city.setup import new_game
from engine.blue_moon_city.state import Building, Options


def test_bmc_1_1_every_tile_comes_from_the_data_with_its_confidence() -> None:
    """BMC-1.1: components are data, and state how certain they are."""
    assert len(buildings(False)) == 20
    assert len(buildings(True)) == 24
    assert all(tile.confidence.keys() == {"spaces", "majority", "construction", "neighborhood"} for tile in TILES.values())
    assert TILES["theatre"].confidence["spaces"] == "invented"


def test_bmc_1_1_wrong_data_are_refused() -> None:
    """BMC-1.1: a tile with a field too many, or one missing, is not read."""
    tile = msgspec.to_builtins(TILES["mill"])
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**tile, "colour": "red"}, Tile)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({name: value for name, value in tile.items() if name != "spaces"}, Tile)


def test_bmc_1_2_eighty_cards_of_eight_peoples() -> None:
    """BMC-1.2: ten of each people; a Khind is always worth 1."""
    assert sum(CARD_COUNTS.values()) == 80
    counts: Counter[str] = Counter()
    for card, count in CARD_COUNTS.items():
        counts[PEOPLE_OF[card].id] += count
    assert set(counts.values()) == {10} and len(counts) == 8
    assert CARD_COUNTS["khind_1"] == 10
    assert [CARD_COUNTS[f"vulca_{value}"] for value in (1, 2, 3)] == [3, 4, 3]


def test_bmc_1_3_scales_and_markers_by_players() -> None:
    """BMC-1.3: 7, 10 or 12 golden scales; ten markers each."""
    assert [BY_SEATS[seats].scales for seats in (2, 3, 4)] == [7, 10, 12]
    assert CONSTANTS.markers_per_player == 10
    assert all(player.markers == 10 for player in new_game(Options(), 3, 1).players)


def test_bmc_1_4_offerings_to_win_and_the_obelisk() -> None:
    """BMC-1.4: 6, 5 or 4 offerings; 11 spaces for two players, 13 for more, lowest first."""
    assert [BY_SEATS[seats].offerings_to_win for seats in (2, 3, 4)] == [6, 5, 4]
    assert [len(obelisk(seats)) for seats in (2, 3, 4)] == [11, 13, 13]
    assert all(list(obelisk(seats)) == sorted(obelisk(seats)) for seats in (2, 3, 4))


def test_bmc_2_1_starting_tiles_lie_beside_the_courtyard() -> None:
    """BMC-2.1: the Royal Palace and the temples on the four neighbours, in random order; everything in ruins."""
    orders = set()
    for seed in range(12):
        state = new_game(Options(), 2, seed)
        assert state.city[10].tile == "courtyard"
        beside = tuple(state.city[cell].tile for cell in CITIES[0].neighbours[10])
        assert sorted(beside) == ["earth_temple", "fire_temple", "royal_palace", "water_temple"]
        assert sorted(building.tile for building in state.city) == sorted(["courtyard", *buildings(False)])
        assert not any(building.rebuilt for building in state.city if building.tile != "courtyard")
        orders.add(beside)
    assert len(orders) > 5


def test_bmc_2_1_scattered_puts_starting_tiles_anywhere() -> None:
    """BMC-2.1: the option `layout: scattered`."""
    places = {new_game(Options(layout="scattered"), 2, seed).city.index(_ruin("royal_palace")) for seed in range(40)}
    assert len(places) > 10 and 10 not in places


def _ruin(tile: str) -> Building:
    return Building(tile, False, (None,) * len(TILES[tile].spaces))


@pytest.mark.parametrize("layout", ["standard", "scattered"])
def test_bmc_2_2_expansion_fills_the_square(layout: str) -> None:
    """BMC-2.2: 5x5 with the four expansion buildings among the others."""
    places = set()
    for seed in range(20):
        state = new_game(msgspec.convert({"expansion": True, "layout": layout}, Options), 4, seed)
        assert len(state.city) == 25 and state.city[12].tile == "courtyard"
        assert sorted(building.tile for building in state.city) == sorted(["courtyard", *buildings(True)])
        places |= {cell for cell, building in enumerate(state.city) if TILES[building.tile].set == "expansion"}
    assert (places & CITIES[1].starting != set()) == (layout == "scattered")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bmc_2_3_miniatures_dragons_hands_and_first_seat(seats: int) -> None:
    """BMC-2.3: miniatures on the courtyard, dragons outside, eight cards each."""
    state = new_game(Options(first_seat=1), seats, 5)
    assert [player.miniature for player in state.players] == [10] * seats
    assert state.dragons == [None, None, None]
    assert all(len(player.hand) == 8 for player in state.players)
    assert len(state.deck) == 80 - 8 * seats
    assert state.pending == [Movement(1, 2)]


def test_bmc_2_3_first_seat_is_random_by_default() -> None:
    """BMC-2.3: the default takes the first seat from the seed."""
    assert {new_game(Options(), 3, seed).first_seat for seed in range(30)} == {0, 1, 2}


def test_the_schema_of_states_comes_out_with_the_ids_of_the_data() -> None:
    """BMC-1.1: clients can read which cards and tiles there are."""
    schema = str(msgspec.json.schema(GAME.state))
    assert "golden_shrine" in schema and "hoax_2" in schema


def test_cells_are_as_far_apart_as_steps_between_them() -> None:
    """BMC-2.1: the missing corners make no path longer."""
    for city in CITIES:
        for start, row in enumerate(city.distances):
            (x, y) = city.cells[start]
            assert list(row) == [abs(x - a) + abs(y - b) for a, b in city.cells]
