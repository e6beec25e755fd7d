"""Who is asking: tokens and invite codes are random, leave us once, and are kept only as hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets

import msgspec

from engine.errors import Refusal
from service.sessions.model import Session

CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""For codes that people read to each other: nothing that looks like something else."""

CODE_LENGTH = 12


class TokenMissing(Refusal):
    """The call needs a token and none came."""

    code = "token_missing"


class TokenUnknown(Refusal):
    """The token belongs to nobody in this session (any more)."""

    code = "token_unknown"


class NotAllowed(Refusal):
    """The token is good, but not for this."""

    code = "not_allowed"


class Bearer(msgspec.Struct, frozen=True):
    """Whom a token stands for; neither a seat nor the host is a spectator."""

    seat: int | None = None
    host: bool = False


SPECTATOR = Bearer()


def new_token(kind: str) -> str:
    """A secret for a machine to keep; the kind in front helps people to tell tokens apart."""
    return f"{kind}_{secrets.token_urlsafe(24)}"


def new_code() -> str:
    """A secret for a person to pass on: 60 bits, in groups of four."""
    letters = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
    return "-".join(letters[start : start + 4] for start in range(0, CODE_LENGTH, 4))


def digest(secret: str) -> str:
    """What is kept of a token: there is no way back, and at 192 random bits nothing to look up either."""
    return hashlib.sha256(secret.encode()).hexdigest()


def code_digest(session_id: str, code: str) -> str:
    """What is kept of an invite code; people may leave out the hyphens and write small letters."""
    return digest(f"{session_id}:{code.upper().replace('-', '').replace(' ', '')}")


def is_same(stored: str | None, offered: str) -> bool:
    """Compares hashes in constant time; None matches nothing."""
    return stored is not None and hmac.compare_digest(stored, offered)


def bearer(session: Session, token: str | None) -> Bearer:
    """Whom the token stands for in this session; no token is a spectator, a wrong one is refused."""
    if token is None:
        return SPECTATOR
    offered = digest(token)
    if is_same(session.facts.host, offered):
        return Bearer(host=True)
    for number, seat in enumerate(session.seats):
        if is_same(seat.token, offered):
            return Bearer(seat=number)
    raise TokenUnknown("This token belongs to nobody in this session; a seat's old token ends when the seat is claimed.")


def require_seat(session: Session, token: str | None) -> int:
    """The seat the token plays; everybody else is refused."""
    if token is None:
        raise TokenMissing("Send the seat's token as Authorization: Bearer.")
    found = bearer(session, token).seat
    if found is None:
        raise NotAllowed("The host's token does not play; send the token of a seat.")
    return found


def require_host(session: Session, token: str | None) -> None:
    """Refuses everybody but the host."""
    if token is None:
        raise TokenMissing("Send the host's token as Authorization: Bearer.")
    if not bearer(session, token).host:
        raise NotAllowed("Only the host may do this.")
