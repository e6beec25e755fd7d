"""Figures that are asked for when somebody looks: the queue of AI work, and whether Redis is there."""

from __future__ import annotations

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from service.jobs.store import Jobs, Load
from service.storage.connection import RedisAway


def asked(jobs: Jobs | None) -> list[Metric]:
    """The figures of the queue; without a Redis there are none, and of one that is away it is told that it is."""
    if jobs is None:
        return []
    try:
        return [_gauge("arbiter_queue_up", "Whether the Redis of AI work answers", 1), *_queue(jobs.load())]
    except RedisAway:
        return [_gauge("arbiter_queue_up", "Whether the Redis of AI work answers", 0)]


def _queue(load: Load) -> list[Metric]:
    return [
        _gauge("arbiter_queue_waiting", "AI jobs that wait for a worker", load.waiting),
        _gauge("arbiter_queue_running", "AI jobs that are being done", load.running),
        _gauge("arbiter_queue_workers", "Workers that are alive", load.workers),
        _gauge("arbiter_queue_age_seconds", "How long the first AI job in the queue has waited", load.oldest_ms / 1000),
    ]


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=value)
