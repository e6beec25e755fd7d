"""Builds the documents of the log as one seat may see it; once the game is over nothing is hidden any more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from engine.game import Event, view_move
from service.referee.moves import AnyGame
from service.sessions.documents import (
    ArchivedEntry,
    ClaimedEntry,
    CreatedEntry,
    EndedEntry,
    ForkedEntry,
    HiddenMove,
    History,
    HostAddedEntry,
    InvitedEntry,
    LogEntry,
    MovedEntry,
    RematchedEntry,
    ReplacedEntry,
    ResignedEntry,
    SessionClock,
    TimedOutEntry,
    UndoneEntry,
)
from service.sessions.entries import (
    AnyEntry,
    Claimed,
    Created,
    Ended,
    Forked,
    HostAdded,
    Invited,
    Moved,
    Rematched,
    Replaced,
    Resigned,
    TimedOut,
    Undone,
)
from service.sessions.log import events_of, move_of
from service.sessions.model import Session
from service.sessions.presentation import is_over, present_clock_at, present_time

HIDDEN_MOVE = {"en": "A hidden move", "fr": "Un coup caché", "de": "Ein verdeckter Zug"}
"""The label of a hidden move, by language."""


def present_history(session: Session, entries: Sequence[tuple[int, AnyEntry]], seat: int | None, language: str) -> History:
    """A page of the log for a seat; `next` is the version to continue from, or None on the last page."""
    last = entries[-1][0] if entries else session.version
    version, hides = max(session.version, last), not is_over(session)
    return History(
        entries=[present_entry(session.game, number, entry, seat, language, hides) for number, entry in entries],
        version=version,
        next=last if last < version else None,
    )


def present_entry(game: AnyGame, version: int, entry: AnyEntry, seat: int | None, language: str, hides: bool) -> LogEntry:
    """A log entry for a seat (None: a spectator); `hides` says whether the game is still running."""
    about: dict[str, Any] = {"version": version, "type": entry.type, "at": present_time(entry.at), "clock": _clock(entry)}
    match entry:
        case Created():
            return CreatedEntry(**about, events=_opening_events(game, entry, language))
        case Moved(schema_version=schema_version) if schema_version != game.schema_version:
            return _present_archived(about, entry, seat, language, hides)
        case Moved():
            return _present_move(game, about, entry, seat, language, hides and entry.to_act is not None)
        case Undone():
            return UndoneEntry(**about, seat=entry.seat, moves=entry.moves, undone_reveals=entry.undone_reveals, to_act=entry.to_act)
        case Claimed():
            return ClaimedEntry(**about, seat=entry.seat, name=entry.name or UNSET)
        case Resigned():
            return ResignedEntry(**about, seat=entry.seat, level=entry.level)
        case Invited():
            return InvitedEntry(**about, seat=entry.seat)
        case Replaced():
            return ReplacedEntry(**about, seat=entry.seat, level=entry.level)
        case HostAdded():
            return HostAddedEntry(**about, seat=entry.seat)
        case TimedOut():
            return TimedOutEntry(**about, seat=entry.seat, level=entry.level, on_timeout="ai_seat" if entry.takes_seat else "ai_turn")
        case Forked():
            return ForkedEntry(**about, session=entry.session, forked_version=entry.forked_version)
        case Rematched():
            return RematchedEntry(**about, session=entry.session)
        case Ended():
            return EndedEntry(**about)


def _clock(entry: AnyEntry) -> SessionClock | UnsetType:
    """The clock just after the change."""
    return UNSET if entry.clock is None else present_clock_at(entry.clock, entry.clock.at)


def _present_move(game: AnyGame, about: dict[str, Any], entry: Moved, seat: int | None, language: str, hides: bool) -> MovedEntry:
    return MovedEntry(
        **about,
        seat=entry.seat,
        by=entry.by,
        move=_show_move(game, entry, seat, language, hides),
        events=_show_events(game, entry, seat, language, hides),
        to_act=entry.to_act,
    )


def _show_move(game: AnyGame, entry: Moved, seat: int | None, language: str, hides: bool) -> dict[str, Any] | HiddenMove:
    move = move_of(game, entry)
    if hides and view_move(move, entry.seat, seat) is None:
        return HiddenMove(type="hidden_move", move_type=str(type(move).__struct_config__.tag), label=HIDDEN_MOVE[language])
    shown: dict[str, Any] = msgspec.to_builtins(move)
    return shown | {"label": entry.words[language].move}


def _show_events(game: AnyGame, entry: Moved, seat: int | None, language: str, hides: bool) -> list[dict[str, Any]]:
    """The events with the labels stored for them: an event that is redacted for the seat has the spectator's label."""
    words, events = entry.words[language], events_of(game, entry)
    seen = [game.view_event(event, seat) for event in events] if hides else events
    public = words.spectator or words.events
    labels = [words.events[index] if event == events[index] else public[index] for index, event in enumerate(seen)]
    return _labelled(seen, labels)


def _opening_events(game: AnyGame, entry: Created, language: str) -> list[dict[str, Any]]:
    """The events with which a game begins; a fork has none."""
    if entry.schema_version != game.schema_version:
        return []
    return _labelled(events_of(game, entry), entry.labels[language])


def _labelled(events: Sequence[Event], labels: Sequence[str]) -> list[dict[str, Any]]:
    """The events as JSON, with their labels."""
    return [msgspec.to_builtins(event) | {"label": label} for event, label in zip(events, labels, strict=True)]


def _present_archived(about: dict[str, Any], entry: Moved, seat: int | None, language: str, hides: bool) -> ArchivedEntry:
    """A move of an earlier schema version, whose move and events cannot be decoded any more; those moves were all public."""
    words = entry.words[language]
    public = words.spectator if hides and entry.seat != seat else None
    return ArchivedEntry(
        **about | {"type": "archived"},
        seat=entry.seat,
        by=entry.by,
        label=words.move,
        event_labels=words.events if public is None else public,
    )
