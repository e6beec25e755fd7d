"""Fixtures shared by service tests and system tests: a Redis, a store that is verified after each test, a real gunicorn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.operations.embedded_redis import EmbeddedRedis
from service.sessions.store import SessionStore
from service.settings import Settings
from tests.support.http_client import HttpClient
from tests.support.server import Server
from tests.support.stores import close, proved


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    """A Redis for all tests of this process."""
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def store(embedded: EmbeddedRedis) -> Iterator[SessionStore]:
    """The store of this test, empty at first."""
    with proved(embedded.url) as store:
        yield store


@pytest.fixture(scope="session")
def gunicorn(embedded: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpClient]:
    """A gunicorn of two processes on the same Redis."""
    with Server(embedded.url, tmp_path_factory.mktemp("gunicorn")) as live:
        yield live


@pytest.fixture
def live(gunicorn: HttpClient, store: SessionStore) -> HttpClient:
    """A client of the gunicorn, with an empty store."""
    return gunicorn


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[EmbeddedRedis]:
    """A Redis of this test alone, to be stopped and killed; its sessions are verified at the end."""
    with EmbeddedRedis(tmp_path / "redis") as server:
        yield server
        with proved(server.url):
            pass


@pytest.fixture
def own(own_redis: EmbeddedRedis) -> Iterator[FlaskClient]:
    """A client of a service on the test's own Redis."""
    app = create_app(Settings(redis_url=own_redis.url, log_requests=False))
    yield app.test_client()
    close(app)
