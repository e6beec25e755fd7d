"""Records of finished games, and sessions that begin with a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from engine.errors import Defect
from service.referee.documents import Record, RecordSeat
from service.referee.errors import RecordInvalid
from service.referee.moves import AnyGame
from service.referee.records import ReplayedRecord, build_record, replay_record
from service.sessions.auth import Caller
from service.sessions.entries import Moved
from service.sessions.errors import GameRunning
from service.sessions.log import move_entry, move_of, standing_moves
from service.sessions.model import Seat, first_state, state_of
from service.sessions.presentation import is_over
from service.sessions.reads import entries_at, open_as
from service.sessions.store import SessionStore
from service.sessions.undo import count_undone_reveals


def read_record(store: SessionStore, session_id: str, caller: Caller) -> Record:
    """The whole game, nothing hidden, once it is over; raises GameRunning before."""
    session, _ = open_as(store, session_id, caller.token)
    if not is_over(session):
        raise GameRunning("The record of a game can be read when the game is over.")
    log = entries_at(store, session, session.version)
    return build_record(
        session.game,
        options=session.facts.options,
        seed=session.facts.seed,
        salt=session.facts.salt,
        seats=[_record_seat(seat) for seat in session.seats],
        moves=[move_of(session.game, entry) for entry in standing_moves(log)],
        outcome=session.game.outcome(state_of(session)),
        undone_reveals=count_undone_reveals(log),
        base=None if session.base is None else first_state(session),
    )


def _record_seat(seat: Seat) -> RecordSeat:
    return RecordSeat(kind=seat.kind, level=seat.level or UNSET, name=seat.name or UNSET)


def replay_for_session(game: AnyGame, record: Mapping[str, Any], version: int | None) -> ReplayedRecord:
    """The first `version` moves of a record (None: all); raises RecordInvalid if it has fewer, or does not follow the rules."""
    if version is not None and version > len(record["moves"]):
        sentence = f"The record has {len(record['moves'])} moves."
        raise RecordInvalid(sentence, [Defect("/version", "out_of_range", sentence)])
    return replay_record(game, record, count=len(record["moves"]) if version is None else version)


def record_entries(game: AnyGame, seats: Sequence[Seat], at: int, replayed: ReplayedRecord) -> list[Moved]:
    """The log entries of the moves of a record, made when the session was created."""
    before, entries = replayed.first, []
    for step in replayed.steps:
        entries.append(move_entry(game, seats, step.seat, at, step.move, before, step.after, step.events))
        before = step.after
    return entries
