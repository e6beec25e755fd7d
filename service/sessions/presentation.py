"""Builds the documents of sessions as one seat may see them: a view instead of a state, redacted events, legal moves only on its turn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET

from engine.game import State, to_act
from service.referee.documents import LegalMoves
from service.referee.moves import AnyGame, Step
from service.referee.presentation import present_decision, present_events_for, present_legal_moves, present_moves
from service.sessions.changes import Caller
from service.sessions.documents import (
    ArchivedEntry,
    ClaimedEntry,
    CreatedEntry,
    EndedEntry,
    History,
    LogEntry,
    MovedEntry,
    PastPosition,
    RedactedMove,
    ResignedEntry,
    SessionPosition,
    SessionSeat,
    UndoneEntry,
)
from service.sessions.log import events_of
from service.sessions.model import AnyEntry, Claimed, Created, Ended, Moved, Resigned, Session, Undone, seed_commitment


def present_session(session: Session, state: State, seat: int | None, caller: Caller, steps: Sequence[Step] = ()) -> SessionPosition:
    """The session as a seat sees it, with the events of the steps that led to it."""
    return SessionPosition(**position_fields(session, state, seat, caller, steps))


def present_past_position(session: Session, version: int, state: State, seat: int | None, caller: Caller) -> PastPosition:
    """The position at a version as a seat sees it: only what no later change of the session changes."""
    game = session.game
    view: State = game.view(state, seat)
    return PastPosition(
        game=game.id,
        rules_version=game.rules_version,
        schema_version=game.schema_version,
        version=version,
        seat=seat,
        view=view,
        to_act=present_decision(game, view, caller.language),
        legal_moves=[] if caller.with_moves else UNSET,
        events=[],
        outcome=game.outcome(state),
        id=session.id,
    )


def position_fields(session: Session, state: State, seat: int | None, caller: Caller, steps: Sequence[Step] = ()) -> dict[str, Any]:
    """The members that all documents with a session's position share."""
    game, facts = session.game, session.facts
    view: State = game.view(state, seat)
    is_over = not state.pending
    return {
        "game": game.id,
        "rules_version": game.rules_version,
        "schema_version": game.schema_version,
        "version": session.version,
        "view": view,
        "to_act": present_decision(game, view, caller.language),
        "legal_moves": _legal_moves(session, view, seat, caller.language) if caller.with_moves else UNSET,
        "events": present_events_for(seat, game, steps, view, caller.language),
        "outcome": game.outcome(state),
        "id": session.id,
        "seat": seat,
        "seats": [present_seat(session, number) for number in range(len(session.seats))],
        "seed_commitment": seed_commitment(facts.seed, facts.salt),
        "seed": facts.seed if is_over else UNSET,
        "salt": facts.salt if is_over else UNSET,
        "fork_of": facts.fork_of or UNSET,
        "redealt": facts.redealt or UNSET,
        "base_version": session.base.version if session.base else 0,
        "created_at": present_time(facts.created_at),
        "expires_at": present_time(session.expires_at * 1000),
    }


def _legal_moves(session: Session, view: State, seat: int | None, language: str) -> list[dict[str, Any]]:
    return present_moves(session.game, view, language) if _may_move(session, view, seat) else []


def _may_move(session: Session, view: State, seat: int | None) -> bool:
    decision = to_act(view)
    return decision is not None and decision.seat == seat and session.seats[decision.seat].kind == "human"


def present_seat_moves(session: Session, state: State, seat: int, language: str) -> LegalMoves:
    """The pending decision, and the moves this seat may make."""
    view: State = session.game.view(state, seat)
    return present_legal_moves(session.game, view, language, _may_move(session, view, seat))


def present_seat(session: Session, number: int, token: str | None = None, code: str | None = None) -> SessionSeat:
    """A seat as everybody sees it; `token` and `code` are given only to the caller who created them."""
    seat = session.seats[number]
    return SessionSeat(
        seat=number,
        kind=seat.kind,
        level=seat.level or UNSET,
        name=seat.name or UNSET,
        claimed=seat.claimed,
        resigned=seat.resigned,
        token=token or UNSET,
        invite_code=code or UNSET,
    )


def present_history(session: Session, entries: Sequence[tuple[int, AnyEntry]], seat: int | None, language: str) -> History:
    """A page of the log for a seat; `next` is the version to continue from, or None on the last page."""
    last = entries[-1][0] if entries else session.version
    version = max(session.version, last)
    return History(
        entries=[present_entry(session.game, number, entry, seat, language) for number, entry in entries],
        version=version,
        next=last if last < version else None,
    )


def present_entry(game: AnyGame, version: int, entry: AnyEntry, seat: int | None, language: str) -> LogEntry:
    """A log entry for a seat (None: a spectator)."""
    at = present_time(entry.at)
    match entry:
        case Created():
            return CreatedEntry(version=version, type="created", at=at, events=_opening_events(game, entry, language))
        case Moved(schema_version=schema_version) if schema_version != game.schema_version:
            return _present_archived(version, entry, seat, language)
        case Moved():
            return _present_move(game, version, entry, seat, language)
        case Undone():
            return UndoneEntry(version=version, type="undone", at=at, seat=entry.seat, to_act=entry.to_act)
        case Claimed():
            return ClaimedEntry(version=version, type="claimed", at=at, seat=entry.seat, name=entry.name or UNSET)
        case Resigned():
            return ResignedEntry(version=version, type="resigned", at=at, seat=entry.seat, level=entry.level)
        case Ended():
            return EndedEntry(version=version, type="ended", at=at)


def _present_move(game: AnyGame, version: int, entry: Moved, seat: int | None, language: str) -> MovedEntry:
    words, events = entry.words[language], events_of(game, entry)
    seen = [game.view_event(event, seat) for event in events]
    public = words.spectator or words.events
    labels = [words.events[index] if event == events[index] else public[index] for index, event in enumerate(seen)]
    move = msgspec.json.decode(entry.move)
    is_known = entry.seat == seat or seen == events
    return MovedEntry(
        version=version,
        type="moved",
        at=present_time(entry.at),
        seat=entry.seat,
        by=entry.by,
        move=move | {"label": words.move} if is_known else RedactedMove(type=move["type"]),
        events=[msgspec.to_builtins(event) | {"label": label} for event, label in zip(seen, labels, strict=True)],
        to_act=entry.to_act,
    )


def _opening_events(game: AnyGame, entry: Created, language: str) -> list[dict[str, Any]]:
    """The events with which a game begins; a fork has none."""
    if entry.schema_version != game.schema_version:
        return []
    told = zip(events_of(game, entry), entry.labels[language], strict=True)
    return [msgspec.to_builtins(event) | {"label": label} for event, label in told]


def _present_archived(version: int, entry: Moved, seat: int | None, language: str) -> ArchivedEntry:
    """A move of an earlier schema version, whose move and events cannot be decoded any more."""
    words = entry.words[language]
    is_known = entry.seat == seat or words.spectator is None
    return ArchivedEntry(
        version=version,
        type="archived",
        at=present_time(entry.at),
        seat=entry.seat,
        by=entry.by,
        label=words.move if is_known else "",
        event_labels=words.events if is_known else words.spectator or [],
    )


@lru_cache(maxsize=1024)
def present_time(milliseconds: int) -> str:
    """A time in UTC as ISO 8601."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
