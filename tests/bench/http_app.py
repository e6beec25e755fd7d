"""The service and, beside it in the same process, the least a Flask application could do with the same bytes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import orjson
from flask import Response, request

from service import create_app
from service.settings import Settings
from tests.bench.bare import beside

ANSWERS: dict[str, Any] = orjson.loads(Path(os.environ["BENCH_ANSWERS"]).read_bytes()) if "BENCH_ANSWERS" in os.environ else {}

app = create_app(Settings(log_requests=False))
bare = beside(app)


@bare.post("/bare/<case>")
def echo(case: str) -> Response:
    """Reads the request, writes the very answer that the service gives to it."""
    orjson.loads(request.get_data())
    return Response(orjson.dumps(ANSWERS[case]), content_type="application/json")
