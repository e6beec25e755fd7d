"""The tests of presence, invites, replacements and hosts again, on a Redis Cluster."""

from tests.service.sessions.test_absence import *  # noqa: F403
