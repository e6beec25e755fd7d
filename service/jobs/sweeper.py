"""Repairs what went wrong between two steps: AI work in the outbox that nobody was told of, and jobs that nobody looks after."""

from __future__ import annotations

import logging
import time
from contextlib import suppress

from service.jobs.store import Jobs
from service.sessions.store import Store
from service.storage.connection import RedisAway

UNANNOUNCED = 1
"""Seconds after which work in the outbox should long have been announced."""

log = logging.getLogger("arbiter.worker")


def sweep(jobs: Jobs, store: Store) -> None:
    """One round; any number of sweepers may be at work at a time, and an absent Redis is left to the next round."""
    with suppress(RedisAway):
        for job_id in jobs.overdue():
            redeliver(jobs, job_id)
    with suppress(RedisAway):
        for session_id, hinted in store.waiting(time.time() - UNANNOUNCED):
            announce(store, session_id, hinted)


def redeliver(jobs: Jobs, job_id: str) -> None:
    """Delivers anew what a dead worker, or a lost message, left behind."""
    if jobs.redeliver(job_id):
        log.warning("job %s was left behind and is delivered again", job_id)


def announce(store: Store, session_id: str, hinted: float) -> None:
    """Announces AI work that is still to be done, and drops a hint that turned out to be void; one sick session does not hold up others."""
    try:
        session, _ = store.load(session_id)
        if session is None or session.ended or session.due is None:
            store.settle(session_id, hinted)
        else:
            store.announce(session_id, session.due)
            store.hint(session_id)  # Others come first in the next round.
    except RedisAway:
        raise
    except Exception:
        log.exception("the turn of session %s cannot be announced", session_id)
        store.hint(session_id)
