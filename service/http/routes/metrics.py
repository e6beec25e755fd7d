"""The figures of the service, for Prometheus."""

from __future__ import annotations

from flask import Blueprint, Response, current_app

from service.jobs.queue_metrics import asked
from service.observability import metrics

routes = Blueprint("figures", __name__)


@routes.get("/metrics")
def get_metrics() -> Response:
    """Everything that is counted, over all processes of this machine."""
    body = metrics.exposition(asked(current_app.extensions["arbiter.jobs"]))
    response = Response(body, content_type="text/plain; version=0.0.4; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response
