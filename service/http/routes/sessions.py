"""Sessions: games that the service keeps, played with the tokens of their seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response

from service.http.context import sessions
from service.http.etags import if_match, session_etag
from service.http.queries import LIMIT, SINCE
from service.http.rate_limits import release_session_place, require_ai_scope, reserve_session_place, spend_for_record
from service.http.requests import (
    caller,
    negotiated_language,
    query_number,
    read_optional_body,
    require_json_acceptable,
    require_session_id,
)
from service.http.responses import IMMUTABLE, KEPT_MINUTES, change_response, session_response
from service.referee.moves import sent_moves
from service.sessions import schemas
from service.sessions.create import create_session
from service.sessions.forks import fork_session
from service.sessions.moves import make_moves, try_moves
from service.sessions.reads import read_history, read_legal_moves, read_session, read_version
from service.sessions.records import read_record
from service.sessions.rematch import rematch_session
from service.sessions.seats import add_host, claim_seat, end_session, invite_again, replace_by_ai, resign_seat
from service.sessions.undo import undo_moves
from service.storage.idempotency import Reply

routes = Blueprint("sessions", __name__, url_prefix="/v1/sessions")
routes.before_request(require_json_acceptable)
routes.before_request(require_session_id)

NEW, MOVES, UNDO = schemas.NewSessionRequest(), schemas.SessionMovesRequest(), schemas.UndoRequest()
CLAIM, RESIGNATION, FORK = schemas.ClaimRequest(), schemas.ResignationRequest(), schemas.ForkRequest()
INVITE, REPLACEMENT, HOST, REMATCH = schemas.InviteRequest(), schemas.ReplacementRequest(), schemas.HostRequest(), schemas.RematchRequest()


@routes.post("")
def create() -> Response:
    """A new session."""
    kept, body = sessions(), read_optional_body(NEW)
    _check_ai_scope(body["seats"])
    if "clock" in body:
        require_ai_scope()
    if "record" in body:
        spend_for_record(body["record"])
    return _created(create_session(kept, body, caller(), reserve_session_place))


@routes.get("/<session:session_id>")
def read(session_id: str) -> Response:
    """The position as the bearer sees it."""
    position, language = read_session(sessions().store, session_id, caller()), negotiated_language()
    return session_response(position, language, session_etag(position.version, position.seat, language))


@routes.delete("/<session:session_id>")
def end(session_id: str) -> Response:
    """Ends a session."""
    release_session_place(session_id, end_session(sessions(), session_id, caller()))
    return Response(status=204)


@routes.post("/<session_id>/moves")
def move(session_id: str) -> Response:
    """One move or several of the seat to act, made or tried."""
    kept, body = sessions(), read_optional_body(MOVES)
    play = try_moves if body.get("dry_run") else make_moves
    return change_response(play(kept, session_id, sent_moves(body), if_match(), caller()))


@routes.get("/<session_id>/legal-moves")
def list_legal_moves(session_id: str) -> Response:
    """The moves the bearer's seat may make now."""
    (moves, version, seat), language = read_legal_moves(sessions().store, session_id, caller()), negotiated_language()
    return session_response(moves, language, session_etag(version, seat, language))


@routes.get("/<session_id>/states/<int:version>")
def read_at_version(session_id: str, version: int) -> Response:
    """The position at a version; it is fixed once the game is over, and reveals everything from then on."""
    (position, is_over), language = read_version(sessions().store, session_id, version, caller()), negotiated_language()
    etag = session_etag(version, position.seat, language, is_over)
    return session_response(position, language, etag, IMMUTABLE if is_over else KEPT_MINUTES)


@routes.get("/<session_id>/history")
def list_history(session_id: str) -> Response:
    """The log after a version."""
    since, limit = query_number(SINCE), query_number(LIMIT)
    return session_response(read_history(sessions().store, session_id, since, limit, caller()), negotiated_language())


@routes.get("/<session_id>/record")
def read_game_record(session_id: str) -> Response:
    """The whole game, once it is over."""
    return session_response(read_record(sessions().store, session_id, caller()), negotiated_language())


@routes.post("/<session_id>/undo")
def undo(session_id: str) -> Response:
    """Takes back the bearer's last decision or turn."""
    kept, expected, body = sessions(), if_match(), read_optional_body(UNDO)
    return change_response(undo_moves(kept, session_id, body.get("to", "decision"), "any" if expected is None else expected, caller()))


@routes.post("/<session_id>/forks")
def fork(session_id: str) -> Response:
    """A new session from a version of this one."""
    kept, body = sessions(), read_optional_body(FORK)
    _check_ai_scope(body.get("seats", ()))
    return _created(fork_session(kept, session_id, body, caller(), reserve_session_place))


@routes.post("/<session_id>/seats/<int:seat>/claims")
def claim(session_id: str, seat: int) -> Response:
    """Joins a session with an invite code."""
    kept, body = sessions(), read_optional_body(CLAIM)
    return change_response(claim_seat(kept, session_id, seat, body["invite_code"], body.get("name"), caller()), 201)


@routes.post("/<session_id>/seats/<int:seat>/resignations")
def resign(session_id: str, seat: int) -> Response:
    """Resigns the bearer's seat."""
    kept, body = sessions(), read_optional_body(RESIGNATION)
    return change_response(resign_seat(kept, session_id, seat, body.get("level"), caller()), 201)


@routes.post("/<session_id>/seats/<int:seat>/invites")
def invite(session_id: str, seat: int) -> Response:
    """A new invite code for the seat of an absent player."""
    kept = sessions()
    read_optional_body(INVITE)
    return change_response(invite_again(kept, session_id, seat, caller()), 201)


@routes.post("/<session_id>/seats/<int:seat>/replacements")
def replace(session_id: str, seat: int) -> Response:
    """An AI plays for an absent player."""
    kept, body = sessions(), read_optional_body(REPLACEMENT)
    require_ai_scope()
    return change_response(replace_by_ai(kept, session_id, seat, body.get("level"), caller()), 201)


@routes.post("/<session_id>/hosts")
def make_host(session_id: str) -> Response:
    """The player of a seat becomes a host too."""
    kept, body = sessions(), read_optional_body(HOST)
    return change_response(add_host(kept, session_id, body["seat"], caller()), 201)


@routes.post("/<session_id>/rematches")
def rematch(session_id: str) -> Response:
    """The same players begin another game in a new session."""
    kept = sessions()
    read_optional_body(REMATCH)
    reply = rematch_session(kept, session_id, caller(), reserve_session_place)
    return change_response(reply, reply.status, f"/v1/sessions/{reply.resource}")


def _created(reply: Reply) -> Response:
    """The reply to a call that created a session."""
    return change_response(reply, 201, f"/v1/sessions/{reply.resource}")


def _check_ai_scope(seats: Sequence[Mapping[str, Any]]) -> None:
    if any(seat["kind"] == "ai" for seat in seats):
        require_ai_scope()
