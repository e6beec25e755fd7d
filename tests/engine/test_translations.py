"""The rules have the same structure, ids and numbers in every language, and use the terms of the labels."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby, product
from pathlib import Path

import pytest

from engine import games
from engine.games import GAMES
from engine.words import LANGUAGES, Words

RULE_ID = r"(?:ORB|HEL|BMC)-\d+(?:\.\d+)?"
BEFORE_A_PART = re.compile(rf"^(?=#|(?:- )?\*\*{RULE_ID})", re.MULTILINE)
WORD = re.compile(r"[^\W\d_]+")

COUNTED = {
    "en": "three third four fourth five six seven eight nine ten twelve fourteen fifteen sixteen twenty",
    "fr": "trois troisième quatre quatrième cinq six sept huit neuf dix douze quatorze quinze seize vingt",
    "de": "drei dritte* vier vierte* fünf sechs sieben acht neun zehn zwölf vierzehn fünfzehn sechzehn zwanzig",
}
"""Number words from three on, in the same order; smaller numbers are also articles and pronouns. A star stands for an inflection."""


def written(game_id: str, language: str) -> str:
    """The rules of a game in a language."""
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    return (Path(games.__file__).parent / game_id / name).read_text(encoding="utf-8")


def parts(text: str) -> list[str]:
    """Returns the text split before every heading and before every rule."""
    return BEFORE_A_PART.split(text)


def rule_ids(text: str) -> list[str]:
    """Returns the ids of the rules in order."""
    return re.findall(rf"\*\*({RULE_ID})", text)


def headings(text: str) -> list[int]:
    """The level of every heading."""
    return [len(marks) for marks in re.findall(r"^(#+) ", text, re.MULTILINE)]


def list_items(text: str) -> list[str]:
    """The indent and marker of every item."""
    return re.findall(r"^ *(?:-|\d+\.) ", text, re.MULTILINE)


def tables(text: str) -> list[list[int]]:
    """The number of columns in every row of every table."""
    lines = [line.strip() for line in text.splitlines()]
    return [[row.count("|") for row in rows] for is_table, rows in groupby(lines, lambda line: line.startswith("|")) if is_table]


def empty_cells(text: str) -> list[list[bool]]:
    """Returns which cells of the tables are empty."""
    return [[not cell.strip() for cell in line.strip().split("|")] for line in text.splitlines() if line.strip().startswith("|")]


def cited_ids(part: str) -> list[str]:
    """All ids, of the rule itself and of others."""
    return sorted(re.findall(RULE_ID, part))


def numbers(part: str) -> list[str]:
    """All numbers in digits."""
    return sorted(re.findall(r"\d+", part))


def code(part: str) -> list[str]:
    """All identifiers."""
    return sorted(" ".join(found.split()) for found in re.findall(r"`[^`]+`", part))


def emphases(part: str) -> list[int]:
    """Returns the numbers of bold and of all emphasis markers."""
    return [part.count("**"), part.count("*")]


def number_words(part: str, language: str) -> set[int]:
    """Which numbers from three on are written out."""
    patterns = [re.compile(word.replace("*", r"\w?")) for word in COUNTED[language].split()]
    words = WORD.findall(part.lower())
    return {place for place, pattern in enumerate(patterns) if any(pattern.fullmatch(word) for word in words)}


pairs = pytest.mark.parametrize(("game_id", "language"), list(product(GAMES, LANGUAGES[1:])))


@pairs
@pytest.mark.parametrize("shape", [rule_ids, headings, list_items, tables, empty_cells])
def test_the_text_has_the_same_structure(game_id: str, language: str, shape: Callable[[str], list[object]]) -> None:
    english = shape(written(game_id, "en"))
    assert english
    assert shape(written(game_id, language)) == english


@pairs
@pytest.mark.parametrize("facts", [cited_ids, numbers, code, emphases])
def test_every_rule_names_the_same_facts(game_id: str, language: str, facts: Callable[[str], list[object]]) -> None:
    english, other = parts(written(game_id, "en")), parts(written(game_id, language))
    assert [facts(part) for part in other] == [facts(part) for part in english]


@pairs
def test_every_rule_writes_out_the_same_numbers(game_id: str, language: str) -> None:
    english, other = parts(written(game_id, "en")), parts(written(game_id, language))
    assert len(other) == len(english)
    for one, part in zip(english, other, strict=True):
        assert number_words(part, language) == number_words(one, "en"), part


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_number_words(language: str) -> None:
    assert len(COUNTED[language].split()) == len(COUNTED["en"].split())


@pairs
def test_the_rules_call_things_by_the_names_that_labels_use(game_id: str, language: str) -> None:
    """Names are the terms that the English rules write with a capital."""
    terms, english, other = Words(f"engine.{game_id}").terms, written(game_id, "en"), written(game_id, language).lower()
    names = {name for name, term in terms["en"].items() if re.search(rf"\b{re.escape(term[0].upper() + term[1:])}\b", english)}
    assert len(names) > 15
    missing = {terms[language][name] for name in names if terms[language][name].lower() not in other}
    assert not missing
