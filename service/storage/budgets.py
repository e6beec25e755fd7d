"""Rate-limit budgets in Redis, shared by all processes. While Redis is unavailable each process keeps budgets of its own.

A budget is a GCRA: Redis stores its theoretical arrival time. Of a large budget a process takes a small advance, so that not every call
needs a round trip.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from service.storage.errors import RedisUnavailable
from service.storage.redis_client import RedisServer
from service.storage.scripts import Script

WINDOW_MS = 60_000
"""Milliseconds in which an empty budget becomes full."""

TIMEOUT = 0.3
"""Seconds Redis may take: a rate limit must not delay a call for long."""

LOCAL_SECONDS = 5.0
"""How long a process uses its own budgets after Redis did not answer."""

MAX_LOCAL = 50_000
"""Budgets and advances a process keeps in memory."""

SHARES = 600
"""An advance is this fraction of a budget: a tenth of a second's worth."""

ADVANCE_SECONDS = 1.0
"""How long an advance may be used; the rest of it is then lost to the caller."""

GCRA = Path(__file__).with_name("gcra.lua")
"""Precedes every script that spends from budgets."""

BUDGETS = Script(GCRA, Path(__file__).with_name("budgets.lua"))


class Spending(msgspec.Struct, frozen=True):
    """The budget after an attempt to spend: whether there was enough, and when the budget is full again."""

    limit: int
    is_enough: bool
    full_in_ms: int

    @property
    def remaining(self) -> int:
        """What is left now."""
        return max(0, math.floor((WINDOW_MS - self.full_in_ms) * self.limit / WINDOW_MS)) if self.is_enough else 0

    @property
    def reset(self) -> int:
        """Seconds until the budget is full."""
        return math.ceil(min(self.full_in_ms, WINDOW_MS) / 1000)

    @property
    def retry_after(self) -> int:
        """Seconds until there is enough again."""
        return max(1, math.ceil((self.full_in_ms - WINDOW_MS) / 1000))


class Advance(msgspec.Struct):
    """The unused part of what a process took out of a budget; `until` is in seconds of the process's clock."""

    left: int
    until: float
    full_in_ms: int

    def use(self, limit: int, cost: int) -> Spending:
        """Takes the cost out of the advance."""
        self.left -= cost
        return Spending(limit, True, max(0, self.full_in_ms - self.left * WINDOW_MS // limit))


class Budgets:
    """All budgets and places; without a URL they are this process's own."""

    def __init__(self, url: str | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._redis = RedisServer(url, "limits", TIMEOUT) if url else None
        self._clock, self._local_until = clock, 0.0
        self._local: dict[str, float] = {}
        self._advances: dict[str, Advance] = {}
        self._lock = threading.Lock()

    def spend(self, name: str, limit: int, cost: int = 1) -> Spending:
        """Spends from a budget of `limit` per minute if there is enough; a cost above the limit counts as the limit."""
        cost = min(cost, limit)
        with self._lock:
            advance = self._advances.get(name)
            if advance is not None and advance.left >= cost and self._clock() < advance.until:
                return advance.use(limit, cost)
        share = max(cost, limit // SHARES)
        reply = self._run(budget_key(name), "spend", limit, WINDOW_MS, share)
        if reply and not reply[0] and share > cost:
            reply, share = self._run(budget_key(name), "spend", limit, WINDOW_MS, cost), cost
        if reply is None:
            return self._spend_locally(name, limit, cost)
        return self._keep_advance(name, limit, cost, share, reply[1]) if reply[0] else Spending(limit, False, reply[1])

    def _keep_advance(self, name: str, limit: int, cost: int, share: int, full_in_ms: int) -> Spending:
        """Spends from a new advance and keeps the rest of it, with that of an advance which another thread took at the same time."""
        with self._lock:
            now, other = self._clock(), self._advances.get(name)
            kept = other.left if other is not None and now < other.until else 0
            advance = Advance(kept + share, now + ADVANCE_SECONDS, full_in_ms)
            spending = advance.use(limit, cost)
            if advance.left:
                self._advances[name] = advance
                if len(self._advances) > MAX_LOCAL:
                    self._advances.clear()
        return spending

    def refund(self, name: str, limit: int, cost: int = 1) -> Spending:
        """Gives back what was spent for nothing."""
        cost = min(cost, limit)
        reply = self._run(budget_key(name), "refund", limit, WINDOW_MS, cost)
        return self._spend_locally(name, limit, -cost) if reply is None else Spending(limit, True, reply[1])

    def hold(self, name: str, places: int, seconds: int, holder: str, longest: int | None = None) -> bool:
        """Takes a place for some seconds if one is free; always True while Redis is unavailable.

        `longest` is for how many seconds any place of this name is taken at most, if not for so many as this one.
        """
        reply = self._run(_places_key(name), "hold", places, seconds * 1000, holder, (longest or seconds) * 1000)
        return reply is None or bool(reply)

    def hand_over(self, name: str, old: str, new: str, seconds: int) -> None:
        """Hands a place to another holder, who keeps it for some seconds from now."""
        self._run(_places_key(name), "hand_over", old, new, seconds * 1000)

    def release(self, name: str, holder: str) -> None:
        """Gives a place back before its time."""
        if self._redis is not None and self._clock() >= self._local_until:
            try:
                self._redis.command("ZREM", _places_key(name), holder)
            except RedisUnavailable:
                return

    def _run(self, key: str, *arguments: object) -> list[int] | None:
        """The script's reply, or None while this process uses its own budgets."""
        if self._redis is None or self._clock() < self._local_until:
            return None
        try:
            reply: list[int] = self._redis.run(BUDGETS, [key], *arguments)
            return reply
        except RedisUnavailable:
            self._local_until = self._clock() + LOCAL_SECONDS
            return None

    def _spend_locally(self, name: str, limit: int, cost: int) -> Spending:
        now = self._clock() * 1000
        with self._lock:
            after = max(0.0, max(0.0, self._local.get(name, 0.0) - now) + cost * WINDOW_MS / limit)
            if after <= WINDOW_MS:
                self._local[name] = now + after
            if len(self._local) > MAX_LOCAL:
                self._local = {name: moment for name, moment in self._local.items() if moment > now}
        return Spending(limit, after <= WINDOW_MS, math.ceil(after))

    def close(self) -> None:
        """Closes the connections to Redis."""
        if self._redis is not None:
            self._redis.close()


def budget_key(name: str) -> str:
    """The key of a budget in Redis."""
    return f"arbiter:budget:{name}"


def _places_key(name: str) -> str:
    return f"arbiter:places:{name}"
