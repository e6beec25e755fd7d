"""Waiting for conditions instead of durations."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 60.0
"""Seconds after which a test gives up waiting for something that must happen; it usually takes a fraction of one."""

T = TypeVar("T")


def eventually(look: Callable[[], T], patience: float = PATIENCE) -> T:
    """Calls `look` until it returns something true, and returns that."""
    until = time.monotonic() + patience
    while not (found := look()):
        assert time.monotonic() < until, f"still {found!r} after {patience} s"
        time.sleep(0.02)
    return found
