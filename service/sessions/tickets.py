"""Feed tickets: random, good for one feed within a minute, for clients that cannot send a header.

`arbiter:{id}:ticket:<hash of the ticket>` holds the hash of the token for which the ticket was created. Reading it deletes it.
"""

from __future__ import annotations

from service.sessions.auth import Bearer, find_bearer, find_hashed
from service.sessions.changes import find_open
from service.sessions.documents import FeedTicket
from service.sessions.errors import TicketInvalid, TokenMissing, TokenUnknown
from service.sessions.keys import ticket_key
from service.sessions.model import Session
from service.sessions.presentation import present_time
from service.sessions.store import SessionStore
from service.sessions.tokens import hash_token, new_token

TICKET_SECONDS = 60
"""How long a ticket can be used."""


def create_ticket(store: SessionStore, session_id: str, token: str | None) -> FeedTicket:
    """A ticket that sees what the token sees; raises SessionUnknown, TokenMissing or TokenUnknown."""
    session = find_open(store, session_id)
    if token is None:
        raise TokenMissing("Send your token as Authorization: Bearer; a spectator's feed needs no ticket.")
    store.presence.saw(session_id, find_bearer(session, token).seat)
    ticket = new_token("ticket")
    store.server.command("SET", ticket_key(session_id, hash_token(ticket)), hash_token(token), "EX", TICKET_SECONDS)
    return FeedTicket(ticket=ticket, expires_at=present_time(store.now_ms() + TICKET_SECONDS * 1000))


def redeem_ticket(store: SessionStore, session: Session, ticket: str) -> Bearer:
    """The holder of the token for which the ticket was created; the ticket is gone afterwards. Raises TicketInvalid."""
    hashed: bytes | None = store.server.command("GETDEL", ticket_key(session.id, hash_token(ticket)))
    try:
        if hashed is not None:
            return find_hashed(session, hashed.decode())
    except TokenUnknown:
        raise TicketInvalid("The token of this ticket ended meanwhile; create a ticket with your new token.") from None
    raise TicketInvalid(f"A ticket opens one feed of its session within {TICKET_SECONDS} seconds; create a new one.")
