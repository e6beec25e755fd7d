"""A Flask application that parses JSON and returns it, in a gunicorn of its own: the baseline for calls per second."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import orjson
from flask import Flask, Response, request

from service.operations.supervisor import die_with_parent
from tests.support.ports import free_port, listens
from tests.support.waiting import eventually

app = Flask("flask_echo")


@app.post("/echo")
def echo() -> Response:
    """Parses the body and serializes it again."""
    return Response(orjson.dumps(orjson.loads(request.get_data())), content_type="application/json")


@contextmanager
def flask_echo(workers: int, threads: int) -> Iterator[int]:
    """Serves the application with gunicorn's defaults for everything but processes and threads; yields the port."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "--log-level", "warning", "--worker-class", "gthread"]
    command += ["--workers", str(workers), "--threads", str(threads), "tests.bench.flask_echo:app"]
    process = subprocess.Popen(command, preexec_fn=die_with_parent)
    try:
        eventually(lambda: listens(port), 60)
        yield port
    finally:
        process.terminate()
        process.wait(timeout=60)
