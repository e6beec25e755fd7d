"""What happens around every request: its id, its log line, headers for browsers and safety, compression."""

from __future__ import annotations

import logging
import re
import secrets
import zlib
from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, g, request

from service import logs
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
    app.before_request(_begin)
    if settings.log_requests:
        logs.configure()
        app.after_request(_log)
    app.after_request(lambda response: _compress(response, settings.gzip_min_bytes))
    app.after_request(lambda response: _decorate(response, settings.cors_origins))
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


def _begin() -> None:
    g.started = perf_counter()
    sent = request.environ.get("HTTP_X_REQUEST_ID", "")
    g.request_id = sent if _sane_id(sent) else secrets.token_hex(8)
    logs.request_id.set(g.request_id)


def _decorate(response: Response, origins: tuple[str, ...]) -> Response:
    response.headers["X-Request-Id"] = g.get("request_id", "")
    if origins and "*" not in origins:
        _allow_origin(response, origins)
    if request.method == "OPTIONS" and not response.get_data():
        response.headers.pop("Content-Type", None)
    if origins and request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
        response.headers["Access-Control-Allow-Headers"] = ALLOWED
        response.headers["Access-Control-Max-Age"] = "86400"
    return response


def _allow_origin(response: Response, origins: tuple[str, ...]) -> None:
    response.vary.add("Origin")
    if (origin := request.headers.get("Origin")) in origins:
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = EXPOSED


def _compress(response: Response, at_least: int) -> Response:
    """The cheapest level: most of the gain for a fraction of the time."""
    if not at_least or response.is_streamed or (response.content_length or 0) < at_least:
        return response
    vary = response.headers.get("Vary")
    response.headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
    if "HTTP_ACCEPT_ENCODING" in request.environ and request.accept_encodings["gzip"] and "Content-Encoding" not in response.headers:
        packer = zlib.compressobj(1, zlib.DEFLATED, 31)
        response.set_data(packer.compress(response.get_data()) + packer.flush())
        response.headers["Content-Encoding"] = "gzip"
    return response


def _log(response: Response) -> Response:
    line = logs.line(
        "info",
        method=request.method,
        route=request.url_rule.rule if request.url_rule else None,
        status=response.status_code,
        ms=round((perf_counter() - g.started) * 1000, 2) if "started" in g else None,
    )
    log.info("%s", line)
    return response
