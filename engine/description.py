"""What a catalogue says about a game in every language, read from its data/description.toml."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Literal

import msgspec

from engine.words import LANGUAGES

Weight = Literal["light", "medium", "heavy"]
"""How much there is to learn and to think about."""


class OptionWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The label of an option and the labels of those of its values that are words."""

    label: str
    values: dict[str, str] = {}


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one language: a line about the game and the labels of its options."""

    about: str
    options: dict[str, OptionWords]


class Description(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a game of two players takes, in minutes, how demanding it is, and the words of every language."""

    minutes: int
    weight: Weight
    words: dict[str, Words]


def read_description(package: str) -> Description:
    """Returns the description of a game; raises ValueError if a language lacks a text that English has, or the reverse."""
    raw = tomllib.loads((files(package) / "data" / "description.toml").read_text(encoding="utf-8"))
    description = msgspec.convert(raw, Description)
    english = _keys(description.words[LANGUAGES[0]])
    for language in LANGUAGES[1:]:
        missing = english ^ _keys(description.words[language])
        if missing:
            raise ValueError(f"{package}: descriptions differ between {LANGUAGES[0]} and {language}: {sorted(missing)}")
    return description


def _keys(words: Words) -> set[str]:
    return {f"{name}.{value}" for name, option in words.options.items() for value in ("label", *option.values)}
