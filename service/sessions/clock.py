"""The clock of a session: free time for each decision, then a bank of each seat. Redis keeps the time; see commit.lua."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

OnTimeout = Literal["ai_turn", "ai_seat"]

NOBODY = -1
"""The seat of a clock that does not run."""

MAX_SECONDS = 14 * 24 * 3600
"""The longest free time and the longest bank."""

Gap = tuple[int, int]
"""A time without any web process, from and to, in milliseconds since 1970."""

Step = Literal["move", "undo", "timeout", "keep"]
"""What a change does to the clock: a move must be in time and ends a decision, an undo resumes one, a time-out must not come early."""


class ClockSettings(msgspec.Struct, frozen=True):
    """What the creator of a session chose: times in seconds, and what an AI does for a seat that does not move in time."""

    move_seconds: int
    bank_seconds: int
    on_timeout: OnTimeout
    level: str


class Clock(msgspec.Struct, array_like=True):
    """The clock after a change. Times are Redis's, in milliseconds since 1970.

    `seat` has been deciding since `since` and must move until `deadline`. `bank` is what was left to each seat when the decision began,
    `used` is how much of its free time each seat used for its last decision. `gaps_until` is the end of the last gap that was added to
    `since` and `deadline`; `at` is the time of the change.
    """

    seat: int
    since: int
    deadline: int
    gaps_until: int
    bank: list[int]
    used: list[int]
    at: int

    @property
    def is_running(self) -> bool:
        """Whether a seat is deciding."""
        return self.seat != NOBODY


class ClockPlan(msgspec.Struct):
    """What a commit does to the clock: the clock before, the step, the seat that decides next, and its free time in milliseconds."""

    clock: Clock
    step: Step
    next_seat: int
    move_ms: int


decode_clock = msgspec.json.Decoder(Clock).decode


def new_clock(settings: ClockSettings, seats: int, at: int) -> Clock:
    """The clock of a new session; it does not run yet."""
    return Clock(NOBODY, at, at, at, [settings.bank_seconds * 1000] * seats, [0] * seats, at)


def extended(clock: Clock, gaps: Sequence[Gap]) -> Clock:
    """The clock with every gap since its decision began added to its deadline, once."""
    if not clock.is_running:
        return clock
    late = [gap for gap in gaps if gap[1] > clock.gaps_until and gap[1] > clock.since]
    if not late:
        return clock
    added = sum(end - max(start, clock.since) for start, end in late)
    return replace(clock, since=clock.since + added, deadline=clock.deadline + added, gaps_until=max(end for _, end in late))
