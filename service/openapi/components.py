"""The `components/schemas` of openapi.yaml, from the types that the code uses, so that specification and code cannot drift."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games import GAMES
from service.openapi.answers import answers
from service.openapi.games import of_any_game, of_game
from service.openapi.requests import requests
from service.openapi.rewriting import Schema, reachable


def components(roots: Iterable[str]) -> dict[str, Schema]:
    """The schemas with these names, and every schema that they refer to."""
    schemas: dict[str, Schema] = {"Label": {"type": "string", "description": "A short text for people, in the language of the request."}}
    schemas |= of_any_game() | answers() | requests()
    for game in GAMES.values():
        schemas |= of_game(game)
    return reachable(schemas, roots)
