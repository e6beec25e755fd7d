"""The specification to read and to try, with every file served from here."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from flask import Blueprint, Response

from service.http.problems import Problem
from service.http.requests import cached

routes = Blueprint("docs", __name__, url_prefix="/docs")

OURS = Path(__file__).parents[2] / "web" / "docs"
SWAGGER = Path(next(iter(getattr(find_spec("flask_swagger_ui"), "submodule_search_locations", None) or [OURS]))) / "dist"
"""Swagger UI as flask-swagger-ui ships it; its page is not used, because an inline script would need a lax content policy."""

FILES = {
    "start.js": OURS,
    "swagger-ui-bundle.js": SWAGGER,
    "swagger-ui.css": SWAGGER,
    "favicon-32x32.png": SWAGGER,
}
TYPES = {"html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "png": "image/png"}
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-ancestors 'none'",
    )
)


@routes.get("")
def page() -> Response:
    """The page."""
    return _served(OURS, "index.html")


@routes.get("/<file>")
def asset(file: str) -> Response:
    """What the page loads."""
    if file not in FILES:
        raise Problem("not_found", "The documentation has no such file.")
    return _served(FILES[file], file)


def _served(folder: Path, name: str) -> Response:
    response = cached(*_file(folder / name), TYPES[name.rpartition(".")[2]])
    response.headers["Content-Security-Policy"] = POLICY
    return response


@cache
def _file(path: Path) -> tuple[bytes, str]:
    body = path.read_bytes()
    return body, hashlib.sha256(body).hexdigest()[:32]
