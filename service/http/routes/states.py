"""The stateless referee: the client sends a position and gets a position; the server stores nothing."""

from __future__ import annotations

from flask import Blueprint, Response

from service.http.context import parts
from service.http.rate_limits import spend_for_record
from service.http.requests import read_body, requested_format, require_json_acceptable
from service.http.responses import json_response
from service.referee import schemas
from service.referee.catalogue import find_game

routes = Blueprint("states", __name__, url_prefix="/v1/games/<game>")
routes.before_request(require_json_acceptable)

NEW_GAME, MOVES, LEGAL_MOVES = schemas.NewGameRequest(), schemas.MovesRequest(), schemas.LegalMovesRequest()
VIEW, CHECK, RECORD = schemas.ViewRequest(), schemas.CheckRequest(), schemas.RecordRequest()


@routes.post("/states")
def create_game(game: str) -> Response:
    """A new game."""
    chosen, form = find_game(game), requested_format()
    return json_response(parts().referee.create_game(chosen, read_body(NEW_GAME), form), 201, form.language)


@routes.post("/moves")
def make_moves(game: str) -> Response:
    """The position after one move or several."""
    chosen, form = find_game(game), requested_format()
    return json_response(parts().referee.make_moves(chosen, read_body(MOVES), form), language=form.language)


@routes.post("/legal-moves")
def list_legal_moves(game: str) -> Response:
    """The pending decision and every legal move."""
    chosen, form = find_game(game), requested_format()
    return json_response(parts().referee.legal_moves(chosen, read_body(LEGAL_MOVES), form), language=form.language)


@routes.post("/views")
def view_state(game: str) -> Response:
    """What one seat, or a spectator, sees."""
    return json_response(parts().referee.view(find_game(game), read_body(VIEW)))


@routes.post("/checks")
def check_state(game: str) -> Response:
    """Every defect of a position."""
    return json_response(parts().referee.check(find_game(game), read_body(CHECK)))


@routes.post("/records")
def verify_record(game: str) -> Response:
    """The outcome and the last position of a record that follows the rules."""
    chosen, form = find_game(game), requested_format()
    body = read_body(RECORD)
    spend_for_record(body["record"])
    return json_response(parts().referee.verify_record(chosen, body, form), language=form.language)
