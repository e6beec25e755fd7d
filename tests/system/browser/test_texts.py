"""The page has texts for everything, in every language."""

from __future__ import annotations

import json
import re
from random import Random
from typing import get_args

import pytest

from engine.ai import LEVELS
from engine.blue_moon_city.events import Reason
from engine.description import Weight
from engine.game import Outcome, panel_names, start
from engine.games import GAMES
from engine.helios.content import CHARACTER
from engine.words import LANGUAGES
from service.http.routes.web import FOLDER
from service.sessions.clock import OnTimeout
from service.sessions.entries import AnyEntry

PLACEHOLDERS = re.compile(r"\{\w+\}")
CALLS = re.compile(r"""\b(?:text|tool)\("([a-z_.]+)"[,)]""")


def texts(language: str) -> dict[str, str]:
    """The texts of a language, those that are loaded later included."""
    parts = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.rglob(f"{language}.json"))]
    return {key: value for part in parts for key, value in part.items()}


def sources() -> str:
    """All modules of the page."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.rglob("*.js")))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_texts(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert english.keys() == other.keys()
    for key, value in english.items():
        assert set(PLACEHOLDERS.findall(value)) == set(PLACEHOLDERS.findall(other[key])), key


def test_every_text_key_is_defined() -> None:
    missing = set(CALLS.findall(sources())) - texts("en").keys()
    assert not missing


def test_no_module_writes_markup_or_calls_other_hosts() -> None:
    written = sources().replace("http://www.w3.org/2000/svg", "")  # The name of a namespace, not an address.
    for banned in ("innerHTML =", "insertAdjacentHTML", "document.write", "eval(", "https://", "http://"):
        assert banned not in written, banned


def test_levels_and_weights_have_texts() -> None:
    levels = {f"{front}.{level}" for front in ("kind", "level") for level in LEVELS}
    weights = {f"card.weight.{weight}" for weight in get_args(Weight)}
    assert levels | weights <= texts("en").keys()


def test_every_value_of_a_setting_has_a_text() -> None:
    source = (FOLDER / "core" / "settings.js").read_text(encoding="utf-8")
    settings = re.findall(r"^  (\w+): \[(.*)\],$", source, re.MULTILINE)
    names = {f"settings.{name}" for name, _ in settings}
    values = {f"settings.{name}.{value}" for name, listed in settings for value in re.findall(r'"(\w+)"', listed)}
    assert len(names) > 4 and names | values <= texts("en").keys()


@pytest.mark.parametrize("game_id", list(GAMES))
def test_a_lesson_has_five_steps_with_texts_and_panels(game_id: str) -> None:
    source = (FOLDER / "coach" / "steps.js").read_text(encoding="utf-8")
    lesson = source.partition(f"  {game_id}: [\n")[2].partition("  ],\n")[0]
    steps = re.findall(r'id: "(\w+)", panels: \[(.*?)\]', lesson)
    keys = {f"coach.{game_id}.{name}{part}" for name, _ in steps for part in ("", ".title")}
    moves = set(re.findall(r'made\("(\w+)"\)', lesson))
    assert len(steps) == 5 and keys <= texts("en").keys()
    assert {panel for _, listed in steps for panel in re.findall(r'"(.*?)"', listed)} <= set(panel_names(GAMES[game_id], 2))
    assert moves and moves <= {str(kind.__struct_config__.tag) for kind in GAMES[game_id].moves}


def test_every_entry_of_the_log_has_a_text() -> None:
    types = {kind.__struct_config__.tag for kind in get_args(AnyEntry)} - {"moved", "archived", "timed_out"}
    ends = {f"timed_out.{what}" for what in get_args(OnTimeout)}
    assert {f"entry.{name}" for name in types | ends} <= texts("en").keys()


@pytest.mark.parametrize("game_id", list(GAMES))
def test_every_score_line_and_reason_has_a_text(game_id: str) -> None:
    outcome = played(game_id)
    lines = {f"line.{game_id}.{line.line}" for sheet in outcome.score_sheet for line in sheet}
    assert lines | {f"reason.{outcome.reason}"} <= texts("en").keys()


def test_every_character_and_every_reason_has_a_text() -> None:
    characters = {f"line.helios.{name}" for name in CHARACTER}
    assert characters | {f"reason.{reason}" for reason in get_args(Reason)} <= texts("en").keys()


def played(game_id: str) -> Outcome:
    """The outcome of a random game."""
    game, chance = GAMES[game_id], Random(1)
    state = start(game, {}, game.seats[0], 1)
    while moves := game.legal_moves(state):
        game.play(state, chance.choice(moves), [])
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome
