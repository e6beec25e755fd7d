"""Joining games, on a Redis Cluster."""

from tests.service.sessions.test_joining import *  # noqa: F403
