"""The outbox: sessions in which the service must do something by itself, sorted by when.

A session is in it while an AI is to act or a clock runs. On a single server a commit writes the entry in the same step as the change.
In a Cluster the outbox lies on another node than the session, so it is written before the change, and again after it in case the sweeper
looked in between. An entry is only a hint: the session itself says what is to be done.
"""

from __future__ import annotations

from pathlib import Path

from service.storage.redis_client import RedisServer
from service.storage.scripts import Script

OUTBOX = "arbiter:outbox"

LIMIT = 1000
"""Sessions that one call returns."""

SCRIPT = Script(Path(__file__).with_name("outbox.lua"))


class Outbox:
    """The outbox of one Redis."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server

    def due(self) -> list[tuple[str, str]]:
        """The sessions whose time has come, each with its score."""
        found = [part.decode() for part in self._server.run(SCRIPT, [OUTBOX], "due", LIMIT)]
        return list(zip(found[::2], found[1::2], strict=True))

    def add(self, session_id: str, milliseconds: int) -> None:
        """Asks for a look at the session after so many milliseconds; an earlier entry stays."""
        self._server.run(SCRIPT, [OUTBOX], "add", session_id, max(0, milliseconds))

    def settle(self, session_id: str, score: str, milliseconds: int | None) -> None:
        """Sets when the session found with this score is looked at again (None: never), unless it was added meanwhile."""
        self._server.run(SCRIPT, [OUTBOX], "settle", session_id, score, "" if milliseconds is None else max(0, milliseconds))
