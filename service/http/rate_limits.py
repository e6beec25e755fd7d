"""Who calls, by key or by address, and how much of what they may do: calls, changes of sessions, feeds, and thinking time of AI players."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Literal

from flask import Flask, Response

from service.http import context as current
from service.http.api_keys import ApiKey, holder, read_keys, require_scope
from service.http.problems import Problem
from service.settings import Settings
from service.storage.budgets import Budgets, Spent

Budget = Literal["calls", "sessions", "streams", "ai_ms"]

OPENINGS = ("sessions.post_session", "sessions.post_fork")
"""Calls that open a session."""

STREAM_SLACK = 60
"""Seconds after which the place of a feed is free whose process died."""


class Limits:
    """The limits of the service."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.keys = read_keys(settings.api_keys)
        self.has_admin = any("admin" in key.scopes for key in self.keys.values())
        self.budgets = Budgets(settings.queue_url or settings.redis_url or settings.sessions_url)
        self.rates: dict[Budget, int] = {
            "calls": settings.calls_per_minute,
            "sessions": settings.session_calls_per_minute,
            "streams": settings.streams_per_minute,
            "ai_ms": settings.ai_ms_per_minute,
        }

    def admit(self) -> None:
        """Before every request: its key, its scope, its budget."""
        asked, notes = current.request(), current.notes()
        path = asked.path
        if asked.method == "OPTIONS" or not (path.startswith("/v1") or path == "/metrics"):
            return
        notes.key = key = holder(self.keys, asked.headers.get("X-Api-Key"), self._is_needed(path)) if self.keys else None
        require_scope(key, "admin" if path == "/metrics" else "ai" if _is_ai(path) else "play")
        notes.owner = f"key:{key.name}" if key else f"address:{_network(asked.remote_addr or '')}"
        if path != "/metrics":
            notes.spent = self.spend(_budget(path))

    def _is_needed(self, path: str) -> bool:
        return self.has_admin if path == "/metrics" else self.settings.api_key_required

    def spend(self, budget: Budget, cost: int = 1) -> Spent | None:
        """Takes the cost out of the caller's budget, or refuses; a rate of 0 is no limit."""
        limit = self.rates[budget]
        if not limit:
            return None
        notes = current.notes()
        spent = self.budgets.spend(f"{budget}:{notes.owner}", limit, cost)
        if not spent.is_enough:
            notes.spent = spent
            raise Problem("rate_limited", _sentence(budget, limit), headers={"Retry-After": str(spent.retry_after)})
        return spent

    def require_place(self) -> None:
        """Before a session is opened: one of the caller's places must be free."""
        if not self.hold("sessions", self.settings.sessions_per_address, 1):
            raise Problem("too_many_sessions", "So many sessions are open for you that no more can be opened; end some.")

    def hold(self, kind: str, most: int, seconds: int, who: str = "") -> bool:
        """Takes one of the caller's places of a kind, or only looks whether there is one; 0 is no limit."""
        return not most or self.budgets.hold(f"{kind}:{current.notes().owner}", most, seconds, who)

    def hold_stream(self) -> Callable[[], None]:
        """Takes a place for a feed; what it gives gives the place back."""
        name, who = f"streams:{current.notes().owner}", secrets.token_hex(8)
        if not self.hold("streams", self.settings.streams_per_address, self.settings.stream_seconds + STREAM_SLACK, who):
            raise Problem("too_many_streams", "You follow as many sessions as you may; close a feed first.")
        return lambda: self.budgets.release(name, who)

    def tell(self, response: Response) -> Response:
        """After every request: how the budget stands; and a new session takes its place, an ended one gives it back."""
        spent: Spent | None = current.notes().get("spent")
        if spent is not None:
            told = {"RateLimit-Limit": str(spent.limit), "RateLimit-Remaining": str(spent.remaining), "RateLimit-Reset": str(spent.reset)}
            response.headers.extend(told)
        asked = current.request()
        endpoint = asked.endpoint
        if endpoint in OPENINGS and response.status_code == 201 and "Idempotency-Replayed" not in response.headers:
            opened = response.headers["Location"].rpartition("/")[2]
            self.hold("sessions", self.settings.sessions_per_address, self.settings.session_days * 24 * 3600, opened)
        elif endpoint == "sessions.delete_session" and response.status_code == 204:
            self.budgets.release(f"sessions:{current.notes().owner}", (asked.view_args or {})["session_id"])
        return response


def install(app: Flask, settings: Settings) -> None:
    """Registers the limits for all requests of the application."""
    limits = Limits(settings)
    app.extensions["arbiter.limits"] = limits
    app.before_request(limits.admit)
    app.after_request(limits.tell)


def limits() -> Limits:
    """The limits of this service."""
    found: Limits = current.app().extensions["arbiter.limits"]
    return found


def require_ai() -> None:
    """Refuses a key that is not good for computer players."""
    key: ApiKey | None = current.notes().get("key")
    require_scope(key, "ai")


def _sentence(budget: Budget, limit: int) -> str:
    what = {"calls": "calls", "sessions": "calls of sessions", "streams": "new feeds", "ai_ms": "milliseconds of thinking"}
    return f"You may have {limit} {what[budget]} a minute; try again in a moment."


def _is_ai(path: str) -> bool:
    return path.startswith("/v1/jobs/") or path.endswith("/ai-moves")


def _budget(path: str) -> Budget:
    if not path.startswith("/v1/sessions"):
        return "calls"
    return "streams" if path.endswith("/events") else "sessions"


@lru_cache(maxsize=4096)
def _network(address: str) -> str:
    """An IPv4 address, or the /64 of an IPv6 one: whoever has one address there has all."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(IPv6Address(int(found) >> 64 << 64)) if found.version == 6 else address
