"""The parts of the service, built from the settings in one place."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import msgspec

from service.jobs.pacing import seconds_for_decision
from service.jobs.store import JobStore
from service.referee.referee import Referee
from service.referee.sealing import Sealer, random_secret
from service.sessions.changes import Sessions
from service.sessions.feed_hub import Hub
from service.sessions.model import Session
from service.sessions.store import SessionStore
from service.settings import Settings
from service.storage.budgets import Budgets
from service.storage.errors import RedisUnavailable
from service.storage.health import Storage, embedded_data
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

    def storages(self) -> dict[str, Storage]:
        """Every Redis of its own, by the part that uses it."""
        stores = {"sessions": self.sessions.store if self.sessions else None, "queue": self.jobs}
        found: dict[str, Storage] = {}
        for part, store in stores.items():
            if store is not None and store.url not in [storage.server.url for storage in found.values()]:
                found[part] = Storage(store.server, store.memory, embedded_data(store.url, self.settings.data_dir))
        return found

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
        hub=Hub(sessions.store, settings.max_streams) if sessions else None,
        jobs=jobs,
        webhooks=build_webhooks(settings, sessions),
    )


def build_jobs(settings: Settings) -> JobStore | None:
    """The AI jobs, if there is a Redis for them."""
    url = settings.queue_redis
    if not url:
        return None
    lifetime = max(1, settings.job_minutes) * 60
    return JobStore(url, settings.jobs_open, lifetime, settings.max_waiters, settings.ai_ms_per_minute, settings.memory_reserve)


def build_sessions(settings: Settings, jobs: JobStore | None, beats: bool) -> Sessions | None:
    """The sessions, if there is a Redis for them; their AI turns are enqueued in `jobs`. `beats` is for web processes."""
    url = settings.sessions_redis
    if not url:
        return None
    return Sessions(SessionStore(url, settings.session_days * 24 * 3600, beats, settings.memory_reserve), turn_enqueuer(jobs))


def build_webhooks(settings: Settings, sessions: Sessions | None) -> Registry | None:
    """The webhooks, if there is a Redis for them and for sessions."""
    policy, url = address_policy(settings.webhook_http, settings.webhook_networks), settings.queue_redis
    return (
        Registry(WebhookStore(url, settings.memory_reserve), sessions.store, policy, settings.webhooks_per_key)
        if url and sessions
        else None
    )


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


def turn_enqueuer(jobs: JobStore | None) -> Callable[[Session], None]:
    """A function that enqueues the AI's turn of a session; a turn that it cannot enqueue stays in the outbox for the sweeper.

    The turn is charged to the client that opened the session. Sessions of early releases do not tell; each counts as a client.
    """

    def enqueue(session: Session) -> None:
        if jobs is None or session.due is None:
            return
        try:
            deadline_ms = int(1000 * seconds_for_decision(session.game, session.due))
            jobs.create_turn(session.id, session.due, deadline_ms, session.facts.opened_by or f"session:{session.id}")
        except RedisUnavailable:
            log.warning("the queue is unavailable; the AI turn of session %s waits in the outbox", session.id)

    return enqueue
