"""The documents of sessions."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from service.referee.documents import Answer, AnyEvent, AnyMove, Position, Seat
from service.sessions.model import Kind

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
