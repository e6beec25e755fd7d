"""The service and, in the same process, a plain Flask view that parses the same requests and serializes the same answers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import orjson
from flask import Response, request

from service import create_app
from service.settings import Settings
from tests.bench.baseline_app import mount_baseline

ANSWERS: dict[str, Any] = orjson.loads(Path(os.environ["BENCH_ANSWERS"]).read_bytes()) if "BENCH_ANSWERS" in os.environ else {}

app = create_app(Settings(log_requests=False))


@mount_baseline(app).post("/baseline/<case>")
def echo(case: str) -> Response:
    """Parses the request and serializes the answer that the service gives to it."""
    orjson.loads(request.get_data())
    return Response(orjson.dumps(ANSWERS[case]), content_type="application/json")
