"""The schemas of the documents that the service returns, from the document classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args, get_type_hints

import msgspec

import service.jobs.documents
import service.sessions.listing_documents
import service.webhooks.documents  # noqa: F401
from engine.ai import LEVELS
from engine.games import GAMES
from engine.words import LANGUAGES
from service.openapi.games import SHARED, by_game
from service.openapi.naming import SPEC_NAMES, aliases, prefix
from service.openapi.rewriting import REF, Schema, named_enums, ref, referring, rewritten, tidied, union
from service.problem_codes import PROBLEM_CODES
from service.referee.documents import Answer
from service.referee.moves import AnyGame
from service.sessions.documents import LogEntry
from service.sessions.feed import FEED_INCLUDES
from service.webhooks.documents import SessionEvent

PER_GAME = ("Position", "Session", "PastPosition", "NewSession", "ClaimedSeat", "OpenSession", "GameDetail", "Record", "VerifiedRecord")
"""Documents that name their game, so that each game has a schema of its own."""

WORDS: Mapping[str, tuple[str, ...]] = {
    "GameId": tuple(GAMES),
    "AiLevel": tuple(LEVELS),
    "Language": tuple(LANGUAGES),
    "ProblemCode": tuple(PROBLEM_CODES),
    "FeedInclude": FEED_INCLUDES,
}
"""Enums that the code keeps as tables."""


def answers() -> dict[str, Schema]:
    """Every document, by name: those that name their game once for each game and as a union."""
    documents = _documents()
    schemas = documents | _unions() | {name: {"type": "string", "enum": list(words)} for name, words in WORDS.items()}
    for game in GAMES.values():
        schemas |= _of_game(game, documents)
    return schemas | {name: by_game(name) for name in PER_GAME}


def _documents() -> dict[str, Schema]:
    """The documents as their classes declare them."""
    kinds = sorted((kind for kind in _subclasses(Answer) if kind.__module__.startswith("service.")), key=lambda kind: kind.__name__)
    _, found = msgspec.json.schema_components(kinds, ref_template="{name}")
    change = referring(SPEC_NAMES, _unions())
    schemas = {SPEC_NAMES.get(name, name): rewritten(schema, tidied, change) for name, schema in found.items()}
    known = aliases({kind.__module__ for kind in kinds})
    return named_enums(schemas, known, {})


def _subclasses(kind: type[Answer]) -> set[type[Answer]]:
    direct = set(kind.__subclasses__())
    return direct.union(*map(_subclasses, direct))


def _unions() -> dict[str, Schema]:
    """The unions of documents."""
    entries = {get_args(get_type_hints(kind)["type"])[0]: kind.__name__ for kind in LogEntry.__subclasses__()}
    return {
        "LogEntry": union("type", entries, description="One accepted change of a session, as the caller's seat may see it."),
        "WebhookMessage": union(
            "type",
            {event: "SessionMessage" for event in get_args(SessionEvent)} | {"job": "JobMessage", "test": "TestMessage"},
            description="The body of a delivery.",
        ),
        "ListedStatus": {
            "description": "The status of a session, or why it is refused.",
            "anyOf": [ref("SessionSummary"), ref("RefusedStatus")],
        },
        "ShownMove": {
            "description": "A move with its label, or a hidden move if the caller's seat may know only its type.",
            "anyOf": [ref("Move"), ref("HiddenMove")],
        },
    }


def _of_game(game: AnyGame, documents: Mapping[str, Schema]) -> dict[str, Schema]:
    """The documents of one game: they refer to the types of this game and name it."""
    names = {name: prefix(game) + name for name in (*SHARED, *PER_GAME, "ToAct")}
    schemas: dict[str, Schema] = {names[name]: rewritten(documents[name], referring(names)) for name in (*PER_GAME, "ToAct")}
    for name in PER_GAME:
        field = by_game(name)["discriminator"]["propertyName"]
        schemas[names[name]]["properties"][field] = {"$ref": f"{REF}{prefix(game)}GameId"}
    return schemas
