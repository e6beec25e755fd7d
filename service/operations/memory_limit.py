"""Replaces a web process that has grown beyond its limit: Python rarely gives memory back to the system."""

from __future__ import annotations

import fcntl
import logging
import os
import threading
import time
from pathlib import Path
from typing import IO, Any

CHECK_SECONDS = 1.0
"""Pause between two looks at the memory of the process."""

log = logging.getLogger("arbiter")


def watch(worker: Any, megabytes: int, turn: IO[bytes]) -> None:
    """Watches the memory of a gunicorn worker in a thread of its own; 0 megabytes for no limit.

    Above the limit the worker ends as when the service stops: it finishes its calls, live feeds end and resume elsewhere, and gunicorn
    starts another one. `turn` is a file that all workers inherited: they lock it, so that one at a time is replaced.
    """
    if megabytes and resident_megabytes() >= megabytes:
        log.error("A web process takes %d MB from the start; ARBITER_WEB_MEMORY_MB=%d is ignored.", resident_megabytes(), megabytes)
    elif megabytes:
        threading.Thread(target=_watch, args=(worker, megabytes, turn), name="memory limit", daemon=True).start()


def _watch(worker: Any, megabytes: int, turn: IO[bytes]) -> None:
    while worker.alive:
        time.sleep(CHECK_SECONDS)
        found = resident_megabytes()
        if found >= megabytes and _is_our_turn(turn):
            worker.alive = False
            log.warning("A web process of %d MB is replaced (ARBITER_WEB_MEMORY_MB=%d).", found, megabytes)


def _is_our_turn(turn: IO[bytes]) -> bool:
    """Whether no other worker is being replaced; the lock lasts until this process ends."""
    try:
        fcntl.lockf(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def resident_megabytes() -> int:
    """The memory of this process that is in use; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20
