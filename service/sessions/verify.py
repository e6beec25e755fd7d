"""Verifies a session: replaying its log from the first state must give the stored position, and its clock must fit that position."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from engine.decoding import read_move
from engine.errors import Refusal
from engine.game import State, submit
from service.referee.moves import AnyGame
from service.sessions.clock import NOBODY, Clock, ClockSettings
from service.sessions.entries import AnyEntry, Moved, Undone
from service.sessions.model import Session, encode, first_state
from service.sessions.store import SessionStore


def verify_session(store: SessionStore, session_id: str) -> list[str]:
    """Every fault of a session as a sentence; an empty list if it is sound. The session may be played meanwhile."""
    session = store.find(session_id)
    log = store.log(session, -1)
    latest = store.find(session_id).version
    faults: list[str] = []
    if [version for version, _ in log] != list(range(len(log))) or not session.version < len(log) <= latest + 1:
        faults.append(f"The log does not have exactly the versions 0 to {session.version}.")
    states = [first_state(session)]
    for version, entry in log[session.base_version + 1 :]:
        if version > session.version:
            break
        match entry:
            case Moved():
                faults += [f"Version {version}: {fault}" for fault in _replay_move(session.game, states, entry)]
            case Undone() if len(states) > entry.moves:
                del states[-entry.moves :]
            case Undone():
                faults.append(f"Version {version}: there is no move to take back.")
            case _:
                pass
    if encode(states[-1]) != session.snapshot:
        faults.append("The stored position differs from the one that the log leads to.")
    clocks = _logged_clocks(log[: session.version + 1])
    return faults + _due_faults(session, states[-1]) + _clock_faults(session, states[-1]) + _log_clock_faults(session, clocks)


def _replay_move(game: AnyGame, states: list[State], entry: Moved) -> list[str]:
    """Plays a logged move and appends the new state; returns what is wrong with it."""
    try:
        after, events = submit(game, states[-1], read_move(game, msgspec.json.decode(entry.move)))
    except Refusal as refusal:
        return [f"the move is refused: {refusal.message}"]
    faults = []
    if states[-1].pending[-1].seat != entry.seat:
        faults.append("another seat was to act.")
    if encode(events) != bytes(entry.events):
        faults.append("the events differ.")
    states.append(after)
    return faults


def _due_faults(session: Session, state: State) -> list[str]:
    is_ai_turn = bool(state.pending) and session.seats[state.pending[-1].seat].is_ai and not session.ended
    return [] if is_ai_turn == (session.due is not None) else ["The recorded AI turn does not fit the position."]


def _clock_faults(session: Session, state: State) -> list[str]:
    """What is wrong with the stored clock: it runs for the person to act, and its times and banks follow from the settings."""
    clock, settings = session.clock, session.facts.clock
    if settings is None:
        return [] if clock is None else ["The session has a clock without settings."]
    if clock is None:
        return [] if any(seat.is_free for seat in session.seats) else ["Every seat is taken, but the session has no clock."]
    faults = []
    expected = _clock_seat(session, state)
    if clock.seat != expected:
        faults.append(f"The clock of seat {clock.seat} runs instead of that of seat {expected} ({NOBODY}: none).")
    if clock.is_running and clock.deadline != clock.since + settings.move_seconds * 1000 + clock.bank[clock.seat]:
        faults.append("The deadline is not the free time and the bank after the beginning of the decision.")
    return faults + _bank_faults(session, clock, settings)


def _clock_seat(session: Session, state: State) -> int:
    """The seat of the person to act; NOBODY while an AI or an unclaimed seat is to act, and after the end."""
    if session.ended or not state.pending:
        return NOBODY
    number = state.pending[-1].seat
    seat = session.seats[number]
    return NOBODY if seat.is_ai or seat.is_free else number


def _bank_faults(session: Session, clock: Clock, settings: ClockSettings) -> list[str]:
    """What is wrong with the times of the seats: each has a bank, and none has more time than the settings give."""
    full, free = settings.bank_seconds * 1000, settings.move_seconds * 1000
    are_sound = len(clock.bank) == len(clock.used) == len(session.seats)
    are_sound &= all(0 <= bank <= full for bank in clock.bank) and all(0 <= used <= free for used in clock.used)
    return [] if are_sound else ["The banks and the used times do not fit the settings."]


def _logged_clocks(log: Sequence[tuple[int, AnyEntry]]) -> list[Clock]:
    """The clocks of a log; an entry has one if it was the last of its commit."""
    return [entry.clock for _, entry in log if entry.clock is not None]


def _log_clock_faults(session: Session, clocks: Sequence[Clock]) -> list[str]:
    """What is wrong with the clocks of the log: the last one is the stored one, and no bank ever grows.

    Times are not compared: gaps in the heartbeat are added to the stored clock only.
    """
    stored = session.clock
    if stored is None:
        return ["The log has a clock, but the session has none."] if clocks else []
    if not clocks or (clocks[-1].seat, clocks[-1].bank) != (stored.seat, stored.bank):
        return ["The stored clock differs from that of the last log entry."]
    grown = any(after > before for old, new in pairwise(clocks) for before, after in zip(old.bank, new.bank, strict=False))
    return ["A bank grew."] if grown else []
