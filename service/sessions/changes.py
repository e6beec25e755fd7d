"""How a session changes: load it, decide, commit if nothing changed meanwhile, else decide again; then the effects of the commit."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from engine.errors import Refusal
from engine.game import State, to_act
from service.observability import metrics
from service.referee.errors import IllegalMove
from service.referee.presentation import Format
from service.sessions.errors import SessionFull, SessionUnknown, VersionMissing, VersionStale
from service.sessions.model import AnyEntry, Due, Moved, Seat, Session, encode
from service.sessions.store import SessionStore, StoredReply
from service.storage.errors import IdempotencyKeyReused
from service.storage.idempotency import KEEP_SECONDS, IdempotencyKey, Reply, decrypt, encrypt

MAX_ATTEMPTS = 20
"""How often a change is decided again because another one came first."""

SPARE_CHANGES = 2_000
"""Changes a session accepts beyond its longest possible game: undos, claims and resignations."""

DEFAULT_LEVEL = "normal"
"""The level of an AI for which none was chosen."""

Expected = Sequence[int] | Literal["any"]
"""The versions that If-Match allows."""


class Sessions(msgspec.Struct, frozen=True):
    """The sessions of the service: their store, and the function that is called with every AI turn that a commit leaves.

    `on_due` must not raise; a turn that it misses is found in the outbox.
    """

    store: SessionStore
    on_due: Callable[[str, Due], None]


class Caller(msgspec.Struct, frozen=True):
    """The client of a call: its token, how it wants its answer, and its idempotency key."""

    token: str | None
    form: Format
    key: IdempotencyKey | None = None


class Change(msgspec.Struct):
    """A decided change: the session afterwards, its log entries, and the document for the caller."""

    after: Session
    entries: Sequence[AnyEntry]
    document: Any


Decide = Callable[[Session], Change]


def find_open(store: SessionStore, session_id: str) -> Session:
    """The session; raises SessionUnknown if there is none or it was ended."""
    return require_open(store.find(session_id))


def require_open(session: Session) -> Session:
    """The session; raises SessionUnknown if it was ended."""
    if session.ended:
        raise SessionUnknown("The host has ended this session.")
    return session


def now_ms() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


def change(sessions: Sessions, session_id: str, caller: Caller, decide: Decide) -> Reply:
    """Decides and commits until no other change came in between; a repeated request gets its first reply."""
    reply = _change_cached(sessions, session_id, caller, decide)
    if reply is not None:
        return reply
    version = 0
    for _ in range(MAX_ATTEMPTS):
        session, first = sessions.store.load(session_id, caller.key.name if caller.key else None)
        if caller.key and first is not None:
            return decrypt(caller.key, first)
        if session is None:
            raise SessionUnknown("There is no session with this id; idle sessions expire.")
        version = session.version
        reply = commit(sessions, version, decide(require_open(session)), caller)
        if reply is not None:
            return reply
    raise VersionStale("The session changes too fast; read it again.", version)


def _change_cached(sessions: Sessions, session_id: str, caller: Caller, decide: Decide) -> Reply | None:
    """Decides on the cached session, which saves a round trip; None if the cache is outdated or the change is refused."""
    cached = sessions.store.take_cached(session_id)
    if cached is None:
        return None
    session, stamp = cached
    try:
        decided = decide(session)
    except (Refusal, IllegalMove):
        return None
    return commit(sessions, session.version, decided, caller, stamp)


def commit(sessions: Sessions, expected: int | None, decided: Change, caller: Caller, expected_stamp: str = "") -> Reply | None:
    """Commits a change with its reply in one step; None if another change came first."""
    after = decided.after
    reply = Reply(body=encode(decided.document), resource=after.id, version=after.version, language=caller.form.language)
    stored = StoredReply(caller.key.name, encrypt(caller.key, reply), KEEP_SECONDS) if caller.key else None
    if after.due is not None:
        sessions.store.outbox_add(after.id)
    verdict, first = sessions.store.commit(expected, after, decided.entries, stored, expected_stamp)
    match verdict:
        case "done":
            _after_commit(sessions, decided)
            return reply
        case "replayed" if caller.key and first is not None:
            return decrypt(caller.key, first)
        case "stale" if expected is None:
            raise IdempotencyKeyReused("This Idempotency-Key created another session; choose a new key.")
        case _:
            return None


def _after_commit(sessions: Sessions, decided: Change) -> None:
    """The effects of a committed change: metrics, and the AI's turn."""
    for entry in decided.entries:
        if isinstance(entry, Moved):
            metrics.moves(decided.after.facts.game, entry.by).inc()
    if decided.after.due is not None:
        sessions.on_due(decided.after.id, decided.after.due)


def require_room(decided: Change) -> Change:
    """The change; raises SessionFull if the log would grow beyond its limit. AI players are exempt."""
    session = decided.after
    if session.version <= SPARE_CHANGES:
        return decided
    game = session.game
    longest = game.bound(msgspec.convert(session.facts.options, game.options), len(session.seats))
    if session.version > longest + SPARE_CHANGES:
        raise SessionFull("This session has seen more changes than any game needs; fork it to play on.")
    return decided


def require_version(session: Session, expected: Expected | None) -> None:
    """Raises VersionMissing or VersionStale unless the position is still that of an expected version."""
    if expected is None:
        raise VersionMissing('Send the version your move answers to, as If-Match: "<version>" (the ETag of the session).')
    if expected != "any" and not any(session.steady <= version <= session.version for version in expected):
        raise VersionStale(f"The session is at version {session.version}; read it again.", session.version)


def due_turn(seats: Sequence[Seat], version: int, state: State) -> Due | None:
    """The AI turn that a position leaves, if an AI is to act."""
    decision = to_act(state)
    if decision is None or seats[decision.seat].kind == "human":
        return None
    return Due(version, decision.seat, seats[decision.seat].level or DEFAULT_LEVEL)


def advance(store: SessionStore, session: Session, state: State, count: int = 1, seats: list[Seat] | None = None) -> Session:
    """The session after `count` log entries that led to this position."""
    version, seats = session.version + count, session.seats if seats is None else seats
    return replace(
        session,
        seats=seats,
        version=version,
        steady=version,
        snapshot=encode(state),
        state=state,
        expires_at=store.expiry(),
        due=due_turn(seats, version, state),
    )
