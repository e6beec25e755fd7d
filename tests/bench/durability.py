"""What it costs to force every move to disk before it is answered.

Run it as `arbiter bench durability`. Two servers play the same recorded games in turns: one on a Redis that forces its log to disk with
every turn of its event loop (`appendfsync always`, the default), one on a Redis whose log is forced once a second. The goal is a ratio
within one run: at least half of the moves per second, for 1 and for 32 clients. The CPU time is that of Redis.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import redis as client

from engine.games import GAMES
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Fsync
from tests.bench.sessions import ENOUGH, LONG_GAME, Connection, endless_calls, one_by_one, recorded, report, send_calls
from tests.support.server import Server

WAYS: tuple[Fsync, ...] = ("always", "everysec")
CLIENTS = (1, 32)
ROUNDS = 7
GOAL = 0.5


def redis_seconds(url: str) -> float:
    """Seconds of CPU time that a Redis has used."""
    with client.Redis.from_url(url) as server:
        about = server.info("cpu")
        return float(about["used_cpu_user"] + about["used_cpu_sys"])


def measure(ports: dict[str, int], urls: dict[str, str], clients: int) -> dict[str, Any]:
    """Moves per second of this many clients with each way, in turns, and Redis' CPU time for each move."""
    games = [(game, recorded(game, 2, 1, LONG_GAME)) for game in GAMES.values()]
    calls = {way: endless_calls(Connection(ports[way]), games, clients, one_by_one) for way in WAYS}
    rates: dict[str, list[float]] = {way: [] for way in WAYS}
    costs: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(ROUNDS):
        for way in WAYS:
            before = redis_seconds(urls[way])
            moves, seconds = send_calls(ports[way], calls[way])
            rates[way].append(moves / seconds)
            costs[way].append((redis_seconds(urls[way]) - before) / moves * 1e6)
    middle = {way: statistics.median(rates[way]) for way in WAYS}
    return {
        "clients": clients,
        **{f"{way} moves/s": round(middle[way]) for way in WAYS},
        **{f"{way} ms": round(clients / middle[way] * 1000, 2) for way in WAYS},
        **{f"{way} Redis us": round(statistics.median(costs[way])) for way in WAYS},
        "always : everysec": statistics.median(a / b for a, b in zip(rates["always"], rates["everysec"], strict=True)),
    }


def main() -> int:
    """Prints a table; fails if the goal is missed."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as parts:
        ports: dict[str, int] = {}
        urls: dict[str, str] = {}
        for way in WAYS:
            place = Path(folder) / way
            place.mkdir()
            urls[way] = parts.enter_context(EmbeddedRedis(place / "redis", way)).url
            settings = {"WEB_CONCURRENCY": "2", "ARBITER_SESSION_CALLS_PER_MINUTE": ENOUGH}
            ports[way] = parts.enter_context(Server(urls[way], place, **settings)).port
        time.sleep(1)
        rows = [measure(ports, urls, clients) for clients in CLIENTS]
        report(rows)
    return 0 if all(row["always : everysec"] >= GOAL for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
