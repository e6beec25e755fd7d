"""A service with API keys, its webhooks, a worker that delivers in this process, and a receiver."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from flask import Flask

from service import create_app
from service.sessions.store import SessionStore
from service.settings import Settings
from service.webhooks.delivering import Deliverer
from service.webhooks.dispatcher import Dispatcher
from service.wiring import build_deliverer
from tests.support.receiver import Receiver
from tests.support.session_fixtures import client, sessions
from tests.support.stores import close
from tests.support.webhooks import KEYS, Caller, Worker

__all__ = ["client", "sessions"]


@pytest.fixture
def settings(store: SessionStore) -> Settings:
    """A service that may call this machine."""
    entries = tuple(entry for _, entry in KEYS.values())
    return Settings(redis_url=store.url, log_requests=False, api_keys=entries, webhook_http=True, webhook_networks=("127.0.0.0/8",))


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    app = create_app(settings)
    yield app
    close(app)


@pytest.fixture
def caller(app: Flask) -> Caller:
    """Calls the service with an API key."""
    return Caller(app.test_client())


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver that answers well until a test changes its behaviour."""
    with Receiver() as receiver:
        yield receiver


@pytest.fixture
def deliverer(settings: Settings) -> Iterator[Deliverer]:
    """What delivers."""
    deliverer = build_deliverer(settings)
    assert deliverer is not None
    yield deliverer
    deliverer.store.server.close()
    deliverer.sessions.server.close()
    deliverer.budgets.close()


@pytest.fixture
def worker(deliverer: Deliverer) -> Worker:
    """Delivers when the test says so, in the test's own thread."""
    dispatcher = Dispatcher(deliverer.store, deliverer.sessions, set(KEYS), f"test-{threading.get_ident()}")
    return Worker(deliverer, dispatcher)
