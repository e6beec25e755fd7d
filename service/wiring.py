"""The parts of the service, built from the settings in one place."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import msgspec

from engine.ai import LEVELS
from service.jobs.store import JobStore
from service.referee.referee import Referee
from service.referee.sealing import Sealer, random_secret
from service.sessions.changes import Sessions
from service.sessions.feed_hub import Hub
from service.sessions.model import Due
from service.sessions.store import SessionStore
from service.settings import Settings
from service.storage.budgets import Budgets
from service.storage.errors import RedisUnavailable
from service.webhooks.addresses import address_policy
from service.webhooks.delivering import Deliverer
from service.webhooks.registration import Registry
from service.webhooks.sender import Sender
from service.webhooks.store import WebhookStore

log = logging.getLogger("arbiter")


class Parts(msgspec.Struct, frozen=True):
    """Everything a web process works with; without a Redis there are no sessions, feeds, AI jobs and webhooks."""

    settings: Settings
    referee: Referee
    budgets: Budgets
    sessions: Sessions | None
    hub: Hub | None
    jobs: JobStore | None
    webhooks: Registry | None

    def close(self) -> None:
        """Closes all connections to Redis."""
        self.budgets.close()
        if self.sessions is not None:
            self.sessions.store.server.close()
        if self.jobs is not None:
            self.jobs.server.close()
        if self.webhooks is not None:
            self.webhooks.store.server.close()


def build_parts(settings: Settings) -> Parts:
    """The parts of a web process."""
    jobs = build_jobs(settings)
    sessions = build_sessions(settings, jobs, beats=True)
    return Parts(
        settings=settings,
        referee=Referee(Sealer(settings.seal_keys or [random_secret()])),
        budgets=Budgets(settings.queue_redis or settings.sessions_redis),
        sessions=sessions,
        hub=Hub(sessions.store, settings.max_streams, settings.send_seconds) if sessions else None,
        jobs=jobs,
        webhooks=build_webhooks(settings, sessions),
    )


def build_jobs(settings: Settings) -> JobStore | None:
    """The AI jobs, if there is a Redis for them."""
    url = settings.queue_redis
    return JobStore(url, settings.jobs_open, max(1, settings.job_minutes) * 60, settings.max_waiters) if url else None


def build_sessions(settings: Settings, jobs: JobStore | None, beats: bool) -> Sessions | None:
    """The sessions, if there is a Redis for them; their AI turns are enqueued in `jobs`. `beats` is for web processes."""
    url = settings.sessions_redis
    return Sessions(SessionStore(url, settings.session_days * 24 * 3600, beats), turn_enqueuer(jobs)) if url else None


def build_webhooks(settings: Settings, sessions: Sessions | None) -> Registry | None:
    """The webhooks, if there is a Redis for them and for sessions."""
    policy, url = address_policy(settings.webhook_http, settings.webhook_networks), settings.queue_redis
    return Registry(WebhookStore(url), sessions.store, policy, settings.webhooks_per_key) if url and sessions else None


def build_deliverer(settings: Settings) -> Deliverer | None:
    """What a worker needs for deliveries, if there is a Redis."""
    registry = build_webhooks(settings, build_sessions(settings, None, beats=False))
    if registry is None:
        return None
    return Deliverer(
        store=registry.store,
        sessions=registry.sessions,
        sender=Sender(registry.policy),
        budgets=Budgets(settings.queue_redis),
        calls_per_minute=settings.webhook_calls_per_minute,
        stopping=threading.Event(),
    )


def turn_enqueuer(jobs: JobStore | None) -> Callable[[str, Due], None]:
    """A function that enqueues an AI's turn; a turn that it cannot enqueue stays in the outbox for the sweeper."""

    def enqueue(session_id: str, due: Due) -> None:
        if jobs is None:
            return
        try:
            jobs.create_turn(session_id, due, LEVELS[due.level].deadline_ms)
        except RedisUnavailable:
            log.warning("the queue is unavailable; the AI turn of session %s waits in the outbox", session_id)

    return enqueue
