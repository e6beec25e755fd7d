"""How a session changes: load it, decide, commit if nothing changed meanwhile, else decide again; then the effects of the commit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from engine.errors import Refusal
from engine.game import State, to_act
from service.observability import metrics
from service.referee.errors import IllegalMove
from service.sessions.auth import Caller, find_bearer
from service.sessions.clock import NOBODY, ClockPlan, Step, new_clock
from service.sessions.documents import SessionPosition
from service.sessions.entries import AnyEntry, Claimed, Moved, TimedOut
from service.sessions.errors import SessionFull, SessionUnknown, TimeOver, TokenUnknown, TooEarly, VersionMissing, VersionStale
from service.sessions.model import Due, Seat, Session, encode, state_of
from service.sessions.presentation import present_clock
from service.sessions.store import SessionStore, StoredReply, require_found
from service.sessions.tables import may_change_status
from service.sessions.turns import begun_turn
from service.storage.errors import RedisUnavailable
from service.storage.idempotency import KEEP_SECONDS, Reply, decrypt, encrypt

MAX_ATTEMPTS = 20
"""How often a change is decided again because another one came first."""

SPARE_CHANGES = 2_000
"""Changes a session accepts beyond its longest possible game: undos, claims and resignations."""

DEFAULT_LEVEL = "normal"
"""The level of an AI for which none was chosen."""

Expected = Sequence[int] | Literal["any"]
"""The versions that If-Match allows."""


class Sessions(msgspec.Struct, frozen=True):
    """The sessions of the service: their store, and the function that is called with every session in which a commit leaves an AI's turn.

    `on_due` must not raise; a turn that it misses is found in the outbox.
    """

    store: SessionStore
    on_due: Callable[[Session], None]


class Change(msgspec.Struct):
    """A decided change: the session afterwards, its log entries, the document for the caller, and what happens to the clock.

    The document leaves the clock out; the commit, which knows the time, adds it.
    """

    after: Session
    entries: Sequence[AnyEntry]
    document: Any
    step: Step = "keep"


Decide = Callable[[Session], Change]


def find_open(store: SessionStore, session_id: str) -> Session:
    """The session; raises SessionUnknown if there is none or it was ended."""
    return require_open(store.find(session_id))


def require_open(session: Session) -> Session:
    """The session; raises SessionUnknown if it was ended."""
    if session.ended:
        raise SessionUnknown("The host has ended this session.")
    return session


def change(sessions: Sessions, session_id: str, caller: Caller, decide: Decide) -> Reply:
    """Decides and commits until no other change came in between; a repeated request gets its first reply."""
    reply = _change_cached(sessions, session_id, caller, decide)
    if reply is not None:
        return reply
    version = 0
    for _ in range(MAX_ATTEMPTS):
        session, first = sessions.store.load(session_id, caller.key.name if caller.key else None)
        if caller.key and first is not None:
            return with_clock(sessions.store, decrypt(caller.key, first), session)
        current = require_open(require_found(session))
        version = current.version
        reply = commit(sessions, version, decide(current), caller)
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
    reply = Reply(
        body=encode(decided.document),
        resource=after.id,
        version=after.version,
        language=caller.form.language,
        has_position=isinstance(decided.document, SessionPosition),
    )
    if expected is None and after.facts.visibility == "open":
        sessions.store.tables.update(after.facts.game, [after])
    stored = StoredReply(caller.key.name, encrypt(caller.key, reply), KEEP_SECONDS) if caller.key else None
    turn = begun_turn(after, decided.entries)
    done = sessions.store.commit(expected, after, decided.entries, stored, clock_plan(decided), expected_stamp, turn)
    match done.verdict:
        case "done":
            _after_commit(sessions, decided, caller)
            return with_clock(sessions.store, reply, replace(after, clock=done.clock))
        case "replayed" if caller.key and done.reply is not None:
            return with_clock(sessions.store, decrypt(caller.key, done.reply), sessions.store.load(after.id)[0])
        case "late":
            raise TimeOver("The time for this decision is over; an AI moves for this seat.")
        case "early":
            raise TooEarly("The seat still has time.")
        case _:
            return None


def _after_commit(sessions: Sessions, decided: Change, caller: Caller) -> None:
    """The effects of a committed change: metrics, presence, the index of open sessions, and the AI's turn."""
    after = decided.after
    for entry in decided.entries:
        if isinstance(entry, Moved):
            metrics.moves(after.facts.game, entry.by).inc()
        elif isinstance(entry, TimedOut):
            metrics.time_outs(after.facts.game).inc()
        elif isinstance(entry, Claimed):
            sessions.store.presence.saw(after.id, entry.seat)
    if caller.token is not None:
        with suppress(TokenUnknown):
            sessions.store.presence.saw(after.id, find_bearer(after, caller.token).seat)
    if after.facts.visibility == "open" and any(map(may_change_status, decided.entries)):
        with suppress(RedisUnavailable):  # The sweeper, or the next reader, moves the entry.
            sessions.store.tables.update(after.facts.game, [after])
    if after.due is not None:
        sessions.on_due(after)


def with_clock(store: SessionStore, reply: Reply, session: Session | None) -> Reply:
    """The reply with the clock of the session as it stands, if it holds a position; a repeated request gets the clock of now."""
    if session is None or session.facts.clock is None or not reply.has_position:
        return reply
    clock = encode(present_clock(session, store.now_ms()))
    return replace(reply, body=reply.body[:-1] + b',"clock":' + clock + b"}")


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
    if decision is None or not seats[decision.seat].is_ai:
        return None
    return Due(version, decision.seat, seats[decision.seat].level or DEFAULT_LEVEL)


def advance(store: SessionStore, session: Session, state: State, count: int = 1) -> Session:
    """The session after `count` log entries that led to this position; an AI that stood in for a player stops when another seat acts."""
    version, decision = session.version + count, to_act(state)
    seats = [
        replace(seat, stands_in=False) if seat.stands_in and (decision is None or decision.seat != number) else seat
        for number, seat in enumerate(session.seats)
    ]
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


def with_seat(store: SessionStore, session: Session, number: int, **changed: Any) -> Session:
    """The session after a log entry that changed one seat and left the position as it is, so that no move becomes stale."""
    seats = [replace(seat, **changed) if index == number else seat for index, seat in enumerate(session.seats)]
    version = session.version + 1
    due = due_turn(seats, version, state_of(session))
    same = due is not None and session.due is not None and (due.seat, due.level) == (session.due.seat, session.due.level)
    return replace(session, seats=seats, version=version, expires_at=store.expiry(), due=session.due if same else due)


def clock_plan(decided: Change) -> ClockPlan | None:
    """What a change does to the clock; None without a clock, and until every seat is taken for the first time."""
    session = decided.after
    settings = session.facts.clock
    if settings is None or (session.clock is None and any(seat.is_free for seat in session.seats)):
        return None
    clock = session.clock or new_clock(settings, len(session.seats), 0)
    return ClockPlan(clock, decided.step, _deciding_seat(session), settings.move_seconds * 1000)


def _deciding_seat(session: Session) -> int:
    """The seat whose clock runs in this position."""
    decision = to_act(state_of(session))
    if session.ended or decision is None:
        return NOBODY
    seat = session.seats[decision.seat]
    return NOBODY if seat.is_ai or seat.is_free else decision.seat
