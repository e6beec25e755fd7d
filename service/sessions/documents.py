"""The documents of sessions, and how a seat is told them: a view and never a state, redacted events, legal moves only if it may move."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from engine.game import State, list_moves, to_act
from service.referee import moves as play
from service.referee.documents import Answer, AnyEvent, AnyMove, LegalMoves, Position, Seat
from service.referee.moves import AnyGame
from service.sessions.model import AnyEntry, Claimed, Kind, Moved, Resigned, Session, Undone, commitment, events_of

Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"}, description="A time in UTC.")]
Version = Annotated[int, Meta(ge=0, description="How many changes the session has seen: moves, undos, claims, resignations.")]


class SessionSeat(Answer, kw_only=True):
    """Who plays a seat. Tokens and invite codes are told once, to whoever created the session."""

    seat: Seat
    kind: Kind
    level: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    claimed: Annotated[bool, Meta(description="Someone joined with the invite code.")]
    resigned: Annotated[bool, Meta(description="The player gave up and an AI plays on.")]
    token: str | UnsetType = UNSET
    invite_code: str | UnsetType = UNSET


class SessionPosition(Position, kw_only=True):
    """A session's position as one seat, or a spectator, sees it. `view.version` counts the moves, `version` every change of the session."""

    id: str
    version: Version
    seat: Annotated[Seat | None, Meta(description="The seat whose token was sent; null for the host and for spectators.")]
    seats: list[SessionSeat]
    seed_commitment: Annotated[str, Meta(description="SHA-256 of the seed (decimal), a colon and the salt, in hexadecimal.")]
    seed: Annotated[int, Meta(description="Told when the game is over.")] | UnsetType = UNSET
    salt: Annotated[str, Meta(description="Told when the game is over.")] | UnsetType = UNSET
    fork_of: str | UnsetType = UNSET
    created_at: Moment
    expires_at: Annotated[Moment, Meta(description="When the session is forgotten if nothing more happens.")]


class NewSession(SessionPosition, kw_only=True):
    """A session just created: the only time its tokens and invite codes are told."""

    host_token: str


class ClaimedSeat(SessionPosition, kw_only=True):
    """The position for whoever just joined, with the seat's new token; the old one ends with this."""

    token: str


class LogEntry(Answer, kw_only=True):
    """One accepted change, as the asking seat may see it. Where events are kept from the seat, the move shows its type only."""

    version: Version
    type: Literal["created", "moved", "undone", "claimed", "resigned", "ended"]
    at: Moment
    seat: Seat | UnsetType = UNSET
    by: Kind | UnsetType = UNSET
    move: AnyMove | UnsetType = UNSET
    events: list[AnyEvent] | UnsetType = UNSET
    to_act: Annotated[Seat | None, Meta(description="The seat asked next; null at the end of the game.")] | UnsetType = UNSET
    name: str | UnsetType = UNSET
    level: str | UnsetType = UNSET


class History(Answer, kw_only=True):
    """A piece of the log after some version; `next` is the `since` of the next piece, null when this is the last one for now."""

    entries: list[LogEntry]
    version: Version
    next: Version | None


def position(
    session: Session, state: State, seat: int | None, language: str, steps: Sequence[play.Step], with_moves: bool
) -> dict[str, Any]:
    """The fields of a session's position for a seat, with what the steps to it caused; the answers above are made of them."""
    game, facts = session.game, session.facts
    seen: State = game.view(state, seat)
    is_over = not state.pending
    return {
        "game": game.id,
        "rules_version": game.rules_version,
        "schema_version": game.schema_version,
        "version": session.version,
        "view": seen,
        "to_act": play.asked(game, seen, language),
        "legal_moves": _offered(session, seen, seat, language) if with_moves else UNSET,
        "events": play.told_to(seat, game, steps, seen, language),
        "outcome": game.outcome(state),
        "id": session.id,
        "seat": seat,
        "seats": [seat_of(session, number) for number in range(len(session.seats))],
        "seed_commitment": commitment(facts.seed, facts.salt),
        "seed": facts.seed if is_over else UNSET,
        "salt": facts.salt if is_over else UNSET,
        "fork_of": facts.fork_of or UNSET,
        "created_at": moment(facts.created_at),
        "expires_at": moment(session.expires_at * 1000),
    }


def _offered(session: Session, seen: State, seat: int | None, language: str) -> list[dict[str, Any]]:
    decision = to_act(seen)
    mine = decision is not None and decision.seat == seat and session.seats[decision.seat].kind == "human"
    return list_moves(session.game, seen, language) if mine else []


def legal_moves(session: Session, state: State, seat: int, language: str) -> LegalMoves:
    """Who is asked what, and the answers this seat may give."""
    seen: State = session.game.view(state, seat)
    return LegalMoves(to_act=play.asked(session.game, seen, language), legal_moves=_offered(session, seen, seat, language))


def seat_of(session: Session, number: int, token: str | None = None, code: str | None = None) -> SessionSeat:
    """A seat as everybody may know it, and where it is told for the first time, its secrets."""
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


def told(game: AnyGame, version: int, entry: AnyEntry, seat: int | None, language: str) -> LogEntry:
    """An entry of the log for a seat (None: a spectator)."""
    kind: Any = type(entry).__name__.lower()
    shown = LogEntry(version=version, type=kind, at=moment(entry.at))
    match entry:
        case Moved():
            shown.seat, shown.by, shown.to_act = entry.seat, entry.by, entry.to_act
            _tell_move(shown, game, entry, seat, language)
        case Undone():
            shown.seat, shown.to_act = entry.seat, entry.to_act
        case Claimed():
            shown.seat, shown.name = entry.seat, entry.name or UNSET
        case Resigned():
            shown.seat, shown.level = entry.seat, entry.level
        case _:
            pass
    return shown


def _tell_move(shown: LogEntry, game: AnyGame, entry: Moved, seat: int | None, language: str) -> None:
    words, events = entry.words[language], events_of(game, entry)
    seen = [game.view_event(event, seat) for event in events]
    public = words.spectator or words.events
    labels = [words.events[index] if event == events[index] else public[index] for index, event in enumerate(seen)]
    shown.events = [msgspec.to_builtins(event) | {"label": label} for event, label in zip(seen, labels, strict=True)]
    move = msgspec.json.decode(entry.move)
    is_known = entry.seat == seat or seen == events
    shown.move = move | {"label": words.move} if is_known else {"type": move["type"]}


@lru_cache(maxsize=1024)
def moment(milliseconds: int) -> str:
    """A time as clients read it: ISO 8601 in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
