"""Sessions in a real Redis; after each test every session is verified against its log and deleted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from service import create_app
from service.sessions.store import SessionStore
from service.settings import Settings
from tests.support.session_fixtures import caller, client, sessions
from tests.support.stores import close

__all__ = ["caller", "client", "sessions"]


@pytest.fixture
def app(store: SessionStore) -> Iterator[Flask]:
    app = create_app(Settings(redis_url=store.url, log_requests=False, stream_seconds=30, pulse_seconds=1))
    yield app
    close(app)
