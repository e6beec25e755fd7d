"""The parts of the service that live in Redis, as the settings name them: for the web processes and for the workers."""

from __future__ import annotations

import logging
from functools import cache

from engine.ai import LEVELS
from service.jobs.store import Jobs
from service.sessions.model import Due
from service.sessions.store import Store
from service.settings import Settings
from service.storage.connection import RedisAway

log = logging.getLogger("arbiter")


def open_store(settings: Settings) -> Store | None:
    """The sessions, if there is a Redis for them."""
    url = settings.sessions_url or settings.redis_url
    return Store(url, settings.session_days * 24 * 3600) if url else None


def open_jobs(settings: Settings) -> Jobs | None:
    """The queue of AI work, if there is a Redis for it."""
    url = settings.queue_url or settings.redis_url
    return Jobs(url, settings.jobs_open, max(1, settings.job_minutes) * 60, settings.most_waiters) if url else None


def announce(jobs: Jobs, store: Store) -> None:
    """From now on, AI work that a change of a session leaves is delivered at once; what cannot be waits in the outbox for the sweeper."""

    def tell(session_id: str, due: Due) -> None:
        try:
            jobs.ask_for_seat(session_id, due, LEVELS[due.level].deadline_ms)
        except RedisAway:
            log.warning("the queue is away; the turn of session %s waits in the outbox", session_id)

    store.announce = tell


@cache
def here() -> tuple[Jobs, Store]:
    """The parts of this process by its environment, for workers: they cannot do without."""
    settings = Settings.from_environment()
    jobs, store = open_jobs(settings), open_store(settings)
    if jobs is None or store is None:
        raise SystemExit("Workers need a Redis: set REDIS_URL, or DATA_DIR to that of a server at work on this machine.")
    announce(jobs, store)
    return jobs, store
