"""Rate limits per API key or address: calls, session calls, live feeds, AI thinking time, and open sessions and feeds."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any, Literal

from flask import Flask, Response

from service.http.api_keys import ApiKey, find_key, parse_keys, require_scope
from service.http.context import context, current_request, parts
from service.http.problems import Problem
from service.http.queries import TICKET
from service.sessions.create import UNLIMITED, Place
from service.settings import Settings
from service.storage.budgets import Spending

Budget = Literal["calls", "sessions", "resignations", "streams", "ai_ms"]

UNITS: dict[Budget, str] = {
    "calls": "calls",
    "sessions": "session calls",
    "resignations": "resignations",
    "streams": "new feeds",
    "ai_ms": "milliseconds of AI thinking",
}

RESIGNATIONS_PER_MINUTE = 600
"""Resignations have a budget of their own: others must not wait for somebody who wants to leave and has spent all calls."""

MOVES_PER_CALL = 25
"""Moves of a record that cost as much as a call: about a millisecond of CPU time."""

RESERVATION_SECONDS = 60
"""How long the place of a session that is being created is taken if its process dies."""

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
    about.client = f"key:{key.name}" if key else f"address:{network_of(request.remote_addr or '')}"
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


def spend_for_record(record: Mapping[str, Any]) -> None:
    """Spends more calls for a long record, because all its moves may be replayed before one of them is wrong.

    Half of a budget is the most: a call that needs all of it would never be accepted.
    """
    budget = _budget(current_request().path)
    cost = min(len(record["moves"]) // MOVES_PER_CALL, _limit(parts().settings, budget) // 2)
    if cost:
        context().spending = spend(budget, cost)


def spend_ai_time(milliseconds: int) -> Callable[[], None]:
    """Spends AI thinking time; returns a function that gives it back. Raises Problem if there is not enough."""
    spend("ai_ms", milliseconds)
    limit, name = parts().settings.ai_ms_per_minute, f"ai_ms:{context().client}"

    def give_back() -> None:
        if limit:
            parts().budgets.refund(name, limit, milliseconds)

    return give_back


def require_ai_scope() -> None:
    """Raises ScopeMissing if the API key does not allow AI players."""
    require_scope(context().api_key, "ai")


def reserve_session_place() -> Place:
    """Takes one of the client's places for open sessions, for the creation of a session; raises Problem if there is none.

    A kept place is that of the session until it is ended, or for the lifetime of an idle session.
    """
    settings, budgets = parts().settings, parts().budgets
    lifetime, places = settings.session_days * 24 * 3600, settings.sessions_per_address
    name, holder = _places("sessions", context().client), secrets.token_hex(8)
    if not places:
        return UNLIMITED
    if not budgets.hold(name, places, RESERVATION_SECONDS, holder, lifetime):
        raise Problem("too_many_sessions", "You have as many open sessions as you may; end one first.")
    return Place(
        keep=lambda session_id: budgets.hand_over(name, holder, session_id, lifetime),
        release=lambda: budgets.release(name, holder),
    )


def release_session_place(session_id: str, client: str | None) -> None:
    """Gives the place of a session back to the client that opened it; if that is not known, to the present one."""
    parts().budgets.release(_places("sessions", client or context().client), session_id)


def hold_stream_place() -> Callable[[], None]:
    """Takes one of the client's places for live feeds; returns a function that gives it back. Raises Problem if there is none."""
    settings, budgets = parts().settings, parts().budgets
    name, holder, places = _places("streams", context().client), secrets.token_hex(8), settings.streams_per_address
    if places and not budgets.hold(name, places, settings.stream_seconds + STREAM_SLACK_SECONDS, holder):
        raise Problem("too_many_streams", "You have as many live feeds as you may; close one first.")
    return lambda: budgets.release(name, holder)


def _places(kind: str, client: str) -> str:
    """The name of the client's places."""
    return f"{kind}:{client}"


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
    if path.endswith("/resignations"):
        return "resignations"
    return "streams" if path.endswith("/events") else "sessions"


def _limit(settings: Settings, budget: Budget) -> int:
    match budget:
        case "calls":
            return settings.calls_per_minute
        case "sessions":
            return settings.session_calls_per_minute
        case "resignations":
            return min(settings.session_calls_per_minute, RESIGNATIONS_PER_MINUTE)
        case "streams":
            return settings.streams_per_minute
        case "ai_ms":
            return settings.ai_ms_per_minute


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """An IPv4 address, also of one mapped to IPv6, or the /64 network of an IPv6 address, which usually belongs to one client."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
