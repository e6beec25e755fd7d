"""Files of pages: read once, with an ETag and a content security policy."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from flask import Response

from service.http.responses import cached_response

CONTENT_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}


def file_response(path: Path, policy: str) -> Response:
    """A file as a cached response."""
    response = cached_response(_read(path), CONTENT_TYPES[path.suffix[1:]])
    response.headers["Content-Security-Policy"] = policy
    return response


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()
