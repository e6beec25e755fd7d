"""The documents that list sessions without their positions."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from engine.game import Outcome
from service.referee.documents import Answer, AnyOptions, GameId, ProblemCode, Seat
from service.sessions.documents import Expiry, Metadata, Moment, SessionClock, SessionClockSettings, SessionSeat, Version
from service.sessions.model import SessionStatus

AnyStatus = Annotated[Any, Meta(extra_json_schema={"$ref": "ListedStatus"})]
Status = Annotated[SessionStatus, Meta(description="`waiting` for a player because a seat is free, `running`, or `over`.")]


class OpenSession(Answer, kw_only=True):
    """An open session as everybody sees it. Its free seats can be taken without an invite code."""

    id: str
    game: GameId
    status: Status
    version: Version
    options: Annotated[AnyOptions, Meta(description="The options of the game, with their defaults.")]
    seats: list[SessionSeat]
    free_seats: Annotated[list[Seat], Meta(description="The seats that nobody has claimed yet.")]
    clock_settings: Annotated[SessionClockSettings, Meta(description="Present in sessions with a clock.")] | UnsetType = UNSET
    metadata: Metadata
    seed_chosen: (
        Annotated[bool, Meta(description="Whether somebody knew the seed when the game began; sessions of early releases do not tell.")]
        | UnsetType
    ) = UNSET
    created_at: Moment
    expires_at: Expiry


class OpenSessions(Answer, kw_only=True):
    """A page of open sessions, newest first. `next` is the `cursor` of the next page, or null if this is the last page."""

    sessions: list[OpenSession]
    next: str | None


class SessionSummary(Answer, kw_only=True):
    """How a session stands for the holder of a token, without its position."""

    id: str
    game: GameId
    seat: Annotated[Seat | None, Meta(description="The seat whose token was sent; null for the host's token.")]
    seats: Annotated[list[SessionSeat], Meta(description="Who plays each seat.")]
    version: Version
    status: Status
    to_act: Annotated[Seat | None, Meta(description="The seat to act; null when the game is over.")]
    your_turn: Annotated[bool, Meta(description="Whether the seat is to act and no AI moves for it.")]
    clock: Annotated[SessionClock, Meta(description="Present in sessions with a clock.")] | UnsetType = UNSET
    outcome: Outcome | None
    rematch: Annotated[str, Meta(description="The id of the session in which the players began another game.")] | UnsetType = UNSET
    metadata: Metadata
    expires_at: Expiry


class StatusProblem(Answer, kw_only=True):
    """Why the status of a session is refused: a problem in short."""

    code: ProblemCode
    status: Annotated[int, Meta(ge=400, le=599)]
    title: str
    detail: str


class RefusedStatus(Answer, kw_only=True):
    """A session whose status is refused, because it is unknown or the token is wrong."""

    id: str
    problem: StatusProblem


class Statuses(Answer, kw_only=True):
    """The statuses of the requested sessions, in the order of the request."""

    statuses: list[AnyStatus]
    now: Annotated[Moment, Meta(description="The server's time.")]
