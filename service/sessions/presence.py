"""Presence: when each seat last made a call, and which seats have a live feed. It is outside the log, the versions and the ETags.

`arbiter:{id}:presence` is a hash. Field `seen<seat>` is the time of the last call or feed; field `live<seat>` is the time until which the
seat counts as connected; both in milliseconds of Redis's time.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress

import msgspec

from service.sessions.keys import presence_key
from service.sessions.model import Session
from service.storage.errors import RedisUnavailable
from service.storage.redis_client import RedisServer

ABSENT_MS = 120_000
"""A seat that made no call and had no feed for this long is absent."""

SEEN_SECONDS = 20.0
"""How often a process writes that a seat made calls; far less than ABSENT_MS."""

LIVE_MS = 25_000
"""How long a seat counts as connected after its feed was last reported."""

KEEP_SECONDS = 24 * 3600
"""How long presence is kept; a seat about which nothing is known was not here for long."""

MAX_REMEMBERED = 10_000
"""Seats whose last report a process remembers."""


class Seen(msgspec.Struct, frozen=True):
    """When a seat was last seen, and until when it counts as connected; 0 if never."""

    at: int = 0
    live_until: int = 0


class Presence:
    """The presence of all sessions in one Redis; `now_ms` is the time of Redis."""

    def __init__(self, server: RedisServer, now_ms: Callable[[], int]) -> None:
        self._server, self._now_ms = server, now_ms
        self._reported: OrderedDict[tuple[str, int], float] = OrderedDict()
        self._lock = threading.Lock()

    def saw(self, session_id: str, seat: int | None) -> None:
        """Notes a call of a seat; written at most every SEEN_SECONDS, and never at the expense of the call."""
        self.saw_all([(session_id, seat)])

    def saw_all(self, callers: Iterable[tuple[str, int | None]]) -> None:
        """The same for seats of many sessions, in one trip to each node."""
        due = [(session_id, seat) for session_id, seat in callers if seat is not None and self._is_due((session_id, seat))]
        if due:
            with suppress(RedisUnavailable):
                now = self._now_ms()
                self._write_all([(session_id, {f"seen{seat}": now}) for session_id, seat in due])

    def _is_due(self, who: tuple[str, int]) -> bool:
        with self._lock:
            now = time.monotonic()
            if now - self._reported.get(who, float("-inf")) < SEEN_SECONDS:
                return False
            self._reported[who] = now
            self._reported.move_to_end(who)
            if len(self._reported) > MAX_REMEMBERED:
                self._reported.popitem(last=False)
            return True

    def connected(self, session_id: str, seats: Iterable[int]) -> None:
        """Notes that these seats have a live feed now; repeat it well within LIVE_MS."""
        now = self._now_ms()
        fields = {f"{name}{seat}": value for seat in seats for name, value in (("seen", now), ("live", now + LIVE_MS))}
        if fields:
            self._write(session_id, fields)

    def disconnected(self, session_id: str, seat: int) -> None:
        """Notes that the last feed of a seat ended."""
        now = self._now_ms()
        self._write(session_id, {f"seen{seat}": now, f"live{seat}": now})

    def _write(self, session_id: str, fields: dict[str, int]) -> None:
        self._write_all([(session_id, fields)])

    def _write_all(self, written: Iterable[tuple[str, dict[str, int]]]) -> None:
        with self._server.guard():
            pipe = self._server.client.pipeline(transaction=False)
            for session_id, fields in written:
                pipe.hset(presence_key(session_id), mapping=fields)
                pipe.expire(presence_key(session_id), KEEP_SECONDS)
            pipe.execute()

    def read(self, session: Session) -> list[Seen]:
        """When each seat of the session was last seen."""
        names = [f"{name}{seat}" for seat in range(len(session.seats)) for name in ("seen", "live")]
        found = [int(value or 0) for value in self._server.command("HMGET", presence_key(session.id), *names)]
        return [Seen(at, live_until) for at, live_until in zip(found[::2], found[1::2], strict=True)]

    def is_absent(self, session: Session, seat: int) -> bool:
        """Whether the seat has no feed and made no call for ABSENT_MS; a new session has been there for that long too."""
        seen, now = self.read(session)[seat], self._now_ms()
        return max(seen.at, seen.live_until, session.facts.created_at) + ABSENT_MS <= now
