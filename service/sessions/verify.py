"""Verifies a session: replaying its log from the first state must give the stored position."""

from __future__ import annotations

import msgspec

from engine.errors import Refusal
from engine.game import State, read_move, submit
from service.referee.moves import AnyGame
from service.sessions.model import Moved, Session, Undone, encode, first_state
from service.sessions.store import SessionStore


def verify_session(store: SessionStore, session_id: str) -> list[str]:
    """Every fault of a session as a sentence; an empty list if it is sound. The session may be played meanwhile."""
    session, log = store.find(session_id), store.entries(session_id, -1)
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
            case Undone() if len(states) > 1:
                states.pop()
            case Undone():
                faults.append(f"Version {version}: there is no move to take back.")
            case _:
                pass
    if encode(states[-1]) != session.snapshot:
        faults.append("The stored position differs from the one that the log leads to.")
    return faults + _due_faults(session, states[-1])


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
    is_ai_turn = bool(state.pending) and session.seats[state.pending[-1].seat].kind == "ai" and not session.ended
    return [] if is_ai_turn == (session.due is not None) else ["The recorded AI turn does not fit the position."]
