"""The documents of sessions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from engine.chance import SEED_LIMIT
from engine.game import Outcome
from service.referee.documents import AiLevel, Answer, AnyMove, AnyState, EventList, GameId, Label, LegalMoveList, Seat, ToAct
from service.sessions.clock import MAX_SECONDS, OnTimeout
from service.sessions.entries import Mover
from service.sessions.model import Kind, Visibility

Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"}, description="A time in UTC.")]
Expiry = Annotated[Moment, Meta(description="When the session is deleted if nothing more happens.")]
Version = Annotated[int, Meta(ge=0, description="The number of accepted changes so far: moves, undos, claims, resignations and others.")]
Milliseconds = Annotated[int, Meta(ge=0)]
ClockSeconds = Annotated[int, Meta(ge=0, le=MAX_SECONDS)]
AnyLogEntry = Annotated[Any, Meta(extra_json_schema={"$ref": "LogEntry"})]
ShownMove = Annotated[Any, Meta(extra_json_schema={"$ref": "ShownMove"})]
Metadata = Annotated[dict[str, str], Meta(description="What the creator of the session sent along.")]


class SessionSeat(Answer, kw_only=True):
    """A seat of a session. `token` and `invite_code` are returned once, to the creator of the session."""

    seat: Seat
    kind: Annotated[Kind, Meta(description="Who plays the seat now: `ai` also after an AI took it over.")]
    level: AiLevel | UnsetType = UNSET
    name: str | UnsetType = UNSET
    claimed: Annotated[bool, Meta(description="Whether a player joined with the invite code.")]
    resigned: Annotated[bool, Meta(description="Whether the player resigned; an AI now plays the seat.")]
    replaced: Annotated[bool, Meta(description="Whether the host let an AI play for the absent player.")]
    timed_out: Annotated[bool, Meta(description="Whether the player's time ran out and the player has not moved since.")]
    held_by_host: Annotated[
        bool, Meta(description="Whether the creator of the session still holds the token of this seat, also while an AI plays it.")
    ]
    seen_before: Annotated[
        bool,
        Meta(
            description="Whether somebody held this seat before its present holder, or knew its pieces when the session was forked. "
            "They may know what the seat saw until then."
        ),
    ]
    host: Annotated[bool, Meta(description="Whether the player of this seat is a host too.")]
    token: str | UnsetType = UNSET
    invite_code: str | UnsetType = UNSET


class SessionClockSettings(Answer, kw_only=True):
    """The clock that the creator of a session chose."""

    move_seconds: Annotated[ClockSeconds, Meta(description="The free time of every decision.")]
    bank_seconds: Annotated[ClockSeconds, Meta(description="The bank of each seat, which runs after the free time.")]
    on_timeout: Annotated[OnTimeout, Meta(description="Whether an AI plays on for the turn or for the rest of the game.")]
    level: AiLevel


class SessionClock(Answer, kw_only=True):
    """The clock of a session as it stands. It runs once every invited seat has been claimed, while a person is to act."""

    seat: Annotated[Seat | None, Meta(description="The seat whose clock runs.")]
    deadline_at: Annotated[Moment | None, Meta(description="When the running decision is over.")]
    now: Annotated[Moment, Meta(description="The server's time.")]
    bank_ms: Annotated[list[Milliseconds], Meta(description="By seat, what was left of its bank when the running decision began.")]


class SeatPresence(Answer, kw_only=True):
    """Whether somebody follows the session from a seat."""

    seat: Seat
    connected: Annotated[bool, Meta(description="Whether the seat has a live feed.")]
    last_seen_at: Annotated[Moment | None, Meta(description="When the seat last made a call or had a live feed; null if not for long.")]


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
    seed_chosen: (
        Annotated[bool, Meta(description="Whether somebody knew the seed when the game began; sessions of early releases do not tell.")]
        | UnsetType
    ) = UNSET
    visibility: Annotated[Visibility, Meta(description="Whether the session is listed for everybody.")]
    metadata: Metadata
    rematch: Annotated[str, Meta(description="The id of the session in which the players began another game.")] | UnsetType = UNSET
    rematch_of: Annotated[str, Meta(description="The id of the session with the players' previous game.")] | UnsetType = UNSET
    clock_settings: Annotated[SessionClockSettings, Meta(description="Present in sessions with a clock.")] | UnsetType = UNSET
    clock: Annotated[SessionClock, Meta(description="Present in sessions with a clock.")] | UnsetType = UNSET
    presence: (
        Annotated[list[SeatPresence], Meta(description="Only in reads of the session. A change of presence does not change the ETag.")]
        | UnsetType
    ) = UNSET
    created_at: Moment
    expires_at: Expiry


class NewSession(SessionPosition, kw_only=True):
    """A session just created. This is the only answer that contains its tokens and invite codes."""

    host_token: str


class NewInvite(Answer, kw_only=True):
    """A new invite code for a seat. This is the only answer that contains it."""

    id: str
    seat: Seat
    invite_code: str
    version: Version


class ClaimedSeat(SessionPosition, kw_only=True):
    """The position as the seat just claimed sees it, and the seat's new token, which replaces the old one."""

    token: str


class FeedTicket(Answer, kw_only=True):
    """A ticket for one live feed, which sees what the token sees with which it was created."""

    ticket: Annotated[str, Meta(description="Send it once as `ticket` in the query of the feed.")]
    expires_at: Moment


class LogEntry(Answer, kw_only=True):
    """One accepted change of a session, as the caller's seat may see it; once the game is over, everybody may see everything."""

    version: Version
    type: str
    at: Moment
    clock: Annotated[SessionClock, Meta(description="The clock after this change, in sessions with a clock.")] | UnsetType = UNSET
    position: (
        Annotated[SessionPosition, Meta(description="The session just after this change; in feeds with `include=position`.")] | UnsetType
    ) = UNSET


class CreatedEntry(LogEntry, kw_only=True):
    """The session was created."""

    type: Literal["created"]
    events: Annotated[EventList, Meta(description="The events with which the game begins.")]


class MovedEntry(LogEntry, kw_only=True):
    """A seat moved. `move` and `events` are as the caller's seat may see them: pieces that it may not know are null."""

    type: Literal["moved"]
    seat: Seat
    by: Mover
    move: ShownMove
    events: EventList
    to_act: Annotated[Seat | None, Meta(description="The seat to act next; null at the end of the game.")]


class ArchivedEntry(LogEntry, kw_only=True):
    """A move made before the rules or the form of the game changed: only its texts are kept."""

    type: Literal["archived"]
    seat: Seat
    by: Mover
    label: Label
    event_labels: Annotated[list[Label], Meta(description="What the move caused, in order.")]


class UndoneEntry(LogEntry, kw_only=True):
    """A seat took back its last move, or the moves of its last turn."""

    type: Literal["undone"]
    seat: Seat
    moves: Annotated[int, Meta(ge=1, description="How many moves were taken back.")]
    undone_reveals: Annotated[int, Meta(ge=0, description="How many undos so far took back a move that had revealed something hidden.")]
    to_act: Annotated[Seat, Meta(description="The seat to act next.")]


class ClaimedEntry(LogEntry, kw_only=True):
    """A player joined and plays the seat from now on."""

    type: Literal["claimed"]
    seat: Seat
    name: str | UnsetType = UNSET


class ResignedEntry(LogEntry, kw_only=True):
    """A player resigned; an AI of this level now plays the seat."""

    type: Literal["resigned"]
    seat: Seat
    level: AiLevel


class InvitedEntry(LogEntry, kw_only=True):
    """The host issued a new invite code for the seat of an absent player, whose token ended."""

    type: Literal["invited"]
    seat: Seat


class ReplacedEntry(LogEntry, kw_only=True):
    """The host let an AI of this level play for an absent player."""

    type: Literal["replaced"]
    seat: Seat
    level: AiLevel


class HostAddedEntry(LogEntry, kw_only=True):
    """The player of a seat became a host too."""

    type: Literal["host_added"]
    seat: Seat


class TimedOutEntry(LogEntry, kw_only=True):
    """A seat did not move in time: an AI of this level plays its turn or takes the seat."""

    type: Literal["timed_out"]
    seat: Seat
    on_timeout: Annotated[OnTimeout, Meta(description="What the AI plays: the turn, or the rest of the game.")]
    level: AiLevel


class ForkedEntry(LogEntry, kw_only=True):
    """The host forked the running game; what the host could not see was dealt again in the fork."""

    type: Literal["forked"]
    session: Annotated[str, Meta(description="The id of the fork.")]
    forked_version: Version


class RematchedEntry(LogEntry, kw_only=True):
    """The players began another game; their tokens work there too."""

    type: Literal["rematched"]
    session: Annotated[str, Meta(description="The id of the new session.")]


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
