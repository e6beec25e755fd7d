"""Metrics for Prometheus."""

from __future__ import annotations

from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from service.http.context import parts
from service.jobs.queue_metrics import QueueCollector
from service.observability.metrics import build_registry
from service.storage.health import StorageCollector
from service.webhooks.delivery_metrics import DeliveryCollector

routes = Blueprint("metrics", __name__)


@routes.get("/metrics")
def get_metrics() -> Response:
    """The metrics of all processes of this machine."""
    webhooks = parts().webhooks
    deliveries = DeliveryCollector(webhooks.store if webhooks else None)
    body = generate_latest(build_registry(QueueCollector(parts().jobs), deliveries, StorageCollector(parts().storages())))
    response = Response(body, content_type=CONTENT_TYPE_LATEST)
    response.headers["Cache-Control"] = "no-store"
    return response
