"""Simulated time: what Redis stores about clocks, the heartbeat and presence is moved into the past."""

from __future__ import annotations

from random import getrandbits
from typing import Any

import msgspec

from service.sessions.clock import Clock, decode_clock
from service.sessions.heartbeat import KEYS
from service.sessions.keys import presence_key, session_key
from service.sessions.store import SessionStore
from tests.support.stores import raw

HEARTBEAT = KEYS[0]


def clock_of(store: SessionStore, session_id: str) -> Clock:
    """The stored clock of a session."""
    stored = raw(store).hget(session_key(session_id), "clock")
    assert isinstance(stored, bytes)
    return decode_clock(stored)


def pass_time(store: SessionStore, session_id: str, seconds: float) -> None:
    """Lets the running decision have begun earlier; processes must read the session again."""
    clock, milliseconds = clock_of(store, session_id), int(seconds * 1000)
    clock.since -= milliseconds
    clock.deadline -= milliseconds
    clock.gaps_until -= milliseconds
    stored: dict[Any, Any] = {"clock": msgspec.json.encode(clock), "stamp": f"{getrandbits(64):016x}"}
    raw(store).hset(session_key(session_id), mapping=stored)
    if clock.is_running:
        raw(store).zadd("arbiter:outbox", {session_id: clock.deadline})


def pass_deadline(store: SessionStore, session_id: str) -> None:
    """Lets the deadline of the running decision be one second ago."""
    pass_time(store, session_id, (clock_of(store, session_id).deadline - store.now_ms()) / 1000 + 1)


def leave_for(store: SessionStore, session_id: str, seconds: float) -> None:
    """Lets the session, and everybody in it, have been alone for so long."""
    client, key = raw(store), session_key(session_id)
    facts = msgspec.json.decode(client.hget(key, "facts") or b"")
    facts["created_at"] -= int(seconds * 1000)
    stored: dict[Any, Any] = {"facts": msgspec.json.encode(facts), "stamp": f"{getrandbits(64):016x}"}
    client.hset(key, mapping=stored)
    seen: Any = client.hgetall(presence_key(session_id))
    earlier: dict[Any, Any] = {name: int(value) - int(seconds * 1000) for name, value in seen.items()}
    if earlier:
        client.hset(presence_key(session_id), mapping=earlier)


def silence_heartbeat(store: SessionStore, seconds: float) -> None:
    """Lets the last beat of a web process be so long ago."""
    raw(store).set(HEARTBEAT, store.now_ms() - int(seconds * 1000))
