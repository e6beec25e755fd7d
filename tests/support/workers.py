"""Real AI workers to start, count and kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from flask.testing import FlaskClient

from tests.support.waiting import PATIENCE


class Workers:
    """`arbiter worker` on a Redis: a supervising process with child processes that search for moves. Use it in a `with` block."""

    def __init__(self, url: str, folder: Path, processes: int = 2, **environment: str) -> None:
        self.log = folder / "worker.log"
        self.options = ["--processes", str(processes)]
        self.environment = os.environ | {"REDIS_URL": url, "PYTHONPATH": os.getcwd(), "ARBITER_WEBHOOK_WORKERS": "0"} | environment

    def __enter__(self) -> Workers:
        command = [sys.executable, "-m", "service.cli", "worker", *self.options]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=PATIENCE)

    def children(self) -> list[int]:
        """The process ids of the children."""
        try:
            return [int(pid) for pid in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()]
        except FileNotFoundError:
            return []

    def kill_children(self) -> list[int]:
        """Kills every child; the supervising process stays. Returns the ids of those killed."""
        killed = self.children()
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        return killed

    def kill_all(self) -> None:
        """Kills the supervising process and its children."""
        pids = [self.process.pid, *self.children()]
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        self.process.wait(timeout=PATIENCE)


class WebhookWorkers(Workers):
    """`arbiter worker --only webhooks`: one process that delivers, or several that a supervising process looks after."""

    def __init__(self, url: str, folder: Path, processes: int = 1, **environment: str) -> None:
        super().__init__(url, folder, processes, **environment)
        self.log = folder / "webhooks.log"
        self.options = ["--only", "webhooks", *self.options]


def workers_alive(client: FlaskClient) -> int:
    """The number of workers that the service counts."""
    return int(figures(client)["workers"])


def figures(client: FlaskClient) -> dict[str, Any]:
    """What /readyz reports about the queue."""
    found: dict[str, Any] = client.get("/readyz").get_json()["figures"]["queue"]
    return found
