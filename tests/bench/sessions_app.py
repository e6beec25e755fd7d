"""The service with its sessions and, beside it in the same process, a bare Flask view that reads and writes JSON of the same size."""

from __future__ import annotations

import orjson
from flask import Response, request

from service import create_app
from tests.bench.bare import beside

app = create_app()
bare = beside(app)


@bare.post("/bare/echo")
def echo() -> Response:
    """Reads the body and writes it again."""
    return Response(orjson.dumps(orjson.loads(request.get_data())), content_type="application/json")
