"""The fixtures of the session tests, on a Redis Cluster of three masters instead of a single server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from service import create_app
from service.sessions.store import SessionStore
from service.settings import Settings
from tests.support.cluster import Cluster
from tests.support.session_fixtures import caller, client, sessions
from tests.support.stores import close, proved

__all__ = ["caller", "client", "sessions"]


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """A longer time-out, for a machine that is busy with tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("service.storage.redis_client.CLUSTER_TIMEOUT", 5.0)
        yield


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with Cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture
def store(cluster: Cluster) -> Iterator[SessionStore]:
    """The store of this test."""
    with proved(cluster.url) as store:
        yield store


@pytest.fixture
def app(store: SessionStore) -> Iterator[Flask]:
    app = create_app(Settings(sessions_url=store.url, log_requests=False, stream_seconds=30, pulse_seconds=1))
    yield app
    close(app)
