"""Real workers to start, count and kill."""

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


class Crew:
    """`arbiter worker` on a Redis, as a process of its own with children that think."""

    def __init__(self, url: str, folder: Path, processes: int = 2, **environment: str) -> None:
        self.log = folder / "worker.log"
        self.processes = processes
        self.environment = os.environ | {"REDIS_URL": url, "PYTHONPATH": os.getcwd()} | environment

    def __enter__(self) -> Crew:
        command = [sys.executable, "-m", "service.cli", "worker", "--processes", str(self.processes)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=PATIENCE)

    def horses(self) -> list[int]:
        """The processes that think."""
        try:
            return [int(pid) for pid in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()]
        except FileNotFoundError:
            return []

    def kill_horses(self) -> list[int]:
        """Kills every process that thinks; the one that looks after them lives on."""
        killed = self.horses()
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        return killed

    def kill_all(self) -> None:
        """Kills the crew and whoever looks after it, all at once."""
        pids = [self.process.pid, *self.horses()]
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        self.process.wait(timeout=PATIENCE)


def workers_alive(client: FlaskClient) -> int:
    """How many workers the service counts."""
    return int(figures(client)["workers"])


def figures(client: FlaskClient) -> dict[str, Any]:
    """What /readyz tells of the queue."""
    told: dict[str, Any] = client.get("/readyz").get_json()["figures"]["queue"]
    return told
