"""What nobody else would do: jobs that no worker looks after, AI turns that were never enqueued, time-outs, and checks of an index."""

from __future__ import annotations

import logging
from contextlib import suppress

from service.jobs.store import JobStore
from service.sessions.changes import Sessions
from service.sessions.errors import SessionUnknown, TooEarly
from service.sessions.model import Session
from service.sessions.open_sessions import check_entries
from service.sessions.time_outs import time_out
from service.storage.errors import RedisUnavailable

AGAIN_MS = 1000
"""When a session whose AI is to act, or that could not be handled, is looked at again."""

log = logging.getLogger("arbiter.worker")


def sweep(jobs: JobStore, sessions: Sessions) -> None:
    """One pass; several sweepers may run at a time. While Redis is unavailable the next pass does the work."""
    with suppress(RedisUnavailable):
        for job_id in jobs.recover():
            log.warning("job %s was abandoned and is queued again", job_id)
    with suppress(RedisUnavailable):
        due = sessions.store.outbox.due()
        if due:
            sessions.store.heartbeat.sync()
        for session_id, score in due:
            _handle(sessions, session_id, score)
    _check_index(sessions)


def _check_index(sessions: Sessions) -> None:
    """Repairs the index of open sessions; a broken session does not stop the sweeper."""
    try:
        check_entries(sessions.store)
    except RedisUnavailable:
        return
    except Exception:
        log.exception("the index of open sessions cannot be checked")


def _handle(sessions: Sessions, session_id: str, score: str) -> None:
    """Does what is due in a session, and sets when it is looked at again; a broken session is skipped."""
    try:
        session, _ = sessions.store.load(session_id)
        again = None if session is None or session.ended else handle_session(sessions, session)
        sessions.store.outbox.settle(session_id, score, again)
    except RedisUnavailable:
        raise
    except Exception:
        log.exception("session %s cannot be handled", session_id)
        sessions.store.outbox.settle(session_id, score, AGAIN_MS)


def handle_session(sessions: Sessions, session: Session) -> int | None:
    """Enqueues the AI's turn or writes the time-out; returns the milliseconds until the session is looked at again, None for never.

    While no web process is alive nobody can move, so nobody is timed out.
    """
    if session.due is not None:
        sessions.on_due(session)
        return AGAIN_MS
    if session.clock is None or not session.clock.is_running:
        return None
    left = session.clock.deadline - sessions.store.now_ms()
    if left >= 0:
        return left + 1
    if sessions.store.heartbeat.is_beating():
        with suppress(TooEarly, SessionUnknown):
            time_out(sessions, session.id)
    return AGAIN_MS
