"""AI jobs on a real queue with two workers: the overhead of a job, the latency of answers, and whether they meet their deadlines.

Run it as `arbiter bench jobs`, or as `python -m tests.bench.jobs --hard 1000` for many deadlines. Latency runs from the request until the
client has the answer. Goals: a no-op within 5 ms (median), and 99.9 % of `hard` answers inside their deadline while both workers are always
busy.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import redis
from rq import Queue, get_current_job

from engine.ai import LEVELS
from engine.game import start
from engine.games import GAMES
from service.jobs.model import Analysis, Job, Origin
from service.jobs.store import JobStore, rq_queue_name
from service.operations.embedded_redis import EmbeddedRedis

WORKERS = 2
FORKING = """
import redis, sys
import tests.bench.jobs
from rq import Worker
Worker(['forking'], connection=redis.Redis.from_url(sys.argv[1]), serializer='json').work()
"""


def nothing(key: str) -> None:
    """The no-op job: pushes to the list that the client waits for, over the connection of its worker."""
    job = get_current_job()
    assert job is not None
    job.connection.rpush(key, "done")


@contextmanager
def process(command: list[str], url: str) -> Iterator[None]:
    """Runs a process as long as the `with` block lasts."""
    started = subprocess.Popen(command, env=os.environ | {"REDIS_URL": url}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        started.terminate()
        started.wait()


def no_op(queue: Queue) -> float:
    """Seconds from enqueuing a no-op job until it is done."""
    key = f"bench:{secrets.token_hex(8)}"
    time.sleep(0.05)  # The worker finishes its bookkeeping of the job before.
    began = time.perf_counter()
    queue.enqueue("tests.bench.jobs.nothing", key, result_ttl=0)
    queue.connection.blpop([key], timeout=30)
    return time.perf_counter() - began


def task(game_id: str, level: str, seed: int) -> Analysis:
    """An analysis of a position early in a game."""
    game = GAMES[game_id]
    state = start(game, {}, 2, seed)
    for step in range(seed % 8):
        moves = game.legal_moves(state)
        game.play(state, moves[(seed + step) % len(moves)], [])
    seat = state.pending[-1].seat
    view = msgspec.Raw(msgspec.json.encode(game.view(state, seat)))
    return Analysis(game=game_id, seat=seat, level=level, seed=seed, iterations=None, analysis=False, language="en", view=view)


def answered(jobs: JobStore, asked: Analysis) -> tuple[float, dict[str, Any]]:
    """Seconds until the client has the answer to a job, and the answer."""
    began = time.monotonic()
    job = jobs.create_analysis(asked, LEVELS[asked.level].deadline_ms, began, Origin("bench"))
    assert isinstance(job, Job)
    jobs.wait(job.id, 10)
    found = jobs.find(job.id)
    elapsed = time.monotonic() - began
    return elapsed, msgspec.json.decode(found.result) if found.result else {"rung": found.status, "iterations": 0}


def many(count: int, clients: int, one: Callable[[int], Any]) -> list[Any]:
    """Calls `one` with the numbers below `count`, from this many threads at a time, and returns the results."""
    numbers, results = iter(range(count)), []

    def client() -> None:
        for number in numbers:
            results.append(one(number))

    threads = [threading.Thread(target=client) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def spread(seconds: list[float]) -> dict[str, float]:
    """Median, 99th percentile and maximum in milliseconds."""
    ordered = sorted(seconds)
    return {
        "p50_ms": round(statistics.median(ordered) * 1000, 2),
        "p99_ms": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] * 1000, 2),
        "worst_ms": round(ordered[-1] * 1000, 2),
    }


def measure_no_op(url: str, count: int) -> dict[str, Any]:
    """The overhead of RQ per job in our workers and in RQ's forking worker, measured in turns."""
    connection = redis.Redis.from_url(url, socket_timeout=60)
    analysis, forked = (Queue(name, connection=connection, serializer="json") for name in (rq_queue_name("analysis"), "forking"))
    ours, forking = [], []
    with process([sys.executable, "-c", FORKING, url], url):
        for queue in (analysis, forked):
            no_op(queue)
        for _ in range(count):
            ours.append(no_op(analysis))
            forking.append(no_op(forked))
    return {"ours": spread(ours), "forking": spread(forking)}


def measure_easy(jobs: JobStore, count: int) -> dict[str, Any]:
    """Latency of single jobs, and jobs per second with four clients."""
    tasks = {game: [task(game, "easy", number) for number in range(count)] for game in GAMES}
    found: dict[str, Any] = {}
    for game, asked in tasks.items():
        alone = [answered(jobs, one)[0] for one in asked]
        began = time.monotonic()
        many(count, 4, lambda number, asked=asked: answered(jobs, asked[number]))  # type: ignore[misc]
        found[game] = {**spread(alone), "jobs_per_second": round(count / (time.monotonic() - began), 1)}
    return found


def measure_hard(jobs: JobStore, count: int, clients: int) -> dict[str, Any]:
    """The share of `hard` answers inside their deadline while this many clients keep the workers busy."""
    tasks = [task(list(GAMES)[number % len(GAMES)], "hard", number) for number in range(count)]
    results = many(count, clients, lambda number: answered(jobs, tasks[number]))
    deadline = LEVELS["hard"].deadline_ms / 1000
    rungs = [answer["rung"] for _, answer in results]
    return {
        "clients": clients,
        "answers": count,
        "inside": sum(elapsed <= deadline for elapsed, _ in results) / count,
        "rungs": {rung: rungs.count(rung) for rung in sorted(set(rungs))},
        **spread([elapsed for elapsed, _ in results]),
    }


def main() -> None:
    """Prints all results as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--easy", type=int, default=100, help="easy jobs for each game (default: 100)")
    parser.add_argument("--hard", type=int, default=60, help="hard jobs, each a second of one of two workers (default: 60)")
    chosen = parser.parse_args()
    with ExitStack() as parts:
        server = parts.enter_context(EmbeddedRedis(Path(parts.enter_context(tempfile.TemporaryDirectory())) / "redis"))
        parts.enter_context(process([sys.executable, "-m", "service.cli", "worker", "--processes", str(WORKERS)], server.url))
        jobs = JobStore(server.url, 10_000, 3600, 64)
        while jobs.load().workers < WORKERS:
            time.sleep(0.1)
        print(json.dumps({"no_op": measure_no_op(server.url, chosen.easy)}, indent=2), flush=True)
        print(json.dumps({"easy": measure_easy(jobs, chosen.easy)}, indent=2), flush=True)
        for clients in (WORKERS, 3 * WORKERS):
            print(json.dumps({"hard": measure_hard(jobs, chosen.hard, clients)}, indent=2), flush=True)


if __name__ == "__main__":
    main()
