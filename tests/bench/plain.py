"""The yardstick for rates: a stranger's bare Flask application that reads and writes JSON, in a gunicorn that knows nothing of us."""

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

app = Flask("plain")


@app.post("/echo")
def echo() -> Response:
    """Reads the body and writes it again."""
    return Response(orjson.dumps(orjson.loads(request.get_data())), content_type="application/json")


@contextmanager
def plain(workers: int, threads: int) -> Iterator[int]:
    """Serves it with so many processes and threads, and gunicorn's own defaults for everything else; gives the port."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "--log-level", "warning", "--worker-class", "gthread"]
    command += ["--workers", str(workers), "--threads", str(threads), "tests.bench.plain:app"]
    process = subprocess.Popen(command, preexec_fn=die_with_parent)
    try:
        eventually(lambda: listens(port), 60)  # gunicorn answers as soon as its workers are there.
        yield port
    finally:
        process.terminate()
        process.wait(timeout=60)
