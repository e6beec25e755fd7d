"""The page has texts for everything, in every language."""

from __future__ import annotations

import json
import re
from random import Random
from typing import get_args

import pytest

from engine.ai import LEVELS
from engine.blue_moon_city.events import Reason
from engine.game import Outcome, start
from engine.games import GAMES
from engine.helios.content import CHARACTER
from engine.words import LANGUAGES
from service.http.routes.web import FOLDER
from service.sessions.clock import OnTimeout
from service.sessions.entries import AnyEntry

PLACEHOLDERS = re.compile(r"\{\w+\}")
CALLS = re.compile(r"""\b(?:text|tool)\("([a-z_.]+)"[,)]""")


def texts(language: str) -> dict[str, str]:
    """The texts of a language."""
    read: dict[str, str] = json.loads((FOLDER / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    return read


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
    written = sources()
    for banned in ("innerHTML =", "insertAdjacentHTML", "document.write", "eval(", "https://", "http://"):
        assert banned not in written, banned


@pytest.mark.parametrize("game_id", list(GAMES))
def test_games_options_and_levels_have_texts(game_id: str) -> None:
    known = texts("en").keys()
    options = {f"option.{name}" for name in GAMES[game_id].options.__struct_fields__}
    levels = {f"{front}.{level}" for front in ("kind", "level") for level in LEVELS}
    assert options | levels | {f"about.{game_id}"} <= known


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
