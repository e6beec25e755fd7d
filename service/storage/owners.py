"""The owners (API keys) that have webhooks: a change of a resource without any of them writes nothing into an outbox for webhooks.

The count of an owner goes up before a webhook is stored and down after it is deleted, so it is never too low. Too high is harmless.
"""

from __future__ import annotations

import time
from pathlib import Path

from service.storage.redis_client import RedisServer
from service.storage.scripts import Script

SESSION_OWNERS, JOB_OWNERS = "{arbiter:outbox}:owners", "arbiter:jobs:owners"
"""The keys of the owners whose sessions, and whose AI jobs, have webhooks; each lies beside the outbox that it decides about."""

FRESH_SECONDS = 1.0
"""How long a process relies on what it read; only sessions on a Cluster need it, elsewhere the commit itself looks."""

SCRIPT = Script(Path(__file__).with_name("owners.lua"))


class Owners:
    """The owners with webhooks, in one Redis."""

    def __init__(self, server: RedisServer, key: str) -> None:
        self._server, self._key = server, key
        self._known: frozenset[str] = frozenset()
        self._read_at = float("-inf")

    def add(self, owner: str) -> None:
        """Counts one webhook more."""
        self._server.run(SCRIPT, [self._key], owner, 1)
        self._read_at = float("-inf")

    def remove(self, owner: str) -> None:
        """Counts one webhook less."""
        self._server.run(SCRIPT, [self._key], owner, -1)

    def has(self, owner: str | None) -> bool:
        """Whether the owner had webhooks at some time in the last FRESH_SECONDS."""
        if owner is None:
            return False
        if time.monotonic() - self._read_at > FRESH_SECONDS:
            self._known = frozenset(name.decode() for name in self._server.command("HKEYS", self._key))
            self._read_at = time.monotonic()
        return owner in self._known
