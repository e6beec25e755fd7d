"""Open sessions: listing them for everybody, and keeping their index correct."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.games import GAMES
from service.sessions.listing_documents import OpenSessions
from service.sessions.listing_presentation import present_open_session
from service.sessions.model import Session, SessionStatus, status_of
from service.sessions.store import SessionStore
from service.sessions.tables import CREATION_MS, STATUSES, IndexEntry, member_of

CHECKED_ENTRIES = 200
"""Entries of each game that one round checks at most."""


def list_open_sessions(store: SessionStore, game: str | None, status: SessionStatus | None, cursor: str | None, limit: int) -> OpenSessions:
    """A page of open sessions, newest first. It may be short while there are more: what the index had wrong is left out and repaired."""
    statuses = STATUSES if status is None else (status,)
    entries = [entry for each in _games(game) for entry in store.tables.page(each, statuses, cursor, limit + 1)]
    entries.sort(key=lambda entry: entry.member, reverse=True)
    found = _verified(store, entries[:limit])
    return OpenSessions(
        sessions=[present_open_session(session) for session in found if status_of(session) in statuses],
        next=entries[limit - 1].member if len(entries) > limit else None,
    )


def check_entries(store: SessionStore) -> None:
    """Repairs a bounded number of entries that nobody has listed for long; once a minute, whichever process calls it."""
    if store.tables.begin_round():
        for game in GAMES:
            _verified(store, store.tables.due(game, CHECKED_ENTRIES), all_again=True)


def _games(game: str | None) -> Iterable[str]:
    return GAMES if game is None else (game,)


def _verified(store: SessionStore, entries: Sequence[IndexEntry], all_again: bool = False) -> list[Session]:
    """The sessions of these entries, in their order; entries that are wrong, or all of them, are placed again or removed.

    An entry is placed before its session is created, so a new one whose session cannot be found is kept.
    """
    found = dict(zip(entries, store.load_all([entry.session_id for entry in entries]), strict=True)) if entries else {}
    live = {entry: session for entry, session in found.items() if session is not None and _stands_for(entry, session)}
    wrong = [entry for entry, session in live.items() if all_again or status_of(session) != entry.status]
    oldest = store.now_ms() - CREATION_MS
    gone = [entry for entry in entries if entry not in live and entry.created_at < oldest]
    for game in {entry.game for entry in (*wrong, *gone)}:
        store.tables.update(game, [live[entry] for entry in wrong if entry.game == game])
        store.tables.remove(game, [entry.member for entry in gone if entry.game == game])
    return list(live.values())


def _stands_for(entry: IndexEntry, session: Session) -> bool:
    """Whether the entry is that of the session; a repeated creation may have left one with another time."""
    return not session.ended and session.facts.visibility == "open" and member_of(session) == entry.member
