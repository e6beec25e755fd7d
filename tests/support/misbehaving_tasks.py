"""Tasks that workers must survive."""

from __future__ import annotations

import signal
import time


def never_ends() -> None:
    """Runs until an alarm interrupts it."""
    while True:
        time.sleep(0.01)


def ignores_alarms() -> None:
    """Never ends, and ignores the alarm that would interrupt it."""
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    never_ends()


def exhausts_memory() -> int:
    """Allocates more memory than a worker may have."""
    return len(bytearray(8 * 1024**3))
