"""A Flask application without extensions or middleware, served by the same process as the service that is compared with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, Response


def mount_baseline(app: Flask) -> Flask:
    """Serves a new Flask application below /baseline in the process of `app`, and returns it; its route `cpu` gives the CPU time used."""
    baseline, service = Flask("baseline"), app.wsgi_app

    @baseline.get("/baseline/cpu")
    def cpu() -> Response:
        """Seconds of CPU time this process has used."""
        return Response(repr(time.process_time()), content_type="text/plain")

    def dispatch(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        chosen = baseline.wsgi_app if environ["PATH_INFO"].startswith("/baseline/") else service
        return chosen(environ, start_response)

    app.wsgi_app = dispatch  # type: ignore[method-assign]
    return baseline
