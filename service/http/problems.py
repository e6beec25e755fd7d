"""Problem documents (RFC 9457): the only file that knows which refusal has which status code."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Mapping
from http import HTTPStatus

import msgspec
from flask import Flask, Response, current_app, g
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

from engine.errors import Defect, Defective, Refusal
from service.observability import metrics
from service.referee import documents as answers
from service.referee.moves import IllegalMove

PROBLEMS: dict[str, tuple[int, str]] = {
    "bad_request": (400, "The request cannot be understood"),
    "json_malformed": (400, "The body is not JSON"),
    "api_key_missing": (401, "An API key is needed"),
    "api_key_unknown": (401, "Nobody holds this API key"),
    "scope_missing": (403, "This API key may not do that"),
    "token_missing": (401, "A token is needed"),
    "token_unknown": (401, "The token belongs to nobody here"),
    "not_allowed": (403, "This token may not do that"),
    "invite_wrong": (403, "The invite code is not this seat's"),
    "not_found": (404, "There is nothing here"),
    "game_unknown": (404, "There is no such game"),
    "session_unknown": (404, "There is no such session"),
    "job_unknown": (404, "There is no such job"),
    "version_unknown": (404, "The session has not come to this version"),
    "seat_not_found": (404, "The session has no such seat"),
    "method_not_allowed": (405, "This address does not answer that method"),
    "not_acceptable": (406, "None of the accepted media types can be given"),
    "seat_key_missing": (403, "The key of the seat is needed"),
    "seat_key_wrong": (403, "The seat key fits no seat"),
    "game_over": (409, "The game is over"),
    "wrong_decision": (409, "Another kind of move is asked for"),
    "move_not_available": (409, "This move is not legal now"),
    "not_your_turn": (409, "Another seat is to act"),
    "move_too_early": (409, "The move before it reveals something"),
    "seat_taken": (409, "The seat cannot be claimed"),
    "seat_resigned": (409, "An AI plays this seat now"),
    "seats_fixed": (409, "The players cannot be chosen anew"),
    "undo_nothing": (409, "There is no move to take back"),
    "undo_others_moved": (409, "Another seat has moved since"),
    "undo_revealed": (409, "The move revealed something hidden"),
    "session_full": (409, "The session takes no more changes"),
    "idempotency_key_busy": (409, "The first request with this key is still being answered"),
    "version_stale": (412, "The session has changed since"),
    "body_too_large": (413, "The body is too large"),
    "media_type_unsupported": (415, "The body must be JSON"),
    "body_invalid": (422, "The body has the wrong form"),
    "query_invalid": (422, "The query has the wrong form"),
    "state_invalid": (422, "The state is not a position of this game"),
    "token_forged": (422, "The token cannot be opened"),
    "token_outdated": (422, "The token is of an older form of the game"),
    "move_invalid": (422, "This is not a move of this game"),
    "seat_unknown": (422, "The position has no such seat"),
    "options_invalid": (422, "The game cannot be set up like this"),
    "header_invalid": (422, "A header has the wrong form"),
    "idempotency_key_reused": (422, "The idempotency key belongs to another request"),
    "if_match_missing": (428, "Say which version you answer to"),
    "rate_limited": (429, "Too many requests"),
    "too_many_sessions": (429, "Too many open sessions"),
    "too_many_streams": (429, "Too many live feeds for one client"),
    "internal_error": (500, "Something broke on our side"),
    "ai_failed": (500, "No move could be found"),
    "redis_away": (503, "What is kept cannot be reached now"),
    "sessions_off": (503, "This server keeps no sessions"),
    "ai_off": (503, "This server has no computer players"),
    "queue_full": (503, "Too much work waits for computer players"),
    "streams_full": (503, "Too many live feeds"),
    "not_ready": (503, "The service is not ready"),
}
"""Every code a problem can carry, with its status and title: stable, and documented in openapi.yaml."""

_HEADERS: dict[str, dict[str, str]] = {
    "api_key_missing": {"WWW-Authenticate": "X-Api-Key"},
    "api_key_unknown": {"WWW-Authenticate": 'X-Api-Key error="invalid_token"'},
    "too_many_sessions": {"Retry-After": "60"},
    "too_many_streams": {"Retry-After": "5"},
    "token_missing": {"WWW-Authenticate": "Bearer"},
    "token_unknown": {"WWW-Authenticate": 'Bearer error="invalid_token"'},
    "redis_away": {"Retry-After": "1"},
    "sessions_off": {"Retry-After": "60"},
    "ai_off": {"Retry-After": "60"},
    "queue_full": {"Retry-After": "2"},
    "idempotency_key_busy": {"Retry-After": "1"},
    "streams_full": {"Retry-After": "5"},
}
"""What a problem says to machines beside its document."""

_BY_STATUS = {
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "body_too_large",
    415: "media_type_unsupported",
}

MOST_ERRORS = 100
"""No problem document lists more errors than this."""

log = logging.getLogger("arbiter")


class Problem(Exception):
    """A request turned down by the service: `code` is a key of PROBLEMS, `headers` go out with the answer."""

    def __init__(self, code: str, detail: str, errors: Iterable[Defect] = (), headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.code, self.detail, self.errors, self.headers = code, detail, list(errors), dict(headers or {})


def problem_of(error: Refusal | IllegalMove) -> Problem:
    """The problem that tells a client why the referee refused."""
    match error:
        case IllegalMove():
            return Problem(error.refusal.code, error.refusal.message, [Defect(error.pointer, error.refusal.code, error.refusal.message)])
        case Defective():
            return Problem(error.code, error.message, error.defects)
        case _:
            return Problem(error.code, error.message)


def document(problem: Problem) -> answers.Problem:
    """The problem as clients read it."""
    status, title = PROBLEMS[problem.code]
    return answers.Problem(
        type=f"urn:arbiter:problem:{problem.code}",
        title=title,
        status=status,
        detail=problem.detail,
        code=problem.code,
        errors=problem.errors[:MOST_ERRORS],
        instance=g.get("request_id", ""),
    )


def respond(problem: Problem) -> Response:
    """The problem as an answer."""
    told = document(problem)
    metrics.problems(problem.code).inc()
    headers = {**_HEADERS.get(problem.code, {}), **problem.headers}
    return Response(msgspec.json.encode(told), told.status, headers, content_type="application/problem+json")


def unread(status: int, reason: str, detail: str) -> bytes:
    """The whole answer to a request that never reached the application, because the server could not read it."""
    request_id = secrets.token_hex(8)
    code = "bad_request" if status < 500 else "internal_error"
    told = answers.Problem(f"urn:arbiter:problem:{code}", PROBLEMS[code][1], status, detail or f"{reason}.", code, [], request_id)
    body = msgspec.json.encode(told)
    head = f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
    return f"{head}X-Request-Id: {request_id}\r\nContent-Length: {len(body)}\r\n\r\n".encode("latin1") + body


def install(app: Flask) -> None:
    """Every failure leaves the application as a problem document, whoever raised it."""
    app.register_error_handler(Problem, respond)
    app.register_error_handler(Refusal, lambda error: respond(problem_of(error)))
    app.register_error_handler(IllegalMove, _illegal)
    app.register_error_handler(ParseException, _unreadable)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unforeseen)


def _illegal(error: IllegalMove) -> Response:
    metrics.illegal_moves(error.refusal.code).inc()
    return respond(problem_of(error))


def _http(error: HTTPException) -> Response:
    """Werkzeug's own refusals, in our words; a redirect stays one."""
    if error.response is not None or (error.code or 500) < 400:
        return Response(error.get_response().data, error.code, error.get_response().headers)
    code = _BY_STATUS.get(error.code or 500, "bad_request" if (error.code or 500) < 500 else "internal_error")
    match error:
        case MethodNotAllowed(valid_methods=methods) if methods:
            allowed = ", ".join(sorted(methods))
            return respond(Problem(code, f"This address answers: {allowed}.", headers={"Allow": allowed}))
        case RequestEntityTooLarge():
            return respond(Problem(code, f"A body has at most {current_app.extensions['arbiter.settings'].max_body_bytes} bytes."))
    return respond(Problem(code, HTTPStatus(PROBLEMS[code][0]).description or PROBLEMS[code][1] + "."))


def _unreadable(error: Exception) -> Response:
    """A body in chunks that are none, which gunicorn finds out only when we read it."""
    return respond(Problem("bad_request", f"The body cannot be read. {error}."))


def _unforeseen(error: Exception) -> Response:
    log.error("unforeseen error in request %s", g.get("request_id", "?"), exc_info=error)
    return respond(Problem("internal_error", "An unforeseen error happened; tell us the instance id if it happens again."))
