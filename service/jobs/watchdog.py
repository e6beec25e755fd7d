"""How a worker tells the process that looks after it until when it may be silent: a number in memory that both share.

Whoever thinks gives a sign of life now and then; work that gives none, or goes on long after its time, is ended with its worker.
"""

from __future__ import annotations

import mmap
import struct
import time

SILENCE = 8.0
"""Seconds without a sign of life after which a worker is taken to be stuck: longer than handing in takes with a Redis that is slow, and
than its lease on the job, which is lost by then."""


class Watch:
    """The word between a worker and who looks after it."""

    def __init__(self) -> None:
        self._word = mmap.mmap(-1, 8)
        self._end = 0.0

    def begin(self, seconds: float) -> None:
        """Work begins that may take so long."""
        self._end = time.monotonic() + seconds
        self.alive()

    def alive(self) -> None:
        """A sign of life."""
        if self._end:
            self._write(min(self._end, time.monotonic() + SILENCE))

    def rest(self) -> None:
        """There is no work; silence means nothing."""
        self._end = 0.0
        self._write(0.0)

    def is_over(self) -> bool:
        """Whether the worker should have been heard of, or done, by now."""
        moment: float = struct.unpack("d", self._word[:8])[0]
        return bool(moment) and time.monotonic() > moment

    def close(self) -> None:
        """Gives the memory back."""
        self._word.close()

    def _write(self, moment: float) -> None:
        self._word[:8] = struct.pack("d", moment)


own = Watch()
"""The watch of this process: a worker is given its own, anywhere else nobody looks."""


def take(watch: Watch) -> None:
    """From now on this process is watched so."""
    global own
    own = watch
