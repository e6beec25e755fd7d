"""The heartbeat of the web processes: clocks do not run while nobody could have moved.

Every web process beats about once a second. When the heartbeat was silent for longer than GAP_MS, because the service was down or frozen,
the next beat stores the gap, and every clock that was running gets the time back (`clock.extended`). Workers only look.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from service.sessions.clock import MAX_SECONDS, Gap
from service.storage.errors import RedisUnavailable
from service.storage.redis_client import RedisServer
from service.storage.scripts import Script

KEYS = ["arbiter:{heartbeat}", "arbiter:{heartbeat}:gaps"]

GAP_MS = 5000
"""Milliseconds without a beat that are a gap."""

KEEP_MS = 2 * MAX_SECONDS * 1000 + 24 * 3600 * 1000
"""How long gaps are kept: longer than any decision can last."""

BEAT_SECONDS, FRESH_SECONDS = 1.0, 2.0
"""The pause between two beats, and how old the last one may be before a clock is read."""

SCRIPT = Script(Path(__file__).with_name("heartbeat.lua"))

log = logging.getLogger("arbiter")


class Heartbeat:
    """The heartbeat as one process knows it, and the time of Redis; `beats` is for web processes."""

    def __init__(self, server: RedisServer, beats: bool) -> None:
        self._server, self._beats = server, beats
        self._gaps: list[Gap] = []
        self._silence_ms = -1
        self._synced = float("-inf")
        self._offset_ms = 0.0

    def sync(self) -> None:
        """Beats, or looks at the heartbeat; reads the gaps and the time.

        They are as old as the request: a process may be frozen before it reads the reply.
        """
        asked = time.monotonic()
        now, self._silence_ms, gaps = self._server.run(SCRIPT, KEYS, int(self._beats), GAP_MS, KEEP_MS)
        self._gaps = [_parse(gap) for gap in gaps]
        self.set_now(now)
        self._synced = asked

    def gaps(self) -> list[Gap]:
        """All gaps, as of the last few seconds."""
        if time.monotonic() - self._synced > FRESH_SECONDS:
            self.sync()
        return self._gaps

    def is_beating(self) -> bool:
        """Whether a web process was alive at the last look; True if none has ever been."""
        return self._silence_ms <= GAP_MS

    def set_now(self, milliseconds: int) -> None:
        """Takes the time that Redis reported just now."""
        self._offset_ms = milliseconds - time.monotonic() * 1000

    def now_ms(self) -> int:
        """The time of Redis in milliseconds since 1970, from the last report and this machine's steady clock."""
        if not self._offset_ms:
            self.sync()
        return int(time.monotonic() * 1000 + self._offset_ms)

    def start(self, is_stopping: Callable[[], bool]) -> None:
        """Beats in a thread of its own until the process stops; call it after the fork."""
        threading.Thread(target=self._run, args=(is_stopping,), name="heartbeat", daemon=True).start()

    def _run(self, is_stopping: Callable[[], bool]) -> None:
        while not is_stopping():
            try:
                self.sync()
            except RedisUnavailable:
                log.debug("the heartbeat waits for Redis")
            time.sleep(BEAT_SECONDS)


def _parse(gap: bytes) -> Gap:
    start, _, end = gap.decode().partition("-")
    return int(start), int(end)
