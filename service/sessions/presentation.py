"""Builds the documents of sessions as one seat may see them: a view instead of a state, redacted events, legal moves only on its turn.

Once the game is over nothing is hidden any more: views are whole states, of earlier versions too, and the log is complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.game import State, to_act
from service.referee.documents import LegalMoves
from service.referee.moves import Step
from service.referee.presentation import Format, present_decision, present_events, present_events_for, present_legal_moves, present_moves
from service.referee.records import seed_commitment
from service.sessions.auth import Caller
from service.sessions.clock import Clock, ClockSettings, new_clock
from service.sessions.documents import (
    PastPosition,
    SeatPresence,
    SessionClock,
    SessionClockSettings,
    SessionPosition,
    SessionSeat,
)
from service.sessions.log import names_of
from service.sessions.model import Session, state_of
from service.sessions.presence import Seen


def is_over(session: Session) -> bool:
    """Whether the game is over, so that nothing is hidden any more."""
    return not state_of(session).pending


def view_position(session: Session, state: State, seat: int | None) -> State:
    """A position of the session, now or earlier, as a seat (None: a spectator) may see it."""
    view: State = state if is_over(session) else session.game.view(state, seat)
    return view


def present_session(session: Session, state: State, seat: int | None, caller: Caller, steps: Sequence[Step] = ()) -> SessionPosition:
    """The session as a seat sees it, with the events of the steps that led to it."""
    return SessionPosition(**position_fields(session, state, seat, caller, steps))


def present_past_position(session: Session, version: int, state: State, seat: int | None, caller: Caller) -> PastPosition:
    """The position at a version as a seat may see it. Until the game is over, which reveals everything, no later change affects it.

    The label of the decision therefore does without the seats' names, which a claim may change.
    """
    game = session.game
    view = view_position(session, state, seat)
    return PastPosition(
        game=game.id,
        rules_version=game.rules_version,
        schema_version=game.schema_version,
        version=version,
        seat=seat,
        view=view,
        to_act=present_decision(game, view, caller.form),
        legal_moves=[] if caller.form.with_moves else UNSET,
        events=[],
        outcome=game.outcome(state),
        id=session.id,
    )


def present_trial(session: Session, state: State, seat: int, caller: Caller, steps: Sequence[Step]) -> SessionPosition:
    """The position that moves would lead to, as the seat would see it; what is hidden now stays hidden even if the game would be over."""
    return SessionPosition(**position_fields(session, state, seat, caller, steps, hides=True))


def position_fields(
    session: Session, state: State, seat: int | None, caller: Caller, steps: Sequence[Step] = (), hides: bool | None = None
) -> dict[str, Any]:
    """The members that all documents with a session's position share; `hides` is by default whether the game is still running."""
    game, facts = session.game, session.facts
    hides = not is_over(session) if hides is None else hides
    view: State = game.view(state, seat) if hides else state
    form = caller_format(session, caller)
    return {
        "game": game.id,
        "rules_version": game.rules_version,
        "schema_version": game.schema_version,
        "version": session.version,
        "view": view,
        "to_act": present_decision(game, view, form),
        "legal_moves": _legal_moves(session, view, seat, form) if form.with_moves else UNSET,
        "events": present_events_for(seat, game, steps, view, form) if hides else present_events(game, steps, form),
        "outcome": game.outcome(state),
        "id": session.id,
        "seat": seat,
        "seats": [present_seat(session, number) for number in range(len(session.seats))],
        "seed_commitment": seed_commitment(facts.seed, facts.salt),
        "seed": UNSET if hides else facts.seed,
        "salt": UNSET if hides else facts.salt,
        "fork_of": facts.fork_of or UNSET,
        "redealt": facts.redealt or UNSET,
        "base_version": session.base_version,
        "seed_chosen": UNSET if facts.seed_chosen is None else facts.seed_chosen,
        "visibility": facts.visibility,
        "metadata": facts.metadata,
        "rematch": session.rematch or UNSET,
        "rematch_of": facts.rematch_of or UNSET,
        "clock_settings": UNSET if facts.clock is None else present_clock_settings(facts.clock),
        "created_at": present_time(facts.created_at),
        "expires_at": present_time(session.expires_at * 1000),
    }


def caller_format(session: Session, caller: Caller) -> Format:
    """How the caller wants its answer; labels call the seats by their names."""
    return replace(caller.form, names=names_of(session))


def _legal_moves(session: Session, view: State, seat: int | None, form: Format) -> list[dict[str, Any]]:
    return present_moves(session.game, view, form) if may_move(session, view, seat) else []


def may_move(session: Session, view: State, seat: int | None) -> bool:
    """Whether a seat is to act and no AI moves for it."""
    decision = to_act(view)
    return decision is not None and decision.seat == seat and not session.seats[decision.seat].is_ai


def present_seat_moves(session: Session, state: State, seat: int, caller: Caller) -> LegalMoves:
    """The pending decision, and the moves this seat may make."""
    view = view_position(session, state, seat)
    return present_legal_moves(session.game, view, caller_format(session, caller), may_move(session, view, seat))


def present_clock_settings(settings: ClockSettings) -> SessionClockSettings:
    """The clock that the creator of a session chose."""
    return SessionClockSettings(
        move_seconds=settings.move_seconds,
        bank_seconds=settings.bank_seconds,
        on_timeout=settings.on_timeout,
        level=settings.level,
    )


def present_clock(session: Session, now: int) -> SessionClock | UnsetType:
    """The clock of the session now; a session without a clock has none."""
    if session.facts.clock is None:
        return UNSET
    return present_clock_at(session.clock or new_clock(session.facts.clock, len(session.seats), now), now)


def present_clock_at(clock: Clock, now: int) -> SessionClock:
    """A clock at a time in milliseconds since 1970."""
    return SessionClock(
        seat=clock.seat if clock.is_running else None,
        deadline_at=present_time(clock.deadline) if clock.is_running else None,
        now=present_time(now),
        bank_ms=clock.bank,
    )


def present_presence(seen: Sequence[Seen], now: int) -> list[SeatPresence]:
    """The presence of every seat at a time in milliseconds since 1970."""
    return [
        SeatPresence(seat=number, connected=each.live_until > now, last_seen_at=present_time(each.at) if each.at else None)
        for number, each in enumerate(seen)
    ]


def present_seat(session: Session, number: int, token: str | None = None, code: str | None = None) -> SessionSeat:
    """A seat as everybody sees it; `token` and `code` are given only to the caller who created them."""
    seat = session.seats[number]
    return SessionSeat(
        seat=number,
        kind=seat.kind,
        level=seat.level or UNSET,
        name=seat.name or UNSET,
        claimed=seat.claimed,
        resigned=seat.resigned,
        replaced=seat.replaced,
        timed_out=seat.timed_out,
        held_by_host=seat.is_held_by_host,
        seen_before=seat.seen_before,
        host=seat.is_host,
        token=token or UNSET,
        invite_code=code or UNSET,
    )


@lru_cache(maxsize=1024)
def present_time(milliseconds: int) -> str:
    """A time in UTC as ISO 8601."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
