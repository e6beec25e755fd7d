"""Pictures of positions: SVG with its stylesheet inside, or without for pages that load the stylesheet beside it."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from flask import Blueprint, Response, request

from engine.drawing import STYLE, standalone
from engine.game import State
from service.http.requests import cached, find_game, language, read_body, require_acceptable, switch
from service.http.routes.sessions import number, require_id, store, token
from service.http.routes.states import read_held
from service.referee import schemas
from service.referee.moves import AnyGame
from service.sessions import changes as sessions
from service.sessions.auth import bearer
from service.sessions.model import state_of

routes = Blueprint("boards", __name__)

SVG, CSS = "image/svg+xml", "text/css"
BOARD = schemas.BoardRequest()

STYLE_DIGEST = sha256(STYLE.encode()).digest()
POLICY = f"default-src 'none'; style-src 'sha256-{b64encode(STYLE_DIGEST).decode()}'; frame-ancestors 'none'"
"""A picture opened by itself may use its own stylesheet and nothing else."""


@routes.post("/v1/games/<game>/boards")
def post_board(game: str) -> Response:
    """A picture of the position as a seat, or a spectator, sees it."""
    require_acceptable(SVG)
    chosen, spoken, styled = find_game(game), language(), switch("style", True)
    body = read_body(BOARD)
    seat = body.get("seat")
    seen = read_held(chosen, body).view(seat)
    response = drawn(chosen, seen.view, seat, spoken, styled)
    response.headers["Vary"] = "Accept-Language"
    return response


@routes.get("/v1/sessions/<session_id>/board.svg")
def get_board(session_id: str) -> Response:
    """A picture of a session as the bearer sees it, now or at a version."""
    require_acceptable(SVG)
    require_id()
    kept, spoken, styled = store(), language(), switch("style", True)
    session = sessions.read(kept, session_id)
    seat, version = bearer(session, token()).seat, number("version", session.version)
    etag = f"{version}-{'spectator' if seat is None else seat}-{spoken}-{'styled' if styled else 'plain'}"
    if version <= session.version and request.if_none_match.contains_weak(etag):
        return kept_private(Response(status=304), etag)
    state = state_of(session) if version == session.version else sessions.state_at(kept, session, version)
    return kept_private(drawn(session.game, session.game.view(state, seat), seat, spoken, styled), etag)


@routes.get("/board.css")
def get_stylesheet() -> Response:
    """The colours of every picture, in the light and in the dark."""
    require_acceptable(CSS)
    return cached(STYLE.encode(), STYLE_DIGEST.hex()[:32], f"{CSS}; charset=utf-8")


def drawn(game: AnyGame, view: State, seat: int | None, spoken: str, styled: bool) -> Response:
    """The picture as an answer."""
    picture = game.board(view, seat, spoken)
    response = Response(standalone(picture) if styled else picture, content_type=SVG)
    response.headers["Content-Language"] = spoken
    response.headers["Content-Security-Policy"] = POLICY
    return response


def kept_private(response: Response, etag: str) -> Response:
    """What a seat sees may be kept by nobody else, and only as long as the version stands."""
    response.set_etag(etag, weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization, Accept-Language"
    return response
