"""Rematches: the same people play again, with their tokens, in a new session."""

from __future__ import annotations

import hashlib

from msgspec.structs import replace

from engine.game import start
from service.referee.referee import choose_seed
from service.sessions.auth import SERVICE, Caller, find_bearer
from service.sessions.changes import Change, Sessions, change, commit, due_turn, find_open, with_clock
from service.sessions.create import ID_LENGTH, Reserve, new_facts, with_place
from service.sessions.entries import Rematched
from service.sessions.errors import GameRunning, TokenMissing
from service.sessions.keys import session_key
from service.sessions.log import created_entry
from service.sessions.model import Seat, Session, encode, first_state, state_of
from service.sessions.presentation import is_over, present_session
from service.sessions.store import SessionStore
from service.storage.idempotency import Reply


def rematch_session(sessions: Sessions, session_id: str, caller: Caller, reserve: Reserve) -> Reply:
    """The session of the next game: the same players, options and tokens, a new seed, and the next seat begins.

    The log of the finished game tells everybody about it. Repeating the call gives the same session, with status 200 instead of 201.
    """
    parent = find_open(sessions.store, session_id)
    if caller.token is None:
        raise TokenMissing("Send the token of a seat, or of the host, as Authorization: Bearer.")
    bearer = find_bearer(parent, caller.token)
    if not is_over(parent):
        raise GameRunning("A rematch begins when the game is over.")
    rematch_id = _rematch_id(parent)
    found, is_new = sessions.store.load(rematch_id)[0], False
    if found is None:
        sessions.store.memory.require_room(session_key(rematch_id))
        created = _new_game(sessions.store, parent, rematch_id, caller.client)
        is_new = with_place(reserve, lambda: commit(sessions, None, created, SERVICE)) is not None
        found = sessions.store.find(rematch_id)
    if parent.rematch is None:
        _log_rematch(sessions, parent.id, rematch_id)
    position = present_session(found, state_of(found), bearer.seat, caller)
    reply = Reply(
        body=encode(position),
        resource=found.id,
        version=found.version,
        language=caller.form.language,
        status=201 if is_new else 200,
        has_position=True,
    )
    return with_clock(sessions.store, reply, found)


def _rematch_id(parent: Session) -> str:
    """The id of the rematch: it follows from the parent, so that only one is made; the salt is secret until the game is over."""
    return hashlib.sha256(f"rematch/{parent.id}/{parent.facts.salt}".encode()).hexdigest()[:ID_LENGTH]


def _new_game(store: SessionStore, parent: Session, rematch_id: str, opened_by: str | None) -> Change:
    """The creation of the rematch."""
    options = parent.facts.options | {"first_seat": (_first_seat(parent) + 1) % len(parent.seats)}
    facts = replace(
        new_facts(store, parent.facts.game, options, choose_seed({})),
        host=parent.facts.host,
        seed_chosen=False,
        clock=parent.facts.clock,
        visibility=parent.facts.visibility,
        metadata=parent.facts.metadata,
        rematch_of=parent.id,
        owner=parent.facts.owner,
        opened_by=opened_by,
    )
    seats = [_same_player(seat) for seat in parent.seats]
    begun = Session(id=rematch_id, facts=facts, seats=seats, version=0, steady=0, snapshot=b"", expires_at=store.expiry())
    state = first_state(begun)
    session = replace(begun, snapshot=encode(state), state=state, due=due_turn(seats, 0, state))
    return Change(session, [created_entry(session, state)], {})


def _first_seat(parent: Session) -> int:
    """The seat that began the parent's game."""
    seat: int = start(parent.game, parent.facts.options, len(parent.seats), parent.facts.seed).pending[-1].seat
    return seat


def _same_player(seat: Seat) -> Seat:
    """The player with the same token; a person whose seat an AI took over is back. A seat whose token ended is free until it is claimed."""
    if seat.first_kind != "ai" and seat.token is None:
        return Seat(kind="invited", name=seat.name)
    return Seat(
        kind=seat.first_kind,
        level=seat.level if seat.first_kind == "ai" else None,
        name=seat.name,
        token=seat.token,
        claimed=seat.claimed,
        is_host=seat.is_host,
    )


def _log_rematch(sessions: Sessions, parent_id: str, rematch_id: str) -> None:
    """Tells everybody about the rematch, once."""

    def decide(session: Session) -> Change:
        if session.rematch is not None:
            return Change(session, [], {})
        after = replace(session, version=session.version + 1, rematch=rematch_id, expires_at=sessions.store.expiry())
        return Change(after, [Rematched(at=sessions.store.now_ms(), session=rematch_id)], {})

    change(sessions, parent_id, SERVICE, decide)
