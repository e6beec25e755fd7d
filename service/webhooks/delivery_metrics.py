"""Metrics of the deliveries that wait, read from Redis when Prometheus asks."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from service.storage.errors import RedisUnavailable
from service.webhooks.model import Load
from service.webhooks.store import WebhookStore


class DeliveryCollector(Collector):
    """The load of the deliveries; nothing without webhooks, or while their Redis is unavailable."""

    def __init__(self, store: WebhookStore | None) -> None:
        self._store = store

    def collect(self) -> Iterable[Metric]:
        if self._store is None:
            return []
        try:
            return load_metrics(self._store.load())
        except RedisUnavailable:
            return []


def load_metrics(load: Load) -> list[Metric]:
    """The metrics of a load."""
    return [
        GaugeMetricFamily("arbiter_webhook_waiting", "Sessions, jobs and tests that wait for a delivery", load.waiting),
        GaugeMetricFamily("arbiter_webhook_age_seconds", "How long the oldest of them has waited", load.oldest_ms / 1000),
        GaugeMetricFamily("arbiter_webhook_overdue_seconds", "How long a delivery has waited for a worker", load.overdue_ms / 1000),
        GaugeMetricFamily("arbiter_webhooks", "Webhooks that are registered", load.webhooks),
        GaugeMetricFamily("arbiter_webhooks_off", "Webhooks that were switched off because of failures", load.off),
        GaugeMetricFamily("arbiter_webhook_workers", "Workers that deliver and are alive", load.workers),
    ]
