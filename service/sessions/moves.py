"""Moves in a session: by a player, and by an AI."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine.game import Event, Move, State
from service.referee.moves import Step, play_moves, read_moves, require_turn
from service.sessions.auth import SERVICE, Caller, require_seat
from service.sessions.changes import Change, Expected, Sessions, advance, change, find_open, require_room, require_version
from service.sessions.errors import DryRunReveals, MoveTooEarly, SeatResigned, TimeOver, VersionStale
from service.sessions.log import move_entry, names_of
from service.sessions.model import Due, Session, encode, state_of
from service.sessions.presentation import present_session, present_trial
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
    require_player(session, seat)
    return seat


def make_ai_move(sessions: Sessions, session_id: str, due: Due, move: Move, spent_ms: int = 0) -> Reply:
    """Makes an AI's move for its turn, after it thought for so long about the turn; raises VersionStale if that turn is over."""

    def decide(session: Session) -> Change:
        if session.due != due:
            raise VersionStale("This turn is over.", session.version)
        made = _play(sessions, session, due.seat, {"/move": move}, SERVICE)
        following = made.after.due
        if following is None or following.seat != due.seat or _ends_turn(session, due.seat, move):
            return made
        return replace(made, after=replace(made.after, due=replace(following, spent_ms=spent_ms)))

    return change(sessions, session_id, SERVICE, decide)


def _ends_turn(session: Session, seat: int, move: Move) -> bool:
    """Whether the move ends the turn of the seat, which may have the next one too."""
    game = session.game
    return game.preview(game.view(state_of(session), seat), move).ends_turn


def _play(sessions: Sessions, session: Session, seat: int, moves: Mapping[str, Move], caller: Caller) -> Change:
    state, at = state_of(session), sessions.store.now_ms()
    steps = _steps(session, seat, moves, caller.form.language)
    entries = []
    for move, (after, events) in zip(moves.values(), steps, strict=True):
        entries.append(move_entry(session.game, session.seats, seat, at, move, state, after, events))
        state = after
    then = advance(sessions.store, _present_again(session, seat), state, len(entries))
    return Change(then, entries, present_session(then, state, seat, caller, steps), "move")


def _present_again(session: Session, seat: int) -> Session:
    """The session without a time-out of this seat, once its player moves again."""
    if session.seats[seat].is_ai or not session.seats[seat].timed_out:
        return session
    return replace(session, seats=[replace(each, timed_out=False) if number == seat else each for number, each in enumerate(session.seats)])


def _steps(session: Session, seat: int, moves: Mapping[str, Move], language: str) -> list[Step]:
    def permit(position: State, before: Sequence[Event]) -> None:
        _permit(position, before, seat)

    return play_moves(session.game, state_of(session), moves, permit, language, names_of(session))


def _permit(state: State, before: Sequence[Event], seat: int) -> None:
    """Raises NotYourTurn, or MoveTooEarly after a move that reveals something: refusing a later move would leak it for free."""
    if any(event.reveals for event in before):
        raise MoveTooEarly("The move before this one reveals something hidden: send it alone or last, then send this one.")
    require_turn(state, seat)


def require_player(session: Session, seat: int) -> None:
    """Raises SeatResigned or TimeOver while an AI plays for the seat."""
    if session.seats[seat].kind == "ai":
        raise SeatResigned("An AI plays this seat now; the host can invite its player again.")
    if session.seats[seat].stands_in:
        raise TimeOver("Your time ran out: an AI plays this turn for you, then you go on.")
