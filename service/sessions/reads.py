"""Reading sessions: positions now and at earlier versions, legal moves, the log."""

from __future__ import annotations

import msgspec

from engine.errors import GameOver
from engine.game import Names, State, to_act
from service.referee.documents import LegalMoves
from service.referee.moves import AnyGame, require_turn
from service.sessions.auth import find_bearer, require_seat
from service.sessions.changes import Caller, find_open
from service.sessions.documents import History, PastPosition, SessionPosition
from service.sessions.errors import VersionArchived, VersionUnknown
from service.sessions.log import names_of, replay, standing_moves
from service.sessions.model import Moved, Session, state_of
from service.sessions.presentation import (
    is_over,
    present_history,
    present_past_position,
    present_seat_moves,
    present_session,
    view_position,
)
from service.sessions.store import SessionStore


def read_session(store: SessionStore, session_id: str, caller: Caller) -> SessionPosition:
    """The current position as the caller sees it."""
    session = find_open(store, session_id)
    return present_session(session, state_of(session), find_bearer(session, caller.token).seat, caller)


def read_legal_moves(store: SessionStore, session_id: str, caller: Caller) -> tuple[LegalMoves, int, int]:
    """The moves the caller's seat may make now, the version they belong to, and the seat."""
    session = find_open(store, session_id)
    seat = require_seat(session, caller.token)
    return present_seat_moves(session, state_of(session), seat, caller), session.version, seat


def read_version(store: SessionStore, session_id: str, version: int, caller: Caller) -> tuple[PastPosition, bool]:
    """The position at a version, without legal moves, and whether the game is over; raises VersionUnknown or VersionArchived."""
    session = find_open(store, session_id)
    seat = find_bearer(session, caller.token).seat
    return present_past_position(session, version, state_at(store, session, version), seat, caller), is_over(session)


def read_history(store: SessionStore, session_id: str, since: int, limit: int, caller: Caller) -> History:
    """A page of the log after a version, redacted for the caller's seat."""
    session = find_open(store, session_id)
    seat = find_bearer(session, caller.token).seat
    return present_history(session, store.entries(session_id, since, limit), seat, caller.form.language)


def state_at(store: SessionStore, session: Session, version: int) -> State:
    """The position at a version, replayed from the log; raises VersionUnknown or VersionArchived."""
    return replay(session, moves_at(store, session, version))


def moves_at(store: SessionStore, session: Session, version: int) -> list[Moved]:
    """The moves since the first state that stood at a version; raises VersionUnknown or VersionArchived."""
    first = session.base_version
    if version > session.version:
        raise VersionUnknown(f"The session is at version {session.version}.")
    if version < first:
        raise VersionArchived(f"The rules or the form of the game changed since: positions can be read from version {first} on.")
    log = store.entries(session.id, first, version - first) if version > first else []
    return standing_moves(entry for _, entry in log)


class SeatView(msgspec.Struct, frozen=True):
    """What one seat of a session sees at a version; once the game is over, that is everything."""

    game: AnyGame
    view: State
    seat: int | None
    version: int
    is_over: bool


def read_view(store: SessionStore, session_id: str, version: int | None, token: str | None) -> SeatView:
    """What the token's seat, or a spectator, sees at a version (None: the current one)."""
    session = find_open(store, session_id)
    seat = find_bearer(session, token).seat
    at = session.version if version is None else version
    state = state_of(session) if at == session.version else state_at(store, session, at)
    return SeatView(session.game, view_position(session, state, seat), seat, at, is_over(session))


def read_view_to_act(store: SessionStore, session_id: str, token: str | None) -> tuple[AnyGame, int, State, Names]:
    """The game, the token's seat, what it sees on its turn, and the seats' names; raises GameOver or NotYourTurn."""
    session = find_open(store, session_id)
    seat, state = require_seat(session, token), state_of(session)
    if to_act(state) is None:
        raise GameOver("The game is over; no move is legal.")
    require_turn(state, seat)
    return session.game, seat, session.game.view(state, seat), names_of(session)
