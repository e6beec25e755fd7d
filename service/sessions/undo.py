"""Taking moves back: the last decision of a seat, or its whole present or last turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from service.sessions.auth import Caller, require_seat
from service.sessions.changes import Change, Expected, Sessions, advance, change, require_room, require_version
from service.sessions.entries import AnyEntry, Moved, Undone
from service.sessions.errors import GameFinished, UndoNothing, UndoOthersMoved, UndoRevealed
from service.sessions.log import events_of, replay, standing_moves
from service.sessions.model import Session
from service.sessions.moves import require_player
from service.sessions.presentation import present_session
from service.sessions.reads import entries_at
from service.storage.idempotency import Reply

UndoTo = Literal["decision", "turn"]


def undo_moves(sessions: Sessions, session_id: str, to: UndoTo, expected: Expected, caller: Caller) -> Reply:
    """Takes back the caller's last decision or turn.

    Among people, only while nobody else has moved since and nothing hidden was revealed. Against AI players only, their moves since are
    taken back too, and the log counts the undos that took back something revealed. A person for whom an AI plays still counts: a
    player who comes back must not meet one who has seen what will be drawn.
    """

    def decide(session: Session) -> Change:
        seat = require_seat(session, caller.token)
        require_version(session, expected)
        require_player(session, seat)
        log = entries_at(sessions.store, session, session.version)
        moves = standing_moves(log)
        kept = _first_undone(session, moves, seat, to)
        undone = moves[kept:]
        _require_undoable(session, undone, seat)
        state = replay(session, moves[:kept])
        after = advance(sessions.store, session, state)
        entry = Undone(
            at=sessions.store.now_ms(),
            seat=seat,
            to_act=seat,
            moves=len(undone),
            undone_reveals=count_undone_reveals(log) + any(move.reveals for move in undone),
        )
        return require_room(Change(after, [entry], present_session(after, state, seat, caller), "undo"))

    return change(sessions, session_id, caller, decide)


def count_undone_reveals(log: Sequence[AnyEntry]) -> int:
    """How many undos of this log took back something revealed."""
    return max((entry.undone_reveals for entry in log if isinstance(entry, Undone)), default=0)


def _first_undone(session: Session, moves: Sequence[Moved], seat: int, to: UndoTo) -> int:
    """The index of the first move that is taken back; raises UndoNothing."""
    last = next((index for index in reversed(range(len(moves))) if moves[index].seat == seat), None)
    if last is None:
        raise UndoNothing("This seat has made no move that could be taken back.")
    if moves[last].by == "ai":
        raise UndoNothing("An AI made this seat's last move; that move stays.")
    if to == "decision":
        return last
    while last > 0 and not _starts_turn(session, moves[last - 1], seat):
        last -= 1
    return last


def _starts_turn(session: Session, entry: Moved, seat: int) -> bool:
    """Whether a turn of the seat began with the end of this move."""
    started = (event for event in events_of(session.game, entry) if event.__struct_config__.tag == "turn_started")
    return any(getattr(event, "seat", None) == seat for event in started)


def _require_undoable(session: Session, undone: Sequence[Moved], seat: int) -> None:
    if undone[-1].to_act is None:
        raise GameFinished("The game is over; its last move stays.")
    if all(other.first_kind == "ai" for number, other in enumerate(session.seats) if number != seat):
        return
    others = next((entry.seat for entry in reversed(undone) if entry.seat != seat), None)
    if others is not None:
        raise UndoOthersMoved(f"Seat {others} has moved since.")
    if any(entry.reveals for entry in undone):
        raise UndoRevealed("A move that would be taken back revealed something hidden.")
