"""The page tells what a move of Orbis means, in every language."""

from __future__ import annotations

import re
import shutil
import subprocess
from random import Random
from typing import Any

import msgspec
import pytest

from engine.game import describe_moves, start
from engine.orbis import GAME
from engine.words import LANGUAGES
from service.http.routes.web import FOLDER

HERE = FOLDER / "games" / "orbis"
RUN = """
import { readFileSync } from "node:fs";
import { previewLines, previewTone } from "./previews.js";
const { moves, texts, game } = JSON.parse(readFileSync(0, "utf-8"));
const fill = (key, values = {}) => texts[key].replace(/\\{(\\w+)\\}/g, (placeholder, name) => values[name] ?? placeholder);
console.log(JSON.stringify(moves.map((move) => ({ lines: previewLines(move, fill, game), tone: previewTone(move) }))));
"""

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")


def texts(language: str) -> dict[str, str]:
    """The texts of a language."""
    return msgspec.json.decode((HERE / f"{language}.json").read_bytes(), type=dict[str, str])


def listed(language: str) -> list[dict[str, Any]]:
    """Listed moves of random games, every type of move among them."""
    found: dict[str, list[dict[str, Any]]] = {}
    for seed in range(8):
        rng = Random(seed)
        state = start(GAME, {}, 2 + seed % 3, seed)
        while moves := GAME.legal_moves(state):
            for entry in describe_moves(GAME, state, rng.sample(moves, min(len(moves), 3)), language):
                found.setdefault(entry["type"], []).append(entry)
            GAME.play(state, rng.choice(moves), [])
    assert {str(move.__struct_config__.tag) for move in GAME.moves} == found.keys()
    return [move for moves in found.values() for move in moves[:60]]


def explained(moves: list[dict[str, Any]], language: str) -> list[dict[str, Any]]:
    """The lines and the tone of each move, as the page computes them."""
    game = {"content": GAME.content, "glossary": GAME.glossary(language)}
    given = msgspec.json.encode({"moves": moves, "texts": texts(language), "game": game})
    ran = subprocess.run(["node", "--input-type=module", "-e", RUN], input=given, capture_output=True, cwd=HERE, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    return msgspec.json.decode(ran.stdout, type=list[dict[str, Any]])


@needs_node
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_is_explained_without_gaps(language: str) -> None:
    moves = listed(language)
    for move, shown in zip(moves, explained(moves, language), strict=True):
        assert shown["tone"] in ("plain", "warning")
        assert shown["lines"] or move["type"] in ("gain", "discard")
        for line in shown["lines"]:
            assert isinstance(line, str) and line
            assert not re.search(r"undefined|null|NaN|[{}]", line), (move, line)


NOTHING = {"ends_turn": False, "is_pass": False}
TAKEN = NOTHING | {
    "tile": "L2-red-1",
    "worshippers": [0, 1, 0, 0, 0],
    "owned": [0, 1, 0, 4, 0],
    "price": [0, 0, 1, 0, 0],
    "any": 1,
    "payable": False,
    "payable_after_exchanges": True,
    "exchanges": [{"give": "green", "take": "yellow"}],
    "places": 2,
    "becomes_wilderness": False,
    "created_on": [1, 3],
    "created": "red",
}
LAID = NOTHING | {"tile": "L2-blue-1", "price": [0] * 5, "any": 0, "points": 2, "fulfilled": None, "neighbours": None, "needed": None}


@needs_node
@pytest.mark.parametrize(
    ("move", "lines", "tone"),
    [
        (
            {"type": "take_region", "preview": TAKEN},
            [
                "You collect 1 blue",
                "Costs 1 yellow, 1 of any colour",
                "Needs an exchange first: 3 green for 1 yellow",
                "2 neighbouring tiles get 1 red each",
            ],
            "plain",
        ),
        (
            {"type": "take_region", "preview": TAKEN | {"worshippers": [0] * 5, "becomes_wilderness": True, "exchanges": []}},
            ["You cannot pay it: it becomes a wilderness", "2 neighbouring tiles get 1 red each"],
            "warning",
        ),
        (
            {"type": "take_region", "preview": TAKEN | {"worshippers": [0] * 5, "becomes_wilderness": True, "exchanges": [], "places": 0}},
            ["No place takes it face up: it becomes a wilderness", "2 neighbouring tiles get 1 red each"],
            "warning",
        ),
        (
            {"type": "lay_region", "preview": LAID | {"becomes_wilderness": True, "points": -1}},
            ["Becomes a wilderness: −1 point"],
            "warning",
        ),
        (
            {"type": "lay_region", "preview": LAID | {"becomes_wilderness": False, "fulfilled": False, "points": 0}},
            ["Costs nothing", "Stays unfulfilled: no points"],
            "warning",
        ),
        (
            {"type": "lay_region", "preview": LAID | {"becomes_wilderness": False, "neighbours": 1, "needed": 3}},
            ["Costs nothing", "Neighbours that count so far: 1 of 3", "Scores 2 points with enough neighbours at the end"],
            "plain",
        ),
        (
            {"type": "pay", "preview": NOTHING | {"owned": [2, 0, 0, 0, 1], "points": 1}},
            ["You keep 2 red, 1 white", "May score 1 point"],
            "plain",
        ),
        ({"type": "decline", "preview": NOTHING | {"is_pass": True}}, ["Stays unfulfilled: no points"], "warning"),
        ({"type": "gain", "preview": NOTHING}, ["You will have more than 10 and must discard the rest"], "warning"),
        ({"type": "gain", "preview": NOTHING | {"ends_turn": True}}, [], "plain"),
        ({"type": "take_god", "god": "training", "preview": NOTHING}, ["Worth 2 points."], "plain"),
    ],
)
def test_lines_tell_cost_gain_and_loss(move: dict[str, Any], lines: list[str], tone: str) -> None:
    assert explained([move], "en") == [{"lines": lines, "tone": tone}]


def test_every_language_has_the_same_keys_and_placeholders() -> None:
    holders = [{key: sorted(re.findall(r"\{\w+\}", said)) for key, said in texts(language).items()} for language in LANGUAGES]
    assert holders[0] == holders[1] == holders[2]
    assert all(key.startswith("preview.") for key in holders[0])


@needs_node
def test_every_text_is_used() -> None:
    """Each key is written in the module, or composed from a colour and a number."""
    module = (HERE / "previews.js").read_text(encoding="utf-8")
    keys = [key.removeprefix("preview.orbis.") for key in texts("en")]
    assert not [key for key in keys if f'"{key}"' not in module and not re.fullmatch(r"\w+\.(one|several)", key)]
