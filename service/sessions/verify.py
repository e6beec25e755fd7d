"""Proves that a session is what its log says: options, seed and moves are played again and must give the stored bytes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import msgspec

from engine.errors import Refusal
from engine.game import State, read_move, start, submit
from service.operations.embedded_redis import Embedded, Unstartable, running
from service.referee.moves import AnyGame
from service.sessions.model import Moved, Session, Undone, encode
from service.sessions.store import SessionUnknown, Store
from service.settings import Settings
from service.storage.connection import RedisAway


def verify(store: Store, session_id: str) -> list[str]:
    """Everything that is wrong with a session, in sentences; nothing when it is sound. It may be played meanwhile."""
    session, log = store.find(session_id), store.entries(session_id, -1)
    latest = store.find(session_id).version
    faults: list[str] = []
    if [version for version, _ in log] != list(range(len(log))) or not session.version < len(log) <= latest + 1:
        faults.append(f"The log has not exactly the versions 0 to {session.version}.")
    states = [start(session.game, session.facts.options, len(session.seats), session.facts.seed)]
    for version, entry in log:
        if version > session.version:
            break
        match entry:
            case Moved():
                faults += [f"Version {version}: {fault}" for fault in _again(session.game, states, entry)]
            case Undone() if len(states) > 1:
                states.pop()
            case Undone():
                faults.append(f"Version {version}: there is no move to take back.")
            case _:
                pass
    if encode(states[-1]) != session.snapshot:
        faults.append("The stored position is not the one the log leads to.")
    return faults + _standing_faults(session, states[-1])


def _again(game: AnyGame, states: list[State], entry: Moved) -> list[str]:
    """Plays a move of the log once more."""
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


def _standing_faults(session: Session, state: State) -> list[str]:
    """The AI work on record must be the work there is."""
    waits = bool(state.pending) and session.seats[state.pending[-1].seat].kind == "ai" and not session.ended
    return [] if waits == (session.due is not None) else ["The outbox does not fit the position."]


def verify_all(wanted: Sequence[str]) -> int:
    """Verifies the named sessions, or all, where the environment says they are kept; prints what is wrong and gives the exit status."""
    settings = Settings.from_environment()
    with ExitStack() as parts:
        try:
            url = settings.sessions_url or settings.redis_url or _own(Path(settings.data_dir), parts)
            store = Store(url, 0)
            return max([_told(store, session_id) for session_id in wanted] if wanted else _told_all(store), default=0)
        except (Unstartable, Refusal) as error:
            print(error, file=sys.stderr)
            return 2


def _told(store: Store, session_id: str) -> int:
    """Prints what is wrong with a session; 1 when something is. Whatever that may be, the others are looked at too."""
    try:
        found = verify(store, session_id)
    except (SessionUnknown, RedisAway):
        raise
    except Exception as error:
        found = [f"What is stored cannot be read: {error!r}."]
    print(f"{session_id}: {' '.join(found) or 'sound'}")
    return 1 if found else 0


def _told_all(store: Store) -> Iterator[int]:
    """The same for every session there is; one that expires meanwhile is no fault."""
    for session_id in store.ids():
        with suppress(SessionUnknown):
            yield _told(store, session_id)


def _own(data: Path, parts: ExitStack) -> str:
    """The embedded server of a data directory: the one at work, else one of our own for as long as it takes."""
    return running(data) or parts.enter_context(Embedded(data)).url
