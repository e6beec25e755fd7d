"""ORB-4: the pyramid."""

from __future__ import annotations

from random import Random

import pytest

from engine.orbis.content import TILES
from engine.orbis.moves import LayRegion, TakeRegion
from engine.orbis.native.conversion import read_world
from engine.orbis.native.places import column_of, place_of, row_of
from engine.orbis.records import ROW_LENGTHS
from engine.orbis.rules.laying import free_places, is_free, matches
from engine.orbis.state import Region
from tests.engine.orbis.positions import laid, lay, listed, play, position, worshippers

GRID = [(row, column) for row in (1, 2, 3, 4) for column in range(-6, 7)]


def free(world: list[Region]) -> list[tuple[int, int]]:
    return [(row_of(place), column_of(place)) for place in free_places(read_world(tuple(world)))]


def free_by_the_book(world: list[Region]) -> set[tuple[int, int]]:
    """An oracle: every place of a wide grid, checked literally against ORB-4.1 and ORB-4.2."""
    taken = {(region.row, region.column) for region in world}
    bottom = {column for row, column in taken if row == 1}
    found = set()
    for row, column in set(GRID) - taken:
        if row > 1 and {(row - 1, column), (row - 1, column + 1)} <= taken:
            found.add((row, column))
        if row == 1 and not bottom and column == 0:
            found.add((row, column))
        if row == 1 and {column - 1, column + 1} & bottom and len(bottom) < 5:
            found.add((row, column))
    return found


def face_up_places(tile: str, world: list[Region]) -> set[tuple[int, int]]:
    state, _ = play(position({4: tile}, world=world, owned=worshippers(red=2, blue=2, yellow=2, green=2, white=2)), TakeRegion(4))
    return {(move.row, move.column) for move in listed(state, LayRegion) if isinstance(move, LayRegion) and not move.wilderness}


def test_orb_4_1_the_first_region_has_one_place() -> None:
    """ORB-4.1: no column is better than another, so it is column 0."""
    assert free([]) == [(1, 0)]


def test_orb_4_1_row_1_grows_at_both_ends_up_to_five() -> None:
    """ORB-4.1: contiguous, left or right."""
    assert free(laid("L1-red-1")) == [(1, -1), (1, 1)]
    four = laid(("L1-red-1", 1, 0), ("L1-red-2", 1, -1), ("L1-red-3", 1, -2), ("L1-red-4", 1, 1))
    assert {(1, -3), (1, 2)} <= set(free(four))
    five = [*four, *laid(("L1-blue-1", 1, 2))]
    assert not [place for place in free(five) if place[0] == 1]


def test_orb_4_2_upper_rows_rest_on_two() -> None:
    """ORB-4.2: row 2 above a pair; gaps and unfinished rows below are fine."""
    assert (2, 0) in free(laid("L1-red-1", "L1-red-2"))
    gap = laid("L1-red-1", "L1-red-2", "L1-red-3", "L1-red-4", ("L1-blue-1", 2, 0), ("L1-blue-2", 2, 2))
    assert (2, 1) in free(gap)
    assert (3, 0) not in free(gap)
    assert (3, 0) in free([*gap, *laid(("L1-blue-3", 2, 1))])


def test_orb_4_2_there_is_no_fifth_row() -> None:
    """ORB-4.2: rows of five, four, three and two, and then no place is left."""
    tiles = iter(TILES)
    world = [Region(next(tiles), row, column, "up") for row, length in enumerate(ROW_LENGTHS, 1) for column in range(length)]
    assert free(world) == []


def test_orb_4_2_one_of_the_two_below_has_the_colour() -> None:
    """ORB-4.2: red lies on red and blue, on either side, not on two blues."""
    world = laid("L1-red-1", "L1-blue-1", "L1-blue-2")
    assert (2, 0) in face_up_places("L1-red-2", world)
    assert (2, 1) not in face_up_places("L1-red-2", world)
    assert {(2, 0), (2, 1)} <= face_up_places("L1-blue-3", world)
    assert not {(2, 0), (2, 1)} & face_up_places("L1-green-1", world)


def test_orb_4_3_a_wilderness_needs_a_place_and_no_colour() -> None:
    """ORB-4.3: it goes wherever the geometry allows, and takes anything on top."""
    world = laid("L1-red-1", ("L1-blue-1", 1, 1, "wilderness"))
    state, _ = play(position({4: "L1-green-1"}, world=world), TakeRegion(4))
    turned = {(move.row, move.column) for move in listed(state, LayRegion) if isinstance(move, LayRegion) and move.wilderness}
    assert turned == {(1, -1), (1, 2), (2, 0)}
    assert face_up_places("L1-green-1", world) == turned


def test_orb_4_4_an_unfulfilled_region_keeps_its_colour() -> None:
    """ORB-4.4: yellow lies on an unfulfilled village."""
    world = laid(("L2-yellow-3", 1, 0, "unfulfilled"), "L1-red-1")
    assert (2, 0) in face_up_places("L1-yellow-1", world)
    assert (2, 0) not in face_up_places("L1-green-1", world)


@pytest.mark.parametrize("seed", range(20))
def test_places_agree_with_the_rules_while_worlds_grow(seed: int) -> None:
    """ORB-4.1, ORB-4.2: at random up to the full fourteen; there is a place until then, and `is_free` says the same."""
    rng = Random(seed)
    world: list[Region] = []
    for tile in list(TILES)[:14]:
        places = free(world)
        assert set(places) == free_by_the_book(world)
        assert len(set(places)) == len(places)
        native = read_world(tuple(world))
        assert [place for place in GRID if -4 <= place[1] <= 4 and is_free(native, place_of(*place))] == sorted(places)
        row, column = places[int(rng.random() * len(places))]
        world.append(Region(tile, row, column, "wilderness" if rng.random() < 0.3 else "up"))
    assert free(world) == []
    assert sorted(region.row for region in world) == [1] * 5 + [2] * 4 + [3] * 3 + [4] * 2


def test_matching_agrees_with_the_rules() -> None:
    """ORB-4.2, ORB-4.3: whether a colour may lie on a pair, for every pair of colours and wildernesses."""
    samples = [Region(f"L1-{color}-1", 1, 0, "up") for color in ("red", "blue", "yellow", "green", "white")] + laid(
        ("L2-red-1", 1, 0, "wilderness")
    )
    for left in samples:
        for right in samples:
            world = [left, Region(right.tile, 1, 1, right.face)]
            for color, name in enumerate(("red", "blue", "yellow", "green", "white")):
                expected = any(region.face == "wilderness" or TILES[region.tile].color == name for region in world)
                assert matches(read_world(tuple(world)), place_of(2, 0), color) == expected


def test_the_region_lies_where_it_was_announced() -> None:
    """ORB-4.1: to the left of the first."""
    after = lay(position(world=laid("L1-red-1")), 4, column=-1)
    assert after.players[0].world == laid("L1-red-1", ("L1-yellow-1", 1, -1))
