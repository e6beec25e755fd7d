"""Stores that are verified after use, and applications whose connections are closed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import redis
from flask import Flask

from service.sessions.store import Store
from service.sessions.verify import verify


@contextmanager
def proved(url: str) -> Iterator[Store]:
    """The store at this address; every session in it must be sound at the end, and is then forgotten."""
    store = Store(url, 3600)
    yield store
    faults = {session_id: found for session_id in store.ids() if (found := verify(store, session_id))}
    store.redis.flushall()
    store.redis.close()
    assert not faults


def close(app: Flask) -> None:
    """Leaves no connection open."""
    for part in ("arbiter.store", "arbiter.jobs"):
        if app.extensions[part] is not None:
            app.extensions[part].redis.close()


def raw(store: Store) -> redis.Redis:
    """The Redis behind a store, for tests that look at what is stored."""
    client: redis.Redis = store.redis
    return client
