"""Finding games and joining them: open sessions, the statuses of your own, and claims without a seat's address."""

from __future__ import annotations

from typing import cast

from flask import Blueprint, Response

from service.http.context import sessions
from service.http.queries import CURSOR, GAME, STATUS, TABLES
from service.http.requests import (
    caller,
    query_number,
    query_word,
    read_body,
    read_optional_body,
    require_json_acceptable,
    require_session_id,
)
from service.http.responses import NOT_STORED, change_response, json_response, session_response
from service.sessions import schemas
from service.sessions.model import SessionStatus
from service.sessions.open_sessions import list_open_sessions
from service.sessions.seats import claim_by_code, take_free_seat
from service.sessions.statuses import list_statuses

routes = Blueprint("joining", __name__, url_prefix="/v1")
routes.before_request(require_json_acceptable)
routes.before_request(require_session_id)

CLAIM, FREE_SEAT, STATUSES = schemas.ClaimRequest(), schemas.FreeSeatRequest(), schemas.StatusesRequest()


@routes.post("/claims")
def claim() -> Response:
    """Joins the session of an invite code."""
    kept, body = sessions(), read_optional_body(CLAIM)
    reply = claim_by_code(kept, body["invite_code"], body.get("name"), caller())
    return change_response(reply, 201, f"/v1/sessions/{reply.resource}")


@routes.post("/sessions/<session_id>/claims")
def claim_free_seat(session_id: str) -> Response:
    """Takes a free seat of an open session."""
    kept, body = sessions(), read_optional_body(FREE_SEAT)
    return change_response(take_free_seat(kept, session_id, body.get("name"), caller()), 201)


@routes.get("/sessions")
def list_open() -> Response:
    """A page of open sessions."""
    status = cast("SessionStatus | None", query_word(STATUS))
    page = list_open_sessions(sessions().store, query_word(GAME), status, query_word(CURSOR), query_number(TABLES))
    return session_response(page, None)


@routes.post("/sessions/statuses")
def read_statuses() -> Response:
    """The statuses of the caller's sessions."""
    kept, body = sessions(), read_body(STATUSES)
    response = json_response(list_statuses(kept.store, body["sessions"]))
    response.headers.update(NOT_STORED)
    return response
