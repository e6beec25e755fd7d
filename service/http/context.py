"""What belongs to the current request: its id, its client, and the parts of the service that answer it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from flask import Flask, Request, current_app, g, request

from service.http.api_keys import ApiKey
from service.http.problems import Problem
from service.http.queries import Parameter, Value
from service.jobs.store import JobStore
from service.sessions.changes import Sessions
from service.sessions.feed_hub import Hub
from service.storage.budgets import Spending
from service.webhooks.registration import Registry
from service.wiring import Parts


class RequestContext(msgspec.Struct):
    """Facts about the current request: `started` is in seconds of `perf_counter`, `client` names whose budgets it spends.

    `parameters` are those of the operation's query, `query` holds the values of those that were sent.
    """

    request_id: str = ""
    started: float | None = None
    client: str = ""
    api_key: ApiKey | None = None
    spending: Spending | None = None
    parameters: Sequence[Parameter] = ()
    query: Mapping[str, Value] = {}


current_request: Callable[[], Request] = request._get_current_object  # type: ignore[attr-defined]
"""The request itself; every access through Flask's proxy takes ten times as long."""

_current_globals: Callable[[], Any] = g._get_current_object
_current_app: Callable[[], Flask] = current_app._get_current_object  # type: ignore[attr-defined]


def context() -> RequestContext:
    """The facts about the current request."""
    try:
        found: RequestContext = _current_globals().context
    except AttributeError:  # The request failed before the first hook ran.
        found = _current_globals().context = RequestContext()
    return found


def parts() -> Parts:
    """The parts of the service."""
    found: Parts = _current_app().extensions["arbiter"]
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


def webhooks() -> Registry:
    """The webhooks; raises Problem on a server without a Redis."""
    found = parts().webhooks
    if found is None:
        raise Problem("webhooks_off", "This server has no Redis; set REDIS_URL or start it with `arbiter serve`.")
    return found
