"""Sessions in Redis: one atomic script per change, commands of Redis 6.2 only.

Every key of a session carries its id as hash tag: `arbiter:{id}` is the session (hash), `arbiter:{id}:log` its log (stream; the entry of
version v has the id v-1), `arbiter:{id}:answer:...` the replies stored for idempotency keys, `arbiter:{id}:news` the channel that publishes
new versions. `arbiter:outbox` (sorted set by time) lists sessions in which an AI may be to act. It is written before the change, so that
no turn is lost, and is only a hint: the session's own field `due` changes in the same step as the version.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import getrandbits
from typing import Any, Literal

import msgspec
from msgspec.structs import replace
from redis.client import PubSub

from service.sessions.errors import SessionUnknown
from service.sessions.model import AnyEntry, Base, Due, Facts, Seat, Session, decode_entry, encode, migrated
from service.storage.redis_client import RedisServer, connect
from service.storage.scripts import Script

COMMIT = Script(Path(__file__).with_name("commit.lua"))
OUTBOX_REMOVE = Script(Path(__file__).with_name("outbox_remove.lua"))

OUTBOX = "arbiter:outbox"
FIELDS = ("facts", "seats", "version", "steady", "snapshot", "expires_at", "due", "ended", "schema_version", "base")

Verdict = Literal["done", "stale", "gone", "replayed"]

CACHE_SIZE = 512
"""Sessions that a process caches after it changed them."""

PUBSUB_TIMEOUT = 20
"""Seconds a connection that waits for published versions may be silent."""


class StoredReply(msgspec.Struct, frozen=True):
    """An encrypted reply to store under the name of an idempotency key."""

    name: str
    data: bytes
    seconds: int


class SessionStore:
    """The sessions of one Redis; `lifetime` is in seconds since the last change."""

    def __init__(self, url: str, lifetime: int) -> None:
        self.url, self.lifetime = url, lifetime
        self.server = RedisServer(url, "sessions")
        self._cache: OrderedDict[str, tuple[Session, str]] = OrderedDict()
        self._lock = threading.Lock()

    def expiry(self) -> int:
        """When a session that changes now expires, in seconds since 1970."""
        return int(time.time()) + self.lifetime

    def ping(self) -> None:
        """Raises RedisUnavailable if Redis does not answer."""
        with self.server.guard():
            self.server.client.ping()

    def load(self, session_id: str, reply_name: str | None = None) -> tuple[Session | None, bytes | None]:
        """The session and the stored reply, read in this order so that a change is never seen without its reply."""
        if reply_name is None:
            return _decode(session_id, self.server.command("HMGET", _key(session_id), *FIELDS)), None
        with self.server.guard():
            pipe = self.server.client.pipeline(transaction=False)
            pipe.hmget(_key(session_id), FIELDS)
            pipe.get(_reply_key(session_id, reply_name))
            values, reply = pipe.execute()
        return _decode(session_id, values), reply

    def find(self, session_id: str) -> Session:
        """The session, even if it has just been ended; raises SessionUnknown."""
        session, _ = self.load(session_id)
        if session is None:
            raise SessionUnknown("There is no session with this id; idle sessions expire.")
        return session

    def take_cached(self, session_id: str) -> tuple[Session, str] | None:
        """The session as this process last left it and the stamp of that commit; it may be outdated, so commit it with that stamp."""
        with self._lock:
            return self._cache.pop(session_id, None)

    def _put_cached(self, session: Session, stamp: str) -> None:
        with self._lock:
            self._cache[session.id] = session, stamp
            if len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)

    def commit(
        self,
        expected: int | None,
        after: Session,
        entries: Sequence[AnyEntry],
        reply: StoredReply | None = None,
        expected_stamp: str = "",
    ) -> tuple[Verdict, bytes | None]:
        """Replaces the session by `after` if it is still at the expected version (None: absent) and stamp ("": any); all or nothing.

        Returns the verdict, and with "replayed" the reply that is already stored.
        """
        keys = [_key(after.id), f"{_key(after.id)}:log"]
        if reply:
            keys.append(_reply_key(after.id, reply.name))
        stamp = f"{getrandbits(64):016x}"
        verdict, *rest = self.server.run(
            COMMIT,
            keys,
            "" if expected is None else expected,
            stamp,
            after.version,
            after.expires_at,
            channel(after.id),
            reply.data if reply else b"",
            reply.seconds if reply else 0,
            expected_stamp,
            len(entries),
            *map(encode, entries),
            *_fields(after, whole=expected is None),
        )
        if verdict == b"done" and not after.ended:
            self._put_cached(replace(after, is_migrated=False), stamp)
        return verdict.decode(), rest[0] if rest else None

    def ids(self) -> Iterator[str]:
        """The ids of all sessions; scans the whole database."""
        with self.server.guard():
            for key in self.server.client.scan_iter(match="arbiter:{*}:log", count=1000):
                yield key.decode().removeprefix("arbiter:{").removesuffix("}:log")

    def entries(self, session_id: str, since: int, limit: int | None = None) -> list[tuple[int, AnyEntry]]:
        """The log after a version, oldest first, each entry with its version."""
        with self.server.guard():
            found = self.server.client.xrange(f"{_key(session_id)}:log", min=f"{since + 1}-0", max="+", count=limit)
        return [(int(entry_id.partition(b"-")[0]), decode_entry(fields[b"entry"])) for entry_id, fields in found]

    def subscribe(self) -> PubSub:
        """A subscription with a connection of its own, for the channels of sessions."""
        subscription: PubSub = connect(self.url, timeout=PUBSUB_TIMEOUT).pubsub()
        return subscription

    def outbox_add(self, session_id: str) -> None:
        """Notes that an AI may be to act in the session."""
        self.server.command("ZADD", OUTBOX, int(time.time()), session_id)

    def outbox_before(self, moment: float, limit: int = 1000) -> list[tuple[str, float]]:
        """Sessions added to the outbox before a moment, each with the time it was added."""
        with self.server.guard():
            found = self.server.client.zrangebyscore(OUTBOX, 0, moment, start=0, num=limit, withscores=True)
        return [(session_id.decode(), score) for session_id, score in found]

    def outbox_remove(self, session_id: str, added: float) -> None:
        """Removes a session from the outbox unless it was added again since."""
        self.server.run(OUTBOX_REMOVE, [OUTBOX], session_id, f"{added:.17g}")


def channel(session_id: str) -> str:
    """The channel on which a session's new versions are published."""
    return f"{_key(session_id)}:news"


def _key(session_id: str) -> str:
    return f"arbiter:{{{session_id}}}"


def _reply_key(session_id: str, name: str) -> str:
    return f"{_key(session_id)}:answer:{name}"


def _fields(session: Session, whole: bool) -> list[bytes | str | int]:
    written: list[bytes | str | int] = ["seats", encode(session.seats), "steady", session.steady, "snapshot", session.snapshot]
    written += ["due", encode(session.due) if session.due else "", "ended", int(session.ended)]
    if whole or session.is_migrated:
        written += ["schema_version", session.game.schema_version, "base", encode(session.base) if session.base else ""]
    return [*written, "facts", encode(session.facts)] if whole else written


_facts: msgspec.json.Decoder[Facts] = msgspec.json.Decoder(Facts)
_seats: msgspec.json.Decoder[list[Seat]] = msgspec.json.Decoder(list[Seat])
_due: msgspec.json.Decoder[Due] = msgspec.json.Decoder(Due)
_base: msgspec.json.Decoder[Base] = msgspec.json.Decoder(Base)


def _decode(session_id: str, values: Any) -> Session | None:
    facts, seats, version, steady, snapshot, expires_at, due, ended, schema_version, base = values
    if version is None:
        return None
    session = Session(
        id=session_id,
        facts=_facts.decode(facts),
        seats=_seats.decode(seats),
        version=int(version),
        steady=int(steady),
        snapshot=snapshot,
        expires_at=int(expires_at),
        due=_due.decode(due) if due else None,
        ended=ended == b"1",
        base=_base.decode(base) if base else None,
    )
    return session if int(schema_version or 1) == session.game.schema_version else migrated(session)
