"""Around every request: its id, its metrics and log line, CORS and security headers, compression."""

from __future__ import annotations

import logging
import re
import zlib
from collections.abc import Iterable
from random import getrandbits
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response, g

from service.http.context import RequestContext, context, current_request
from service.observability import logs, metrics
from service.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

EXPOSED_HEADERS = ", ".join(
    (
        "Content-Language",
        "Deprecation",
        "ETag",
        "Idempotency-Replayed",
        "Link",
        "Location",
        "Preference-Applied",
        "RateLimit-Limit",
        "RateLimit-Remaining",
        "RateLimit-Reset",
        "Retry-After",
        "Sunset",
        "X-Request-Id",
    )
)
"""Response headers that a page of another origin may read."""

ALLOWED_HEADERS = ", ".join(
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
"""Request headers that a page of another origin may send."""

SECURITY_HEADERS = (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"))

CSP = "Content-Security-Policy"
DEFAULT_POLICY = ((CSP, "default-src 'none'; frame-ancestors 'none'"),)
"""The policy of every response that does not set its own."""

ANY_ORIGIN = (("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", EXPOSED_HEADERS))

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
"""Methods with a metrics label of their own; the number of labels must be bounded."""

GZIP_LEVEL = 3
"""The highest of zlib's fast levels: level 4 takes half again as long for 5% less."""

GZIP_FORMAT = 31
"""zlib's number for a window of 32 KB in the gzip format."""

log = logging.getLogger("arbiter.requests")
_is_request_id = re.compile(r"[A-Za-z0-9._:@/+=-]{1,128}").fullmatch


def install(app: Flask, settings: Settings) -> None:
    """Registers the hooks of this module."""
    if settings.log_requests:
        logs.configure()

    def finish(response: Response) -> Response:
        request = current_request()
        _add_headers(request, response, settings.cors_origins)
        _compress(request, response, settings.gzip_min_bytes)
        seconds = _elapsed()
        _count(request, response, seconds)
        if settings.log_requests:
            _log(request, response, seconds)
        return response

    app.before_request(_start)
    app.after_request(finish)
    app.wsgi_app = _with_fixed_headers(app.wsgi_app, settings.cors_origins)  # type: ignore[method-assign, assignment]


def _with_fixed_headers(inner: WSGIApplication, origins: tuple[str, ...]) -> WSGIApplication:
    """Adds the headers that never change in one step at the WSGI level, which is cheaper than setting each of them."""
    fixed = [*SECURITY_HEADERS, *(ANY_ORIGIN if "*" in origins else ())]

    def outer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            has_policy = any(name == CSP for name, _ in headers)
            return start_response(status, [*headers, *fixed, *(() if has_policy else DEFAULT_POLICY)], *failure)

        return inner(environ, start)

    return outer


def _start() -> None:
    sent = current_request().environ.get("HTTP_X_REQUEST_ID")
    request_id = sent if sent and _is_request_id(sent) else f"{getrandbits(64):016x}"
    g.context = RequestContext(request_id, perf_counter())
    logs.request_id.set(request_id)


def _add_headers(request: Request, response: Response, origins: tuple[str, ...]) -> None:
    response.headers["X-Request-Id"] = context().request_id
    if origins and "*" not in origins:
        _allow_origin(request, response, origins)
    if request.method == "OPTIONS" and not response.get_data():
        response.headers.pop("Content-Type", None)
    if origins and request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
        response.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
        response.headers["Access-Control-Max-Age"] = "86400"


def _allow_origin(request: Request, response: Response, origins: tuple[str, ...]) -> None:
    response.vary.add("Origin")
    if (origin := request.headers.get("Origin")) in origins:
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS


def _compress(request: Request, response: Response, min_bytes: int) -> None:
    """Compresses with gzip if the client accepts it and the response is long enough."""
    if not min_bytes or response.is_streamed or (response.content_length or 0) < min_bytes:
        return
    vary = response.headers.get("Vary")
    response.headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
    if "HTTP_ACCEPT_ENCODING" in request.environ and request.accept_encodings["gzip"] and "Content-Encoding" not in response.headers:
        packer = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, GZIP_FORMAT)
        response.set_data(packer.compress(response.get_data()) + packer.flush())
        response.headers["Content-Encoding"] = "gzip"


def _elapsed() -> float:
    started = context().started
    return 0.0 if started is None else perf_counter() - started


def _count(request: Request, response: Response, seconds: float) -> None:
    method = request.method if request.method in METHODS else "other"
    route = request.url_rule.rule if request.url_rule else "none"
    metrics.request_seconds(method, route, response.status_code).observe(seconds)


def _log(request: Request, response: Response, seconds: float) -> None:
    route = request.url_rule.rule if request.url_rule else None
    log.info(logs.json_line("info", method=request.method, route=route, status=response.status_code, ms=round(seconds * 1000, 2)))
