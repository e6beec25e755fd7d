"""Builds the documents of sessions as one seat may see them: a view instead of a state, redacted events, legal moves only on its turn.

Once the game is over nothing is hidden any more: views are whole states, of earlier versions too, and the log is complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from engine.game import Event, State, to_act, view_move
from service.referee.documents import LegalMoves
from service.referee.moves import AnyGame, Step
from service.referee.presentation import Format, present_decision, present_events, present_events_for, present_legal_moves, present_moves
from service.sessions.changes import Caller
from service.sessions.documents import (
    ArchivedEntry,
    ClaimedEntry,
    CreatedEntry,
    EndedEntry,
    HiddenMove,
    History,
    LogEntry,
    MovedEntry,
    PastPosition,
    ResignedEntry,
    SessionPosition,
    SessionSeat,
    UndoneEntry,
)
from service.sessions.log import events_of, move_of, names_of
from service.sessions.model import AnyEntry, Claimed, Created, Ended, Moved, Resigned, Session, Undone, seed_commitment, state_of

HIDDEN_MOVE = {"en": "A hidden move", "fr": "Un coup caché", "de": "Ein verdeckter Zug"}
"""The label of a hidden move, by language."""


def is_over(session: Session) -> bool:
    """Whether the game is over, so that nothing is hidden any more."""
    return not state_of(session).pending


def view_position(session: Session, state: State, seat: int | None) -> State:
    """A position of the session, now or earlier, as a seat (None: a spectator) may see it."""
    view: State = state if is_over(session) else session.game.view(state, seat)
    return view


def present_session(session: Session, state: State, seat: int | None, caller: Caller, steps: Sequence[Step] = ()) -> SessionPosition:
    """The session as a seat sees it, with the events of the steps that led to it."""
    return SessionPosition(**position_fields(session, state, seat, caller, steps))


def present_past_position(session: Session, version: int, state: State, seat: int | None, caller: Caller) -> PastPosition:
    """The position at a version as a seat may see it. Until the game is over, which reveals everything, no later change affects it.

    The label of the decision therefore does without the seats' names, which a claim may change.
    """
    game = session.game
    view = view_position(session, state, seat)
    return PastPosition(
        game=game.id,
        rules_version=game.rules_version,
        schema_version=game.schema_version,
        version=version,
        seat=seat,
        view=view,
        to_act=present_decision(game, view, caller.form),
        legal_moves=[] if caller.form.with_moves else UNSET,
        events=[],
        outcome=game.outcome(state),
        id=session.id,
    )


def present_trial(session: Session, state: State, seat: int, caller: Caller, steps: Sequence[Step]) -> SessionPosition:
    """The position that moves would lead to, as the seat would see it; what is hidden now stays hidden even if the game would be over."""
    return SessionPosition(**position_fields(session, state, seat, caller, steps, hides=True))


def position_fields(
    session: Session, state: State, seat: int | None, caller: Caller, steps: Sequence[Step] = (), hides: bool | None = None
) -> dict[str, Any]:
    """The members that all documents with a session's position share; `hides` is by default whether the game is still running."""
    game, facts = session.game, session.facts
    hides = not is_over(session) if hides is None else hides
    view: State = game.view(state, seat) if hides else state
    form = caller_format(session, caller)
    return {
        "game": game.id,
        "rules_version": game.rules_version,
        "schema_version": game.schema_version,
        "version": session.version,
        "view": view,
        "to_act": present_decision(game, view, form),
        "legal_moves": _legal_moves(session, view, seat, form) if form.with_moves else UNSET,
        "events": present_events_for(seat, game, steps, view, form) if hides else present_events(game, steps, form),
        "outcome": game.outcome(state),
        "id": session.id,
        "seat": seat,
        "seats": [present_seat(session, number) for number in range(len(session.seats))],
        "seed_commitment": seed_commitment(facts.seed, facts.salt),
        "seed": UNSET if hides else facts.seed,
        "salt": UNSET if hides else facts.salt,
        "fork_of": facts.fork_of or UNSET,
        "redealt": facts.redealt or UNSET,
        "base_version": session.base_version,
        "created_at": present_time(facts.created_at),
        "expires_at": present_time(session.expires_at * 1000),
    }


def caller_format(session: Session, caller: Caller) -> Format:
    """How the caller wants its answer; labels call the seats by their names."""
    return replace(caller.form, names=names_of(session))


def _legal_moves(session: Session, view: State, seat: int | None, form: Format) -> list[dict[str, Any]]:
    return present_moves(session.game, view, form) if _may_move(session, view, seat) else []


def _may_move(session: Session, view: State, seat: int | None) -> bool:
    decision = to_act(view)
    return decision is not None and decision.seat == seat and session.seats[decision.seat].kind == "human"


def present_seat_moves(session: Session, state: State, seat: int, caller: Caller) -> LegalMoves:
    """The pending decision, and the moves this seat may make."""
    view = view_position(session, state, seat)
    return present_legal_moves(session.game, view, caller_format(session, caller), _may_move(session, view, seat))


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
    version, hides = max(session.version, last), not is_over(session)
    return History(
        entries=[present_entry(session.game, number, entry, seat, language, hides) for number, entry in entries],
        version=version,
        next=last if last < version else None,
    )


def present_entry(game: AnyGame, version: int, entry: AnyEntry, seat: int | None, language: str, hides: bool) -> LogEntry:
    """A log entry for a seat (None: a spectator); `hides` says whether the game is still running."""
    at = present_time(entry.at)
    match entry:
        case Created():
            return CreatedEntry(version=version, type="created", at=at, events=_opening_events(game, entry, language))
        case Moved(schema_version=schema_version) if schema_version != game.schema_version:
            return _present_archived(version, entry, seat, language, hides)
        case Moved():
            return _present_move(game, version, entry, seat, language, hides and entry.to_act is not None)
        case Undone():
            return UndoneEntry(version=version, type="undone", at=at, seat=entry.seat, to_act=entry.to_act)
        case Claimed():
            return ClaimedEntry(version=version, type="claimed", at=at, seat=entry.seat, name=entry.name or UNSET)
        case Resigned():
            return ResignedEntry(version=version, type="resigned", at=at, seat=entry.seat, level=entry.level)
        case Ended():
            return EndedEntry(version=version, type="ended", at=at)


def _present_move(game: AnyGame, version: int, entry: Moved, seat: int | None, language: str, hides: bool) -> MovedEntry:
    return MovedEntry(
        version=version,
        type="moved",
        at=present_time(entry.at),
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


def _present_archived(version: int, entry: Moved, seat: int | None, language: str, hides: bool) -> ArchivedEntry:
    """A move of an earlier schema version, whose move and events cannot be decoded any more; those moves were all public."""
    words = entry.words[language]
    public = words.spectator if hides and entry.seat != seat else None
    return ArchivedEntry(
        version=version,
        type="archived",
        at=present_time(entry.at),
        seat=entry.seat,
        by=entry.by,
        label=words.move,
        event_labels=words.events if public is None else public,
    )


@lru_cache(maxsize=1024)
def present_time(milliseconds: int) -> str:
    """A time in UTC as ISO 8601."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
