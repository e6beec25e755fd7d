"""Stores that are verified after use, and applications whose Redis connections are closed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import redis
from flask import Flask

from service.sessions.store import Store
from service.sessions.verify import verify


@contextmanager
def proved(url: str) -> Iterator[Store]:
    """Yields the store at this URL; afterwards verifies every session in it and deletes all data."""
    store = Store(url, 3600)
    yield store
    faults = {session_id: found for session_id in store.ids() if (found := verify(store, session_id))}
    store.redis.flushall()
    store.redis.close()
    assert not faults


def close(app: Flask) -> None:
    """Closes the Redis connections of an application."""
    for part in ("arbiter.store", "arbiter.jobs"):
        if app.extensions[part] is not None:
            app.extensions[part].redis.close()


def raw(store: Store) -> redis.Redis:
    """The Redis client of a store, for tests that read stored data."""
    client: redis.Redis = store.redis
    return client
