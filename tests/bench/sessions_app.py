"""The service with sessions and, in the same process, a plain Flask view that echoes JSON."""

from __future__ import annotations

from service import create_app
from tests.bench.baseline_app import mount_baseline
from tests.bench.flask_echo import echo

app = create_app()
mount_baseline(app).post("/baseline/echo")(echo)
