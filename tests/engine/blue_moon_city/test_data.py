"""The data files are refused with every fault, or can be played (BMC-1.1)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine.blue_moon_city.content import BOX, TILES, faults
from engine.blue_moon_city.records import Components, Tile

VARIANTS = 40


def test_bmc_1_1_damaged_data_are_refused_or_play() -> None:
    """BMC-1.1: whatever is wrong with the files, a game never fails later; see tests/support/damaged_data_blue_moon_city.py."""
    call = [sys.executable, "-m", "tests.support.damaged_data_blue_moon_city", str(VARIANTS)]
    found = [json.loads(line) for line in subprocess.run(call, capture_output=True, text=True, check=True).stdout.splitlines()]
    assert len(found) == VARIANTS
    assert not [variant for variant in found if variant["result"] == "failed"]
    results = Counter(variant["result"] for variant in found)
    assert results["refused"] > VARIANTS // 3 and results["played"] > VARIANTS // 6
    assert all(variant["reason"].startswith("blue_moon_city/data: ") for variant in found if variant["result"] == "refused")


def changed(change: Callable[[dict[str, Any], dict[str, dict[str, Any]]], None]) -> list[str]:
    """Returns the faults of the data after a change of the components and of the tiles by id."""
    box, tiles = json.loads(msgspec.json.encode(BOX)), {tile.id: json.loads(msgspec.json.encode(tile)) for tile in TILES.values()}
    change(box, tiles)
    return faults(
        msgspec.json.decode(json.dumps(box), type=Components), msgspec.json.decode(json.dumps(list(tiles.values())), type=tuple[Tile, ...])
    )


def other_values(box: dict[str, Any], tiles: dict[str, Any]) -> None:
    box["cards"]["peoples"][0]["counts"] = {"1": 0, "2": 5, "3": 5}


def other_costs(box: dict[str, Any], tiles: dict[str, Any]) -> None:
    tiles["hospital"]["spaces"] = [{"color": "any", "value": 6}] * 8
    tiles["mill"]["majority"] = {"crystals": 0, "scales": 9, "cards": 9}


def other_numbers(box: dict[str, Any], tiles: dict[str, Any]) -> None:
    box["constants"] |= {"starting_hand": 20, "base_movement": 5, "reset_discard_max": 0, "markers_per_player": 6}
    box["obelisk"]["two_players"] = [1] * 20


@pytest.mark.parametrize("change", [lambda box, tiles: None, other_values, other_costs, other_numbers])
def test_bmc_1_1_other_values_costs_and_numbers_are_accepted(change: Callable[[Any, Any], None]) -> None:
    """BMC-1.1: what was rebuilt can be replaced without a change of code."""
    assert changed(change) == []


def too_few_cards(box: dict[str, Any], tiles: dict[str, Any]) -> None:
    box["cards"]["peoples"][4]["counts"]["1"] = 9


def too_many_tiles(box: dict[str, Any], tiles: dict[str, Any]) -> None:
    tiles["windmill"] = tiles["mill"] | {"id": "windmill"}


def unknown_color(box: dict[str, Any], tiles: dict[str, Any]) -> None:
    tiles["mill"]["spaces"][0]["color"] = "purple"


def second_courtyard(box: dict[str, Any], tiles: dict[str, Any]) -> None:
    tiles["mill"] |= {"special": "courtyard"}


def short_obelisk(box: dict[str, Any], tiles: dict[str, Any]) -> None:
    box["obelisk"]["two_players"] = [7] * 10


def small_pool(box: dict[str, Any], tiles: dict[str, Any]) -> None:
    box["players"]["4"]["scales"] = 6


def cut_off(box: dict[str, Any], tiles: dict[str, Any]) -> None:
    box["layout"]["base"]["cells"][0] = [-2, -3]


FAULTS = [
    (too_few_cards, "khind: not 10 cards"),
    (too_many_tiles, "layout base: the number of cells is not the number of tiles"),
    (unknown_color, "mill: a space has an unknown colour or an impossible number"),
    (second_courtyard, "mill: a building has 1 to 8 spaces, and no obelisk"),
    (short_obelisk, "2 players: the obelisk has too few spaces"),
    (small_pool, "4 players: the number of scales is impossible"),
    (cut_off, "layout base: some cells cannot be reached"),
]


@pytest.mark.parametrize(("change", "fault"), FAULTS)
def test_bmc_1_1_a_fault_is_named(change: Callable[[Any, Any], None], fault: str) -> None:
    """BMC-1.1: each contradiction with the rules has its sentence."""
    assert fault in changed(change)


def test_bmc_1_1_all_faults_are_named_at_once() -> None:
    """BMC-1.1: not only the first one."""

    def everything(box: dict[str, Any], tiles: dict[str, Any]) -> None:
        for change, _ in FAULTS:
            change(box, tiles)

    assert {fault for _, fault in FAULTS} <= set(changed(everything))
