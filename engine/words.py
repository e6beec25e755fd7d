"""The vocabulary of a game in every language, read from its data/words.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files

LANGUAGES = ("en", "fr", "de")


class Name(str):
    """The name of a seat: text that is never translated."""


class Words:
    """The vocabulary of one game: `[en.terms]` maps ids to names, `[en.labels]` maps tags of moves, decisions and events to templates."""

    def __init__(self, package: str) -> None:
        raw = tomllib.loads((files(package) / "data" / "words.toml").read_text(encoding="utf-8"))
        self.terms: dict[str, dict[str, str]] = {language: raw[language]["terms"] for language in LANGUAGES}
        self.labels: dict[str, dict[str, str]] = {language: raw[language]["labels"] for language in LANGUAGES}
        for language in LANGUAGES[1:]:
            for kind in ("terms", "labels"):
                missing = raw["en"][kind].keys() ^ raw[language][kind].keys()
                if missing:
                    raise ValueError(f"{package}: {kind} differ between en and {language}: {sorted(missing)}")

    def term(self, language: str, name: str) -> str:
        """Returns the name of an id, or the id itself if it has no name."""
        return self.terms[language].get(name, name)

    def text(self, language: str, tag: str, **values: object) -> str:
        """Returns the template of the tag, filled in; string values are translated as terms."""
        terms = self.terms[language]
        filled = {name: terms.get(value, value) if type(value) is str else value for name, value in values.items()}
        return self.labels[language][tag].format_map(filled)

    def seat_name(self, language: str, names: Sequence[str | None], seat: int) -> Name:
        """Returns the name of a seat; an unnamed one is called Player and its number, counted from 1."""
        name = names[seat] if seat < len(names) else None
        return Name(name or self.labels[language]["board_player"].format(seat=seat + 1))
