"""Forks: new sessions from a version of another one."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from itertools import takewhile
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.errors import Defect, OptionsInvalid
from engine.game import State
from service.referee.moves import AnyGame
from service.sessions.auth import Caller, find_bearer
from service.sessions.changes import Change, Sessions, change, find_open, require_room
from service.sessions.create import Beginning, Reserve, new_facts, once, requested_seat, start_session
from service.sessions.entries import Forked, Moved
from service.sessions.errors import NotAllowed
from service.sessions.model import Facts, Seat, Session, Shared, encode
from service.sessions.presentation import is_over
from service.sessions.reads import moves_at, state_at
from service.sessions.store import SessionStore
from service.storage.idempotency import Reply


def fork_session(sessions: Sessions, session_id: str, body: Mapping[str, Any], caller: Caller, reserve: Reserve) -> Reply:
    """A new session from a version of another. While that game runs, only its host may fork; what the host cannot see is dealt again.

    The log of a running game tells everybody about the fork.
    """
    return once(sessions, caller, reserve, lambda fork_id: _fork(sessions, session_id, fork_id, body, caller))


def _fork(sessions: Sessions, parent_id: str, fork_id: str, body: Mapping[str, Any], caller: Caller) -> Reply:
    version, requested = body.get("version"), body.get("seats")
    parent = find_open(sessions.store, parent_id)
    bearer = find_bearer(parent, caller.token)
    if not bearer.host and not is_over(parent):
        raise NotAllowed("Only the host may fork a session while the game is running.")
    if requested is not None and len(requested) != len(parent.seats):
        sentence = f"This game has {len(parent.seats)} seats; name a player for each of them."
        raise OptionsInvalid(sentence, [Defect("/seats", "out_of_range", sentence)])
    seats = [_same_player(seat) for seat in parent.seats] if requested is None else [requested_seat(seat) for seat in requested]
    forked_version = parent.version if version is None else version
    if is_over(parent):
        return _fork_exactly(sessions, parent, fork_id, forked_version, seats, caller)
    return _fork_redealt(sessions, parent, fork_id, forked_version, seats, bearer.seat, caller)


def _fork_exactly(sessions: Sessions, parent: Session, fork_id: str, version: int, seats: list[Seat], caller: Caller) -> Reply:
    """A fork of a finished game: the same seed and moves. It shares the moves that stood at the end, so that its log need not hold them."""
    store = sessions.store
    moves, last = (_plain(moves_at(store, parent, at)) for at in (version, parent.version))
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(moves, last, strict=False)))
    shared = Shared(parent.id, parent.facts.created_at, same) if same else None
    if shared:
        store.shared_moves.add(shared, fork_id, last)
    facts = _fork_facts(store, parent, parent.facts.seed)
    facts = replace(facts, seed_chosen=True, shared=shared)
    return start_session(sessions, fork_id, facts, seats, caller, Beginning(moves, parent.base.state if parent.base else None))


def _plain(moves: Iterable[Moved]) -> list[Moved]:
    """The moves without the clocks and turns of their session."""
    return [replace(entry, clock=None, turn=None) for entry in moves]


def _fork_redealt(
    sessions: Sessions, parent: Session, fork_id: str, version: int, seats: list[Seat], seen: int | None, caller: Caller
) -> Reply:
    """A fork of a running game: what the seat `seen` (None: a spectator) cannot see is dealt again. The maker knows what it can see."""
    state = _redeal(parent.game, state_at(sessions.store, parent, version), seen)
    assert state.seed is not None, "a determinized state has a seed"
    facts = replace(_fork_facts(sessions.store, parent, state.seed), redealt=True, seed_chosen=False)
    known = [
        replace(seat, seen_before=number == seen and (seat.kind != "human" or parent.seats[number].seen_before))
        for number, seat in enumerate(seats)
    ]
    _log_fork(sessions, parent.id, fork_id, version, caller)
    return start_session(sessions, fork_id, facts, known, caller, Beginning(base=msgspec.Raw(encode(state))))


def _log_fork(sessions: Sessions, parent_id: str, fork_id: str, version: int, caller: Caller) -> None:
    """Tells everybody about the fork, before it exists; with an idempotency key, once."""

    def decide(session: Session) -> Change:
        after = replace(session, version=session.version + 1, expires_at=sessions.store.expiry())
        entry = Forked(at=sessions.store.now_ms(), session=fork_id, forked_version=version)
        return require_room(Change(after, [entry], {}))

    change(sessions, parent_id, caller, decide)


def _fork_facts(store: SessionStore, parent: Session, seed: int) -> Facts:
    return replace(new_facts(store, parent.facts.game, parent.facts.options, seed), fork_of=parent.id)


def _redeal(game: AnyGame, state: State, seat: int | None) -> State:
    """A position with the same view for the seat, in which everything it cannot see is dealt again."""
    dealt: State = game.determinize(game.view(state, seat), seat, Random(secrets.randbits(128)))
    return dealt


def _same_player(seat: Seat) -> Seat:
    """The same player without a token and an invite code; the fork issues new ones."""
    return Seat(kind=seat.kind, level=seat.level, name=seat.name, resigned=seat.resigned)
