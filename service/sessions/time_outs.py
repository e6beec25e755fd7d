"""Time-outs: what happens to a seat that did not move before its deadline."""

from __future__ import annotations

from service.sessions.auth import SERVICE
from service.sessions.changes import Change, Sessions, change, with_seat
from service.sessions.entries import TimedOut
from service.sessions.errors import TooEarly
from service.sessions.model import Session
from service.sessions.seats import hand_to_ai


def time_out(sessions: Sessions, session_id: str) -> None:
    """Lets an AI play the turn, or take the seat, of the player whose deadline has passed; raises TooEarly if none has.

    Redis decides in one step with moves: of a move and a time-out for the same version exactly one is accepted.
    """

    def decide(session: Session) -> Change:
        clock, settings = session.clock, session.facts.clock
        if settings is None or clock is None or not clock.is_running:
            raise TooEarly("No clock runs in this session.")
        takes_seat = settings.on_timeout == "ai_seat"
        if takes_seat:
            after = hand_to_ai(sessions, session, clock.seat, settings.level, timed_out=True)
        else:
            after = with_seat(sessions.store, session, clock.seat, stands_in=True, timed_out=True)
        entry = TimedOut(at=sessions.store.now_ms(), seat=clock.seat, level=settings.level, takes_seat=takes_seat)
        return Change(after, [entry], {}, "timeout")

    change(sessions, session_id, SERVICE, decide)
