"""Changed data files are refused with every fault, or played: a real list of tiles can replace the rebuilt one (ORB-1.1)."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from engine.orbis.content import RAW_GODS, RAW_SETUP, RAW_TILES, faults
from tests.support.damaged_data_orbis import NAMED, ROOT

PLAYED = list(NAMED)[: list(NAMED).index("a village for eleven")]
"""The named changes that the rules allow; the others are refused."""

REFUSED = {
    "a village for eleven": ["L2-yellow-3/effect/pay"],
    "a conversion of seven of any colour": ["L1-red-3/effect/amount"],
    "a red tile with a mystic value": ["L2-red-1/mystic"],
    "a colour twice": ["L2-red-1/effect/colors"],
    "two faults": ["L2-red-1/points", "L1-red-4/cost/yellow"],
    "a tile too few": ["2 players", "3 players", "4 players", "level 3"],
    "a god who gives and asks": ["death/gift"],
    "no set-up for three": ["setup.toml"],
}
"""What the refusal of a named change names."""


@pytest.fixture(scope="module")
def results() -> list[dict[str, str]]:
    """What became of every variant of the data."""
    command = [sys.executable, "-m", "tests.support.damaged_data_orbis"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_every_variant_is_refused_or_played_to_the_end(results: list[dict[str, str]]) -> None:
    """No exception, in games of every player count, with views, labels, previews, pictures and the computer player's evaluation."""
    failed = [(result["variant"], result["message"]) for result in results if result["result"] == "failed"]
    assert not failed
    for outcome in ("played", "refused"):
        assert sum(result["result"] == outcome for result in results) > len(results) / 4


def test_what_the_rules_allow_is_played(results: list[dict[str, str]]) -> None:
    """ORB-5.1 to ORB-5.8: points on any tile, larger numbers, two farms of a colour."""
    found = {result["variant"]: result["result"] for result in results}
    assert {name: found[name] for name in NAMED} == {name: "played" if name in PLAYED else "refused" for name in NAMED}


def test_a_refusal_names_every_fault(results: list[dict[str, str]]) -> None:
    found = {result["variant"]: result["message"] for result in results}
    for name, words in REFUSED.items():
        for word in words:
            assert word in found[name], name


def changed(raw: Any) -> Any:
    """A copy that a test may damage."""
    return msgspec.json.decode(msgspec.json.encode(raw))


def test_all_faults_of_the_data_are_reported_at_once() -> None:
    """ORB-1.1, ORB-2.1, ORB-7: each as a sentence with the tile, the god or the number of players."""
    tiles, gods, setup = changed(RAW_TILES), changed(RAW_GODS), changed(RAW_SETUP)
    assert faults(tiles, gods, setup) == []
    tiles[0]["mystic"] = 3
    tiles[1]["id"] = tiles[2]["id"]
    tiles[3]["id"] = "a tile"
    tiles[4]["level"] = 2
    gods["gods"][1]["effects"] = []
    gods["gods"][8]["effects"] = []
    gods["gods"][9]["payment"] = 0
    setup["2"]["gods"] = 2
    setup["3"]["temples"] = [9]
    told = "; ".join(faults(tiles, gods, setup))
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
    tiles = changed(RAW_TILES)
    tiles[0]["cost"] = {"pink": 1}
    tiles[1]["effect"]["amount"] = "two"
    assert faults(tiles, RAW_GODS, RAW_SETUP) == [
        "tiles.json, L1-red-1/cost/pink: There is no such field",
        "tiles.json, L1-red-2/effect/amount: Must be an integer",
    ]


def test_the_level_1_tiles_fill_the_display() -> None:
    """ORB-2.1: nine of them for every number of players."""
    tiles, setup = changed(RAW_TILES), changed(RAW_SETUP)
    for tile in tiles[:12]:
        tile["level"] = 2
    for seats, numbers in setup.items():
        removed = numbers["removed_stars"]
        levels = [tile["level"] for tile in tiles if tile["stars"] not in removed]
        numbers["tiles_by_level"] = [levels.count(level) for level in (1, 2, 3)]
        assert sum(numbers["tiles_by_level"]) == 14 * int(seats) + 9
    told = faults(tiles, RAW_GODS, setup)
    assert any("cannot fill the display" in fault for fault in told)
