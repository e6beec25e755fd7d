"""Repairs lost work: jobs that no worker looks after, and AI turns in the outbox that were never enqueued."""

from __future__ import annotations

import logging
import time
from contextlib import suppress

from service.jobs.store import JobStore
from service.sessions.changes import Sessions
from service.storage.errors import RedisUnavailable

OUTBOX_SECONDS = 1
"""An AI turn that is older than this should have been enqueued."""

log = logging.getLogger("arbiter.worker")


def sweep(jobs: JobStore, sessions: Sessions) -> None:
    """One pass; several sweepers may run at a time. While Redis is unavailable the next pass does the work."""
    with suppress(RedisUnavailable):
        for job_id in jobs.overdue():
            if jobs.redeliver(job_id):
                log.warning("job %s was abandoned and is delivered again", job_id)
    with suppress(RedisUnavailable):
        for session_id, added in sessions.store.outbox_before(time.time() - OUTBOX_SECONDS):
            enqueue_turn(sessions, session_id, added)


def enqueue_turn(sessions: Sessions, session_id: str, added: float) -> None:
    """Enqueues the AI turn of a session in the outbox, or removes the session if no AI is to act; a broken session is skipped."""
    store = sessions.store
    try:
        session, _ = store.load(session_id)
        if session is None or session.ended or session.due is None:
            store.outbox_remove(session_id, added)
        else:
            sessions.on_due(session_id, session.due)
            store.outbox_add(session_id)  # Moves it behind the others.
    except RedisUnavailable:
        raise
    except Exception:
        log.exception("the AI turn of session %s cannot be enqueued", session_id)
        store.outbox_add(session_id)
