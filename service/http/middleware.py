"""What happens around every request: its id, its log line, headers for browsers and safety, compression."""

from __future__ import annotations

import logging
import re
import zlib
from collections.abc import Iterable
from random import getrandbits
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response

from service.http import context as current
from service.observability import logs
from service.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

EXPOSED = ", ".join(
    (
        "Content-Language",
        "ETag",
        "Idempotency-Replayed",
        "Location",
        "Preference-Applied",
        "RateLimit-Limit",
        "RateLimit-Remaining",
        "RateLimit-Reset",
        "Retry-After",
        "X-Request-Id",
    )
)
"""Headers a page of another origin may read."""

ALLOWED = ", ".join(
    (
        "Accept",
        "Accept-Language",
        "Authorization",
        "Content-Type",
        "Idempotency-Key",
        "If-Match",
        "If-None-Match",
        "Last-Event-ID",
        "Prefer",
        "X-Api-Key",
        "X-Request-Id",
    )
)
"""Headers a page of another origin may send."""

SAFETY = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
"""On every answer."""

POLICY = "Content-Security-Policy"
NO_CONTENT = ((POLICY, "default-src 'none'; frame-ancestors 'none'"),)
"""On every answer that does not say what its page may load."""

ANY_ORIGIN = (("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", EXPOSED))
"""On every answer, where any page may call."""

log = logging.getLogger("arbiter.requests")
_sane_id = re.compile(r"[A-Za-z0-9._:@/+=-]{1,128}").fullmatch


def install(app: Flask, settings: Settings) -> None:
    """Registers everything below; Flask runs the steps after a request in reverse order."""
    if settings.log_requests:
        logs.configure()

    def finish(response: Response) -> Response:
        asked = current.request()
        _decorate(asked, response, settings.cors_origins)
        _compress(asked, response, settings.gzip_min_bytes)
        if settings.log_requests:
            _log(asked, response)
        return response

    app.ensure_sync = _as_it_is  # type: ignore[method-assign, assignment]
    app.before_request(_begin)
    app.after_request(finish)
    app.wsgi_app = _with_headers(app.wsgi_app, settings.cors_origins)  # type: ignore[method-assign, assignment]


def _with_headers(inner: WSGIApplication, origins: tuple[str, ...]) -> WSGIApplication:
    """Headers that never change are added to the finished list, because setting them one by one costs more than the rest of this file."""
    always = [*SAFETY.items(), *(ANY_ORIGIN if "*" in origins else ())]

    def outer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            own = any(name == POLICY for name, _ in headers)
            return start_response(status, [*headers, *always, *(() if own else NO_CONTENT)], *failure)

        return inner(environ, start)

    return outer


def _as_it_is(function: Any) -> Any:
    """All our functions are plain; Flask would look at each of them in every request, whether it is a coroutine."""
    return function


def _begin() -> None:
    sent = current.request().environ.get("HTTP_X_REQUEST_ID")
    request_id = sent if sent and _sane_id(sent) else f"{getrandbits(64):016x}"
    notes = current.notes()
    notes.started, notes.request_id = perf_counter(), request_id
    logs.request_id.set(request_id)


def _decorate(request: Request, response: Response, origins: tuple[str, ...]) -> None:
    response.headers["X-Request-Id"] = current.notes().get("request_id", "")
    if origins and "*" not in origins:
        _allow_origin(request, response, origins)
    if request.method == "OPTIONS" and not response.get_data():
        response.headers.pop("Content-Type", None)
    if origins and request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
        response.headers["Access-Control-Allow-Headers"] = ALLOWED
        response.headers["Access-Control-Max-Age"] = "86400"


def _allow_origin(request: Request, response: Response, origins: tuple[str, ...]) -> None:
    response.vary.add("Origin")
    if (origin := request.headers.get("Origin")) in origins:
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = EXPOSED


def _compress(request: Request, response: Response, at_least: int) -> None:
    """The cheapest level: most of the gain for a fraction of the time."""
    if not at_least or response.is_streamed or (response.content_length or 0) < at_least:
        return
    vary = response.headers.get("Vary")
    response.headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
    if "HTTP_ACCEPT_ENCODING" in request.environ and request.accept_encodings["gzip"] and "Content-Encoding" not in response.headers:
        packer = zlib.compressobj(1, zlib.DEFLATED, 31)
        response.set_data(packer.compress(response.get_data()) + packer.flush())
        response.headers["Content-Encoding"] = "gzip"


def _log(request: Request, response: Response) -> None:
    """Where in the code a line comes from is not asked: that would cost as much as the line."""
    notes = current.notes()
    line = logs.line(
        "info",
        method=request.method,
        route=request.url_rule.rule if request.url_rule else None,
        status=response.status_code,
        ms=round((perf_counter() - notes.started) * 1000, 2) if "started" in notes else None,
    )
    if log.isEnabledFor(logging.INFO):
        log.handle(log.makeRecord(log.name, logging.INFO, "", 0, line, (), None))
