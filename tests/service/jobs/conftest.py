"""One Redis with workers and one without for each test process; tests that kill processes start their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import create_app
from service.jobs.store import JobStore
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Settings
from tests.support.stores import close, jobs_of, proved
from tests.support.waiting import eventually
from tests.support.workers import Workers, workers_alive


@pytest.fixture(scope="session")
def worker_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    """A Redis with workers; its sessions are verified at the end."""
    with EmbeddedRedis(tmp_path_factory.mktemp("busy")) as server, proved(server.url):
        yield server


@pytest.fixture(scope="session")
def worker_app(worker_redis: EmbeddedRedis) -> Iterator[Flask]:
    app = create_app(Settings(redis_url=worker_redis.url, log_requests=False, gzip_min_bytes=0))
    yield app
    close(app)


@pytest.fixture(scope="session")
def workers(worker_redis: EmbeddedRedis, worker_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    """Two workers that are ready."""
    with Workers(worker_redis.url, tmp_path_factory.mktemp("workers")) as workers:
        eventually(lambda: workers_alive(worker_app.test_client()) == 2)
        yield workers


@pytest.fixture
def client(worker_app: Flask, workers: Workers) -> FlaskClient:
    """A client of a service with workers."""
    return worker_app.test_client()


@pytest.fixture(scope="session")
def idle_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    """A Redis without workers."""
    with EmbeddedRedis(tmp_path_factory.mktemp("idle")) as server:
        yield server


@pytest.fixture
def idle_app(idle_redis: EmbeddedRedis) -> Iterator[Flask]:
    """A service without workers, with an empty queue."""
    app = create_app(Settings(redis_url=idle_redis.url, log_requests=False, jobs_open=3, job_waiters=1))
    with proved(idle_redis.url):
        yield app
    close(app)


@pytest.fixture
def idle(idle_app: Flask) -> FlaskClient:
    """A client of a service without workers."""
    return idle_app.test_client()


@pytest.fixture
def queue(idle_app: Flask) -> JobStore:
    """The queue of the service without workers."""
    jobs: JobStore = jobs_of(idle_app)
    return jobs
