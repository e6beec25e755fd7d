"""Ends a child process when its parent dies, on Linux."""

from __future__ import annotations

import ctypes
import signal
import sys

PR_SET_PDEATHSIG = 1

_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def terminate_on_parent_death() -> None:
    """Called in a child: the kernel sends it SIGTERM when the thread that forked it ends."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
