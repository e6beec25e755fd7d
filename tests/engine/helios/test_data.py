"""The data files are refused with every fault, or can be played (HEL-1.1, HEL-2.1)."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.helios.content import FOLDER, faults, read_files

ROOT = Path(__file__).parent.parent.parent.parent
VARIANTS = 60
PARTS = 2

Raw = dict[str, Any]


@pytest.mark.parametrize("part", range(PARTS))
def test_damaged_data_are_refused_or_can_be_played(part: int) -> None:
    """HEL-1.1: random damage to components, costs, the board and the table of rounds; games with every number of players."""
    first, last = part * VARIANTS // PARTS, (part + 1) * VARIANTS // PARTS
    command = [sys.executable, "-m", "tests.support.damaged_data_helios", "helios", str(first), str(last)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    told = [line.split(maxsplit=2) for line in done.stdout.splitlines()]
    assert [int(words[0]) for words in told] == list(range(first, last)), done.stderr
    assert [words for words in told if words[1] == "failed"] == []
    assert {words[1] for words in told} == {"played", "refused"}


def changed(change: Callable[[Raw], object]) -> Raw:
    """Returns the data with a change."""
    raw: Raw = read_files(FOLDER)
    change(raw)
    return raw


ALLOWED: list[tuple[str, Callable[[Raw], object]]] = [
    ("as printed", lambda raw: None),
    ("fewer cubes", lambda raw: raw["components"]["supply"].update(cubes=2)),
    ("no houses", lambda raw: raw["components"]["supply"].update(houses=0)),
    ("more lands", lambda raw: raw["components"]["lands"].update(blue=12)),
    ("uneven action tiles", lambda raw: raw["components"]["actions"].update(sun={"red": 2, "blue": 6, "yellow": 5, "gray": 3})),
    ("other starting lands", lambda raw: raw["components"].update(starting_lands=["gray", "green"])),
    ("three tiles for a bonus action", lambda raw: raw["components"].update(tiles_for_bonus=3)),
    ("a longer track", lambda raw: raw["components"]["track"].update(last=20)),
    ("other bonus fields", lambda raw: raw["board"].update(cube_fields=[[1, 0]], mana_fields=[[1, 0], [2, 0]], edge_fields=[])),
    ("another cost", lambda raw: raw["buildings"]["palace"].update(cost=[["black", "blue"], ["gray"]], any=3)),
    ("two bonus cubes", lambda raw: raw["characters"]["architect"].update(cubes=2)),
]

REFUSED: list[tuple[str, Callable[[Raw], object]]] = [
    ("components.toml/supply/cubes", lambda raw: raw["components"]["supply"].update(cubes=-1)),
    ("components.toml", lambda raw: raw["components"]["actions"]["sun"].update(pink=4)),
    ("characters.toml/architect/per", lambda raw: raw["characters"]["architect"].update(per="luck")),
    ("starting mana", lambda raw: raw["components"]["begin"].update(mana=8)),
    ("sun marker", lambda raw: raw["components"]["begin"].update(track=15)),
    ("two or more starting lands", lambda raw: raw["components"].update(starting_lands=["gray"])),
    ("land of every stack", lambda raw: raw["components"]["tables"][0].update(rounds=5)),
    ("one table of rounds", lambda raw: raw["components"]["tables"].pop()),
    ("ascending order", lambda raw: raw["components"]["tables"][2].update(new_display=[1, 3, 2, 4])),
    ("tile for every turn", lambda raw: raw["components"]["tables"][2].update(turns=5)),
    ("whatever players keep", lambda raw: raw["components"].update(tiles_for_bonus=5)),
    ("bonus field is listed twice", lambda raw: raw["board"]["edge_fields"].append([3, -3])),
    ("other than that of the starting land", lambda raw: raw["board"]["mana_fields"].append([0, 0])),
    ("palace: the cost", lambda raw: raw["buildings"]["palace"].update(cost=[], any=0)),
    ("temple must cost", lambda raw: raw["buildings"]["citadel"].update(amount=0)),
]


@pytest.mark.parametrize(("name", "change"), ALLOWED, ids=lambda value: value if isinstance(value, str) else "")
def test_data_that_the_rules_allow_are_accepted(name: str, change: Callable[[Raw], object]) -> None:
    """HEL-1.1, HEL-2.2, HEL-7, HEL-8: other numbers, fields and costs."""
    assert faults(changed(change)) == []


@pytest.mark.parametrize(("words", "change"), REFUSED, ids=lambda value: value if isinstance(value, str) else "")
def test_a_fault_is_named(words: str, change: Callable[[Raw], object]) -> None:
    """HEL-1.1, HEL-2.2, HEL-6.1, HEL-7: values out of range, and tables that do not fit together."""
    assert any(words in fault for fault in faults(changed(change)))


def test_all_faults_are_named_at_once() -> None:
    """HEL-1.1: faults of several files."""

    def damage(raw: Raw) -> None:
        raw["board"]["edge_fields"].append([0, 0])
        raw["components"]["begin"]["mana"] = 9
        raw["buildings"]["palace"]["cost"] = [["gray"], ["gray"]]

    assert len(faults(changed(damage))) == 3
