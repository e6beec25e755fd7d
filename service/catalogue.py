"""What the catalogue tells of a game; fixed for the life of the process, so written once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from engine.games import GAMES
from engine.words import LANGUAGES
from service.answers import Answer, GameDetail, Games, GameSummary, Option, RecordType
from service.play import AnyGame

Written = tuple[bytes, str]
"""A document's bytes and its entity tag."""


def _written(document: Answer) -> Written:
    body = msgspec.json.encode(document)
    return body, hashlib.sha256(body).hexdigest()[:32]


@cache
def summary() -> Written:
    """All games, in short."""
    return _written(Games(games=[GameSummary(**_in_short(game)) for game in GAMES.values()]))


@cache
def full(game_id: str) -> Written:
    """One game with its options, move types, decisions, events and content."""
    game = GAMES[game_id]
    return _written(
        GameDetail(
            **_in_short(game),
            options=[_option(field.name, field.type, field.default) for field in msgspec.structs.fields(game.options)],
            move_types=_record_types(game.moves),
            decisions=_record_types(game.decisions),
            events=_record_types(game.events),
            content=game.content,
        )
    )


def _in_short(game: AnyGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "seats": list(game.seats),
        "rules_version": game.rules_version,
        "schema_version": game.schema_version,
        "languages": list(LANGUAGES),
    }


def _record_types(types: Iterable[type[msgspec.Struct]]) -> list[RecordType]:
    return [RecordType(type=str(kind.__struct_config__.tag), description=" ".join((kind.__doc__ or "").split())) for kind in types]


def _option(name: str, kind: Any, default: Any) -> Option:
    schema = msgspec.json.schema(kind)
    values = [False, True] if schema.get("type") == "boolean" else schema.get("enum")
    told = "choice" if "enum" in schema else schema.get("type", "mixed")
    return Option(name=name, type=told, values=values, default=default, schema=schema)
