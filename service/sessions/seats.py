"""Who plays a seat: claiming, resigning, inviting again, replacing by an AI; who is a host; and ending a session."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from service.sessions.auth import Caller, require_host, require_seat
from service.sessions.changes import DEFAULT_LEVEL, Change, Sessions, change, require_room, with_seat
from service.sessions.documents import ClaimedSeat, NewInvite
from service.sessions.entries import Claimed, Ended, HostAdded, Invited, Replaced, Resigned
from service.sessions.errors import (
    GameFinished,
    InviteWrong,
    NoFreeSeat,
    NotAllowed,
    SeatFree,
    SeatOfAi,
    SeatPresent,
    SeatResigned,
    SeatTaken,
    SeatUnknown,
    SessionUnknown,
)
from service.sessions.keys import session_key
from service.sessions.model import Seat, Session, Shared, state_of
from service.sessions.presence import ABSENT_MS
from service.sessions.presentation import is_over, position_fields, present_session
from service.sessions.tokens import hash_code, hash_token, is_same, new_code, new_token
from service.storage.errors import RedisUnavailable
from service.storage.idempotency import Reply

NO_SEAT = "This invite code leads to no free seat: it is mistyped, used already or out of date. Compare it, or ask the host for a new one."
"""Why an invite code alone is refused, and what to do."""

ENDED_SECONDS = 600
"""How long the feed of an ended session can still be read, so that every client learns of the end."""

ENDED_SECONDS_IF_FULL = 5
"""The same while Redis is almost full, so that deleting a session makes room."""


def claim_seat(sessions: Sessions, session_id: str, number: int, code: str, name: str | None, caller: Caller) -> Reply:
    """Joins with an invite code, which works once; the seat gets a new token and its old token ends."""

    def decide(session: Session) -> Change:
        seat = find_seat(session, number)
        if seat.invite is None:
            raise SeatTaken("This seat has no invite code any more: an AI plays it, or somebody has claimed it.")
        if not is_same(seat.invite, hash_code(session.id, code)):
            raise InviteWrong("This is not the invite code of this seat.")
        return _claim(sessions, session, number, name, caller)

    return change(sessions, session_id, caller, decide)


def claim_by_code(sessions: Sessions, code: str, name: str | None, caller: Caller) -> Reply:
    """Joins with an invite code alone; raises InviteWrong if the code leads to no seat that it can claim."""
    invites = sessions.store.invites
    if caller.key is not None:
        invites.hold(caller.key)
    try:
        session_id, number = invites.find(code)
        return claim_seat(sessions, session_id, number, code, name, caller)
    except (InviteWrong, SessionUnknown, SeatTaken):
        if caller.key is not None:
            invites.release(caller.key)
        raise InviteWrong(NO_SEAT) from None


def take_free_seat(sessions: Sessions, session_id: str, name: str | None, caller: Caller) -> Reply:
    """Takes the first free seat of an open session, without an invite code."""

    def decide(session: Session) -> Change:
        if session.facts.visibility != "open":
            raise NotAllowed("This session is private: join it with an invite code.")
        free = next((number for number, seat in enumerate(session.seats) if seat.is_free), None)
        if free is None:
            raise NoFreeSeat("Every seat of this session is taken. Choose another one from GET /v1/sessions?status=waiting.")
        return _claim(sessions, session, free, name, caller)

    return change(sessions, session_id, caller, decide)


def _claim(sessions: Sessions, session: Session, number: int, name: str | None, caller: Caller) -> Change:
    """A player takes the seat, also one that an AI had taken over, and is not a host."""
    seat, token = session.seats[number], new_token("seat")
    changed: dict[str, Any] = {"token": hash_token(token), "invite": None, "claimed": True, "name": name or seat.name, "is_host": False}
    changed["seen_before"] = seat.seen_before or seat.token is not None
    if seat.kind == "ai":
        changed |= {"kind": "invited", "level": None, "origin": None, "resigned": False, "replaced": False, "timed_out": False}
    after = with_seat(sessions.store, session, number, **changed)
    document = ClaimedSeat(**position_fields(after, state_of(after), number, caller), token=token)
    return require_room(Change(after, [Claimed(at=sessions.store.now_ms(), seat=number, name=changed["name"])], document))


def resign_seat(sessions: Sessions, session_id: str, number: int, level: str | None, caller: Caller) -> Reply:
    """Resigns the caller's seat: an AI plays on, and the token can still read."""

    def decide(session: Session) -> Change:
        seat = find_seat(session, number)
        if require_seat(session, caller.token) != number:
            raise NotAllowed("A token resigns only its own seat.")
        if seat.kind == "ai":
            raise SeatResigned("An AI plays this seat already.")
        if is_over(session):
            raise GameFinished("The game is over.")
        chosen = level or DEFAULT_LEVEL
        after = hand_to_ai(sessions, session, number, chosen, resigned=True)
        entry = Resigned(at=sessions.store.now_ms(), seat=number, level=chosen)
        return Change(after, [entry], present_session(after, state_of(after), number, caller))

    return change(sessions, session_id, caller, decide)


def hand_to_ai(sessions: Sessions, session: Session, number: int, level: str, **why: bool) -> Session:
    """The session after an AI took over a seat; `why` is resigned, replaced or timed_out."""
    seat = session.seats[number]
    return with_seat(sessions.store, session, number, kind="ai", origin=seat.kind, level=level, invite=None, stands_in=False, **why)


def invite_again(sessions: Sessions, session_id: str, number: int, caller: Caller) -> Reply:
    """A new invite code for the seat of an absent player, whose token ends, or for a seat that nobody has claimed."""

    def decide(session: Session) -> Change:
        require_host(session, caller.token)
        seat = find_seat(session, number)
        if is_over(session):
            raise GameFinished("The game is over.")
        if seat.first_kind == "ai":
            raise SeatOfAi("This seat was created for an AI player; fork the session to give it to a person.")
        _require_absent(sessions, session, number)
        code = new_code()
        sessions.store.invites.add(session.id, {number: code})
        changed: dict[str, Any] = {"token": None, "invite": hash_code(session.id, code), "is_host": False}
        changed["seen_before"] = seat.seen_before or seat.token is not None
        if seat.kind != "ai":
            changed |= {"kind": "invited", "claimed": False, "timed_out": False}
        after = with_seat(sessions.store, session, number, **changed)
        document = NewInvite(id=session.id, seat=number, invite_code=code, version=after.version)
        return require_room(Change(after, [Invited(at=sessions.store.now_ms(), seat=number)], document))

    return change(sessions, session_id, caller, decide)


def replace_by_ai(sessions: Sessions, session_id: str, number: int, level: str | None, caller: Caller) -> Reply:
    """Lets an AI play for an absent player, or for a seat that nobody has claimed; the player can come back with a new invite."""

    def decide(session: Session) -> Change:
        require_host(session, caller.token)
        seat = find_seat(session, number)
        if is_over(session):
            raise GameFinished("The game is over.")
        if seat.kind == "ai":
            raise SeatOfAi("An AI plays this seat already.")
        _require_absent(sessions, session, number)
        chosen = level or DEFAULT_LEVEL
        after = hand_to_ai(sessions, session, number, chosen, replaced=True)
        entry = Replaced(at=sessions.store.now_ms(), seat=number, level=chosen)
        return require_room(Change(after, [entry], present_session(after, state_of(after), None, caller)))

    return change(sessions, session_id, caller, decide)


def add_host(sessions: Sessions, session_id: str, number: int, caller: Caller) -> Reply:
    """Makes the player of a seat a host too; repeating it changes nothing."""

    def decide(session: Session) -> Change:
        require_host(session, caller.token)
        seat = find_seat(session, number)
        if seat.kind == "ai":
            raise SeatOfAi("An AI plays this seat; only a person can be a host.")
        if seat.is_free:
            raise SeatFree("Nobody has claimed this seat yet; its player can become a host afterwards.")
        if seat.is_host:
            return Change(session, [], present_session(session, state_of(session), None, caller))
        after = with_seat(sessions.store, session, number, is_host=True)
        entry = HostAdded(at=sessions.store.now_ms(), seat=number)
        return require_room(Change(after, [entry], present_session(after, state_of(after), None, caller)))

    return change(sessions, session_id, caller, decide)


def _require_absent(sessions: Sessions, session: Session, number: int) -> None:
    """Raises SeatPresent unless the seat's player is absent or timed out, or nobody plays the seat."""
    seat = session.seats[number]
    if seat.kind == "ai" or seat.is_free or seat.timed_out:
        return
    if not sessions.store.presence.is_absent(session, number):
        minutes = ABSENT_MS // 60_000
        here = f"The player of seat {number} was here less than {minutes} minutes ago."
        raise SeatPresent(f"{here} Repeat this when the seat has been absent for that long.")


def find_seat(session: Session, number: int) -> Seat:
    """The seat with this number; raises SeatUnknown."""
    if not 0 <= number < len(session.seats):
        raise SeatUnknown(f"This session has the seats 0 to {len(session.seats) - 1}.")
    return session.seats[number]


def end_session(sessions: Sessions, session_id: str, caller: Caller) -> str | None:
    """Ends the session for its host: only its feed can still be read, for ENDED_SECONDS. Returns the client that opened it, if known.

    Moves that it shares are kept as long as it is.
    """
    opened_by: str | None = None
    shared: Shared | None = None
    kept = ENDED_SECONDS_IF_FULL if sessions.store.memory.is_short(session_key(session_id)) else ENDED_SECONDS

    def decide(session: Session) -> Change:
        nonlocal opened_by, shared
        require_host(session, caller.token)
        opened_by, shared = session.facts.opened_by, session.facts.shared
        now = sessions.store.now_ms()
        after = replace(session, version=session.version + 1, due=None, ended=True, expires_at=now // 1000 + kept)
        return Change(after, [Ended(at=now)], None)

    change(sessions, session_id, caller, decide)
    if shared is not None:
        with suppress(RedisUnavailable):  # They expire in any case.
            sessions.store.shared_moves.remove(shared, session_id, sessions.store.seconds_left(session_id))
    return opened_by
