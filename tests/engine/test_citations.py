"""Every rule can be found by its id: in RULES.md, in the code and in a test of its game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.games import GAMES

ROOT = Path(__file__).parent.parent.parent
RULE_ID = re.compile(r"\b(?:ORB|HEL|BMC)-\d+(?:\.\d+)?\b")


def ids(paths: list[Path]) -> set[str]:
    return {found for path in paths for found in RULE_ID.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("game_id", GAMES)
def test_every_rule_is_cited_in_code_and_in_tests(game_id: str) -> None:
    folder = ROOT / "engine" / game_id
    rules = ids([folder / "RULES.md"])
    assert len(rules) > 20
    assert rules <= ids([*folder.rglob("*.py"), *folder.glob("data/*")]), "not in the code"
    assert rules <= ids(list((ROOT / "tests" / "engine" / game_id).glob("*.py"))), "not in a test"
