"""Sessions in a real Redis; after each test every session is verified against its log and deleted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import create_app
from service.sessions.changes import Sessions
from service.sessions.store import SessionStore
from service.settings import Settings
from tests.support.stores import close, sessions_of
from tests.support.tables import InProcess


@pytest.fixture
def app(store: SessionStore) -> Iterator[Flask]:
    app = create_app(Settings(redis_url=store.url, log_requests=False, stream_seconds=30, pulse_seconds=1))
    yield app
    close(app)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def caller(client: FlaskClient) -> InProcess:
    """Calls the application of this test."""
    return InProcess(client)


@pytest.fixture
def sessions(app: Flask) -> Sessions:
    """The sessions of the application of this test."""
    return sessions_of(app)
