"""The service as an operator runs it: `arbiter serve` in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from service.operations.embedded_redis import Embedded
from tests.ports import free_port
from tests.service.sessions.conftest import proved

ROOT = Path(__file__).parents[2]


def is_up(port: int) -> bool:
    """Whether the service answers."""
    try:
        connection = HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", "/healthz")
        answered = connection.getresponse().status == 200
        connection.close()
        return answered
    except OSError:
        return False


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A running service with its data in the folder, and its port; it is gone afterwards, and its sessions must be sound."""
    port = free_port()
    environment = os.environ | {"ARBITER_DATA_DIR": str(folder / "data"), "ARBITER_AI_WORKERS": "0", **settings}
    command = [sys.executable, "-m", "service.cli", "serve", "--port", str(port), "--workers", "1"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log, text=True)
        try:
            for _ in range(600):
                if is_up(port) or process.poll() is not None:
                    break
                time.sleep(0.1)
            yield process, port
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(timeout=60)
    if (folder / "data").exists():
        with Embedded(folder / "data") as redis, proved(redis.url):
            pass
