"""Real workers to start, count and kill, and ways to wait for what they do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from flask.testing import FlaskClient

PATIENCE = 30.0
"""Seconds after which something that should have happened counts as failed; it usually takes a fraction of one."""

T = TypeVar("T")


def eventually(look: Callable[[], T], patience: float = PATIENCE) -> T:
    """What `look` gives as soon as it gives something true."""
    until = time.monotonic() + patience
    while not (found := look()):
        assert time.monotonic() < until, f"still {found!r} after {patience} s"
        time.sleep(0.02)
    return found


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
        self.process.wait(timeout=20)

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
        self.process.wait(timeout=20)


def workers_alive(client: FlaskClient) -> int:
    """How many workers the service counts."""
    return int(figures(client)["workers"])


def figures(client: FlaskClient) -> dict[str, Any]:
    """What /readyz tells of the queue."""
    told: dict[str, Any] = client.get("/readyz").get_json()["figures"]["queue"]
    return told


def new_state(client: FlaskClient, game: str = "orbis", seats: int = 2, seed: int = 1) -> dict[str, Any]:
    """A first position, open."""
    state: dict[str, Any] = client.post(f"/v1/games/{game}/states", json={"seats": seats, "seed": seed}).get_json()["state"]
    return state


def new_session(client: FlaskClient, *levels: str | None, game: str = "orbis", seed: int = 1) -> dict[str, Any]:
    """A session with an AI of each level; None is a person."""
    seats = [{"kind": "human"} if level is None else {"kind": "ai", "level": level} for level in levels]
    answer = client.post("/v1/sessions", json={"game": game, "seats": seats, "seed": seed})
    assert answer.status_code == 201, answer.get_json()
    created: dict[str, Any] = answer.get_json()
    return created


def look(client: FlaskClient, session_id: str, token: str | None = None) -> dict[str, Any]:
    """A session as a seat or a spectator sees it."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    seen: dict[str, Any] = client.get(f"/v1/sessions/{session_id}", headers=headers).get_json()
    return seen


def moved(client: FlaskClient, session_id: str, version: int) -> dict[str, Any]:
    """The session once it has come to a version."""
    return eventually(lambda: seen if (seen := look(client, session_id))["version"] >= version else {})


def history(client: FlaskClient, session_id: str) -> list[dict[str, Any]]:
    """Every change of a session, in order."""
    entries: list[dict[str, Any]] = client.get(f"/v1/sessions/{session_id}/history?since=0&limit=200").get_json()["entries"]
    return entries
