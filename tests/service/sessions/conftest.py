"""Sessions in a real Redis; after each test every session is verified against its log and deleted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import create_app
from service.sessions.store import SessionStore
from service.settings import Settings
from tests.support.stores import close


@pytest.fixture
def app(store: SessionStore) -> Iterator[Flask]:
    app = create_app(Settings(redis_url=store.url, log_requests=False, stream_seconds=30, pulse_seconds=1))
    yield app
    close(app)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
