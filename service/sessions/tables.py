"""The index of open sessions, by game and status, newest first.

`arbiter:tables:{game}:<status>` are sorted sets whose members are `<time of creation>-<session id>`. In a Cluster they lie on another node
than the session: an entry is placed before the session is created, and moved after a change of its status. An entry is only a hint: the
session itself says which status it has. Readers and the sweeper move entries that are in a wrong set, and remove those of sessions that
are gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import msgspec

from service.sessions.entries import AnyEntry, Moved
from service.sessions.model import Session, SessionStatus, status_of
from service.storage.redis_client import RedisServer
from service.storage.scripts import Script

SCRIPT = Script(Path(__file__).with_name("tables.lua"))

STATUSES: tuple[SessionStatus, ...] = get_args(SessionStatus)

CHECK_MS = 3600 * 1000
"""How long after it was placed or checked an entry is checked by the sweeper."""

ROUND_SECONDS = 60
"""The pause between two rounds of checks, whichever sweeper makes them."""

ROUND_KEY = "arbiter:tables:round"

CREATION_MS = 60_000
"""How long after its time of creation a session that cannot be found may still be about to be created."""


class IndexEntry(msgspec.Struct, frozen=True):
    """An entry of the index; `status` is None if it was not found through a set."""

    game: str
    member: str
    status: SessionStatus | None = None

    @property
    def session_id(self) -> str:
        """The session that the entry stands for."""
        return self.member.partition("-")[2]

    @property
    def created_at(self) -> int:
        """When the session was created, in milliseconds since 1970."""
        return int(self.member.partition("-")[0])


def member_of(session: Session) -> str:
    """The member that stands for a session; members sort by time of creation."""
    return f"{session.facts.created_at:015d}-{session.id}"


def may_change_status(entry: AnyEntry) -> bool:
    """Whether a session's status may be another one after this entry: a move changes it only at the end of the game."""
    return not isinstance(entry, Moved) or entry.to_act is None


class Tables:
    """The index of one Redis."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server

    def update(self, game: str, sessions: Sequence[Session]) -> None:
        """Puts these open sessions of a game into the sets of their statuses; an ended session is removed."""
        placed = [part for session in sessions for part in _placed(session)]
        if placed:
            self._run(game, "place", CHECK_MS, *placed)
        self.remove(game, [member_of(session) for session in sessions if session.ended])

    def remove(self, game: str, members: Sequence[str]) -> None:
        """Removes entries of a game."""
        if members:
            self._run(game, "remove", *members)

    def page(self, game: str, statuses: Sequence[SessionStatus], before: str | None, limit: int) -> list[IndexEntry]:
        """Entries of a game that are older than a member (None: the newest), up to `limit` of each status."""
        end = "+" if before is None else f"({before}"
        found = self._run(game, "page", end, limit, *(STATUSES.index(status) + 1 for status in statuses))
        return [
            IndexEntry(game, member.decode(), STATUSES[int(number) - 1]) for member, number in zip(found[::2], found[1::2], strict=True)
        ]

    def due(self, game: str, limit: int) -> list[IndexEntry]:
        """Entries of a game that are to be checked."""
        return [IndexEntry(game, member.decode()) for member in self._run(game, "due", limit)]

    def begin_round(self) -> bool:
        """Whether the caller is to make the next round of checks; once in ROUND_SECONDS."""
        return bool(self._server.command("SET", ROUND_KEY, 1, "NX", "EX", ROUND_SECONDS))

    def _run(self, game: str, step: str, *arguments: str | int) -> list[bytes]:
        keys = [f"arbiter:tables:{{{game}}}:{name}" for name in (*STATUSES, "versions", "checks")]
        found: list[bytes] = self._server.run(SCRIPT, keys, step, *arguments)
        return found


def _placed(session: Session) -> list[str | int]:
    """The arguments that place a session; none for an ended one."""
    return [] if session.ended else [member_of(session), STATUSES.index(status_of(session)) + 1, session.version]
