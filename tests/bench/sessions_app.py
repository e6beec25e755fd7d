"""The service with its sessions and, beside it in the same process, a bare Flask view that reads and writes JSON of the same size."""

from __future__ import annotations

from service import create_app
from tests.bench.bare import beside
from tests.bench.plain import echo

app = create_app()
beside(app).post("/bare/echo")(echo)
