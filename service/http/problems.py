"""Problem documents (RFC 9457): every failure leaves the application as one."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from itertools import islice
from typing import Any

import msgspec
from flask import Flask, Response, current_app, g
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

from engine.errors import Defect, Defective, Refusal
from service.observability import metrics
from service.problem_codes import PROBLEM_CODES
from service.referee.errors import IllegalMove, RecordInvalid
from service.referee.presentation import present_problem
from service.sessions.errors import VersionStale

PROBLEM_JSON = "application/problem+json"

HEADERS: dict[str, dict[str, str]] = {
    "api_key_missing": {"WWW-Authenticate": "X-Api-Key"},
    "api_key_unknown": {"WWW-Authenticate": 'X-Api-Key error="invalid_token"'},
    "too_many_connections": {"Retry-After": "5"},
    "too_many_sessions": {"Retry-After": "60"},
    "too_many_streams": {"Retry-After": "5"},
    "token_missing": {"WWW-Authenticate": "Bearer"},
    "token_unknown": {"WWW-Authenticate": 'Bearer error="invalid_token"'},
    "ticket_invalid": {"WWW-Authenticate": 'Bearer error="invalid_token"'},
    "redis_away": {"Retry-After": "1"},
    "storage_full": {"Retry-After": "60"},
    "sessions_off": {"Retry-After": "60"},
    "ai_off": {"Retry-After": "60"},
    "webhooks_off": {"Retry-After": "60"},
    "webhook_owner_missing": {"WWW-Authenticate": "X-Api-Key"},
    "queue_full": {"Retry-After": "2"},
    "idempotency_key_busy": {"Retry-After": "1"},
    "streams_full": {"Retry-After": "5"},
}
"""Headers that go with a code."""

CODE_OF_STATUS = {
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "body_too_large",
    415: "media_type_unsupported",
}
"""The codes of Werkzeug's own exceptions."""

MAX_ERRORS = 100
"""Errors that one problem document lists at most."""

log = logging.getLogger("arbiter")


class Problem(Exception):
    """A refused request: `code` is a key of PROBLEM_CODES, `headers` are sent with the response, `members` belong to this code alone."""

    def __init__(
        self,
        code: str,
        detail: str,
        errors: Iterable[Defect] = (),
        headers: Mapping[str, str] | None = None,
        members: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail)
        self.code, self.detail, self.errors = code, detail, list(islice(errors, MAX_ERRORS))
        self.headers, self.members = dict(headers or {}), dict(members or {})


def install(app: Flask) -> None:
    """Registers the error handlers."""
    app.register_error_handler(Problem, problem_response)
    app.register_error_handler(Refusal, _handle_refusal)
    app.register_error_handler(IllegalMove, _handle_illegal_move)
    app.register_error_handler(HTTPException, _handle_http_exception)
    app.register_error_handler(Exception, _handle_unexpected)


def problem_response(problem: Problem) -> Response:
    """The response of a problem."""
    metrics.problems(problem.code).inc()
    document = present_problem(problem.code, problem.detail, problem.errors, _request_id(), members=problem.members)
    headers = {**HEADERS.get(problem.code, {}), **problem.headers}
    return Response(msgspec.json.encode(document), document.status, headers, content_type=PROBLEM_JSON)


def raw_response(status: int, reason: str, detail: str, code: str | None = None) -> bytes:
    """The bytes of a whole HTTP response to a request that no application saw, because it could not be parsed or did not arrive."""
    request_id = secrets.token_hex(8)
    code = code or ("bad_request" if status < 500 else "internal_error")
    metrics.problems(code).inc()
    body = msgspec.json.encode(present_problem(code, detail or f"{reason}.", [], request_id, status))
    head = f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: {PROBLEM_JSON}\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in HEADERS.get(code, {}).items())
    return f"{head}X-Request-Id: {request_id}\r\nContent-Length: {len(body)}\r\n\r\n".encode("latin1") + body


def handle_unreadable_body(error: Exception) -> Response:
    """The response to a body whose chunked encoding is broken."""
    return problem_response(Problem("bad_request", f"The body cannot be read. {error}."))


def _request_id() -> str:
    context = g.get("context")
    return context.request_id if context else ""


def _handle_refusal(error: Refusal) -> Response:
    errors = error.defects if isinstance(error, Defective) else []
    return problem_response(Problem(error.code, error.message, errors, members=_members(error)))


def _members(error: Refusal) -> dict[str, Any]:
    """The members of a problem that belong to its code alone."""
    match error:
        case VersionStale():
            return {"version": error.version}
        case RecordInvalid(near_moves=[_, *_]):
            return {"near_moves": error.near_moves}
    return {}


def _handle_illegal_move(error: IllegalMove) -> Response:
    refusal = error.refusal
    metrics.illegal_moves(refusal.code).inc()
    members = {"near_moves": error.near_moves} if error.near_moves else {}
    return problem_response(Problem(refusal.code, refusal.message, error.defects, members=members))


def _handle_http_exception(error: HTTPException) -> Response:
    """Werkzeug's own exceptions as problems; redirects pass."""
    status = error.code or 500
    if error.response is not None or status < 400:
        return Response(error.get_response().data, error.code, error.get_response().headers)
    code = CODE_OF_STATUS.get(status, "bad_request" if status < 500 else "internal_error")
    match error:
        case MethodNotAllowed(valid_methods=methods) if methods:
            allowed = ", ".join(sorted(methods))
            return problem_response(Problem(code, f"This address supports: {allowed}.", headers={"Allow": allowed}))
        case RequestEntityTooLarge():
            return problem_response(Problem(code, f"A body has at most {max_body_bytes()} bytes."))
    return problem_response(Problem(code, HTTPStatus(PROBLEM_CODES[code][0]).description or PROBLEM_CODES[code][1] + "."))


def max_body_bytes() -> int:
    """The longest body that a request may have."""
    limit: int = current_app.extensions["arbiter"].settings.max_body_bytes
    return limit


def _handle_unexpected(error: Exception) -> Response:
    log.error("unexpected error in request %s", _request_id() or "?", exc_info=error)
    return problem_response(Problem("internal_error", "An unexpected error occurred; quote the instance id if you report it."))
