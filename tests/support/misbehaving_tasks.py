"""Work that no rule should ever be, for workers to survive."""

from __future__ import annotations

import signal
import time


def endless() -> None:
    """Never ends by itself."""
    while True:
        time.sleep(0.01)


def deaf() -> None:
    """Never ends, and does not hear the alarm either."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
    endless()


def greedy() -> int:
    """Wants more memory than there is."""
    return len(bytearray(8 * 1024**3))
