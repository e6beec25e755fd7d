"""Who sits where: joining with an invite code, and giving a seat up."""

from __future__ import annotations

from msgspec.structs import replace

from service.sessions import documents as answers
from service.sessions.auth import NotAllowed, code_digest, digest, is_same, new_token, require_seat
from service.sessions.changes import RESIGNED_LEVEL, Caller, Change, advance, change, now, show
from service.sessions.errors import GameFinished, InviteWrong, SeatResigned, SeatTaken, SeatUnknown
from service.sessions.model import Claimed, Resigned, Seat, Session, state_of
from service.sessions.store import Store
from service.storage.idempotency import Reply


def claim(store: Store, session_id: str, number: int, code: str, name: str | None, caller: Caller) -> Reply:
    """Joins: the code works once, the joiner gets a fresh token, and whoever held the seat's token before holds it no longer."""

    def decide(session: Session) -> Change:
        seat = _seat(session, number)
        if seat.invite is None:
            raise SeatTaken("This seat has no invite code (any more): an AI plays it, or somebody has claimed it.")
        if not is_same(seat.invite, code_digest(session.id, code)):
            raise InviteWrong("This is not the invite code of this seat.")
        token = new_token("seat")
        taken = replace(seat, token=digest(token), invite=None, claimed=True, name=name or seat.name)
        seats = [taken if other is seat else other for other in session.seats]
        after = replace(session, seats=seats, version=session.version + 1, expires_at=store.expiry())
        fields = answers.position(after, state_of(after), number, caller.language, (), caller.with_moves)
        return Change(after, [Claimed(at=now(), seat=number, name=taken.name)], answers.ClaimedSeat(**fields, token=token))

    return change(store, session_id, caller, decide)


def resign(store: Store, session_id: str, number: int, level: str | None, caller: Caller) -> Reply:
    """Gives up a seat: an AI plays on, the token may still look."""

    def decide(session: Session) -> Change:
        seat = _seat(session, number)
        if require_seat(session, caller.token) != number:
            raise NotAllowed("A token resigns only its own seat.")
        if seat.kind == "ai":
            raise SeatResigned("This seat has resigned already.")
        state = state_of(session)
        if not state.pending:
            raise GameFinished("The game is over.")
        chosen = level or RESIGNED_LEVEL
        seats = [replace(seat, kind="ai", level=chosen, invite=None, resigned=True) if other is seat else other for other in session.seats]
        after = advance(store, session, state, seats=seats)
        return Change(after, [Resigned(at=now(), seat=number, level=chosen)], show(after, state, number, caller))

    return change(store, session_id, caller, decide)


def _seat(session: Session, number: int) -> Seat:
    if not 0 <= number < len(session.seats):
        raise SeatUnknown(f"This session has the seats 0 to {len(session.seats) - 1}.")
    return session.seats[number]
