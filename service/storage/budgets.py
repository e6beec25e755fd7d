"""Budgets that fill up again by themselves, kept in Redis for all processes; without it, each process keeps its own and goes on.

A budget of N a minute is one number: the moment at which it will be whole again. Spending moves it on; who would move it further than a
minute ahead has to wait. Of a large budget a process takes a small advance, so that not every call needs a trip to Redis.
"""

from __future__ import annotations

import hashlib
import math
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from redis.exceptions import NoScriptError

from service.storage.connection import Guard, RedisAway, client, direct

WINDOW = 60_000
"""Milliseconds in which an empty budget becomes whole."""

PATIENCE = 0.3
"""Seconds the Redis may take: nobody waits long for a limit."""

ALONE = 5.0
"""Seconds for which every process counts for itself when the Redis did not answer."""

MOST_KEPT = 50_000
"""Budgets a process keeps by itself; beyond, those that are whole are forgotten."""

SHARES = 600
"""Into so many shares a budget is cut; an advance is one of them, a tenth of a second's worth."""

ADVANCE_SECONDS = 1.0
"""How long an advance may be used; what is left of it then is lost to the caller."""

SCRIPT = Path(__file__).with_name("budgets.lua").read_text(encoding="utf-8")
DIGEST = hashlib.sha1(SCRIPT.encode()).hexdigest()


class Spent(msgspec.Struct, frozen=True):
    """How a budget stands after somebody wanted to spend: whether it was enough, and when it is whole again."""

    limit: int
    is_enough: bool
    whole_in_ms: int

    @property
    def remaining(self) -> int:
        """What is left now."""
        return max(0, math.floor((WINDOW - self.whole_in_ms) * self.limit / WINDOW)) if self.is_enough else 0

    @property
    def reset(self) -> int:
        """Seconds until the budget is whole."""
        return math.ceil(min(self.whole_in_ms, WINDOW) / 1000)

    @property
    def retry_after(self) -> int:
        """Seconds until there is enough again."""
        return max(1, math.ceil((self.whole_in_ms - WINDOW) / 1000))


class Advance(msgspec.Struct):
    """What a process took out of a budget and has not used: how much, until when, and when the budget will be whole."""

    left: int
    until: float
    whole_in_ms: int

    def use(self, limit: int, cost: int) -> Spent:
        """Takes the cost out of the advance."""
        self.left -= cost
        return Spent(limit, True, max(0, self.whole_in_ms - self.left * WINDOW // limit))


class Budgets:
    """All budgets, wherever they are kept."""

    def __init__(self, url: str | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.redis = client(url, PATIENCE) if url else None
        self._ask = direct(self.redis) if url else None
        self._asking = Guard("limits").asking
        self._clock, self._resume_at = clock, 0.0
        self._own: dict[str, float] = {}
        self._advances: dict[str, Advance] = {}
        self._turn = threading.Lock()

    def spend(self, name: str, limit: int, cost: int = 1) -> Spent:
        """Takes the cost out of a budget of so much a minute, if there is enough; more than the whole budget counts as all of it."""
        cost = min(cost, limit)
        with self._turn:
            advance = self._advances.get(name)
            if advance is not None and advance.left >= cost and self._clock() < advance.until:
                return advance.use(limit, cost)
        share = max(cost, limit // SHARES)
        found = self._shared(f"arbiter:budget:{name}", "spend", limit, WINDOW, share)
        if found and not found[0] and share > cost:
            found, share = self._shared(f"arbiter:budget:{name}", "spend", limit, WINDOW, cost), cost
        if found is None:
            return self._spend_own(name, limit, cost)
        return self._take(name, limit, cost, share, found[1]) if found[0] else Spent(limit, False, found[1])

    def _take(self, name: str, limit: int, cost: int, share: int, whole_in_ms: int) -> Spent:
        """Keeps what is left of a share for the next calls."""
        advance = Advance(share, self._clock() + ADVANCE_SECONDS, whole_in_ms)
        spent = advance.use(limit, cost)
        if advance.left:
            with self._turn:
                self._advances[name] = advance
                if len(self._advances) > MOST_KEPT:
                    self._advances.clear()
        return spent

    def hold(self, name: str, most: int, seconds: int, who: str = "") -> bool:
        """Takes one of so many places for a while (or only looks whether there is one); without the Redis there always is."""
        found = self._shared(f"arbiter:places:{name}", "hold", most, seconds * 1000, who)
        return found is None or bool(found)

    def release(self, name: str, who: str) -> None:
        """Gives a place back before its time."""
        if self._ask is not None and self._clock() >= self._resume_at:
            try:
                with self._asking():
                    self._ask("ZREM", f"arbiter:places:{name}", who)
            except RedisAway:
                return

    def _shared(self, key: str, *arguments: object) -> list[int] | None:
        """What the script says; None where everybody counts for himself."""
        if self._ask is None or self._clock() < self._resume_at:
            return None
        try:
            with self._asking():
                try:
                    found: list[int] = self._ask("EVALSHA", DIGEST, 1, key, *arguments)
                except NoScriptError:
                    found = self._ask("EVAL", SCRIPT, 1, key, *arguments)
                return found
        except RedisAway:
            self._resume_at = self._clock() + ALONE
            return None

    def _spend_own(self, name: str, limit: int, cost: int) -> Spent:
        now = self._clock() * 1000
        with self._turn:
            after = max(0.0, self._own.get(name, 0.0) - now) + cost * WINDOW / limit
            if after <= WINDOW:
                self._own[name] = now + after
            if len(self._own) > MOST_KEPT:
                self._own = {name: moment for name, moment in self._own.items() if moment > now}
        return Spent(limit, after <= WINDOW, math.ceil(after))
