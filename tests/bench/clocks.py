"""Clocks: what they cost a move, and how soon a time-out is written.

Run it as `arbiter bench clocks`. The CPU time of a move, of the web process and of Redis together, in a session with a clock may be at most
1.05 times that in a session without, measured in turns. A time-out should be in the log 2 seconds after its deadline while a worker lives,
also beside ten thousand other running clocks.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import redis

from engine.games import GAMES
from service.operations.embedded_redis import EmbeddedRedis
from service.referee.moves import AnyGame
from service.storage.outbox import TURNS
from tests.bench.positions import table
from tests.bench.sessions import APP, Connection, one_by_one, recorded, session_calls
from tests.support.server import Server
from tests.support.waiting import eventually
from tests.support.workers import Workers

GOAL_RATIO, GOAL_SECONDS = 1.05, 2.0
ROUNDS, SESSIONS, CLOCKS = 21, 40, 10_000
CLOCK = {"move_seconds": 3600, "bank_seconds": 3600, "on_timeout": "ai_turn"}
SHORT = {"move_seconds": 1, "bank_seconds": 0, "on_timeout": "ai_seat", "level": "random"}


def cpu_seconds(line: Connection, server: redis.Redis) -> float:
    """The CPU time so far of the web process and of Redis."""
    about: Any = server.info("cpu")
    return float(line.send("GET", "/baseline/cpu")) + float(about["used_cpu_user"]) + float(about["used_cpu_sys"])


def measure_cost(line: Connection, server: redis.Redis, game: AnyGame) -> dict[str, Any]:
    """Microseconds of CPU time per move with a clock and without, in turns."""
    steps = recorded(game, 2, 1)
    times: dict[bool, list[float]] = {True: [], False: []}
    for number in range(2 * ROUNDS + 2):
        with_clock = number % 2 == 1
        calls = session_calls(line, game, 2, 1, one_by_one(steps), **({"clock": CLOCK} if with_clock else {}))
        before = cpu_seconds(line, server)
        for call in calls:
            line.post(call)
        if number >= 2:
            times[with_clock].append((cpu_seconds(line, server) - before) / len(calls) * 1e6)
    ratio = statistics.median(clocked / plain for clocked, plain in zip(times[True], times[False], strict=True))
    with_us, without_us = (round(statistics.median(times[which])) for which in (True, False))
    return {"game": game.id, "with a clock us": with_us, "without us": without_us, "ratio": ratio}


def measure_delays(redis_url: str, folder: Path, others: int) -> dict[str, Any]:
    """Seconds from each deadline until its time-out is in the log, beside so many other running clocks."""
    server = redis.Redis.from_url(redis_url)
    later = int(time.time() * 1000) + 3_600_000
    if others:
        server.zadd(TURNS, {f"{number:020x}": later + number for number in range(others)})
    with Server(redis_url, folder, WEB_CONCURRENCY="1") as live, Workers(redis_url, folder, processes=1):
        body = {"game": "orbis", "seats": [{"kind": "human"}] * 2, "clock": SHORT}
        made = [live.call("POST", "/v1/sessions", body).json for _ in range(SESSIONS)]
        histories = [f"/v1/sessions/{each['id']}/history?limit=1" for each in made]
        eventually(lambda: all(live.call("GET", path).json["entries"] for path in histories))
        entries = [live.call("GET", path).json["entries"][0] for path in histories]
    delays = sorted(moment(entry["at"]) - moment(each["clock"]["deadline_at"]) for entry, each in zip(entries, made, strict=True))
    server.delete(TURNS)
    server.close()
    return {"running clocks": others, "time-outs": len(delays), "p50 s": delays[len(delays) // 2], "worst s": delays[-1]}


def moment(text: str) -> float:
    """A time of the API in seconds since 1970."""
    return datetime.fromisoformat(text).timestamp()


def main() -> int:
    """Prints two tables; fails if a goal is missed."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder) / "redis") as embedded:
        server = redis.Redis.from_url(embedded.url)
        with Server(embedded.url, Path(folder), APP, WEB_CONCURRENCY="1") as live:
            costs = [measure_cost(Connection(live.port), server, game) for game in GAMES.values()]
        delays = [measure_delays(embedded.url, Path(folder), others) for others in (0, CLOCKS)]
        server.close()
    for rows in (costs, delays):
        print(table(list(rows[0]), [list(row.values()) for row in rows]))
        print(json.dumps(rows), flush=True)
    reached = all(row["ratio"] <= GOAL_RATIO for row in costs) and all(row["worst s"] <= GOAL_SECONDS for row in delays)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
