"""How soon an AI seat moves again after kill -9, and how soon a cancelled search has left its worker.

Run it as `arbiter bench recovery`. Two `hard` players sit in a session; in the middle of a search all workers, the workers with whoever
looks after them, or Redis are killed. Time runs from the moment a worker and Redis are there again. The goals: the deadline of the level
plus 5 seconds, and half a second.
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


class Stage:
    """A service, its Redis and its workers, all to be killed."""

    def __init__(self, folder: Path, parts: ExitStack) -> None:
        self.folder, self.parts = folder, parts
        self.redis = parts.enter_context(EmbeddedRedis(folder / "redis"))
        self.client: FlaskClient = create_app(Settings(redis_url=self.redis.url, log_requests=False)).test_client()
        self.engage()

    def engage(self) -> None:
        """A crew of one worker for analyses and one for seats."""
        self.crew = self.parts.enter_context(Workers(self.redis.url, self.folder, processes=1))

    def kill_workers(self) -> None:
        """They are replaced by whoever looks after them."""
        killed = set(self.crew.kill_children())
        eventually(lambda: self.crew.children() and not killed & set(self.crew.children()))

    def kill_crew(self) -> None:
        """Another crew comes."""
        self.crew.kill_all()
        self.engage()
        eventually(self.crew.children)

    def kill_redis(self) -> None:
        """It starts again by itself."""
        assert self.redis.process is not None
        killed = self.redis.process
        killed.kill()
        killed.wait()
        eventually(lambda: answers(self.redis.url))


def seconds_until_move(stage: Stage, kill: Callable[[], None]) -> float:
    """Seconds from when everything is there again until the next move of a session that was struck in mid-search."""
    session = str(new_session(stage.client, "hard", "hard")["id"])
    eventually(lambda: figures(stage.client)["running"])
    version = int(look(stage.client, session)["version"])
    kill()
    began = time.monotonic()
    moved(stage.client, session, version + 1)
    seconds = time.monotonic() - began
    stage.client.delete(f"/v1/sessions/{session}")
    eventually(lambda: not figures(stage.client)["running"])
    return seconds


def seconds_until_free(client: FlaskClient) -> float:
    """Seconds from cancelling a search until its worker has begun the next one."""
    wish = {"state": new_state(client), "level": "hard", "deadline_ms": 30_000, "iterations": 1_000_000}
    first, second = (client.post("/v1/games/orbis/ai-moves", json=wish).headers["Location"] for _ in range(2))
    eventually(lambda: client.get(first).get_json()["progress"])
    began = time.monotonic()
    client.delete(first)
    while client.get(second).get_json()["status"] != "running":
        time.sleep(0.002)
    seconds = time.monotonic() - began
    client.delete(second)
    return seconds


def main() -> int:
    """A table for people and a line for machines; fails where a goal is missed."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as parts:
        stage = Stage(Path(folder), parts)
        eventually(stage.crew.children)
        disasters = {"workers": stage.kill_workers, "workers and their keeper": stage.kill_crew, "Redis": stage.kill_redis}
        rows: list[list[Any]] = []
        for name, kill in disasters.items():
            found = sorted(seconds_until_move(stage, kill) for _ in range(ROUNDS))
            rows.append([name, found[ROUNDS // 2], found[-1]])
        free = sorted(seconds_until_free(stage.client) for _ in range(ROUNDS))
    print(table(["killed", "median s", "worst s"], rows))
    print(f"a cancelled search leaves its worker after {free[ROUNDS // 2]:.3f} s (median), {free[-1]:.3f} s (worst)")
    print(json.dumps({"recovery": [{"killed": name, "worst": worst} for name, _, worst in rows], "cancelled": {"worst": free[-1]}}))
    return 0 if all(row[2] <= GOAL_SECONDS for row in rows) and free[-1] <= GOAL_CANCEL else 1


if __name__ == "__main__":
    sys.exit(main())
