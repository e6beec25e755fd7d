"""The least a Flask application can do, in the same process as the service it is compared with."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, Response


def beside(app: Flask) -> Flask:
    """A bare application that answers everything below /bare in place of the given one; it also tells the processor time used."""
    bare, served = Flask("bare"), app.wsgi_app

    @bare.get("/bare/cpu")
    def cpu() -> Response:
        """Seconds of processor time this process has used."""
        return Response(repr(time.process_time()), content_type="text/plain")

    def both(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        chosen = bare.wsgi_app if environ["PATH_INFO"].startswith("/bare/") else served
        return chosen(environ, start_response)

    app.wsgi_app = both  # type: ignore[method-assign]
    return bare
