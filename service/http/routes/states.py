"""The stateless referee: the client sends a position and gets a position; the server stores nothing."""

from __future__ import annotations

from flask import Blueprint, Response

from service.http.context import parts
from service.http.queries import WITH_LEGAL_MOVES
from service.http.requests import negotiated_language, query_flag, read_body, require_json_acceptable
from service.http.responses import json_response
from service.referee import schemas
from service.referee.catalogue import find_game

routes = Blueprint("states", __name__, url_prefix="/v1/games/<game>")
routes.before_request(require_json_acceptable)

NEW_GAME, MOVES, LEGAL_MOVES = schemas.NewGameRequest(), schemas.MovesRequest(), schemas.LegalMovesRequest()
VIEW, CHECK = schemas.ViewRequest(), schemas.CheckRequest()


@routes.post("/states")
def create_game(game: str) -> Response:
    """A new game."""
    chosen, language, with_moves = find_game(game), negotiated_language(), query_flag(WITH_LEGAL_MOVES)
    position = parts().referee.create_game(chosen, read_body(NEW_GAME), language, with_moves)
    return json_response(position, 201, language)


@routes.post("/moves")
def make_moves(game: str) -> Response:
    """The position after one move or several."""
    chosen, language, with_moves = find_game(game), negotiated_language(), query_flag(WITH_LEGAL_MOVES)
    position = parts().referee.make_moves(chosen, read_body(MOVES), language, with_moves)
    return json_response(position, language=language)


@routes.post("/legal-moves")
def list_legal_moves(game: str) -> Response:
    """The pending decision and every legal move."""
    chosen, language = find_game(game), negotiated_language()
    return json_response(parts().referee.legal_moves(chosen, read_body(LEGAL_MOVES), language), language=language)


@routes.post("/views")
def view_state(game: str) -> Response:
    """What one seat, or a spectator, sees."""
    return json_response(parts().referee.view(find_game(game), read_body(VIEW)))


@routes.post("/checks")
def check_state(game: str) -> Response:
    """Every defect of a position."""
    return json_response(parts().referee.check(find_game(game), read_body(CHECK)))
