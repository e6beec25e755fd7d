"""Words for moves, decisions and events, in every language: templates in a game's data/words.toml, nothing in code."""

from __future__ import annotations

import tomllib
from importlib.resources import files

LANGUAGES = ("en", "fr", "de")


class Words:
    """The vocabulary of one game: `[en.terms]` names things by id, `[en.labels]` holds a template per tag of a move, decision or event."""

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
        """The word for an id; the id itself where there is none."""
        return self.terms[language].get(name, name)

    def text(self, language: str, tag: str, **values: object) -> str:
        """The template for the tag, filled in; string values are looked up as terms first."""
        terms = self.terms[language]
        filled = {name: terms.get(value, value) if isinstance(value, str) else value for name, value in values.items()}
        return self.labels[language][tag].format_map(filled)
