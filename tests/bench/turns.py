"""How long a person waits for a turn of an AI player in a session, by game and level, and for a hint.

Run it as `arbiter bench turns`. A turn is measured from the answer to the move that began it until a person is to act again; a hint until
the job shows its first best move. The workers are real and run the compiled engine where there is one.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient

from engine.ai import LEVELS
from engine.games import GAMES
from service import create_app
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Settings
from tests.bench.jobs import process
from tests.bench.positions import table
from tests.support import compiled

TURNS = {"random": 60, "easy": 60, "normal": 60, "hard": 100, "expert": 12}
HINTS = 40
LOOK_SECONDS = 0.005

GOAL_SECONDS, GOAL_SHARE = 2.0, 0.99
"""How long a turn of `hard` may take, and in which part of all turns it must not take longer."""

GOAL_HINT_MS = 300


def new_session(client: FlaskClient, game: str, level: str, seed: int) -> tuple[str, dict[str, str]]:
    """A session of a person and an AI player: its path and the person's headers."""
    seats = [{"kind": "human"}, {"kind": "ai", "level": level}]
    made = client.post("/v1/sessions", json={"game": game, "seats": seats, "seed": seed, "options": {"first_seat": 0}}).get_json()
    return f"/v1/sessions/{made['id']}", {"Authorization": f"Bearer {made['seats'][0]['token']}"}


def wait_for_person(client: FlaskClient, path: str, headers: dict[str, str]) -> Any:
    """The position once the AI is no longer to act."""
    while True:
        seen = client.get(path, headers=headers).get_json()
        if seen["to_act"] is None or seen["to_act"]["seat"] == 0:
            return seen
        time.sleep(LOOK_SECONDS)


def turns(client: FlaskClient, game: str, level: str) -> Iterator[float]:
    """Seconds of each turn of an AI player, in one game after another; the person moves at random."""
    for seed in range(1, 1000):
        rng, (path, headers) = Random(seed), new_session(client, game, level, seed)
        seen = wait_for_person(client, path, headers)
        while seen["to_act"]:
            move = rng.choice(seen["legal_moves"])
            seen = client.post(f"{path}/moves", json={"move": move}, headers=headers | {"If-Match": f'"{seen["version"]}"'}).get_json()
            if seen["to_act"] and seen["to_act"]["seat"] == 1:
                began = time.monotonic()
                seen = wait_for_person(client, path, headers)
                yield time.monotonic() - began


def hints(client: FlaskClient, game: str) -> Iterator[float]:
    """Milliseconds until the first best move of a hint, at the first decision of different games."""
    for seed in range(1, 1000):
        path, headers = new_session(client, game, "random", seed)
        began = time.monotonic()
        job = client.post(f"{path}/ai-moves", json={"level": "expert", "analysis": True}, headers=headers).get_json()
        while not (job["best"] or job["result"]):
            time.sleep(LOOK_SECONDS)
            job = client.get(f"/v1/jobs/{job['id']}").get_json()
        yield (time.monotonic() - began) * 1000
        client.delete(f"/v1/jobs/{job['id']}")


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def main() -> int:
    """Prints a row for each game and level, and all of them as JSON."""
    environment = {} if compiled.why_not() else compiled.environment()
    rows, told = [], []
    with ExitStack() as stack:
        server = stack.enter_context(EmbeddedRedis(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "redis"))
        os.environ.update(environment)
        command = [sys.executable, "-m", "service.cli", "worker", "--only", "ai", "--processes", "2"]
        stack.enter_context(process(command, server.url))
        client = create_app(Settings(log_requests=False, redis_url=server.url, ai_ms_per_minute=0)).test_client()
        for game in GAMES:
            for level in LEVELS:
                found = list(islice(turns(client, game, level), TURNS[level]))
                inside = sum(seconds <= GOAL_SECONDS for seconds in found) / len(found)
                rows.append([game, level, len(found), statistics.median(found), percentile(found, 0.99), max(found), inside])
            waits = list(islice(hints(client, game), HINTS))
            told.append([game, len(waits), statistics.median(waits), percentile(waits, 0.99)])
    print(table(["game", "level", "turns", "median s", "99 % s", "longest s", "within 2 s"], rows))
    print(table(["game", "hints", "median ms", "99 % ms"], told))
    print(json.dumps({"turns": rows, "hints": told}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
