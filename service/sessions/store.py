"""Sessions in Redis. Every key of a session carries its id as hash tag; every change is one script (commit.lua); only commands of 6.2.

`arbiter:{id}` is the session (hash), `arbiter:{id}:log` its log (stream, entry of version v under id v-1), `arbiter:{id}:answer:...` the
answers kept for idempotency keys, `arbiter:{id}:news` the channel that says a version was added. `arbiter:outbox` (sorted set by time)
names sessions in which an AI may have to move: written before the change, so that none is ever forgotten, and only a hint: the truth is
the session's own field `due`, which changes in the same step as the version.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import getrandbits
from typing import Any, Literal

import msgspec
from redis.client import PubSub
from redis.exceptions import NoScriptError

from engine.errors import Refusal
from service.observability import metrics
from service.sessions.model import AnyEntry, Due, Facts, Moved, Seat, Session, encode, read_entry
from service.storage.connection import Guard, client, direct

COMMIT = Path(__file__).with_name("commit.lua").read_text(encoding="utf-8")
COMMIT_DIGEST = hashlib.sha1(COMMIT.encode()).hexdigest()

OUTBOX = "arbiter:outbox"
FIELDS = ("facts", "seats", "version", "steady", "snapshot", "expires_at", "due", "ended")

Verdict = Literal["done", "stale", "gone", "repeated"]

REMEMBERED = 512
"""Sessions that a process remembers as it last left them."""


class SessionUnknown(Refusal):
    """There is no such session, or it has expired or was ended."""

    code = "session_unknown"


class Store:
    """The sessions of one Redis."""

    def __init__(self, url: str, lifetime: int) -> None:
        self.url, self.lifetime = url, lifetime
        self.redis = client(url)
        self._ask = direct(self.redis)
        self._asking = Guard("sessions").asking
        self.announce: Callable[[str, Due], None] = lambda session_id, due: None
        """Told at once of AI work that a commit left; must not fail. Who does not listen finds the work in the outbox."""
        self._memory: OrderedDict[str, tuple[Session, str]] = OrderedDict()
        self._turn = threading.Lock()

    def expiry(self) -> int:
        """When a session that changes now will be forgotten, in seconds since 1970."""
        return int(time.time()) + self.lifetime

    def ping(self) -> None:
        """Raises when Redis cannot do its work."""
        with self._asking():
            self.redis.ping()

    def load(self, session_id: str, answer: str | None = None) -> tuple[Session | None, bytes | None]:
        """The session, and what is kept under an answer's name; read in this order, a change is never seen without its answer."""
        with self._asking():
            if answer is None:
                return _session(session_id, self._ask("HMGET", _key(session_id), *FIELDS)), None
            pipe = self.redis.pipeline(transaction=False)
            pipe.hmget(_key(session_id), FIELDS)
            pipe.get(_answer_key(session_id, answer))
            values, kept = pipe.execute()
        return _session(session_id, values), kept

    def find(self, session_id: str) -> Session:
        """The session, also one that was ended a moment ago."""
        session, _ = self.load(session_id)
        if session is None:
            raise SessionUnknown("There is no session of this id; sessions that nobody plays expire.")
        return session

    def recall(self, session_id: str) -> tuple[Session, str] | None:
        """The session as this process last left it, with the stamp of that change: only good to be committed upon, with that stamp."""
        with self._turn:
            return self._memory.pop(session_id, None)

    def _remember(self, session: Session, stamp: str) -> None:
        with self._turn:
            self._memory[session.id] = session, stamp
            if len(self._memory) > REMEMBERED:
                self._memory.popitem(last=False)

    def commit(
        self,
        expected: int | None,
        after: Session,
        entries: Sequence[AnyEntry],
        answer: tuple[str, bytes, int] | None = None,
        upon: str = "",
    ) -> tuple[Verdict, bytes | None]:
        """Makes the session what `after` says if it still is at the expected version (None: not there); all or nothing.

        `upon` is the stamp of the change that left the session so, for who did not read it anew.
        """
        keys = [_key(after.id), f"{_key(after.id)}:log"]
        name, kept, seconds = answer or ("", b"", 0)
        if answer:
            keys.append(_answer_key(after.id, name))
        stamp, written = f"{getrandbits(64):016x}", _fields(after, whole=expected is None)
        head = ["" if expected is None else expected, stamp, after.version, after.expires_at, channel(after.id), kept, seconds, upon]
        if after.due is not None:
            self.hint(after.id)
        with self._asking():
            verdict, *rest = self._run(len(keys), *keys, *head, len(entries), *map(encode, entries), *written)
        if verdict == b"done":
            if not after.ended:
                self._remember(after, stamp)
            for entry in entries:
                if isinstance(entry, Moved):
                    metrics.moves(after.facts.game, entry.by).inc()
            if after.due is not None:
                self.announce(after.id, after.due)
        return verdict.decode(), rest[0] if rest else None

    def _run(self, *arguments: Any) -> Any:
        """Runs the script; a server that has started anew must be told it again."""
        try:
            return self._ask("EVALSHA", COMMIT_DIGEST, *arguments)
        except NoScriptError:
            return self._ask("EVAL", COMMIT, *arguments)

    def ids(self) -> Iterator[str]:
        """The ids of all sessions there are; slow, for people who look after the service."""
        with self._asking():
            for key in self.redis.scan_iter(match="arbiter:{*}:log", count=1000):
                yield key.decode().removeprefix("arbiter:{").removesuffix("}:log")

    def entries(self, session_id: str, since: int, limit: int | None = None) -> list[tuple[int, AnyEntry]]:
        """The log after a version, oldest first, each entry with its version."""
        with self._asking():
            found = self.redis.xrange(f"{_key(session_id)}:log", min=f"{since + 1}-0", max="+", count=limit)
        return [(int(entry_id.partition(b"-")[0]), read_entry(fields[b"entry"])) for entry_id, fields in found]

    def listen(self) -> PubSub:
        """A subscription of its own for news of sessions, with a connection that may wait."""
        subscription: PubSub = client(self.url, timeout=20).pubsub()
        return subscription

    def waiting(self, before: float, limit: int = 1000) -> list[tuple[str, float]]:
        """Sessions, with the time of the hint, in which an AI may have had to move since before that time."""
        with self._asking():
            found = self.redis.zrangebyscore(OUTBOX, 0, before, start=0, num=limit, withscores=True)
        return [(session_id.decode(), score) for session_id, score in found]

    def settle(self, session_id: str, hinted: float) -> None:
        """Drops a hint that turned out to be void, unless a newer one has come."""
        with self._asking():
            self.redis.eval("if redis.call('ZSCORE', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('ZREM', KEYS[1], ARGV[1]) end",
                            1, OUTBOX, session_id, f"{hinted:.17g}")  # fmt: skip

    def hint(self, session_id: str) -> None:
        """Notes that an AI may have to move in the session, from now on."""
        with self._asking():
            self.redis.zadd(OUTBOX, {session_id: int(time.time())})


def channel(session_id: str) -> str:
    """Where the news of a session is published."""
    return f"{_key(session_id)}:news"


def _key(session_id: str) -> str:
    return f"arbiter:{{{session_id}}}"


def _answer_key(session_id: str, answer: str) -> str:
    return f"{_key(session_id)}:answer:{answer}"


def _fields(session: Session, whole: bool) -> list[bytes | str | int]:
    written: list[bytes | str | int] = ["seats", encode(session.seats), "steady", session.steady, "snapshot", session.snapshot]
    written += ["due", encode(session.due) if session.due else "", "ended", int(session.ended)]
    return [*written, "facts", encode(session.facts)] if whole else written


_facts: msgspec.json.Decoder[Facts] = msgspec.json.Decoder(Facts)
_seats: msgspec.json.Decoder[list[Seat]] = msgspec.json.Decoder(list[Seat])
_due: msgspec.json.Decoder[Due] = msgspec.json.Decoder(Due)


def _session(session_id: str, values: Any) -> Session | None:
    facts, seats, version, steady, snapshot, expires_at, due, ended = values
    if version is None:
        return None
    return Session(
        id=session_id,
        facts=_facts.decode(facts),
        seats=_seats.decode(seats),
        version=int(version),
        steady=int(steady),
        snapshot=snapshot,
        expires_at=int(expires_at),
        due=_due.decode(due) if due else None,
        ended=ended == b"1",
    )
