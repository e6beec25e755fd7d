"""Stores that are verified after use, and applications whose Redis connections are closed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import redis
from flask import Flask

from service.http.app import parts_of
from service.jobs.store import JobStore
from service.sessions.changes import Sessions
from service.sessions.store import SessionStore
from service.sessions.verify import verify_session


@contextmanager
def proved(url: str) -> Iterator[SessionStore]:
    """Yields the store at this URL; afterwards verifies every session in it and deletes all data."""
    store = SessionStore(url, 3600)
    yield store
    faults = {session_id: found for session_id in store.ids() if (found := verify_session(store, session_id))}
    store.server.client.flushall()
    store.server.close()
    assert not faults


def close(app: Flask) -> None:
    """Closes all connections of an application."""
    parts_of(app).close()


def sessions_of(app: Flask) -> Sessions:
    """The sessions of an application that has a Redis."""
    sessions = parts_of(app).sessions
    assert sessions is not None
    return sessions


def jobs_of(app: Flask) -> JobStore:
    """The AI jobs of an application that has a Redis."""
    jobs = parts_of(app).jobs
    assert jobs is not None
    return jobs


def raw(store: SessionStore) -> redis.Redis:
    """The Redis client of a store, for tests that read stored data."""
    client: redis.Redis = store.server.client
    return client
