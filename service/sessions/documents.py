"""The documents of sessions, and how a seat is told them: a view and never a state, redacted events, legal moves only if it may move."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from engine.chance import SEED_LIMIT
from engine.game import Outcome, State, list_moves, to_act
from service.referee import moves as play
from service.referee.documents import (
    AiLevel,
    Answer,
    AnyMove,
    AnyState,
    EventList,
    GameId,
    LegalMoveList,
    LegalMoves,
    Seat,
    ToAct,
)
from service.referee.moves import AnyGame
from service.sessions.model import AnyEntry, Claimed, Created, Ended, Kind, Moved, Resigned, Session, Undone, commitment, events_of

Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"}, description="A time in UTC.")]
Version = Annotated[int, Meta(ge=0, description="The number of accepted changes so far: moves, undos, claims, resignations.")]
AnyLogEntry = Annotated[Any, Meta(extra_json_schema={"$ref": "LogEntry"})]
ShownMove = Annotated[AnyMove, Meta(extra_json_schema={"$ref": "ShownMove"})]


class SessionSeat(Answer, kw_only=True):
    """A seat of a session. `token` and `invite_code` are returned once, to the creator of the session."""

    seat: Seat
    kind: Kind
    level: AiLevel | UnsetType = UNSET
    name: str | UnsetType = UNSET
    claimed: Annotated[bool, Meta(description="Whether a player joined with the invite code.")]
    resigned: Annotated[bool, Meta(description="Whether the player resigned; an AI now plays the seat.")]
    token: str | UnsetType = UNSET
    invite_code: str | UnsetType = UNSET


class SessionPosition(Answer, kw_only=True):
    """The position of a session as the caller's seat, or a spectator, sees it.

    `view.version` counts the moves, `version` every change of the session.
    """

    game: GameId
    rules_version: str
    schema_version: int
    version: Version
    seat: Annotated[Seat | None, Meta(description="The seat whose token was sent; null for the host and for spectators.")]
    view: AnyState
    to_act: ToAct | None
    legal_moves: LegalMoveList | UnsetType = UNSET
    events: EventList
    outcome: Outcome | None
    id: str
    seats: list[SessionSeat]
    seed_commitment: Annotated[str, Meta(description="SHA-256, in hexadecimal, of the seed in decimal, a colon and the salt.")]
    seed: Annotated[int, Meta(ge=0, le=SEED_LIMIT, description="Present once the game is over.")] | UnsetType = UNSET
    salt: Annotated[str, Meta(description="Present once the game is over.")] | UnsetType = UNSET
    fork_of: Annotated[str, Meta(description="The id of the session this one was forked from.")] | UnsetType = UNSET
    created_at: Moment
    expires_at: Annotated[Moment, Meta(description="When the session is deleted if nothing more happens.")]


class NewSession(SessionPosition, kw_only=True):
    """A session just created. This is the only answer that contains its tokens and invite codes."""

    host_token: str


class ClaimedSeat(SessionPosition, kw_only=True):
    """The position as the seat just claimed sees it, and the seat's new token, which replaces the old one."""

    token: str


class LogEntry(Answer, kw_only=True):
    """One accepted change of a session, as the caller's seat may see it."""

    version: Version
    type: str
    at: Moment


class CreatedEntry(LogEntry, kw_only=True):
    """The session was created."""

    type: Literal["created"]


class MovedEntry(LogEntry, kw_only=True):
    """A seat moved. If the move caused events that are hidden from the caller's seat, only the type of the move is shown."""

    type: Literal["moved"]
    seat: Seat
    by: Kind
    move: ShownMove
    events: EventList
    to_act: Annotated[Seat | None, Meta(description="The seat to act next; null at the end of the game.")]


class UndoneEntry(LogEntry, kw_only=True):
    """A seat took back its last move."""

    type: Literal["undone"]
    seat: Seat
    to_act: Annotated[Seat, Meta(description="The seat to act next.")]


class ClaimedEntry(LogEntry, kw_only=True):
    """A player joined with the invite code of a seat."""

    type: Literal["claimed"]
    seat: Seat
    name: str | UnsetType = UNSET


class ResignedEntry(LogEntry, kw_only=True):
    """A player resigned; an AI of this level now plays the seat."""

    type: Literal["resigned"]
    seat: Seat
    level: AiLevel


class EndedEntry(LogEntry, kw_only=True):
    """The host ended the session. This is the last entry."""

    type: Literal["ended"]


class RedactedMove(Answer):
    """A move of which the caller's seat may only know the type."""

    type: str


class History(Answer, kw_only=True):
    """A page of the log. `next` is the `since` of the next page, or null if this is the last page for now."""

    entries: list[AnyLogEntry]
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
    """An entry of the log as a seat (None: a spectator) may see it."""
    at = moment(entry.at)
    match entry:
        case Created():
            return CreatedEntry(version=version, type="created", at=at)
        case Moved():
            return _told_move(game, version, entry, seat, language)
        case Undone():
            return UndoneEntry(version=version, type="undone", at=at, seat=entry.seat, to_act=entry.to_act)
        case Claimed():
            return ClaimedEntry(version=version, type="claimed", at=at, seat=entry.seat, name=entry.name or UNSET)
        case Resigned():
            return ResignedEntry(version=version, type="resigned", at=at, seat=entry.seat, level=entry.level)
        case Ended():
            return EndedEntry(version=version, type="ended", at=at)


def _told_move(game: AnyGame, version: int, entry: Moved, seat: int | None, language: str) -> MovedEntry:
    words, events = entry.words[language], events_of(game, entry)
    seen = [game.view_event(event, seat) for event in events]
    public = words.spectator or words.events
    labels = [words.events[index] if event == events[index] else public[index] for index, event in enumerate(seen)]
    move = msgspec.json.decode(entry.move)
    is_known = entry.seat == seat or seen == events
    return MovedEntry(
        version=version,
        type="moved",
        at=moment(entry.at),
        seat=entry.seat,
        by=entry.by,
        move=move | {"label": words.move} if is_known else RedactedMove(type=move["type"]),
        events=[msgspec.to_builtins(event) | {"label": label} for event, label in zip(seen, labels, strict=True)],
        to_act=entry.to_act,
    )


@lru_cache(maxsize=1024)
def moment(milliseconds: int) -> str:
    """A time as clients read it: ISO 8601 in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
