"""The stateless referee: a position comes in, a position goes out, nothing is kept."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app

from service.http.requests import answer, find_game, language, read_body, require_acceptable, switch
from service.observability import metrics
from service.referee import moves as play
from service.referee import positions as held
from service.referee import schemas
from service.referee.positions import Held
from service.referee.sealing import Sealer

routes = Blueprint("states", __name__, url_prefix="/v1/games/<game>")

NEW_GAME, MOVES, LEGAL_MOVES = schemas.NewGameRequest(), schemas.MovesRequest(), schemas.LegalMovesRequest()
VIEW, CHECK = schemas.ViewRequest(), schemas.CheckRequest()


@routes.before_request
def _negotiate() -> None:
    require_acceptable()


@routes.post("/states")
def post_state(game: str) -> Response:
    """A new game."""
    chosen, spoken = find_game(game), language()
    with_moves = switch("legal_moves", True)
    body = read_body(NEW_GAME)
    state = play.new_state(chosen, body["seats"], body.get("seed"), body.get("options"))
    position, keys = held.sealed(chosen, state, sealer()) if body.get("sealed") else (Held(chosen, state), None)
    return answer(position.position(state, (), spoken, with_moves, keys), 201, spoken)


def sealer() -> Sealer:
    """What seals and opens the tokens of this service."""
    found: Sealer = current_app.extensions["arbiter.sealer"]
    return found


def read_held(game: play.AnyGame, body: dict[str, Any]) -> Held:
    """The position a request brings, open or sealed."""
    return held.read(game, body, sealer(), {})[0]


@routes.post("/moves")
def post_moves(game: str) -> Response:
    """The position after one move or several; with `dry_run` the one that would follow, and no move is counted."""
    chosen, spoken = find_game(game), language()
    with_moves = switch("legal_moves", True)
    body = read_body(MOVES)
    position, moves = held.read(chosen, body, sealer(), sent_moves(body))
    play.require_turn(position.state, body.get("seat"))
    steps = play.make_moves(chosen, position.state, moves, lambda state, _: position.permit(state))
    if not body.get("dry_run"):
        metrics.moves(chosen.id, "caller").inc(len(steps))
    return answer(position.position(steps[-1][0], steps, spoken, with_moves), spoken=spoken)


def sent_moves(body: dict[str, Any]) -> dict[str, Any]:
    """The moves of a request by their JSON pointers."""
    if "move" in body:
        return {"/move": body["move"]}
    return {f"/moves/{index}": move for index, move in enumerate(body["moves"])}


@routes.post("/legal-moves")
def post_legal_moves(game: str) -> Response:
    """Who is asked what, and every legal answer."""
    chosen, spoken = find_game(game), language()
    return answer(read_held(chosen, read_body(LEGAL_MOVES)).legal_moves(spoken), spoken=spoken)


@routes.post("/views")
def post_view(game: str) -> Response:
    """What one seat, or a spectator, may see."""
    chosen = find_game(game)
    body = read_body(VIEW)
    return answer(read_held(chosen, body).view(body["seat"]))


@routes.post("/checks")
def post_check(game: str) -> Response:
    """Every defect of a position at once."""
    return answer(play.check(find_game(game), read_body(CHECK)["state"]))
