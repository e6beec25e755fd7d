"""When a search must stop: in time for its deadline, earlier if other jobs wait or memory runs short, at once if it was cancelled."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.ai import LEVELS, Choice, Glance, share_of_turn
from service.jobs import watchdog
from service.jobs.model import Claim
from service.jobs.store import JobStore
from service.referee.moves import AnyGame
from service.sessions.model import Due
from service.storage.errors import RedisUnavailable

RENEW_SECONDS = 0.1
"""How often the lease is renewed; a cancelled search stops as soon."""

MARGIN = 0.1
"""The part of the time before a deadline that is kept for handing in the move."""

MIN_MARGIN, MAX_MARGIN = 0.04, 0.25
"""Bounds of that margin in seconds."""

MIN_SHARE, HAND_IN_SECONDS = 0.25, 0.01
"""The part of a very short time that is used for searching, after these seconds for handing in the move."""

MAX_MEMORY = 0.9
"""The part of its memory limit at which a search stops."""

PART_OF_TURN = 0.9
"""The part of the time for a turn that is planned; the rest is for a machine that is busy."""

LEAST_SECONDS = 0.03
"""The least time for a decision, even if the time for the turn is used up."""

BEST_MOVES = 5
"""The number of moves that the best result so far tells about."""

ROUND_TRIPS = 3
"""Round trips to Redis from the end of a search to the client."""


class Pace:
    """Decides when a search stops.

    Besides the margin it keeps twice the longest pause between two checks and a few of the slowest round trips in reserve, so that the
    move is in time on a machine that is busy now. `part` says where the search begins in the job's time, and which part of that it may
    take.
    """

    def __init__(
        self,
        jobs: JobStore,
        claim: Claim,
        seconds: float,
        is_shared: bool = True,
        show: Callable[[Choice[Any]], bytes] | None = None,
        part: tuple[float, float] = (0.0, 1.0),
    ) -> None:
        self.jobs, self.claim, self.is_shared, self._show, self._part = jobs, claim, is_shared, show, part
        self._glance: Glance | None = None
        self.started = self._checked = time.monotonic()
        self.deadline = seconds
        margin = min(MAX_MARGIN, max(MIN_MARGIN, MARGIN * seconds))
        self.seconds = max(0.0, MIN_SHARE * (seconds - HAND_IN_SECONDS), seconds - margin)
        self.is_wanted, self.progress = True, part[0]
        self._next_renewal = self.started + RENEW_SECONDS
        self._longest_pause = self._slowest_trip = 0.0
        self._until = self._share()

    def should_stop(self) -> bool:
        """Whether the search must stop; the search asks every few iterations."""
        now = time.monotonic()
        self._longest_pause = max(self._longest_pause, now - self._checked)
        if now >= self._next_renewal:
            self._renew(now)
            now = time.monotonic()
        self._checked = now
        return not self.is_wanted or now + 2 * self._longest_pause + ROUND_TRIPS * self._slowest_trip >= self._until

    def report(self, done: int, limit: int | None) -> None:
        """Takes the search's progress: iterations done, and their limit if there is one."""
        spent = (time.monotonic() - self.started) / max(self._until - self.started, 0.001)
        begun, part = self._part
        self.progress = min(1.0, max(self.progress, begun + part * min(1.0, max(spent, done / limit if limit else 0.0))))

    def watch(self, glance: Glance | None) -> None:
        """Takes a function that looks at the search; what it finds is told with each renewal of the lease, if `show` is given.

        None at the end of the search: the function and this object refer to each other, which would keep the tree alive.
        """
        self._glance = glance

    def _best(self) -> bytes:
        """The best result so far; empty if there is none, or nobody will read it."""
        choice = self._glance(BEST_MOVES) if self._glance and self._show else None
        return self._show(choice) if self._show and choice else b""

    def _renew(self, now: float) -> None:
        watchdog.current().touch()
        best = self._best()
        now = time.monotonic()
        try:
            self.is_wanted = self.jobs.renew(self.claim, self.progress, best)
            self._slowest_trip = max(self._slowest_trip, time.monotonic() - now)
        except RedisUnavailable:
            pass  # The search goes on; if Redis stays unavailable the lease expires and the job runs again.
        self._next_renewal = time.monotonic() + RENEW_SECONDS
        self._until = now if is_short_of_memory() else self._share()

    def _share(self) -> float:
        """When to stop so that the client's other jobs, and other clients, get their share of the time of all workers."""
        others = self.claim.rivals / max(1, self.claim.workers) if self.is_shared else 0
        return self.started + self.seconds / (1 + others)


def seconds_for_decision(game: AnyGame, due: Due) -> float:
    """The time for the next decision of an AI's turn: a share of what is left of the level's time for a turn."""
    left = (PART_OF_TURN * LEVELS[due.level].turn_ms - due.spent_ms) / 1000
    return max(LEAST_SECONDS, left * share_of_turn(game))


def is_short_of_memory() -> bool:
    """Whether this process is close to its memory limit."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY or sys.platform != "linux":
        return False
    used = int(Path("/proc/self/statm").read_text().partition(" ")[0]) * resource.getpagesize()
    return used > MAX_MEMORY * limit
