"""Sessions in Redis: one atomic script per change, commands of Redis 6.2 only.

Every key of a session carries its id as hash tag: `arbiter:{id}` is the session (hash), `arbiter:{id}:log` its log (stream; the entry of
version v has the id v-1), `arbiter:{id}:answer:...` the replies stored for idempotency keys, `arbiter:{id}:news` the channel that publishes
new versions. The other keys are described in storage/outbox.py, storage/owners.py, heartbeat.py, presence.py, tickets.py, invites.py,
shared_moves.py and tables.py.
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

from service.sessions.clock import NOBODY, Clock, ClockPlan, decode_clock, extended
from service.sessions.entries import AnyEntry, decode_entry
from service.sessions.errors import SessionUnknown
from service.sessions.heartbeat import Heartbeat
from service.sessions.invites import Invites
from service.sessions.keys import channel, log_key, reply_key, session_key
from service.sessions.model import Base, Due, Facts, Seat, Session, encode, migrated
from service.sessions.presence import Presence
from service.sessions.shared_moves import SharedMoves
from service.sessions.tables import Tables
from service.storage.memory import RESERVE, Memory
from service.storage.outbox import NEWS, TURNS, Outbox
from service.storage.owners import SESSION_OWNERS, Owners
from service.storage.redis_client import RedisServer, connect
from service.storage.scripts import Script

COMMIT, ADD_WEBHOOKS = (Script(Path(__file__).with_name(name)) for name in ("commit.lua", "add_webhooks.lua"))

FIELDS = (
    "facts",
    "seats",
    "version",
    "steady",
    "snapshot",
    "expires_at",
    "due",
    "ended",
    "schema_version",
    "base",
    "clock",
    "rematch",
    "webhooks",
)

Verdict = Literal["done", "stale", "gone", "replayed", "late", "early"]

CACHE_SIZE = 512
"""Sessions that a process caches after it changed them."""

OUTBOX_MS = 1000
"""An AI's turn that is older than this should have been enqueued; commit.lua has the same figure. In a Cluster it is also how long news
waits that was noted before its change, unless the change is made before."""

INVITE_LIFETIMES = 2
"""How long invite codes are kept, in lifetimes of an idle session: longer than a session whose code was just issued."""

PUBSUB_TIMEOUT = 20
"""Seconds a connection that waits for published versions may be silent."""


class StoredReply(msgspec.Struct, frozen=True):
    """An encrypted reply to store under the name of an idempotency key."""

    name: str
    data: bytes
    seconds: int


class Committed(msgspec.Struct, frozen=True):
    """What became of a commit: with "done" the clock after it, with "replayed" the reply that is already stored."""

    verdict: Verdict
    clock: Clock | None = None
    reply: bytes | None = None


class SessionStore:
    """The sessions of one Redis; `lifetime` is in seconds since the last change, `beats` is for web processes."""

    def __init__(self, url: str, lifetime: int, beats: bool = False, reserve: int = RESERVE) -> None:
        self.url, self.lifetime = url, lifetime
        self.server = RedisServer(url, "sessions")
        self.memory = Memory(self.server, reserve)
        self.outbox, self.news = Outbox(self.server, TURNS), Outbox(self.server, NEWS)
        self.owners, self.heartbeat = Owners(self.server, SESSION_OWNERS), Heartbeat(self.server, beats)
        self.presence = Presence(self.server, self.now_ms)
        self.invites, self.tables = Invites(self.server, INVITE_LIFETIMES * lifetime), Tables(self.server)
        self.shared_moves = SharedMoves(self.server, lifetime)
        self._cache: OrderedDict[str, tuple[Session, str]] = OrderedDict()
        self._lock = threading.Lock()

    def expiry(self) -> int:
        """When a session that changes now expires, in seconds since 1970."""
        return int(time.time()) + self.lifetime

    def now_ms(self) -> int:
        """The time of Redis, in milliseconds since 1970."""
        return self.heartbeat.now_ms()

    def load(self, session_id: str, reply_name: str | None = None) -> tuple[Session | None, bytes | None]:
        """The session and the stored reply, read in this order so that a change is never seen without its reply."""
        if reply_name is None:
            return self._decode(session_id, self.server.command("HMGET", session_key(session_id), *FIELDS)), None
        with self.server.guard():
            pipe = self.server.client.pipeline(transaction=False)
            pipe.hmget(session_key(session_id), FIELDS)
            pipe.get(reply_key(session_id, reply_name))
            values, reply = pipe.execute()
        return self._decode(session_id, values), reply

    def load_all(self, session_ids: Sequence[str]) -> list[Session | None]:
        """The sessions with these ids, in one trip to each node."""
        with self.server.guard():
            pipe = self.server.client.pipeline(transaction=False)
            for session_id in session_ids:
                pipe.hmget(session_key(session_id), FIELDS)
            found = pipe.execute()
        return [self._decode(session_id, values) for session_id, values in zip(session_ids, found, strict=True)]

    def _decode(self, session_id: str, values: Any) -> Session | None:
        """A session from its stored fields; gaps in the heartbeat are added to its clock."""
        session = _decode(session_id, values)
        if session is not None and session.clock is not None:
            session.clock = extended(session.clock, self.heartbeat.gaps())
        return session

    def find(self, session_id: str) -> Session:
        """The session, even if it has just been ended; raises SessionUnknown."""
        return require_found(self.load(session_id)[0])

    def take_cached(self, session_id: str) -> tuple[Session, str] | None:
        """The session as this process last left it and the stamp of that commit; it may be outdated, so commit it with that stamp."""
        with self._lock:
            found = self._cache.pop(session_id, None)
        if found is not None and found[0].clock is not None:
            found[0].clock = extended(found[0].clock, self.heartbeat.gaps())
        return found

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
        plan: ClockPlan | None = None,
        expected_stamp: str = "",
        turn: int | None = None,
    ) -> Committed:
        """Replaces the session by `after` if it is still at the expected version (None: absent) and stamp ("": any); all or nothing.

        The clock follows the plan: a late move and an early time-out change nothing. `turn` is the seat of a person whose turn begins.
        """
        if after.facts.shared is not None:
            self.shared_moves.keep(after.facts.shared)
        key = session_key(after.id)
        keys = [key, log_key(after.id), reply_key(after.id, reply.name) if reply else key]
        if self.server.is_cluster:
            self._add_to_outbox(after, plan.clock if plan and plan.step == "keep" else None, plan)
            self._add_to_news(after, OUTBOX_MS)
        else:
            keys += [TURNS, NEWS, SESSION_OWNERS]
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
            encode(plan) if plan else b"",
            int(after.due is not None),
            after.id,
            after.facts.owner or "",
            "" if turn is None else turn,
            len(entries),
            *map(encode, entries),
            *_fields(after, whole=expected is None),
        )
        if verdict != b"done":
            return Committed(verdict.decode(), reply=rest[0] if rest else None)
        now, clock_text, webhooks = rest
        self.heartbeat.set_now(now)
        clock = decode_clock(clock_text) if clock_text else None
        if self.server.is_cluster:
            self._add_to_outbox(after, clock)
            self._add_to_news(replace(after, has_webhooks=bool(webhooks)), 0)
        if not after.ended:
            self._put_cached(replace(after, clock=clock, is_migrated=False, has_webhooks=bool(webhooks)), stamp)
        return Committed("done", clock)

    def _add_to_outbox(self, after: Session, clock: Clock | None, plan: ClockPlan | None = None) -> None:
        """Adds the session if an AI is to act or a clock runs after the change; before the change, the deadline is estimated."""
        if after.due is not None:
            self.outbox.add(after.id, OUTBOX_MS)
        elif clock is not None and clock.is_running:
            self.outbox.add(after.id, clock.deadline - self.now_ms())
        elif plan is not None and plan.next_seat != NOBODY:
            self.outbox.add(after.id, plan.move_ms + plan.clock.bank[plan.next_seat])

    def _add_to_news(self, after: Session, milliseconds: int) -> None:
        """Adds the session to the outbox of news if it has webhooks."""
        if after.has_webhooks or self.owners.has(after.facts.owner):
            self.news.add(f"{after.id}:{after.facts.owner or ''}", milliseconds)

    def add_webhooks(self, session_id: str) -> None:
        """Notes that the session has webhooks, for good; nothing if there is no such session."""
        self.server.run(ADD_WEBHOOKS, [session_key(session_id)])

    def seconds_left(self, session_id: str) -> int:
        """For how long the session is still kept; 0 if there is none."""
        return max(0, int(self.server.command("TTL", session_key(session_id))))

    def ids(self) -> Iterator[str]:
        """The ids of all sessions; scans the whole database."""
        with self.server.guard():
            for key in self.server.client.scan_iter(match="arbiter:{*}:log", count=1000):
                yield key.decode().removeprefix("arbiter:{").removesuffix("}:log")

    def log(self, session: Session, since: int, limit: int | None = None) -> list[tuple[int, AnyEntry]]:
        """The log after a version, oldest first, each entry with its version; moves that a fork shares are versions 1, 2 and so on."""
        shared = session.facts.shared
        if shared is None or since >= shared.moves:
            return self.entries(session.id, since, limit)
        found: list[tuple[int, AnyEntry]] = self.entries(session.id, -1, 1) if since < 0 else []
        first = max(since, 0)
        found += enumerate(self.shared_moves.read(shared)[first:], start=first + 1)
        if limit is None or len(found) < limit:
            found += self.entries(session.id, shared.moves, None if limit is None else limit - len(found))
        return found[:limit]

    def entries(self, session_id: str, since: int, limit: int | None = None) -> list[tuple[int, AnyEntry]]:
        """What Redis holds of the session's own log after a version; a fork of a finished game does not hold the moves that it shares."""
        with self.server.guard():
            found = self.server.client.xrange(log_key(session_id), min=f"{since + 1}-0", max="+", count=limit)
        return [(int(entry_id.partition(b"-")[0]), _decode_entry(fields)) for entry_id, fields in found]

    def subscribe(self) -> PubSub:
        """A subscription with a connection of its own, for the channels of sessions."""
        subscription: PubSub = connect(self.url, timeout=PUBSUB_TIMEOUT).pubsub()
        return subscription


def require_found(session: Session | None) -> Session:
    """The session; raises SessionUnknown if it was not found."""
    if session is None:
        raise SessionUnknown("There is no session with this id; idle sessions expire.")
    return session


def _decode_entry(fields: dict[bytes, bytes]) -> AnyEntry:
    entry = decode_entry(fields[b"entry"])
    if b"clock" in fields:
        entry.clock = decode_clock(fields[b"clock"])
    if b"turn" in fields:
        entry.turn = int(fields[b"turn"])
    return entry


def _fields(session: Session, whole: bool) -> list[bytes | str | int]:
    written: list[bytes | str | int] = ["seats", encode(session.seats), "steady", session.steady, "snapshot", session.snapshot]
    written += ["due", encode(session.due) if session.due else "", "ended", int(session.ended), "rematch", session.rematch or ""]
    if whole or session.is_migrated:
        written += ["schema_version", session.game.schema_version, "base", encode(session.base) if session.base else ""]
    return [*written, "facts", encode(session.facts)] if whole else written


_facts: msgspec.json.Decoder[Facts] = msgspec.json.Decoder(Facts)
_seats: msgspec.json.Decoder[list[Seat]] = msgspec.json.Decoder(list[Seat])
_due: msgspec.json.Decoder[Due] = msgspec.json.Decoder(Due)
_base: msgspec.json.Decoder[Base] = msgspec.json.Decoder(Base)


def _decode(session_id: str, values: Any) -> Session | None:
    facts, seats, version, steady, snapshot, expires_at, due, ended, schema_version, base, clock, rematch, webhooks = values
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
        clock=decode_clock(clock) if clock else None,
        rematch=rematch.decode() if rematch else None,
        has_webhooks=bool(webhooks),
    )
    return session if int(schema_version or 1) == session.game.schema_version else migrated(session)
