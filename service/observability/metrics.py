"""Prometheus metrics of all processes of one machine.

With PROMETHEUS_MULTIPROC_DIR set before this module is imported, every process writes its values into files of its own in that folder, and
`build_registry` adds them up (prometheus_client's multiprocess mode). Label lookups are cached: `labels()` takes ten times as long.
"""

from __future__ import annotations

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, multiprocess
from prometheus_client.registry import Collector

from service.observability.metrics_folder import is_shared

FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
COUNTS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

OWN = CollectorRegistry()
"""The metrics of this process."""

REQUESTS = Histogram("arbiter_request_seconds", "Requests answered", ["method", "route", "status"], registry=OWN, buckets=FAST)
MOVES = Counter("arbiter_moves", "Moves made", ["game", "by"], registry=OWN)
TIME_OUTS = Counter("arbiter_time_outs", "Decisions that players did not make in time", ["game"], registry=OWN)
LEGAL_MOVES = Histogram("arbiter_legal_moves", "Legal moves of listed positions, except views", ["game"], registry=OWN, buckets=COUNTS)
ILLEGAL_MOVES = Counter("arbiter_illegal_moves", "Moves that the rules refused", ["code"], registry=OWN)
PROBLEMS = Counter("arbiter_problems", "Requests refused", ["code"], registry=OWN)
LISTENERS = Gauge("arbiter_feed_listeners", "Clients that follow a session", ["game"], registry=OWN, multiprocess_mode="livesum")
REDIS = Histogram("arbiter_redis_seconds", "Round trips to Redis", ["part"], registry=OWN, buckets=FAST)
REDIS_FAILURES = Counter("arbiter_redis_failures", "Round trips that found Redis unavailable", ["part"], registry=OWN)
AI_MOVES = Counter("arbiter_ai_moves", "Moves found by AI players", ["game", "task", "level", "rung"], registry=OWN)
AI_SECONDS = Histogram("arbiter_ai_seconds", "Thinking time of AI players", ["task", "level"], registry=OWN, buckets=SLOW)
AI_WAITS = Histogram("arbiter_ai_wait_seconds", "Time AI jobs waited for a worker", ["task"], registry=OWN, buckets=SLOW)
DELIVERIES = Counter("arbiter_webhook_deliveries", "Attempts to deliver to webhooks", ["type", "result"], registry=OWN)
DELIVERY_SECONDS = Histogram("arbiter_webhook_seconds", "Time that calls of webhooks took", ["result"], registry=OWN, buckets=SLOW)
AI_DEADLINES = Counter("arbiter_ai_deadlines", "AI jobs by whether they met their deadline", ["task", "verdict"], registry=OWN)

request_seconds = cache(lambda method, route, status: REQUESTS.labels(method, route, status))
moves = cache(lambda game, by: MOVES.labels(game, by))
time_outs = cache(lambda game: TIME_OUTS.labels(game))
legal_moves = cache(lambda game: LEGAL_MOVES.labels(game))
illegal_moves = cache(lambda code: ILLEGAL_MOVES.labels(code))
problems = cache(lambda code: PROBLEMS.labels(code))
listeners = cache(lambda game: LISTENERS.labels(game))
redis_seconds = cache(lambda part: REDIS.labels(part))
redis_failures = cache(lambda part: REDIS_FAILURES.labels(part))


def count_ai_move(game: str, task: str, level: str, rung: str, waited: float, seconds: float, in_time: bool) -> None:
    """Counts a move that an AI player found: `waited` seconds in the queue, `seconds` of thinking."""
    AI_MOVES.labels(game, task, level, rung).inc()
    AI_SECONDS.labels(task, level).observe(seconds)
    AI_WAITS.labels(task).observe(waited)
    AI_DEADLINES.labels(task, "kept" if in_time else "missed").inc()


def count_delivery(kind: str, result: str, seconds: float) -> None:
    """Counts an attempt to deliver to a webhook, and how long the call took."""
    DELIVERIES.labels(kind, result).inc()
    DELIVERY_SECONDS.labels(result).observe(seconds)


def forget_process(pid: int) -> None:
    """Drops the live gauges of a process that has ended."""
    if is_shared():
        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


def build_registry(*collectors: Collector) -> CollectorRegistry:
    """A registry of the metrics of all processes and of the given collectors."""
    registry = CollectorRegistry()
    if is_shared():
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(OWN)
    for collector in collectors:
        registry.register(collector)
    return registry
