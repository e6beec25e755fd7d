"""Delay of ordinary calls beside slow clients: 95th percentile against the same calls without them.

Run it as `arbiter bench slow_clients`. The server has its default settings and two processes. Slow clients come from one address: 500 that
send a byte every two seconds of a head, 500 of a body, or 100 that do not read their answers. Eight other clients make stateless moves and
read a session, each call after the other, in turns with slow clients and without them. The goal: the 95th percentile at most doubles.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from service.operations.embedded_redis import EmbeddedRedis
from tests.bench.sessions import ENOUGH, Call, Connection, report
from tests.bench.shortcuts import stateless_moves
from tests.support.server import Server
from tests.support.tables import new_table

GOAL = 2.0
SLOW = {"heads": 500, "bodies": 500, "readers": 100}
SOURCE = "127.0.0.2"
CLIENTS, CALLS, ROUNDS = 8, 100, 9
SETTLE_SECONDS = 2.0


@contextmanager
def slow_clients(port: int, kind: str, count: int) -> Iterator[int]:
    """Runs slow clients in a process of their own; yields how many are connected."""
    command = [sys.executable, "-m", "tests.support.slow_clients", str(port), SOURCE, kind, str(count)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        connected = int(process.stdout.readline())
        time.sleep(SETTLE_SECONDS)  # Until the server has received what they sent at first.
        yield connected
        process.stdin.close()
    time.sleep(SETTLE_SECONDS)  # Until the server has answered the unfinished requests that they left.


def delays(port: int, calls: list[tuple[str, Call]]) -> list[float]:
    """Milliseconds of each call of each client."""

    def run(number: int) -> list[float]:
        line, found = Connection(port), []
        for method, call in islice(cycle(calls), number, number + CALLS):
            began = time.perf_counter()
            line.send(method, call.path, call.body or None, call.headers)
            found.append((time.perf_counter() - began) * 1000)
        line.connection.close()
        return found

    with ThreadPoolExecutor(CLIENTS) as pool:
        return [delay for found in pool.map(run, range(CLIENTS)) for delay in found]


def p95(found: list[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(found, n=20)[-1]


def measure(port: int, calls: list[tuple[str, Call]], kind: str, count: int) -> dict[str, Any]:
    """The row of one kind of slow clients: the medians of all rounds, and of the ratios within each round."""
    alone, beside = list[list[float]](), list[list[float]]()
    for _ in range(ROUNDS):
        alone.append(delays(port, calls))
        with slow_clients(port, kind, count) as connected:
            if connected < count:
                raise SystemExit(f"Only {connected} of {count} slow clients were accepted.")
            beside.append(delays(port, calls))
    figures: dict[str, Callable[[list[float]], float]] = {"p50": statistics.median, "p95": p95}
    return {
        "slow clients": f"{count} {kind}",
        **{f"{name} ms alone": statistics.median(map(figure, alone)) for name, figure in figures.items()},
        **{f"{name} ms beside": statistics.median(map(figure, beside)) for name, figure in figures.items()},
        "p95 ratio": statistics.median(p95(there) / p95(before) for there, before in zip(beside, alone, strict=True)),
    }


def main() -> int:
    """Prints the table, also as JSON; fails if the goal is missed."""
    limits = {"ARBITER_SESSION_CALLS_PER_MINUTE": ENOUGH, "ARBITER_CALLS_PER_MINUTE": ENOUGH}
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedRedis(Path(folder) / "redis") as redis,
        Server(redis.url, Path(folder), **limits) as live,
    ):
        session = Call(new_table(live).path, b"", {})
        calls = [each for move in stateless_moves() for each in (("POST", move), ("GET", session))]
        delays(live.port, calls)
        rows = [measure(live.port, calls, kind, count) for kind, count in SLOW.items()]
    report(rows)
    return 0 if all(row["p95 ratio"] <= GOAL for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
