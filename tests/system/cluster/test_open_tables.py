"""Open tables, on a Redis Cluster."""

from tests.service.sessions.test_open_tables import *  # noqa: F403
