"""Builds the documents that list sessions without their positions."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from engine.errors import Refusal
from engine.game import to_act
from service.problem_codes import PROBLEM_CODES
from service.sessions.documents import SessionSeat
from service.sessions.listing_documents import OpenSession, RefusedStatus, SessionSummary, StatusProblem
from service.sessions.model import Session, state_of, status_of
from service.sessions.presentation import may_move, present_clock, present_clock_settings, present_seat, present_time


def present_open_session(session: Session) -> OpenSession:
    """An open session as everybody sees it."""
    facts = session.facts
    return OpenSession(
        id=session.id,
        game=facts.game,
        status=status_of(session),
        version=session.version,
        options=msgspec.convert(facts.options, session.game.options),
        seats=_seats(session),
        free_seats=[number for number, seat in enumerate(session.seats) if seat.is_free],
        clock_settings=UNSET if facts.clock is None else present_clock_settings(facts.clock),
        metadata=facts.metadata,
        seed_chosen=UNSET if facts.seed_chosen is None else facts.seed_chosen,
        created_at=present_time(facts.created_at),
        expires_at=present_time(session.expires_at * 1000),
    )


def present_status(session: Session, seat: int | None, now: int) -> SessionSummary:
    """How a session stands for a seat (None: the host) at a time in milliseconds since 1970."""
    state = state_of(session)
    decision = to_act(state)
    return SessionSummary(
        id=session.id,
        game=session.facts.game,
        seat=seat,
        seats=_seats(session),
        version=session.version,
        status=status_of(session),
        to_act=None if decision is None else decision.seat,
        your_turn=may_move(session, state, seat),
        clock=present_clock(session, now),
        outcome=session.game.outcome(state),
        rematch=session.rematch or UNSET,
        metadata=session.facts.metadata,
        expires_at=present_time(session.expires_at * 1000),
    )


def _seats(session: Session) -> list[SessionSeat]:
    return [present_seat(session, number) for number in range(len(session.seats))]


def present_status_refusal(session_id: str, refusal: Refusal) -> RefusedStatus:
    """Why the status of a session is refused."""
    status, title = PROBLEM_CODES[refusal.code]
    return RefusedStatus(id=session_id, problem=StatusProblem(code=refusal.code, status=status, title=title, detail=refusal.message))
