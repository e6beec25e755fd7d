"""Rate limits per API key or address: calls, session calls, live feeds, AI thinking time, and open sessions and feeds."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Literal

from flask import Flask, Response

from service.http.api_keys import ApiKey, find_key, parse_keys, require_scope
from service.http.context import context, current_request, parts
from service.http.problems import Problem
from service.http.queries import TICKET
from service.settings import Settings
from service.storage.budgets import Spending

Budget = Literal["calls", "sessions", "streams", "ai_ms"]

UNITS: dict[Budget, str] = {
    "calls": "calls",
    "sessions": "session calls",
    "streams": "new feeds",
    "ai_ms": "milliseconds of AI thinking",
}

STREAM_SLACK_SECONDS = 60
"""How long after its longest possible life the place of a feed becomes free if its process died."""


def install(app: Flask, settings: Settings) -> None:
    """Registers the hooks of this module; wrong API keys in the settings end the process."""
    parse_keys(settings.api_keys)
    app.before_request(admit)
    app.after_request(add_headers)


def admit() -> None:
    """Checks the API key and its scope, and spends one call from the client's budget."""
    request = current_request()
    path = request.path
    if request.method == "OPTIONS" or not (path.startswith("/v1") or path == "/metrics"):
        return
    settings, about = parts().settings, context()
    keys = parse_keys(settings.api_keys)
    about.api_key = key = find_key(keys, request.headers.get("X-Api-Key"), _is_key_required(settings, keys)) if keys else None
    require_scope(key, _scope(path))
    about.client = f"key:{key.name}" if key else f"address:{_network(request.remote_addr or '')}"
    if path != "/metrics":
        about.spending = spend(_budget(path))


def _is_key_required(settings: Settings, keys: Mapping[str, ApiKey]) -> bool:
    """Whether the call needs an API key. A feed with a ticket does not: creating the ticket needed one."""
    request = current_request()
    if request.path == "/metrics":
        return any("admin" in key.scopes for key in keys.values())
    return settings.api_key_required and not (request.path.endswith("/events") and TICKET.name in request.args)


def spend(budget: Budget, cost: int = 1) -> Spending | None:
    """Spends from the client's budget; None if it has no limit. Raises Problem if there is not enough."""
    limit = _limit(parts().settings, budget)
    if not limit:
        return None
    about = context()
    spending = parts().budgets.spend(f"{budget}:{about.client}", limit, cost)
    if not spending.is_enough:
        about.spending = spending
        sentence = f"The limit is {limit} {UNITS[budget]} per minute; try again in a moment."
        raise Problem("rate_limited", sentence, headers={"Retry-After": str(spending.retry_after)})
    return spending


def spend_ai_time(milliseconds: int) -> None:
    """Spends AI thinking time; raises Problem if there is not enough."""
    spend("ai_ms", milliseconds)


def require_ai_scope() -> None:
    """Raises ScopeMissing if the API key does not allow AI players."""
    require_scope(context().api_key, "ai")


def require_session_place() -> None:
    """Raises Problem if the client has as many open sessions as it may."""
    if not _hold("sessions", parts().settings.sessions_per_address, 1):
        raise Problem("too_many_sessions", "You have as many open sessions as you may; end one first.")


def hold_session_place(session_id: str) -> None:
    """Takes one of the client's places for open sessions, until the session expires."""
    settings = parts().settings
    _hold("sessions", settings.sessions_per_address, settings.session_days * 24 * 3600, session_id)


def release_session_place(session_id: str) -> None:
    """Gives the place of a session back."""
    parts().budgets.release(f"sessions:{context().client}", session_id)


def hold_stream_place() -> Callable[[], None]:
    """Takes one of the client's places for live feeds; returns a function that gives it back. Raises Problem if there is none."""
    settings, budgets = parts().settings, parts().budgets
    name, holder = f"streams:{context().client}", secrets.token_hex(8)
    if not _hold("streams", settings.streams_per_address, settings.stream_seconds + STREAM_SLACK_SECONDS, holder):
        raise Problem("too_many_streams", "You have as many live feeds as you may; close one first.")
    return lambda: budgets.release(name, holder)


def _hold(kind: str, places: int, seconds: int, holder: str = "") -> bool:
    """Takes (without a holder: looks for) one of the client's places; 0 places means no limit."""
    return not places or parts().budgets.hold(f"{kind}:{context().client}", places, seconds, holder)


def add_headers(response: Response) -> Response:
    """Adds the RateLimit headers."""
    spending = context().spending
    if spending is not None:
        response.headers.extend(
            {
                "RateLimit-Limit": str(spending.limit),
                "RateLimit-Remaining": str(spending.remaining),
                "RateLimit-Reset": str(spending.reset),
            }
        )
    return response


def _scope(path: str) -> str:
    if path == "/metrics":
        return "admin"
    return "ai" if path.startswith("/v1/jobs/") or path.endswith("/ai-moves") else "play"


def _budget(path: str) -> Budget:
    if not path.startswith(("/v1/sessions", "/v1/claims")):
        return "calls"
    return "streams" if path.endswith("/events") else "sessions"


def _limit(settings: Settings, budget: Budget) -> int:
    match budget:
        case "calls":
            return settings.calls_per_minute
        case "sessions":
            return settings.session_calls_per_minute
        case "streams":
            return settings.streams_per_minute
        case "ai_ms":
            return settings.ai_ms_per_minute


@lru_cache(maxsize=4096)
def _network(address: str) -> str:
    """An IPv4 address, or the /64 network of an IPv6 address, which usually belongs to one client."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(IPv6Address(int(found) >> 64 << 64)) if found.version == 6 else address
