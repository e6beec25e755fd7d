"""The tests of clocks again, on a Redis Cluster: sessions, outbox and heartbeat lie on different nodes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from service import create_app
from service.operations.embedded_redis import EmbeddedRedis
from service.sessions.store import SessionStore
from service.settings import Settings
from tests.service.sessions.test_clocks import *  # noqa: F403
from tests.support.stores import close, jobs_of

del test_clocks_cost_nothing_while_nothing_happens  # noqa: F821 - It counts the commands of one server only.
del test_a_wrong_clock_is_refused  # noqa: F821 - It needs no Redis.
del test_of_a_move_and_a_time_out_exactly_one_wins  # noqa: F821 - One script on one node decides, as on a single server.


@pytest.fixture
def app(store: SessionStore, embedded: EmbeddedRedis) -> Iterator[Flask]:
    """A service with a queue, so that sweepers can enqueue turns."""
    app = create_app(Settings(sessions_url=store.url, queue_url=embedded.url, log_requests=False))
    yield app
    jobs_of(app).server.client.flushall()
    close(app)
