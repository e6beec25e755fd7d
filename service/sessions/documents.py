"""The documents of sessions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from engine.chance import SEED_LIMIT
from engine.game import Outcome
from service.referee.documents import AiLevel, Answer, AnyMove, AnyState, EventList, GameId, Label, LegalMoveList, Seat, ToAct
from service.sessions.model import Kind

Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"}, description="A time in UTC.")]
Version = Annotated[int, Meta(ge=0, description="The number of accepted changes so far: moves, undos, claims, resignations.")]
AnyLogEntry = Annotated[Any, Meta(extra_json_schema={"$ref": "LogEntry"})]
ShownMove = Annotated[Any, Meta(extra_json_schema={"$ref": "ShownMove"})]


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


class PastPosition(Answer, kw_only=True):
    """The position of a session at one version as the caller's seat, or a spectator, may see it.

    It changes only once: when the game is over, `view` is the whole state. What else can change later, such as the players and the expiry,
    is told by the session only.
    """

    game: GameId
    rules_version: str
    schema_version: int
    version: Version
    seat: Annotated[Seat | None, Meta(description="The seat whose token was sent; null for the host and for spectators.")]
    view: AnyState
    to_act: ToAct | None
    legal_moves: Annotated[list[AnyMove], Meta(description="Always empty: moves are made in the current position.")] | UnsetType = UNSET
    events: EventList
    outcome: Outcome | None
    id: str


class SessionPosition(Answer, kw_only=True):
    """The position of a session as the caller's seat, or a spectator, sees it.

    `view.version` counts the moves, `version` every change of the session. Once the game is over, `view` is the whole state, of earlier
    versions too.
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
    redealt: (
        Annotated[bool, Meta(description="Whether this fork of a running game was dealt again where its maker could not see.")] | UnsetType
    ) = UNSET
    base_version: Annotated[
        Version, Meta(description="The first version that can be read. With its position, options and moves anybody can replay the game.")
    ]
    created_at: Moment
    expires_at: Annotated[Moment, Meta(description="When the session is deleted if nothing more happens.")]


class NewSession(SessionPosition, kw_only=True):
    """A session just created. This is the only answer that contains its tokens and invite codes."""

    host_token: str


class ClaimedSeat(SessionPosition, kw_only=True):
    """The position as the seat just claimed sees it, and the seat's new token, which replaces the old one."""

    token: str


class LogEntry(Answer, kw_only=True):
    """One accepted change of a session, as the caller's seat may see it; once the game is over, everybody may see everything."""

    version: Version
    type: str
    at: Moment


class CreatedEntry(LogEntry, kw_only=True):
    """The session was created."""

    type: Literal["created"]
    events: Annotated[EventList, Meta(description="The events with which the game begins.")]


class MovedEntry(LogEntry, kw_only=True):
    """A seat moved. `move` and `events` are as the caller's seat may see them: pieces that it may not know are null."""

    type: Literal["moved"]
    seat: Seat
    by: Kind
    move: ShownMove
    events: EventList
    to_act: Annotated[Seat | None, Meta(description="The seat to act next; null at the end of the game.")]


class ArchivedEntry(LogEntry, kw_only=True):
    """A move made before the rules or the form of the game changed: only its texts are kept."""

    type: Literal["archived"]
    seat: Seat
    by: Kind
    label: Label
    event_labels: Annotated[list[Label], Meta(description="What the move caused, in order.")]


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


class HiddenMove(Answer):
    """A move of which the caller's seat may only know the type until the game is over."""

    type: Literal["hidden_move"]
    move_type: Annotated[str, Meta(description="The type of the move that was made.")]
    label: Label


class History(Answer, kw_only=True):
    """A page of the log. `next` is the `since` of the next page, or null if this is the last page for now."""

    entries: list[AnyLogEntry]
    version: Version
    next: Version | None
