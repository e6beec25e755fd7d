"""CPU time of `POST .../moves` without rate limits, with limits counted in this process, and with limits counted in Redis.

Run it as `arbiter bench limits`. All calls go through the whole application in this process, in turns; the best round of each counts. The
goal: limits in Redis add at most a quarter.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from statistics import mean
from typing import Any

from engine.games import GAMES
from service import create_app
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Settings
from tests.bench.positions import random_requests, table
from tests.bench.sealed import cpu

REQUESTS, ROUNDS = 60, 12
GOAL = 1.25


def main() -> int:
    """Prints the table, also as JSON; fails if the goal is missed."""
    rows: list[list[Any]] = []
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder) / "redis") as redis:
        many = 10**9
        ways = {
            "off": create_app(Settings(log_requests=False, calls_per_minute=0)).test_client(),
            "process": create_app(Settings(log_requests=False, calls_per_minute=many)).test_client(),
            "redis": create_app(Settings(log_requests=False, calls_per_minute=many, redis_url=redis.url)).test_client(),
        }
        for game in GAMES.values():
            bodies, path = random_requests(game, game.seats[0], 1, REQUESTS), f"/v1/games/{game.id}/moves"
            rounds = [{name: mean(cpu(client, path, body) for body in bodies) for name, client in ways.items()} for _ in range(ROUNDS + 1)][
                1:
            ]
            off, process, shared = (min(each[name] for each in rounds) for name in ways)
            rows.append([game.id, round(off), round(process), round(shared), process / off, shared / off])
    head = ["game", "off us", "process us", "redis us", "process/off", "redis/off"]
    print(table(head, rows))
    print(json.dumps([dict(zip(head, row, strict=True)) for row in rows]))
    return 0 if all(row[-1] <= GOAL for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
