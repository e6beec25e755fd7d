"""Real servers for tests: `arbiter serve` as an operator runs it, and gunicorn by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from service.operations.embedded_redis import EmbeddedRedis
from service.operations.supervisor import die_with_parent
from service.resources import resource_path
from tests.support.http_client import HttpClient
from tests.support.ports import free_port
from tests.support.stores import proved
from tests.support.waiting import PATIENCE, eventually

ROOT = Path(__file__).parents[2]


def is_up(port: int) -> bool:
    """Whether the service answers."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Runs the service with its data in the folder; yields its process and port, stops it, and verifies its sessions."""
    port = free_port()
    environment = os.environ | {
        "ARBITER_DATA_DIR": str(folder / "data"),
        "ARBITER_AI_WORKERS": "0",
        "ARBITER_WEBHOOK_WORKERS": "0",
        "ARBITER_COMPILE": "false",
        **settings,
    }
    command = [sys.executable, "-m", "service.cli", "serve", "--port", str(port), "--workers", "1"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log, text=True)
        try:
            eventually(lambda: is_up(port) or process.poll() is not None)
            assert process.poll() is None, (folder / "log").read_text()
            yield process, port
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(timeout=PATIENCE)
    if (folder / "data").exists():
        with EmbeddedRedis(folder / "data") as redis, proved(redis.url):
            pass


class Server:
    """gunicorn with the shipped configuration, on a free port. Use it in a `with` block."""

    def __init__(self, redis_url: str, folder: Path, *arguments: str, **settings: str) -> None:
        self.arguments = arguments
        self.log = folder / "gunicorn.log"
        self.port = free_port()
        self.environment = os.environ | {
            "REDIS_URL": redis_url,
            "PORT": str(self.port),
            "WEB_CONCURRENCY": "2",
            "ARBITER_LOG_REQUESTS": "false",
            "ARBITER_THREADS": "64",
            "ARBITER_STREAMS": "40",
            "ARBITER_PULSE_SECONDS": "1",
            **settings,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> HttpClient:
        self.start()
        return HttpClient(self.port)

    def __exit__(self, *_: object) -> None:
        self.kill(signal.SIGTERM)

    def start(self) -> None:
        """Starts gunicorn and waits until it answers."""
        command = [sys.executable, "-m", "gunicorn", "--config", str(resource_path("deploy/gunicorn.conf.py")), *self.arguments]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, preexec_fn=die_with_parent)
        try:
            await_port(self.port)
        except BaseException:
            self.kill(signal.SIGKILL)
            raise

    def kill(self, number: int) -> None:
        """Signals the whole process group (master and workers) and waits for its end."""
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, number)
            self.process.wait(timeout=PATIENCE)


def await_port(port: int) -> None:
    """Waits until the server at a port answers."""
    eventually(lambda: is_up(port))
