"""All faults of the data files are found at once (BMC-1.1); tests/engine/test_damaged_data.py plays with changed files."""

from __future__ import annotations

from typing import Any

from engine.blue_moon_city.content import RAW, faults
from tests.engine.blue_moon_city.damaged_data import cut_off, second_courtyard, short_obelisk, small_pool, too_few_cards, too_many_tiles
from tests.support.damaged_data import copied


def test_bmc_1_1_the_data_files_have_no_faults() -> None:
    """BMC-1.1: as they are printed or rebuilt."""
    assert faults(RAW) == []


def test_bmc_1_1_all_faults_are_named_at_once() -> None:
    """BMC-1.1: each contradiction with the rules has its sentence."""
    data: dict[str, Any] = copied(RAW)
    for change in (too_few_cards, too_many_tiles, second_courtyard, short_obelisk, small_pool, cut_off):
        change(data)
    assert {
        "khind: not 10 cards",
        "layout base: the number of cells is not the number of tiles",
        "layout base: some cells cannot be reached",
        "mill: a building has 1 to 8 spaces, and no obelisk",
        "2 players: the obelisk has too few spaces",
        "4 players: the number of scales is impossible",
    } <= set(faults(data))


def test_bmc_1_1_members_of_the_wrong_type_are_named_with_their_place() -> None:
    """BMC-1.1: before anything else is examined."""
    data: dict[str, Any] = copied(RAW)
    data["components.json"]["players"]["2"]["scales"] = "nine"
    data["tiles.json"][0]["set"] = "third"
    short_obelisk(data)
    assert faults(data) == [
        "components.json/players/2/scales: Must be an integer.",
        "tiles.json/0/set: Must be one of: base, expansion.",
    ]
