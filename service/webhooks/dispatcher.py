"""Moves news from the outboxes to the streams of webhooks, and calls a worker when something is due."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Set

import msgspec

from service.sessions.store import SessionStore
from service.storage.errors import RedisUnavailable
from service.webhooks.model import JobEnd, Wake
from service.webhooks.store import WebhookStore

ROUND_SECONDS, IDLE_SECONDS = 0.1, 1.0
"""Pause between two rounds, and while there are no webhooks at all."""

ALIVE_MS = 5000
"""How long a worker counts as alive after each round."""

log = logging.getLogger("arbiter.webhooks")


class Dispatcher:
    """The dispatcher of one worker; several may run at a time. Only webhooks of these owners, the API keys in use, hear anything."""

    def __init__(self, store: WebhookStore, sessions: SessionStore, owners: Set[str], worker: str) -> None:
        self._store, self._sessions, self._owners, self._worker = store, sessions, owners, worker
        self._stopping = threading.Event()

    def run(self) -> None:
        """Runs until `stop`; while Redis is unavailable the next round does the work."""
        pause = 0.0
        while not self._stopping.wait(pause):
            try:
                pause = ROUND_SECONDS if self.dispatch() else IDLE_SECONDS
            except RedisUnavailable:
                pause = IDLE_SECONDS
            except Exception:
                log.exception("news cannot be dispatched")
                pause = IDLE_SECONDS

    def stop(self) -> None:
        """Ends `run` after the present round."""
        self._stopping.set()

    def dispatch(self) -> int:
        """One round; returns how many webhooks there are."""
        sessions, jobs = self._sessions.news.due(), self._store.job_news.due()
        news = [wake for member, _ in sessions for wake in self._session_news(member)]
        news += [wake for member, score in jobs for wake in self._job_news(member, score)]
        self._store.wake(news)
        self._sessions.news.remove(sessions)
        self._store.job_news.remove(jobs)
        return self._store.tick(self._worker, ALIVE_MS)

    def _session_news(self, member: str) -> Iterator[Wake]:
        session_id, _, owner = member.partition(":")
        yield Wake(f"session:{session_id}", "session", session_id)
        if owner in self._owners:
            yield Wake(f"key:{owner}", "session", session_id)

    def _job_news(self, member: str, score: str) -> Iterator[Wake]:
        job_id, owner, status = member.split(":")
        if owner in self._owners:
            yield Wake(f"key:{owner}", "job", job_id, msgspec.json.encode(JobEnd(status, int(float(score)))))
