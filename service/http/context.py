"""What belongs to the current request: its id, its client, and the parts of the service that answer it."""

from __future__ import annotations

import msgspec
from flask import Request, current_app, g, request

from service.http.api_keys import ApiKey
from service.http.problems import Problem
from service.jobs.store import JobStore
from service.sessions.changes import Sessions
from service.sessions.feed_hub import Hub
from service.storage.budgets import Spending
from service.wiring import Parts


class RequestContext(msgspec.Struct):
    """Facts about the current request; `started` is in seconds of `perf_counter`, `client` names whose budgets it spends."""

    request_id: str = ""
    started: float | None = None
    client: str = ""
    api_key: ApiKey | None = None
    spending: Spending | None = None


def context() -> RequestContext:
    """The facts about the current request."""
    found: RequestContext | None = g.get("context")
    if found is None:
        found = g.context = RequestContext()
    return found


def current_request() -> Request:
    """The request itself; every access through Flask's proxy takes ten times as long."""
    found: Request = request._get_current_object()  # type: ignore[attr-defined]
    return found


def parts() -> Parts:
    """The parts of the service."""
    found: Parts = current_app.extensions["arbiter"]
    return found


def sessions() -> Sessions:
    """The sessions; raises Problem on a server without a Redis."""
    found = parts().sessions
    if found is None:
        raise Problem("sessions_off", "This server has no Redis; set REDIS_URL or start it with `arbiter serve`.")
    return found


def hub() -> Hub:
    """The hub of live feeds; raises Problem on a server without a Redis."""
    sessions()
    found = parts().hub
    assert found is not None, "sessions come with a hub"
    return found


def jobs() -> JobStore:
    """The AI jobs; raises Problem on a server without a Redis."""
    found = parts().jobs
    if found is None:
        raise Problem("ai_off", "This server has no Redis; set REDIS_URL or start it with `arbiter serve`.")
    return found
