"""The catalogue of games, and their rules."""

from __future__ import annotations

from flask import Blueprint, Response

from service.http.requests import negotiated_language, require_acceptable
from service.http.responses import CATALOGUE_SECONDS, cached_response
from service.referee.catalogue import encoded_game, encoded_games, encoded_rules, find_game

routes = Blueprint("games", __name__, url_prefix="/v1/games")

MARKDOWN = "text/markdown"


@routes.get("")
def list_games() -> Response:
    """All games in short."""
    require_acceptable()
    language = negotiated_language()
    return cached_response(encoded_games(language), language=language, max_age=CATALOGUE_SECONDS)


@routes.get("/<game>")
def get_game(game: str) -> Response:
    """One game with its options, move types, decisions and content, in the language of the request."""
    require_acceptable()
    chosen, language = find_game(game), negotiated_language()
    return cached_response(encoded_game(chosen.id, language), language=language, max_age=CATALOGUE_SECONDS)


@routes.get("/<game>/rules")
def get_rules(game: str) -> Response:
    """The rules as Markdown; code and tests cite their ids."""
    require_acceptable(MARKDOWN)
    chosen, language = find_game(game), negotiated_language()
    return cached_response(encoded_rules(chosen.id, language), f"{MARKDOWN}; charset=utf-8", language, CATALOGUE_SECONDS)
