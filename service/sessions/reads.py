"""Reading sessions: positions now and at earlier versions, legal moves, the log."""

from __future__ import annotations

import msgspec

from engine.errors import GameOver
from engine.game import Names, State, to_act
from service.referee.documents import LegalMoves
from service.referee.moves import AnyGame, require_turn
from service.sessions.auth import Bearer, Caller, find_bearer, require_seat
from service.sessions.changes import find_open
from service.sessions.documents import History, PastPosition, SessionPosition
from service.sessions.entries import AnyEntry, Moved
from service.sessions.errors import VersionArchived, VersionUnknown
from service.sessions.log import names_of, replay, standing_moves
from service.sessions.log_presentation import present_history
from service.sessions.model import Session, state_of
from service.sessions.presentation import (
    is_over,
    present_clock,
    present_past_position,
    present_presence,
    present_seat_moves,
    present_session,
    view_position,
)
from service.sessions.store import SessionStore


def read_session(store: SessionStore, session_id: str, caller: Caller) -> SessionPosition:
    """The current position as the caller sees it, with the clock and who is present."""
    session, bearer = open_as(store, session_id, caller.token)
    position = present_session(session, state_of(session), bearer.seat, caller)
    now = store.now_ms()
    position.clock, position.presence = present_clock(session, now), present_presence(store.presence.read(session), now)
    return position


def read_legal_moves(store: SessionStore, session_id: str, caller: Caller) -> tuple[LegalMoves, int, int]:
    """The moves the caller's seat may make now, the version they belong to, and the seat."""
    session, _ = open_as(store, session_id, caller.token)
    seat = require_seat(session, caller.token)
    return present_seat_moves(session, state_of(session), seat, caller), session.version, seat


def read_version(store: SessionStore, session_id: str, version: int, caller: Caller) -> tuple[PastPosition, bool]:
    """The position at a version, without legal moves, and whether the game is over; raises VersionUnknown or VersionArchived."""
    session, bearer = open_as(store, session_id, caller.token)
    return present_past_position(session, version, state_at(store, session, version), bearer.seat, caller), is_over(session)


def read_history(store: SessionStore, session_id: str, since: int, limit: int, caller: Caller) -> History:
    """A page of the log after a version, redacted for the caller's seat."""
    session, bearer = open_as(store, session_id, caller.token)
    return present_history(session, store.log(session, since, limit), bearer.seat, caller.form.language)


def open_as(store: SessionStore, session_id: str, token: str | None) -> tuple[Session, Bearer]:
    """The session, and whom the token stands for, who counts as present; raises SessionUnknown or TokenUnknown."""
    session = find_open(store, session_id)
    bearer = find_bearer(session, token)
    store.presence.saw(session_id, bearer.seat)
    return session, bearer


def state_at(store: SessionStore, session: Session, version: int) -> State:
    """The position at a version, replayed from the log; raises VersionUnknown or VersionArchived."""
    return replay(session, moves_at(store, session, version))


def moves_at(store: SessionStore, session: Session, version: int) -> list[Moved]:
    """The moves since the first state that stood at a version; raises VersionUnknown or VersionArchived."""
    return standing_moves(entries_at(store, session, version))


def entries_at(store: SessionStore, session: Session, version: int) -> list[AnyEntry]:
    """The log entries after the first state up to a version; raises VersionUnknown or VersionArchived."""
    first = session.base_version
    if version > session.version:
        raise VersionUnknown(f"The session is at version {session.version}.")
    if version < first:
        raise VersionArchived(f"The rules or the form of the game changed since: positions can be read from version {first} on.")
    log = store.log(session, first, version - first) if version > first else []
    return [entry for _, entry in log]


class SeatView(msgspec.Struct, frozen=True):
    """What one seat of a session sees at a version; once the game is over, that is everything."""

    game: AnyGame
    view: State
    seat: int | None
    version: int
    is_over: bool
    names: Names


def read_view(store: SessionStore, session_id: str, version: int | None, token: str | None) -> SeatView:
    """What the token's seat, or a spectator, sees at a version (None: the current one)."""
    session, bearer = open_as(store, session_id, token)
    seat = bearer.seat
    at = session.version if version is None else version
    state = state_of(session) if at == session.version else state_at(store, session, at)
    return SeatView(session.game, view_position(session, state, seat), seat, at, is_over(session), names_of(session))


def read_view_to_act(store: SessionStore, session_id: str, token: str | None) -> tuple[AnyGame, int, State, Names]:
    """The game, the token's seat, what it sees on its turn, and the seats' names; raises GameOver or NotYourTurn."""
    session, _ = open_as(store, session_id, token)
    seat, state = require_seat(session, token), state_of(session)
    if to_act(state) is None:
        raise GameOver("The game is over; no move is legal.")
    require_turn(state, seat)
    return session.game, seat, session.game.view(state, seat), names_of(session)
