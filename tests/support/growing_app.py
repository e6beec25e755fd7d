"""The service with two addresses more: one takes memory and keeps it, the other tells the process id."""

from __future__ import annotations

import os

from flask import Response

from service.wsgi import app

KEPT: list[bytes] = []


@app.post("/grow/<int:megabytes>")
def grow(megabytes: int) -> Response:
    """Keeps so much memory for good."""
    KEPT.append(b"x" * megabytes * 2**20)
    return Response(status=204)


@app.get("/process")
def process() -> Response:
    """The id of this process."""
    return Response(str(os.getpid()))
