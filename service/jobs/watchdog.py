"""A deadline in shared memory: a worker says until when it may be silent, and its parent kills it after that."""

from __future__ import annotations

import mmap
import struct
import time

SILENCE_SECONDS = 8.0
"""How long a worker may be silent during a job: longer than handing in a move to a slow Redis takes, and than its lease."""


class Watchdog:
    """The deadline that a worker and its parent share."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 8)
        self._end = 0.0

    def start(self, seconds: float) -> None:
        """Starts a job that may take so long."""
        self._end = time.monotonic() + seconds
        self.touch()

    def touch(self) -> None:
        """Reports that the worker is alive."""
        if self._end:
            self._write(min(self._end, time.monotonic() + SILENCE_SECONDS))

    def stop(self) -> None:
        """Ends the job; an idle worker may be silent."""
        self._end = 0.0
        self._write(0.0)

    def has_expired(self) -> bool:
        """Whether the deadline has passed."""
        deadline: float = struct.unpack("d", self._memory[:8])[0]
        return bool(deadline) and time.monotonic() > deadline

    def close(self) -> None:
        """Frees the memory."""
        self._memory.close()

    def _write(self, deadline: float) -> None:
        self._memory[:8] = struct.pack("d", deadline)


_current = Watchdog()


def current() -> Watchdog:
    """The watchdog of this process; outside a worker nobody reads it."""
    return _current


def install(watchdog: Watchdog) -> None:
    """Makes this the watchdog of the process."""
    global _current
    _current = watchdog
