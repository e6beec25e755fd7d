"""Pictures of positions: SVG with its stylesheet inside, or without it for pages that load /board.css."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from flask import Blueprint, Response

from engine.drawing import STYLE, Layout, standalone
from engine.game import Names, State, panel_names
from service.http.context import current_request, parts, sessions
from service.http.etags import session_etag
from service.http.problems import Problem
from service.http.queries import BOARD_VERSION, NAMES, PANELS, WIDTH, WITH_HEADER, WITH_STYLE
from service.http.requests import (
    bearer_token,
    negotiated_language,
    query_flag,
    query_number,
    query_optional_number,
    query_word,
    read_body,
    require_acceptable,
    require_session_id,
)
from service.http.responses import IMMUTABLE, KEPT_MINUTES, REVALIDATED, cached_response
from service.referee.catalogue import find_game
from service.referee.documents import ProblemError
from service.referee.moves import AnyGame
from service.referee.positions import count_seats
from service.referee.schemas import BoardRequest
from service.sessions.reads import read_view

routes = Blueprint("boards", __name__)
routes.before_request(require_session_id)

SVG, CSS = "image/svg+xml", "text/css"
BOARD = BoardRequest()

STYLE_BYTES = STYLE.encode()
STYLE_HASH = b64encode(sha256(STYLE_BYTES).digest()).decode()
POLICY = f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; frame-ancestors 'none'"
"""A picture that is opened on its own may use its own stylesheet and nothing else."""


@routes.post("/v1/games/<game>/boards")
def draw_board(game: str) -> Response:
    """A picture of the position as a seat, or a spectator, sees it."""
    require_acceptable(SVG)
    chosen, body = find_game(game), read_body(BOARD)
    response = _draw(chosen, parts().referee.view(chosen, body).view, body.get("seat"))
    response.headers["Vary"] = "Accept-Language"
    return response


@routes.get("/v1/sessions/<session_id>/board.svg")
def draw_session_board(session_id: str) -> Response:
    """A picture of a session as the bearer sees it, now or at a version."""
    require_acceptable(SVG)
    version = query_optional_number(BOARD_VERSION)
    seen = read_view(sessions().store, session_id, version, bearer_token())
    etag = session_etag(seen.version, seen.seat, negotiated_language(), seen.is_over)
    is_known = current_request().if_none_match.contains_weak(etag)
    response = Response(status=304) if is_known else _draw(seen.game, seen.view, seen.seat, seen.names)
    response.set_etag(etag, weak=True)
    response.headers.update(REVALIDATED if version is None else IMMUTABLE if seen.is_over else KEPT_MINUTES)
    return response


@routes.get("/board.css")
def get_stylesheet() -> Response:
    """The stylesheet of all pictures, light and dark."""
    require_acceptable(CSS)
    return cached_response(STYLE_BYTES, f"{CSS}; charset=utf-8")


def _draw(game: AnyGame, view: State, seat: int | None, names: Names = ()) -> Response:
    picture = game.board(view, seat, negotiated_language(), _layout(game, view, names))
    response = Response(standalone(picture) if query_flag(WITH_STYLE) else picture, content_type=SVG)
    response.headers["Content-Language"] = negotiated_language()
    response.headers["Content-Security-Policy"] = POLICY
    return response


def _layout(game: AnyGame, view: State, names: Names) -> Layout:
    """The layout that the query asks for; raises Problem for a panel that this position does not have."""
    asked, named = query_word(PANELS), query_word(NAMES)
    panels = None if asked is None else tuple(asked.split(","))
    known = panel_names(game, count_seats(view))
    unknown = [name for name in panels or () if name not in known]
    if unknown:
        sentence = f"There is no panel {', '.join(unknown)}; the panels are: {', '.join(known)}."
        raise Problem("query_invalid", sentence, [ProblemError("", "wrong_value", sentence, parameter=PANELS.name)])
    chosen = names if named is None else tuple(name.strip() or None for name in named.split(","))
    return Layout(query_number(WIDTH), panels, chosen, query_flag(WITH_HEADER))
