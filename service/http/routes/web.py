"""The page to play on: plain ES modules that use nothing but the public API."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response

from service.http.problems import Problem
from service.http.static_files import file_response

routes = Blueprint("web", __name__)

FOLDER = Path(__file__).parents[2] / "web"
FILES = frozenset(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.*") if FOLDER / "docs" not in path.parents)
POLICY = "; ".join(
    (
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Everything comes from this server, nothing is inline, and no other page may frame it."""


@routes.get("/")
def page() -> Response:
    """The page."""
    return file_response(FOLDER / "index.html", POLICY)


@routes.get("/web/<path:file>")
def page_file(file: str) -> Response:
    """A file of the page."""
    if file not in FILES:
        raise Problem("not_found", "The page has no such file.")
    return file_response(FOLDER / file, POLICY)
