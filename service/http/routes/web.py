"""The table: a page to play on, of plain modules served from here, which speaks to nothing but the public API."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from flask import Blueprint, Response

from service.http.problems import Problem
from service.http.requests import cached

routes = Blueprint("web", __name__)

FOLDER = Path(__file__).parents[2] / "web"
FILES = frozenset(path.name for path in FOLDER.iterdir() if path.is_file())
TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}
POLICY = "; ".join(
    (
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Everything comes from here, nothing is written into the page itself, and no other page may frame it."""


@routes.get("/")
def page() -> Response:
    """The page."""
    return _served("index.html")


@routes.get("/web/<file>")
def asset(file: str) -> Response:
    """What the page loads."""
    if file not in FILES:
        raise Problem("not_found", "The table has no such file.")
    return _served(file)


def _served(name: str) -> Response:
    response = cached(*_file(name), TYPES[name.rpartition(".")[2]])
    response.headers["Content-Security-Policy"] = POLICY
    return response


@cache
def _file(name: str) -> tuple[bytes, str]:
    body = (FOLDER / name).read_bytes()
    return body, hashlib.sha256(body).hexdigest()[:32]
