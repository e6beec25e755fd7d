"""Moves in a session: by a player, by an AI, and taking a move back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import Event, Move, State
from service.referee.moves import Step, play_moves, read_moves, require_turn
from service.referee.presentation import Format
from service.sessions.auth import require_seat
from service.sessions.changes import Caller, Change, Expected, Sessions, advance, change, find_open, now_ms, require_room, require_version
from service.sessions.errors import (
    DryRunReveals,
    GameFinished,
    MoveTooEarly,
    SeatResigned,
    UndoNothing,
    UndoOthersMoved,
    UndoRevealed,
    VersionStale,
)
from service.sessions.log import move_entry, names_of, replay
from service.sessions.model import Due, Moved, Session, Undone, encode, state_of
from service.sessions.presentation import present_session, present_trial
from service.sessions.reads import moves_at
from service.storage.idempotency import Reply


def make_moves(sessions: Sessions, session_id: str, moves: Mapping[str, Any], expected: Expected | None, caller: Caller) -> Reply:
    """Makes the move or moves (given by JSON pointer) of the caller's seat: all or none."""

    def decide(session: Session) -> Change:
        seat = _require_mover(session, expected, caller)
        return require_room(_play(sessions, session, seat, read_moves(session.game, moves), caller))

    return change(sessions, session_id, caller, decide)


def try_moves(sessions: Sessions, session_id: str, moves: Mapping[str, Any], expected: Expected | None, caller: Caller) -> Reply:
    """The position that the moves would lead to; nothing changes and nothing is stored. Raises DryRunReveals."""
    session = find_open(sessions.store, session_id)
    seat = _require_mover(session, expected, caller)
    steps = _steps(session, seat, read_moves(session.game, moves), caller.form.language)
    if any(event.reveals for _, events in steps for event in events):
        raise DryRunReveals("This move would reveal something hidden; only making it shows what follows.")
    state = steps[-1][0]
    document = present_trial(advance(sessions.store, session, state, len(steps)), state, seat, caller, steps)
    return Reply(body=encode(document), resource=session.id, version=session.version, language=caller.form.language)


def _require_mover(session: Session, expected: Expected | None, caller: Caller) -> int:
    """The caller's seat, which plays for itself; raises what is wrong with the token, the version or the seat."""
    seat = require_seat(session, caller.token)
    require_version(session, expected)
    _require_player(session, seat)
    return seat


def make_ai_move(sessions: Sessions, session_id: str, due: Due, move: Move) -> Reply:
    """Makes an AI's move for its turn; raises VersionStale if that turn is over."""
    caller = Caller(None, Format("en", with_moves=False))

    def decide(session: Session) -> Change:
        if session.due != due:
            raise VersionStale("This turn is over.", session.version)
        return _play(sessions, session, due.seat, {"/move": move}, caller)

    return change(sessions, session_id, caller, decide)


def _play(sessions: Sessions, session: Session, seat: int, moves: Mapping[str, Move], caller: Caller) -> Change:
    state, at = state_of(session), now_ms()
    steps = _steps(session, seat, moves, caller.form.language)
    entries = []
    for move, (after, events) in zip(moves.values(), steps, strict=True):
        entries.append(move_entry(session, seat, at, move, state, after, events))
        state = after
    then = advance(sessions.store, session, state, len(entries))
    return Change(then, entries, present_session(then, state, seat, caller, steps))


def _steps(session: Session, seat: int, moves: Mapping[str, Move], language: str) -> list[Step]:
    def permit(position: State, before: Sequence[Event]) -> None:
        _permit(position, before, seat)

    return play_moves(session.game, state_of(session), moves, permit, language, names_of(session))


def _permit(state: State, before: Sequence[Event], seat: int) -> None:
    """Raises NotYourTurn, or MoveTooEarly after a move that reveals something: refusing a later move would leak it for free."""
    if any(event.reveals for event in before):
        raise MoveTooEarly("The move before this one reveals something hidden: send it alone or last, then send this one.")
    require_turn(state, seat)


def _require_player(session: Session, seat: int) -> None:
    if session.seats[seat].kind == "ai":
        raise SeatResigned("This seat resigned; an AI plays it now.")


def undo_move(sessions: Sessions, session_id: str, expected: Expected, caller: Caller) -> Reply:
    """Takes back the caller's last move if nobody has moved since and it revealed nothing hidden."""

    def decide(session: Session) -> Change:
        seat = require_seat(session, caller.token)
        require_version(session, expected)
        moves = moves_at(sessions.store, session, session.version)
        _require_undoable(session, moves, seat)
        state = replay(session, moves[:-1])
        after = advance(sessions.store, session, state)
        return require_room(Change(after, [Undone(at=now_ms(), seat=seat, to_act=seat)], present_session(after, state, seat, caller)))

    return change(sessions, session_id, caller, decide)


def _require_undoable(session: Session, moves: Sequence[Moved], seat: int) -> None:
    _require_player(session, seat)
    if not any(entry.seat == seat for entry in moves):
        raise UndoNothing("This seat has made no move that could be taken back.")
    if moves[-1].to_act is None:
        raise GameFinished("The game is over; its last move stays.")
    if moves[-1].seat != seat:
        raise UndoOthersMoved(f"Seat {moves[-1].seat} has moved since your last move.")
    if moves[-1].reveals:
        raise UndoRevealed("Your last move revealed something hidden.")
