"""The catalogue: the games, and everything that is fixed about each."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from engine.description import OptionWords
from engine.games import GAMES
from engine.words import LANGUAGES
from service.referee.documents import GameDetail, Games, GameSummary, Option, RecordType
from service.referee.errors import GameUnknown
from service.referee.moves import AnyGame


def find_game(name: str) -> AnyGame:
    """The game with that id, written with underscores or hyphens; raises GameUnknown."""
    game = GAMES.get(name.replace("-", "_"))
    if game is None:
        raise GameUnknown(f"There is no such game; the games are: {', '.join(GAMES)}.")
    return game


@cache
def encoded_games(language: str) -> bytes:
    """All games in short in a language, as JSON."""
    return msgspec.json.encode(Games(games=[GameSummary(**_summary(game, language)) for game in GAMES.values()]))


@cache
def encoded_game(game_id: str, language: str) -> bytes:
    """One game with its options, move types, decisions, events, content and glossary in a language, as JSON."""
    game = GAMES[game_id]
    return msgspec.json.encode(
        GameDetail(
            **_summary(game, language),
            options=_options(game, language),
            move_types=_record_types(game.moves),
            decisions=_record_types(game.decisions),
            events=_record_types(game.events),
            content=game.content,
            panels=list(game.panels),
            glossary=game.glossary(language),
        )
    )


@cache
def encoded_rules(game_id: str, language: str) -> bytes:
    """The rules of a game in a language, as Markdown."""
    name = "RULES.md" if language == LANGUAGES[0] else f"RULES.{language}.md"
    return (files("engine") / game_id / name).read_bytes()


def _summary(game: AnyGame, language: str) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "about": game.description.words[language].about,
        "minutes": game.description.minutes,
        "weight": game.description.weight,
        "seats": list(game.seats),
        "rules_version": game.rules_version,
        "schema_version": game.schema_version,
        "languages": list(LANGUAGES),
    }


def _record_types(types: Iterable[type[msgspec.Struct]]) -> list[RecordType]:
    return [RecordType(type=str(kind.__struct_config__.tag), description=" ".join((kind.__doc__ or "").split())) for kind in types]


def _options(game: AnyGame, language: str) -> list[Option]:
    words = game.description.words[language].options
    return [_option(field.name, field.type, field.default, words[field.name]) for field in msgspec.structs.fields(game.options)]


def _option(name: str, kind: Any, default: Any, words: OptionWords) -> Option:
    schema = msgspec.json.schema(kind)
    values = [False, True] if schema.get("type") == "boolean" else schema.get("enum")
    type_name = "choice" if "enum" in schema else schema.get("type", "mixed")
    return Option(name=name, label=words.label, type=type_name, values=values, value_labels=words.values, default=default, schema=schema)
