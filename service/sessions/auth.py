"""Whom a token stands for, and what it allows."""

from __future__ import annotations

import msgspec

from service.referee.presentation import Format
from service.sessions.errors import NotAllowed, TokenMissing, TokenUnknown
from service.sessions.model import Session
from service.sessions.tokens import hash_token, is_same
from service.storage.idempotency import IdempotencyKey


class Caller(msgspec.Struct, frozen=True):
    """The client of a call: its token, how it wants its answer, its idempotency key, its API key's name, and whose budgets it spends."""

    token: str | None
    form: Format
    key: IdempotencyKey | None = None
    owner: str | None = None
    client: str | None = None


SERVICE = Caller(None, Format("en", with_moves=False))
"""The caller of changes that the service makes by itself."""


class Bearer(msgspec.Struct, frozen=True):
    """The holder of a token: a seat, a host, both, or (neither) a spectator."""

    seat: int | None = None
    host: bool = False


SPECTATOR = Bearer()


def find_bearer(session: Session, token: str | None) -> Bearer:
    """The holder of a token in this session; None is a spectator. Raises TokenUnknown."""
    if token is None:
        return SPECTATOR
    return find_hashed(session, hash_token(token))


def find_hashed(session: Session, offered: str) -> Bearer:
    """The holder of the token with this hash; raises TokenUnknown."""
    if is_same(session.facts.host, offered):
        return Bearer(host=True)
    for number, seat in enumerate(session.seats):
        if is_same(seat.token, offered):
            return Bearer(seat=number, host=seat.is_host)
    raise TokenUnknown("This token does not belong to this session; a seat's token ends when the seat is claimed.")


def require_seat(session: Session, token: str | None) -> int:
    """The seat of the token; raises TokenMissing, TokenUnknown or NotAllowed."""
    if token is None:
        raise TokenMissing("Send the seat's token as Authorization: Bearer.")
    seat = find_bearer(session, token).seat
    if seat is None:
        raise NotAllowed("The host's token does not play; send the token of a seat.")
    return seat


def require_host(session: Session, token: str | None) -> None:
    """Raises TokenMissing, TokenUnknown or NotAllowed unless the token is the host's."""
    if token is None:
        raise TokenMissing("Send the host's token as Authorization: Bearer.")
    if not find_bearer(session, token).host:
        raise NotAllowed("Only a host may do this: send the host's token, or that of a seat whose player is a host.")
