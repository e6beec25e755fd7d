"""Figures for Prometheus, summed over all processes of a machine: each process writes into files of its own in a shared folder.

Every figure carries a label. That is why a process may say at any time before its first figure where the folder is: values are made when
a set of labels is first used. Sets of labels are looked up in caches of our own, which cost a tenth of the client's.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterable
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import perf_counter

from flask import Flask, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess, values
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from service.http import context as current

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where the environment names the shared folder."""

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
"""Methods that are told apart; callers can think up others without end."""

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
PATIENT = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
COUNTS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

OURS = CollectorRegistry()
REQUESTS = Histogram("arbiter_request_seconds", "Requests answered", ["method", "route", "status"], registry=OURS, buckets=QUICK)
MOVES = Counter("arbiter_moves", "Moves made", ["game", "by"], registry=OURS)
LEGAL_MOVES = Histogram("arbiter_legal_moves", "Legal moves of positions that were listed", ["game"], registry=OURS, buckets=COUNTS)
ILLEGAL_MOVES = Counter("arbiter_illegal_moves", "Moves that the rules refused", ["code"], registry=OURS)
PROBLEMS = Counter("arbiter_problems", "Requests turned down", ["code"], registry=OURS)
LISTENERS = Gauge("arbiter_feed_listeners", "Clients that follow a session", ["game"], registry=OURS, multiprocess_mode="livesum")
REDIS = Histogram("arbiter_redis_seconds", "Trips to Redis", ["part"], registry=OURS, buckets=QUICK)
REDIS_FAILURES = Counter("arbiter_redis_failures", "Trips to Redis that found it away", ["part"], registry=OURS)
AI_MOVES = Counter("arbiter_ai_moves", "Moves found by AI players", ["game", "task", "level", "rung"], registry=OURS)
AI_SECONDS = Histogram("arbiter_ai_seconds", "Thinking time of AI players", ["task", "level"], registry=OURS, buckets=PATIENT)
AI_WAITS = Histogram("arbiter_ai_wait_seconds", "Time AI work waited for a worker", ["task"], registry=OURS, buckets=PATIENT)
AI_DEADLINES = Counter("arbiter_ai_deadlines", "AI work that ended in time (kept) or not (missed)", ["task", "verdict"], registry=OURS)

request_seconds = cache(lambda method, route, status: REQUESTS.labels(method, route, status))
moves = cache(lambda game, by: MOVES.labels(game, by))
legal_moves = cache(lambda game: LEGAL_MOVES.labels(game))
illegal_moves = cache(lambda code: ILLEGAL_MOVES.labels(code))
problems = cache(lambda code: PROBLEMS.labels(code))
listeners = cache(lambda game: LISTENERS.labels(game))
redis_seconds = cache(lambda part: REDIS.labels(part))
redis_failures = cache(lambda part: REDIS_FAILURES.labels(part))

_post: str | None = None


def install(app: Flask) -> None:
    """Counts every answer by its route and status, with the time until it began."""
    app.after_request(_answered)


def _answered(response: Response) -> Response:
    asked, notes = current.request(), current.notes()
    rule = asked.url_rule
    seconds = perf_counter() - notes.started if "started" in notes else 0.0
    method = asked.method if asked.method in METHODS else "other"
    request_seconds(method, rule.rule if rule else "none", response.status_code).observe(seconds)
    return response


def thought(game: str, task: str, level: str, rung: str, waited: float, seconds: float, in_time: bool) -> None:
    """Counts a move that an AI has found."""
    AI_MOVES.labels(game, task, level, rung).inc()
    AI_SECONDS.labels(task, level).observe(seconds)
    AI_WAITS.labels(task).observe(waited)
    AI_DEADLINES.labels(task, "kept" if in_time else "missed").inc()


def share(folder: str | Path) -> None:
    """From now on the figures of this process, and of its children, are added to those of everybody who shares the folder."""
    os.environ[FOLDER] = str(folder)
    values.ValueClass = values.MultiProcessValue(_identity)  # type: ignore[no-untyped-call]


def take_post(name: str) -> None:
    """Whoever takes the post of a process that died goes on with its figures, instead of leaving files behind without end."""
    global _post
    _post = name


def _identity() -> str:
    return _post or str(os.getpid())


def fresh_folder(name: str) -> Path:
    """An empty folder, ours alone, for the processes of one start of the service; those of starts that were killed are cleared away."""
    place, ours = Path(tempfile.gettempdir()), f"arbiter-{os.getuid()}-"
    for left in place.glob(f"{ours}*-metrics"):
        if not _is_alive(left.name.split("-")[-2]):
            shutil.rmtree(left, ignore_errors=True)
    folder = place / f"{ours}{name}-{os.getpid()}-metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    return folder


def _is_alive(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
        return True
    except (ProcessLookupError, ValueError):
        return False


def bury(pid: int) -> None:
    """Forgets what a process that has ended was holding: its listeners are gone."""
    if os.environ.get(FOLDER):
        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


class _Asked(Collector):
    """Figures that are not counted but were looked up."""

    def __init__(self, found: Iterable[Metric]) -> None:
        self.found = list(found)

    def collect(self) -> Iterable[Metric]:
        return self.found


def exposition(asked: Iterable[Metric] = ()) -> bytes:
    """All figures as Prometheus reads them, with those that were asked for just now."""
    registry = OURS
    if os.environ.get(FOLDER):
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    momentary = CollectorRegistry()
    momentary.register(_Asked(asked))
    return generate_latest(registry) + generate_latest(momentary)


def serve(port: int, asked: Callable[[], Iterable[Metric]]) -> None:
    """Shows all figures at a port, whatever the path, for as long as this process lives."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = exposition(asked())
            self.send_response(200)
            self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: object) -> None:
            """Nobody reads who looked."""

    threading.Thread(target=ThreadingHTTPServer(("", port), Page).serve_forever, name="figures", daemon=True).start()


if os.environ.get(FOLDER):
    share(os.environ[FOLDER])
