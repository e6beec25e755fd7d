"""The page tells in words what a listed move of Helios costs, gains and ends."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.helios import GAME
from engine.words import LANGUAGES
from service.referee.catalogue import encoded_game
from tests.engine.cases import new_game, random_game

FOLDER = Path(__file__).parents[3] / "service" / "web" / "games" / "helios"
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
SILENT = {"choose_land", "place_cube", "light_tile", "pass"}
"""The types of moves whose label says everything."""

SCRIPT = """
const { readFileSync } = await import("node:fs");
const { moves, texts, game, source } = JSON.parse(readFileSync(0, "utf8"));
const { previewLines, previewTone } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const unknown = new Set();
const text = (key, values = {}) => {
  if (!(key in texts)) unknown.add(key);
  return (texts[key] ?? key).replace(/\\{(\\w+)\\}/g, (placeholder, name) => values[name] ?? placeholder);
};
const told = moves.map((move) => ({ type: move.type, lines: previewLines(move, text, game), tone: previewTone(move) }));
console.log(JSON.stringify({ told, unknown: [...unknown] }));
"""


def texts(language: str) -> dict[str, str]:
    """The texts of the previews in a language."""
    found: dict[str, str] = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return found


def listed_moves() -> list[dict[str, Any]]:
    """Listed moves of random games with their previews, a few of every type."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for seed in range(8):
        _, state = new_game("helios", 2 + seed % 3, {}, seed)
        for position, _, moves in random_game(GAME, state, seed):
            for move in moves[:: max(1, len(moves) // 8)]:
                told = msgspec.to_builtins(GAME.preview(position, move))
                document = {**msgspec.to_builtins(move), "label": GAME.label(position, move, "en"), "preview": told}
                kind = " ".join(name for name, value in told.items() if value)
                found.setdefault((document["type"], kind), []).append(document)
    return [move for documents in found.values() for move in documents[:5]]


def told(moves: list[dict[str, Any]], language: str) -> list[dict[str, Any]]:
    """What the module says about each move: type, lines and tone."""
    assert NODE is not None
    given = {"moves": moves, "texts": texts(language), "game": json.loads(encoded_game("helios", language))}
    given["source"] = (FOLDER / "previews.js").read_text(encoding="utf-8")
    command = [NODE, "--input-type=module", "--eval", SCRIPT]
    run = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=True, timeout=60)
    answer: dict[str, Any] = json.loads(run.stdout)
    assert not answer["unknown"]
    said: list[dict[str, Any]] = answer["told"]
    return said


@needs_node
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_type_of_move_is_described(language: str) -> None:
    moves = listed_moves()
    assert {move["type"] for move in moves} >= {str(kind.__struct_config__.tag) for kind in GAME.moves} - {"light_tile"}
    for move, said in zip(moves, told(moves, language), strict=True):
        assert said["tone"] in ("plain", "warning")
        assert all(isinstance(line, str) and line for line in said["lines"])
        assert not [line for line in said["lines"] if re.search(r"undefined|null|NaN|[{}]|preview\.", line)], move
        assert said["lines"] or move["type"] in SILENT | {"lay_tile", "lay_drawn", "trade_mana"}, move


def move_with(kind: str, **preview: object) -> dict[str, Any]:
    """A listed move with a preview."""
    return {"type": kind, "label": "", "preview": {"ends_turn": False, "is_pass": False, **preview}}


@needs_node
def test_lines_name_costs_gains_and_losses() -> None:
    """HEL-4.5, HEL-4.7, HEL-4.12, HEL-4.13: an exchange, returned cubes and an empty sun move are warnings."""
    light = {"field": 3, "gains": "cube", "color": "green"}
    price = {"required": [["black", "blue"]], "any": 2, "replaced": 1, "mana": 0, "track": 1, "bonus_cubes": 0, "points": 2}
    moves = [
        move_with("move_sun", orbit=True, orbit_points=5, path=[2, 3, 4], lights=[light, light]),
        move_with("move_sun", orbit=False, orbit_points=0, path=[2], lights=[]),
        {**move_with("build_building", **price), "building": "palace"},
        move_with("place_temple", cubes_returned=["brown"], mana=1),
    ]
    said = told(moves, "en")
    assert [each["tone"] for each in said] == ["plain", "warning", "warning", "warning"]
    assert said[0]["lines"] == ["Steps of the sun: 3", "Completes an orbit: 5 VP", "Cubes from lit lands: 2 × bamboo (green)"]
    assert said[2]["lines"][0] == "Costs obsidian (black) or spring (blue), 2 of any colour"
    assert said[3]["lines"] == ["Gains 1 mana", "Goes back to the supply: redwood (brown)"]


def test_the_texts_have_the_same_keys_and_placeholders() -> None:
    english = texts("en")
    for language in LANGUAGES:
        translated = texts(language)
        assert list(translated) == sorted(english)
        for key, text in translated.items():
            assert key.startswith("preview.") and text
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", english[key]))
