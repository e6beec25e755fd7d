"""Claiming and resigning a seat, and ending a session."""

from __future__ import annotations

from msgspec.structs import replace

from service.sessions.auth import require_host, require_seat
from service.sessions.changes import DEFAULT_LEVEL, Caller, Change, Sessions, advance, change, now_ms
from service.sessions.documents import ClaimedSeat
from service.sessions.errors import GameFinished, InviteWrong, NotAllowed, SeatResigned, SeatTaken, SeatUnknown
from service.sessions.model import Claimed, Ended, Resigned, Seat, Session, state_of
from service.sessions.presentation import position_fields, present_session
from service.sessions.tokens import hash_code, hash_token, is_same, new_token
from service.storage.idempotency import Reply

ENDED_SECONDS = 600
"""How long the feed of an ended session can still be read, so that every client learns of the end."""


def claim_seat(sessions: Sessions, session_id: str, number: int, code: str, name: str | None, caller: Caller) -> Reply:
    """Joins with an invite code, which works once; the seat gets a new token and its old token ends."""

    def decide(session: Session) -> Change:
        seat = _find_seat(session, number)
        if seat.invite is None:
            raise SeatTaken("This seat has no invite code any more: an AI plays it, or somebody has claimed it.")
        if not is_same(seat.invite, hash_code(session.id, code)):
            raise InviteWrong("This is not the invite code of this seat.")
        token = new_token("seat")
        taken = replace(seat, token=hash_token(token), invite=None, claimed=True, name=name or seat.name)
        seats = [taken if other is seat else other for other in session.seats]
        after = replace(session, seats=seats, version=session.version + 1, expires_at=sessions.store.expiry())
        document = ClaimedSeat(**position_fields(after, state_of(after), number, caller), token=token)
        return Change(after, [Claimed(at=now_ms(), seat=number, name=taken.name)], document)

    return change(sessions, session_id, caller, decide)


def resign_seat(sessions: Sessions, session_id: str, number: int, level: str | None, caller: Caller) -> Reply:
    """Resigns the caller's seat: an AI plays on, and the token can still read."""

    def decide(session: Session) -> Change:
        seat = _find_seat(session, number)
        if require_seat(session, caller.token) != number:
            raise NotAllowed("A token resigns only its own seat.")
        if seat.kind == "ai":
            raise SeatResigned("This seat has resigned already.")
        state = state_of(session)
        if not state.pending:
            raise GameFinished("The game is over.")
        chosen = level or DEFAULT_LEVEL
        resigned = replace(seat, kind="ai", level=chosen, invite=None, resigned=True)
        seats = [resigned if other is seat else other for other in session.seats]
        after = advance(sessions.store, session, state, seats=seats)
        return Change(after, [Resigned(at=now_ms(), seat=number, level=chosen)], present_session(after, state, number, caller))

    return change(sessions, session_id, caller, decide)


def _find_seat(session: Session, number: int) -> Seat:
    if not 0 <= number < len(session.seats):
        raise SeatUnknown(f"This session has the seats 0 to {len(session.seats) - 1}.")
    return session.seats[number]


def end_session(sessions: Sessions, session_id: str, caller: Caller) -> None:
    """Ends the session for its host: only its feed can still be read, for ENDED_SECONDS."""

    def decide(session: Session) -> Change:
        require_host(session, caller.token)
        expires_at = now_ms() // 1000 + ENDED_SECONDS
        after = replace(session, version=session.version + 1, due=None, ended=True, expires_at=expires_at)
        return Change(after, [Ended(at=now_ms())], None)

    change(sessions, session_id, caller, decide)
