"""The specification, and an interactive page for it; every file is served from here."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock

import orjson
import yaml
from flask import Blueprint, Response

from service.http.problems import Problem
from service.http.responses import cached_response
from service.http.static_files import file_response
from service.resources import resource_path

routes = Blueprint("docs", __name__)

PAGE = Path(__file__).parents[2] / "web" / "docs"
SWAGGER_UI = Path(next(iter(getattr(find_spec("flask_swagger_ui"), "submodule_search_locations", None) or [PAGE]))) / "dist"
"""Swagger UI as flask-swagger-ui ships it; its own page needs an inline script, which our content security policy forbids."""

FILES = {
    "start.js": PAGE,
    "swagger-ui-bundle.js": SWAGGER_UI,
    "swagger-ui.css": SWAGGER_UI,
    "favicon-32x32.png": SWAGGER_UI,
}
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
_conversion = Lock()
"""Held while the specification is converted: 64 threads that did so at once would take a gigabyte."""


@routes.get("/docs")
def page() -> Response:
    """The interactive documentation."""
    return file_response(PAGE / "index.html", POLICY)


@routes.get("/docs/<file>")
def page_file(file: str) -> Response:
    """A file of the page."""
    if file not in FILES:
        raise Problem("not_found", "The documentation has no such file.")
    return file_response(FILES[file] / file, POLICY)


@routes.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """The specification as YAML."""
    return cached_response(_specification(), "application/yaml")


@routes.get("/openapi.json")
def openapi_json() -> Response:
    """The specification as JSON."""
    with _conversion:
        specification = _specification_as_json()
    return cached_response(specification)


@cache
def _specification() -> bytes:
    return resource_path("openapi.yaml").read_bytes()


@cache
def _specification_as_json() -> bytes:
    """Converted at the first request: the loader in C takes a fraction of a second, the one in Python seconds."""
    return orjson.dumps(yaml.load(_specification(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
