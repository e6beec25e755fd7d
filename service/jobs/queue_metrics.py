"""Metrics of the job queues, read from Redis when Prometheus asks."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from service.jobs.model import Load
from service.jobs.store import JobStore
from service.storage.errors import RedisUnavailable


class QueueCollector(Collector):
    """The load of the queues, and whether their Redis answers; nothing without a queue."""

    def __init__(self, jobs: JobStore | None) -> None:
        self._jobs = jobs

    def collect(self) -> Iterable[Metric]:
        if self._jobs is None:
            return []
        try:
            return load_metrics(self._jobs.load())
        except RedisUnavailable:
            return load_metrics(None)


def load_metrics(load: Load | None) -> list[Metric]:
    """The metrics of a load; None while Redis is unavailable."""
    up = GaugeMetricFamily("arbiter_queue_up", "Whether the Redis of AI jobs answers", int(load is not None))
    if load is None:
        return [up]
    return [
        up,
        GaugeMetricFamily("arbiter_queue_waiting", "AI jobs that wait for a worker", load.waiting),
        GaugeMetricFamily("arbiter_queue_held", "AI turns that wait because their client has spent its AI time", load.held),
        GaugeMetricFamily("arbiter_queue_running", "AI jobs that are running", load.running),
        GaugeMetricFamily("arbiter_queue_workers", "Workers that are alive", load.workers),
        GaugeMetricFamily("arbiter_queue_age_seconds", "How long the oldest waiting AI job has waited", load.oldest_ms / 1000),
    ]
