"""Seconds until an AI seat moves after kill -9, and until a cancelled search frees its worker.

Run it as `arbiter bench recovery`. Two `hard` players play a session. During a search the workers, the workers and their supervisor, or
Redis are killed. The clock starts when a worker and Redis are up again. Goals: the deadline of the level plus 5 seconds for the move, half
a second for the cancelled search.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from engine.ai import LEVELS
from service import create_app
from service.operations.embedded_redis import EmbeddedRedis, answers
from service.settings import Settings
from tests.bench.positions import table
from tests.support.api_calls import look, moved, new_session, new_state
from tests.support.waiting import eventually
from tests.support.workers import Workers, figures

ROUNDS = 5
GOAL_SECONDS = LEVELS["hard"].deadline_ms / 1000 + 5
GOAL_CANCEL = 0.5


class Deployment:
    """A service with a Redis and workers that can be killed."""

    def __init__(self, folder: Path, parts: ExitStack) -> None:
        self.folder, self.parts = folder, parts
        self.redis = parts.enter_context(EmbeddedRedis(folder / "redis"))
        self.client: FlaskClient = create_app(Settings(redis_url=self.redis.url, log_requests=False)).test_client()
        self.start_workers()

    def start_workers(self) -> None:
        """Starts a supervisor with one worker for analyses and one for AI seats."""
        self.workers = self.parts.enter_context(Workers(self.redis.url, self.folder, processes=1))

    def kill_workers(self) -> None:
        """Kills the workers; their supervisor starts new ones."""
        killed = set(self.workers.kill_children())
        eventually(lambda: self.workers.children() and not killed & set(self.workers.children()))

    def kill_supervisor(self) -> None:
        """Kills the workers and their supervisor, and starts new ones."""
        self.workers.kill_all()
        self.start_workers()
        eventually(self.workers.children)

    def kill_redis(self) -> None:
        """Kills Redis, which is started again automatically."""
        assert self.redis.process is not None
        killed = self.redis.process
        killed.kill()
        killed.wait()
        eventually(lambda: answers(self.redis.url))


def seconds_until_move(deployment: Deployment, kill: Callable[[], None]) -> float:
    """Seconds from the end of `kill`, which interrupts a search, until the next move of the session."""
    session = str(new_session(deployment.client, "hard", "hard")["id"])
    eventually(lambda: figures(deployment.client)["running"])
    version = int(look(deployment.client, session)["version"])
    kill()
    began = time.monotonic()
    moved(deployment.client, session, version + 1)
    seconds = time.monotonic() - began
    deployment.client.delete(f"/v1/sessions/{session}")
    eventually(lambda: not figures(deployment.client)["running"])
    return seconds


def seconds_until_free(client: FlaskClient) -> float:
    """Seconds from cancelling a search until its worker starts the next one."""
    wanted = {"state": new_state(client), "level": "hard", "deadline_ms": 30_000, "iterations": 1_000_000}
    first, second = (client.post("/v1/games/orbis/ai-moves", json=wanted).headers["Location"] for _ in range(2))
    eventually(lambda: client.get(first).get_json()["progress"])
    began = time.monotonic()
    client.delete(first)
    while client.get(second).get_json()["status"] != "running":
        time.sleep(0.002)
    seconds = time.monotonic() - began
    client.delete(second)
    return seconds


def main() -> int:
    """Prints the table, also as JSON; fails if a goal is missed."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as parts:
        deployment = Deployment(Path(folder), parts)
        eventually(deployment.workers.children)
        faults = {"workers": deployment.kill_workers, "supervisor": deployment.kill_supervisor, "Redis": deployment.kill_redis}
        rows: list[list[Any]] = []
        for name, kill in faults.items():
            seconds = sorted(seconds_until_move(deployment, kill) for _ in range(ROUNDS))
            rows.append([name, seconds[ROUNDS // 2], seconds[-1]])
        free = sorted(seconds_until_free(deployment.client) for _ in range(ROUNDS))
    print(table(["killed", "median s", "worst s"], rows))
    print(f"a cancelled search frees its worker after {free[ROUNDS // 2]:.3f} s (median), {free[-1]:.3f} s (worst)")
    print(json.dumps({"recovery": [{"killed": name, "worst": worst} for name, _, worst in rows], "cancelled": {"worst": free[-1]}}))
    return 0 if all(row[2] <= GOAL_SECONDS for row in rows) and free[-1] <= GOAL_CANCEL else 1


if __name__ == "__main__":
    sys.exit(main())
