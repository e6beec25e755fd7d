"""Threads that wait a moment for the next call of a connection: who calls again at once is answered by the same thread.

gunicorn would hand the connection back to its main thread after every answer, and that one to a thread again: an eighth of a call's time.
"""

from __future__ import annotations

import select
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

PATIENCE_MS = 5
"""How long a thread waits for the next call."""


class LingeringWorker(ThreadWorker):  # type: ignore[misc]
    """Waits only while there are twice as many threads as connections, so that nobody else ever waits for a thread."""

    def handle(self, conn: Any) -> Any:
        """Serves a connection until it pauses, closes or must make room."""
        kept = super().handle(conn)
        while kept is True and self.alive and 2 * self.nr_conns <= self.cfg.threads and _calls_again(conn.sock):
            kept = super().handle(conn)
        return kept


def _calls_again(sock: Any) -> bool:
    waiting = select.poll()
    waiting.register(sock, select.POLLIN)
    return bool(waiting.poll(PATIENCE_MS))
