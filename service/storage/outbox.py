"""Outboxes: resources for which the service must do something by itself, sorted by when.

A change writes the entry in the same atomic step, so that none is lost if the process ends right after the change. An entry is only a hint:
the resource itself says what is to be done. There is an outbox for each kind of work, so that none delays another:

* TURNS, beside the sessions: sessions in which an AI is to act or a clock runs.
* NEWS, beside the sessions: sessions with webhooks that have changed; a member is `<session id>:<owner>`.
* JOB_NEWS, beside the AI jobs: jobs that have ended and whose owner has webhooks; a member is `<job id>:<owner>:<status>`.

On a single server a commit of a session writes its entries itself. In a Cluster the outboxes lie on another node than the session, so they
are written before the change, and again after it in case a worker looked in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from service.storage.redis_client import RedisServer
from service.storage.scripts import Script

TURNS, NEWS, JOB_NEWS = "arbiter:outbox", "{arbiter:outbox}:news", "arbiter:jobs:news"
"""The keys of the outboxes. The hash tag puts the first two on one node of a Cluster."""

LIMIT = 1000
"""Members that one call returns."""

Due = tuple[str, str]
"""A member of an outbox and its score."""

SCRIPT = Script(Path(__file__).with_name("outbox.lua"))


class Outbox:
    """One outbox of one Redis."""

    def __init__(self, server: RedisServer, key: str) -> None:
        self._server, self._key = server, key

    def due(self) -> list[Due]:
        """The members whose time has come, each with its score."""
        found = [part.decode() for part in self._server.run(SCRIPT, [self._key], "due", LIMIT)]
        return list(zip(found[::2], found[1::2], strict=True))

    def add(self, member: str, milliseconds: int) -> None:
        """Asks for a look at the member after so many milliseconds; an earlier entry stays."""
        self._server.run(SCRIPT, [self._key], "add", member, max(0, milliseconds))

    def settle(self, member: str, score: str, milliseconds: int | None) -> None:
        """Sets when the member found with this score is looked at again (None: never), unless it was added meanwhile."""
        self._server.run(SCRIPT, [self._key], "settle", "" if milliseconds is None else max(0, milliseconds), member, score)

    def remove(self, found: Sequence[Due]) -> None:
        """Removes these members, except those that were added again meanwhile."""
        if found:
            self._server.run(SCRIPT, [self._key], "settle", "", *(part for due in found for part in due))
