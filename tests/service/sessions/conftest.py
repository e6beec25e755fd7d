"""A real Redis per test process; after each test every session it made is proved by its log, and forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from flask import Flask
from flask.testing import FlaskClient

from service import create_app
from service.operations.embedded_redis import Embedded
from service.sessions.store import Store
from service.sessions.verify import verify
from service.settings import Settings
from tests.service.sessions.live import Live, Server


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    with Embedded(tmp_path_factory.mktemp("redis")) as server:
        yield server


@contextmanager
def proved(url: str) -> Iterator[Store]:
    """The store at this address; every session in it must be sound at the end, and is then forgotten."""
    store = Store(url, 3600)
    yield store
    faults = {session_id: found for session_id in store.ids() if (found := verify(store, session_id))}
    store.redis.flushall()
    store.redis.close()
    assert not faults


@pytest.fixture
def store(embedded: Embedded) -> Iterator[Store]:
    """The store of this test, empty at first."""
    with proved(embedded.url) as store:
        yield store


@pytest.fixture
def app(store: Store) -> Iterator[Flask]:
    app = create_app(Settings(redis_url=store.url, log_requests=False, stream_seconds=30, pulse_seconds=1))
    yield app
    close(app)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def gunicorn(embedded: Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A real server of two processes on the same Redis."""
    with Server(embedded.url, tmp_path_factory.mktemp("gunicorn")) as live:
        yield live


@pytest.fixture
def live(gunicorn: Live, store: Store) -> Live:
    """The real server, with an empty store."""
    return gunicorn


def close(app: Flask) -> None:
    """Leaves no connection open."""
    for part in ("arbiter.store", "arbiter.jobs"):
        if app.extensions[part] is not None:
            app.extensions[part].redis.close()


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[Embedded]:
    """A Redis of this test alone, to be stopped and killed; its sessions too must be sound."""
    with Embedded(tmp_path / "redis") as server:
        yield server
        with proved(server.url):
            pass


def raw(store: Store) -> redis.Redis:
    """The Redis behind a store, for tests that look at what is stored."""
    client: redis.Redis = store.redis
    return client
