"""Positions for the live feed: the session just after each entry of its log.

The latest position is the stored one. Earlier ones are computed entry by entry, each from the one before it.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.game import State, apply
from service.referee.presentation import Format
from service.sessions.auth import Caller
from service.sessions.documents import SessionClock, SessionPosition
from service.sessions.entries import AnyEntry, Moved, Undone
from service.sessions.errors import SessionUnknown
from service.sessions.log import move_of
from service.sessions.model import Session, first_state, state_of
from service.sessions.presentation import position_fields, present_clock
from service.sessions.store import SessionStore

CHECKPOINT_MOVES = 32
"""A position is kept after this many moves, so that an undo replays fewer."""

PAGE = 200
"""Entries that are read from the log at once."""


class FeedPosition(msgspec.Struct, frozen=True):
    """The position just after a log entry; `session` is the session as it stood when the entry was sent, with the entry's version."""

    session: Session
    state: State
    clock: SessionClock | UnsetType = UNSET

    def present(self, seat: int | None, hides: bool, form: Format) -> SessionPosition:
        """The document for a seat (None: a spectator); `hides` says whether the game was running when the feed was opened."""
        is_hidden = hides and bool(self.state.pending)
        return SessionPosition(**position_fields(self.session, self.state, seat, Caller(None, form), hides=is_hidden), clock=self.clock)


class LogWalk:
    """The position after one log entry after the other."""

    def __init__(self, store: SessionStore, session: Session) -> None:
        self._store, self._session, self._game = store, session, session.game
        self._version = session.base_version
        self._state = first_state(session)
        self._checkpoints = [self._state]
        self._moves: list[Moved] = []

    def follow(self, version: int, entry: AnyEntry) -> State:
        """The position after an entry, which is not before the last one; entries in between are read from the log."""
        while self._version < version - 1:
            self._read(version - 1 - self._version)
        if self._version < version:
            self._apply(entry)
            self._version = version
        return self._state

    def _read(self, count: int) -> None:
        page = self._store.log(self._session, self._version, min(count, PAGE))
        if not page:
            raise SessionUnknown("There is no session with this id; idle sessions expire.")
        for self._version, entry in page:
            self._apply(entry)

    def _apply(self, entry: AnyEntry) -> None:
        match entry:
            case Moved():
                self._play(entry)
            case Undone():
                self._take_back(entry.moves)
            case _:
                pass

    def _play(self, entry: Moved) -> None:
        """Plays a move on a copy, because items of the feed keep the earlier position."""
        self._state, _ = apply(self._game, self._state, move_of(self._game, entry))
        self._moves.append(entry)
        if len(self._moves) % CHECKPOINT_MOVES == 0:
            self._checkpoints.append(self._state)

    def _take_back(self, count: int) -> None:
        """Goes back to the last checkpoint that still stands and plays the moves after it that stay."""
        kept = self._moves[: len(self._moves) - count]
        whole = len(kept) // CHECKPOINT_MOVES
        del self._checkpoints[whole + 1 :]
        del self._moves[whole * CHECKPOINT_MOVES :]
        self._state = self._checkpoints[whole]
        for entry in kept[whole * CHECKPOINT_MOVES :]:
            self._play(entry)


class FeedPositions:
    """Finds the positions of one session, in the order of its log."""

    def __init__(self, store: SessionStore, session_id: str) -> None:
        self._store, self._session_id = store, session_id
        self._walk: LogWalk | None = None

    def load(self) -> Session | None:
        """The session as it stands; read it after the entries, so that it is not older than they are."""
        return self._store.load(self._session_id)[0]

    def find(self, session: Session | None, version: int, entry: AnyEntry) -> FeedPosition | None:
        """The position after an entry; None if the session has expired, or an earlier schema version keeps the position unreadable."""
        if session is None or version < session.base_version:
            return None
        clock = present_clock(session, self._store.now_ms()) if version == session.version else UNSET
        return FeedPosition(replace(session, version=version), self._state(session, version, entry), clock)

    def _state(self, session: Session, version: int, entry: AnyEntry) -> State:
        if version >= session.steady:
            return state_of(session)
        if self._walk is None:
            self._walk = LogWalk(self._store, session)
        return self._walk.follow(version, entry)
