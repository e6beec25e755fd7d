"""All faults of the data files are found at once (ORB-1.1); tests/engine/test_damaged_data.py plays with changed files."""

from __future__ import annotations

from typing import Any

from engine.orbis.content import RAW, faults
from tests.support.damaged_data import copied


def test_all_faults_of_the_data_are_reported_at_once() -> None:
    """ORB-1.1, ORB-2.1, ORB-7: each as a sentence with the tile, the god or the number of players."""
    data: dict[str, Any] = copied(RAW)
    tiles, gods, setup = data["tiles.json"], data["gods.toml"]["gods"], data["setup.toml"]
    assert faults(data) == []
    tiles[0]["mystic"] = 3
    tiles[1]["id"] = tiles[2]["id"]
    tiles[3]["id"] = "a tile"
    tiles[4]["level"] = 2
    gods[1]["effects"] = []
    gods[8]["effects"] = []
    gods[9]["payment"] = 0
    setup["2"]["gods"] = 2
    setup["3"]["temples"] = [9]
    told = "; ".join(faults(data))
    for word in (
        "L1-red-1/mystic",
        "L1-red-3: 2 tiles",
        "a tile: the id",
        "21 tiles of level 2",
        "seas/effects",
        "balance/effects",
        "death/payment",
        "3 of the 10 gods",
        "1 temples instead of 3",
    ):
        assert word in told


def test_members_of_the_wrong_type_are_reported_with_their_tile() -> None:
    """ORB-1.1: before anything else is examined."""
    data: dict[str, Any] = copied(RAW)
    tiles = data["tiles.json"]
    tiles[0]["cost"] = {"pink": 1}
    tiles[1]["effect"]["amount"] = "two"
    assert faults(data) == [
        "tiles.json, L1-red-1/cost/pink: There is no such field",
        "tiles.json, L1-red-2/effect/amount: Must be an integer",
    ]


def test_the_level_1_tiles_fill_the_display() -> None:
    """ORB-2.1: nine of them for every number of players."""
    data: dict[str, Any] = copied(RAW)
    tiles, setup = data["tiles.json"], data["setup.toml"]
    for tile in tiles[:12]:
        tile["level"] = 2
    for seats, numbers in setup.items():
        removed = numbers["removed_stars"]
        levels = [tile["level"] for tile in tiles if tile["stars"] not in removed]
        numbers["tiles_by_level"] = [levels.count(level) for level in (1, 2, 3)]
        assert sum(numbers["tiles_by_level"]) == 14 * int(seats) + 9
    told = faults(data)
    assert any("cannot fill the display" in fault for fault in told)
