"""Services with limits on one Redis."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Settings
from tests.support.stores import close, proved
from tests.support.waiting import PATIENCE


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    with EmbeddedRedis(tmp_path_factory.mktemp("limited")) as server:
        yield server


@pytest.fixture
def limited(redis: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., FlaskClient]]:
    """Creates services with limits on one empty Redis, with a time-out that a slow machine does not exceed."""
    monkeypatch.setattr("service.storage.budgets.TIMEOUT", PATIENCE)
    apps = []

    def make(**settings: Any) -> FlaskClient:
        apps.append(create_app(Settings(redis_url=redis.url, log_requests=False, **settings)))
        return apps[-1].test_client()

    with proved(redis.url):
        yield make
    for app in apps:
        close(app)
