"""Statuses of many sessions, on a Redis Cluster."""

from tests.service.sessions.test_statuses import *  # noqa: F403
