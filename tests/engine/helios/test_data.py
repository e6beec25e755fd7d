"""All faults of the data files are found at once (HEL-1.1, HEL-2.2); tests/engine/test_damaged_data.py plays with changed files."""

from __future__ import annotations

from typing import Any

from engine.helios.content import FOLDER, faults, read_files


def test_the_data_files_have_no_faults() -> None:
    """HEL-1.1: as they are printed."""
    assert faults(read_files(FOLDER)) == []


def test_all_faults_are_named_at_once() -> None:
    """HEL-1.1, HEL-2.2, HEL-4.7: faults of several files."""
    data: dict[str, Any] = read_files(FOLDER)
    data["board.toml"]["edge_fields"].append([0, 0])
    data["components.toml"]["begin"]["mana"] = 9
    data["buildings.toml"]["palace"]["cost"] = [["gray"], ["gray"]]
    board, box, cost = faults(data)
    assert "edge fields must be rim fields" in board
    assert "starting mana" in box
    assert cost == "palace: the coloured cubes of a cost must not share colours"


def test_members_of_the_wrong_type_are_named_with_their_place() -> None:
    """HEL-1.1: before anything else is examined."""
    data: dict[str, Any] = read_files(FOLDER)
    data["components.toml"]["supply"]["cubes"] = -1
    data["characters.toml"]["architect"]["cubes"] = "two"
    data["components.toml"]["begin"]["mana"] = 9
    assert faults(data) == [
        "components.toml/supply/cubes: Must be from 0 to 99.",
        "characters.toml/architect/cubes: Must be an integer.",
    ]
