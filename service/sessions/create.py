"""Creating sessions: new ones, and forks of others. Their tokens and invite codes are returned only here."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.errors import Defect, OptionsInvalid
from engine.game import State
from service.referee.moves import AnyGame, Step
from service.referee.referee import choose_seed
from service.sessions.auth import find_bearer
from service.sessions.changes import DEFAULT_LEVEL, Caller, Change, Sessions, commit, due_turn, find_open, now_ms
from service.sessions.documents import NewSession
from service.sessions.errors import NotAllowed
from service.sessions.log import created_entry, replay
from service.sessions.model import Base, Created, Facts, Moved, Seat, Session, encode, state_of
from service.sessions.presentation import position_fields, present_seat
from service.sessions.reads import moves_at
from service.sessions.tokens import hash_code, hash_token, new_code, new_token
from service.storage.idempotency import IdempotencyKey, Reply, decrypt

ID_LENGTH = 20

Reserve = Callable[[], None]
"""Called before a session is created; raises if the caller has too many."""


class Secrets(msgspec.Struct):
    """What is returned once: the host's token, and by seat a token and an invite code."""

    host: str
    tokens: dict[int, str]
    codes: dict[int, str]


def create_session(sessions: Sessions, body: Mapping[str, Any], caller: Caller, reserve: Reserve) -> Reply:
    """A new session; raises OptionsInvalid with everything that is wrong with the options and seats."""

    def create() -> Reply:
        facts = _facts(body["game"], body.get("options") or {}, choose_seed(body))
        return _create(sessions, facts, [requested_seat(seat) for seat in body["seats"]], [], caller)

    return _once(sessions, caller, reserve, create)


def fork_session(sessions: Sessions, session_id: str, body: Mapping[str, Any], caller: Caller, reserve: Reserve) -> Reply:
    """A new session from a version of another. While that game runs, only its host may fork; what the host cannot see is dealt again."""
    return _once(sessions, caller, reserve, lambda: _fork(sessions, session_id, body.get("version"), body.get("seats"), caller))


def _once(sessions: Sessions, caller: Caller, reserve: Reserve, create: Callable[[], Reply]) -> Reply:
    """The first reply of a repeated request, which needs no reservation; else a new session."""
    if caller.key is not None:
        first = sessions.store.load(_new_id(caller.key), caller.key.name)[1]
        if first:
            return decrypt(caller.key, first)
    reserve()
    return create()


def _fork(sessions: Sessions, session_id: str, version: int | None, requested: Sequence[Mapping[str, Any]] | None, caller: Caller) -> Reply:
    parent = find_open(sessions.store, session_id)
    is_over = not state_of(parent).pending
    bearer = find_bearer(parent, caller.token)
    if not bearer.host and not is_over:
        raise NotAllowed("Only the host may fork a session while the game is running.")
    if requested is not None and len(requested) != len(parent.seats):
        sentence = f"This game has {len(parent.seats)} seats; name a player for each of them."
        raise OptionsInvalid(sentence, [Defect("/seats", "out_of_range", sentence)])
    moves = moves_at(sessions.store, parent, parent.version if version is None else version)
    seats = [_same_player(seat) for seat in parent.seats] if requested is None else [requested_seat(seat) for seat in requested]
    if is_over:
        return _create(sessions, _fork_facts(parent, parent.facts.seed), seats, moves, caller, parent.base.state if parent.base else None)
    state = _redeal(parent.game, replay(parent, moves), bearer.seat)
    assert state.seed is not None, "a determinized state has a seed"
    return _create(sessions, replace(_fork_facts(parent, state.seed), redealt=True), seats, [], caller, msgspec.Raw(encode(state)))


def _fork_facts(parent: Session, seed: int) -> Facts:
    return replace(_facts(parent.facts.game, parent.facts.options, seed), fork_of=parent.id)


def _redeal(game: AnyGame, state: State, seat: int | None) -> State:
    """A position with the same view for the seat, in which everything it cannot see is dealt again."""
    dealt: State = game.determinize(game.view(state, seat), seat, Random(secrets.randbits(128)))
    return dealt


def requested_seat(seat: Mapping[str, Any]) -> Seat:
    """A seat as the request describes it."""
    level = seat.get("level", DEFAULT_LEVEL) if seat["kind"] == "ai" else None
    return Seat(kind=seat["kind"], level=level, name=seat.get("name"))


def _same_player(seat: Seat) -> Seat:
    """A seat of the parent, with a new token and invite code to be issued."""
    return replace(seat, token=None, invite=None, claimed=False)


def _facts(game: str, options: dict[str, Any], seed: int) -> Facts:
    return Facts(game=game, options=options, seed=seed, salt=secrets.token_hex(16), host="", created_at=now_ms())


def _create(
    sessions: Sessions, facts: Facts, seats: list[Seat], moves: list[Moved], caller: Caller, base: msgspec.Raw | None = None
) -> Reply:
    session_id = _new_id(caller.key)
    issued = issue_secrets(seats)
    begun = Session(
        id=session_id,
        facts=replace(facts, host=hash_token(issued.host)),
        seats=[_with_hashes(session_id, seat, issued.tokens.get(number), issued.codes.get(number)) for number, seat in enumerate(seats)],
        version=len(moves),
        steady=len(moves),
        snapshot=b"",
        expires_at=sessions.store.expiry(),
        base=None if base is None else Base(0, base),
    )
    state = replay(begun, moves)
    session = replace(begun, snapshot=encode(state), due=due_turn(seats, len(moves), state))
    if facts.fork_of is None:
        steps, created = [(state, session.game.opening(state))], created_entry(session, state)
    else:
        steps, created = [], Created(at=facts.created_at)
    decided = Change(session, [created, *moves], _present_new(session, state, issued, caller, steps))
    reply = commit(sessions, None, decided, caller)
    assert reply is not None, "a new session has no version that could be stale"
    return reply


def _new_id(key: IdempotencyKey | None) -> str:
    """A random id; with an idempotency key it is derived from the key, so that a repetition finds the session."""
    return hashlib.sha256(b"session\0" + key.name.encode()).hexdigest()[:ID_LENGTH] if key else secrets.token_hex(ID_LENGTH // 2)


def issue_secrets(seats: Sequence[Seat]) -> Secrets:
    """New tokens and invite codes for the host and for every human seat without a token."""
    free = [number for number, seat in enumerate(seats) if seat.kind == "human" and seat.token is None]
    return Secrets(new_token("host"), {number: new_token("seat") for number in free}, {number: new_code() for number in free})


def _with_hashes(session_id: str, seat: Seat, token: str | None, code: str | None) -> Seat:
    if token is None or code is None:
        return seat
    return replace(seat, token=hash_token(token), invite=hash_code(session_id, code))


def _present_new(session: Session, state: State, issued: Secrets, caller: Caller, steps: Sequence[Step]) -> NewSession:
    """The creator sees the position as a spectator: each seat's view needs that seat's token."""
    fields = position_fields(session, state, None, caller, steps)
    fields["seats"] = [
        present_seat(session, number, issued.tokens.get(number), issued.codes.get(number)) for number in range(len(session.seats))
    ]
    return NewSession(**fields, host_token=issued.host)
