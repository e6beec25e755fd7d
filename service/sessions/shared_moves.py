"""The moves of a finished game that its forks share, so that a fork does not copy the log it came from.

`arbiter:{id}:moves:created_at` (hash) holds the moves of the finished game of session `id`, compressed, and the ids of the forks that begin
with them. The moves are written when the game is first forked and never change. They outlive the session and every fork that is not
deleted.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from service.sessions.entries import Moved
from service.sessions.errors import SessionUnknown
from service.sessions.keys import shared_moves_key
from service.sessions.model import Shared, encode
from service.storage.redis_client import RedisServer
from service.storage.scripts import Script

SCRIPT = Script(Path(__file__).with_suffix(".lua"))

LIFETIMES = 2
"""How long moves are kept after a change of a fork, in lifetimes of an idle session: longer than the fork."""

SPARE_SECONDS = 48 * 3600
"""How much longer: a session with webhooks is kept for a day beyond its lifetime."""

REMEMBERED = 1000
"""Games of which a process remembers until when their moves are kept."""

DECODED = 8
"""Games whose decoded moves a process keeps, so that not every page of a log decodes all of them."""

_decode = msgspec.json.Decoder(tuple[Moved, ...]).decode


class SharedMoves:
    """The shared moves in one Redis; `lifetime` is that of an idle session, in seconds."""

    def __init__(self, server: RedisServer, lifetime: int) -> None:
        self._server = server
        self._lifetime, self._seconds = lifetime, LIFETIMES * lifetime + SPARE_SECONDS
        self._kept_until: dict[str, float] = {}
        self._read = lru_cache(DECODED)(self._load)

    def add(self, shared: Shared, fork_id: str, moves: Sequence[Moved]) -> None:
        """Stores the moves of the finished game of a session, without the clocks and turns of that session, for a fork."""
        self._server.run(SCRIPT, [_key(shared)], "add", fork_id, self._seconds, zlib.compress(encode(moves)))

    def keep(self, shared: Shared) -> None:
        """Keeps the moves for longer than a fork that changes now; asks Redis about once in a lifetime."""
        now, key = time.monotonic(), _key(shared)
        if self._kept_until.get(key, 0) > now + self._lifetime + SPARE_SECONDS:
            return
        self._server.command("EXPIRE", key, self._seconds)
        if len(self._kept_until) >= REMEMBERED:
            self._kept_until.clear()
        self._kept_until[key] = now + self._seconds

    def remove(self, shared: Shared, fork_id: str, seconds: int) -> None:
        """Forgets a fork; the last one takes the moves along, after so many seconds."""
        self._server.run(SCRIPT, [_key(shared)], "remove", fork_id, seconds)

    def read(self, shared: Shared) -> Sequence[Moved]:
        """The moves with which a fork begins; raises SessionUnknown if they are gone."""
        return self._read(_key(shared))[: shared.moves]

    def _load(self, key: str) -> tuple[Moved, ...]:
        found: bytes | None = self._server.command("HGET", key, "moves")
        if found is None:
            raise SessionUnknown("The moves with which this session begins have expired.")
        return _decode(zlib.decompress(found))


def _key(shared: Shared) -> str:
    return shared_moves_key(shared.session, shared.created_at)
