"""The service with one more route, whose requests occupy their thread until the test releases them."""

from __future__ import annotations

import os
import time
from pathlib import Path

from flask import Response

from service.wsgi import app

FOLDER = "HELD_FOLDER"
"""The variable with the folder in which the file `begun` appears when a request has begun, and `over` when the test lets them go."""


@app.get("/held")
def hold() -> Response:
    """The id of this process, once there is a file `over`."""
    folder = Path(os.environ[FOLDER])
    (folder / "begun").touch()
    while not (folder / "over").exists():
        time.sleep(0.01)
    return Response(str(os.getpid()))
