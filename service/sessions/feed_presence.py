"""Reports to presence which seats have a live feed in this process."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress

from service.sessions.presence import Presence
from service.storage.errors import RedisUnavailable

REPORT_SECONDS = 10.0
"""How often the seats of a session are reported again; well within presence.LIVE_MS."""


class Reported:
    """The seats of a session that were reported last, and when."""

    def __init__(self, seats: frozenset[int], at: float) -> None:
        self.seats, self.at = seats, at


class FeedPresence:
    """What this process reported; used by one thread. A report that fails is not repeated: the next one follows, and old ones expire."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._reported: dict[str, Reported] = {}

    def report(self, live: Mapping[str, frozenset[int]]) -> None:
        """Reports new seats at once, known ones every REPORT_SECONDS, and those that left."""
        for session_id in [*self._reported]:
            self._report_gone(session_id, live.get(session_id, frozenset()))
        for session_id, seats in live.items():
            self._report_live(session_id, seats)

    def _report_gone(self, session_id: str, seats: frozenset[int]) -> None:
        known = self._reported[session_id]
        for seat in known.seats - seats:
            with suppress(RedisUnavailable):
                self._presence.disconnected(session_id, seat)
        known.seats &= seats
        if not known.seats:
            del self._reported[session_id]

    def _report_live(self, session_id: str, seats: frozenset[int]) -> None:
        known, now = self._reported.get(session_id), time.monotonic()
        if not seats or (known is not None and seats == known.seats and now - known.at < REPORT_SECONDS):
            return
        self._reported[session_id] = Reported(seats, now)
        with suppress(RedisUnavailable):
            self._presence.connected(session_id, seats)
