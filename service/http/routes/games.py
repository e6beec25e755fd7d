"""The catalogue: which games there are, and everything fixed about each."""

from __future__ import annotations

from flask import Blueprint, Response

from service.http.requests import cached, find_game, require_acceptable
from service.referee import catalogue

routes = Blueprint("games", __name__, url_prefix="/v1/games")


@routes.get("")
def list_games() -> Response:
    """All games, in short."""
    require_acceptable()
    return cached(*catalogue.summary())


@routes.get("/<game>")
def get_game(game: str) -> Response:
    """One game with its options, move types, decisions and content."""
    require_acceptable()
    return cached(*catalogue.full(find_game(game).id))
