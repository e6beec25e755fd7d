"""The statuses of 50 sessions in one call against 50 reads of these sessions, over HTTP.

Run it as `arbiter bench statuses`. The sessions are of all games and in the middle of play. Both ways are measured in turns on one
connection, as CPU time of the web process and as time until the last answer; the medians count. The goal: one call costs at most a tenth of
50 reads, in CPU time.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from engine.games import GAMES
from service.operations.embedded_redis import EmbeddedRedis
from tests.bench.sessions import APP, ENOUGH, Call, Connection, one_by_one, recorded, report, session_calls
from tests.support.server import Server

SESSIONS, MOVES, ROUNDS = 50, 15, 15
GOAL = 0.1


def open_sessions(line: Connection) -> list[tuple[str, str]]:
    """Sessions of all games after some moves: the id of each, and the token of a seat."""
    found = []
    for number in range(SESSIONS):
        game = list(GAMES.values())[number % len(GAMES)]
        calls = session_calls(line, game, 2, number, one_by_one(recorded(game, 2, number, MOVES)))
        for call in calls:
            line.post(call)
        found.append((calls[0].path.split("/")[3], calls[0].headers["Authorization"].removeprefix("Bearer ")))
    return found


def measure(line: Connection, ways: dict[str, Any]) -> dict[str, list[tuple[float, float]]]:
    """CPU time and elapsed time of each way in milliseconds, in turns; the first round is not counted."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for _ in range(ROUNDS + 1):
        for name, send in ways.items():
            before, begun = float(line.send("GET", "/baseline/cpu")), time.perf_counter()
            send()
            elapsed = time.perf_counter() - begun
            found[name].append(((float(line.send("GET", "/baseline/cpu")) - before) * 1000, elapsed * 1000))
    return {name: rounds[1:] for name, rounds in found.items()}


def main() -> int:
    """Prints the table, also as JSON; fails if the goal is missed."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder) / "redis") as redis:
        settings = {"WEB_CONCURRENCY": "1", "ARBITER_SESSION_CALLS_PER_MINUTE": ENOUGH, "ARBITER_SESSIONS_PER_ADDRESS": "0"}
        with Server(redis.url, Path(folder), APP, **settings) as live:
            line = Connection(live.port)
            mine = open_sessions(line)
            body = json.dumps({"sessions": [{"id": each, "token": token} for each, token in mine]}).encode()
            call = Call("/v1/sessions/statuses", body, {})
            reads = [(f"/v1/sessions/{each}", {"Authorization": f"Bearer {token}"}) for each, token in mine]
            found = measure(
                line,
                {
                    "reads": lambda: [line.send("GET", path, headers=headers) for path, headers in reads],
                    "statuses": lambda: line.post(call),
                },
            )
    (cpu, elapsed), (cpu_of_one, elapsed_of_one) = (
        [statistics.median(column) for column in zip(*found[name], strict=True)] for name in ("reads", "statuses")
    )
    row = {
        "sessions": SESSIONS,
        "reads: CPU ms": cpu,
        "statuses: CPU ms": cpu_of_one,
        "CPU ratio": cpu_of_one / cpu,
        "reads: ms": elapsed,
        "statuses: ms": elapsed_of_one,
        "time ratio": elapsed_of_one / elapsed,
    }
    report([row])
    return 0 if row["CPU ratio"] <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
