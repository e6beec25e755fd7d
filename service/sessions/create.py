"""How sessions begin: new ones, and forks of others. Tokens and invite codes are told here, once."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.chance import SEED_LIMIT
from engine.errors import Defect, OptionsInvalid
from engine.game import State
from service.sessions import documents as answers
from service.sessions.auth import NotAllowed, bearer, code_digest, digest, new_code, new_token
from service.sessions.changes import RESIGNED_LEVEL, Caller, Change, commit, due, moves_at, now, read
from service.sessions.errors import SeatsFixed
from service.sessions.model import Created, Facts, Moved, Seat, Session, encode, replay, state_of
from service.sessions.store import Store
from service.storage.idempotency import Key, Reply, unseal

ID_LENGTH = 20


class Secrets(msgspec.Struct):
    """What is told once: the host's token, and by seat a token and an invite code."""

    host: str
    tokens: dict[int, str]
    codes: dict[int, str]


def repeated(store: Store, caller: Caller) -> Reply | None:
    """The first answer again, where this request came before."""
    if caller.key is None:
        return None
    first = store.load(_id(caller.key), caller.key.name)[1]
    return unseal(caller.key, first) if first else None


def create(store: Store, wish: Mapping[str, Any], caller: Caller) -> Reply:
    """A new session; everything that is wrong with the wish is told by the game."""
    seed = wish.get("seed")
    facts = _facts(wish["game"], wish.get("options") or {}, secrets.randbelow(SEED_LIMIT + 1) if seed is None else seed)
    return _open(store, facts, [wished(seat) for seat in wish["seats"]], [], caller)


def fork(store: Store, session_id: str, version: int | None, wish: Sequence[Mapping[str, Any]] | None, caller: Caller) -> Reply:
    """A new session from any version of another. While that one is played only its host may, and claimed seats stay with their players."""
    parent = read(store, session_id)
    is_over = not state_of(parent).pending
    if not bearer(parent, caller.token).host and not is_over:
        raise NotAllowed("Only the host may fork a session that is still being played.")
    if wish is not None and not is_over:
        raise SeatsFixed("The players can be chosen anew only once the game is over.")
    if wish is not None and len(wish) != len(parent.seats):
        sentence = f"This game has {len(parent.seats)} seats; say for each of them who plays it."
        raise OptionsInvalid(sentence, [Defect("/seats", "out_of_range", sentence)])
    moves = moves_at(store, parent, parent.version if version is None else version)
    facts = replace(_facts(parent.facts.game, parent.facts.options, parent.facts.seed), fork_of=parent.id)
    seats = [wished(seat) for seat in wish] if wish is not None else [_kept(seat, is_over) for seat in parent.seats]
    return _open(store, facts, seats, moves, caller)


def wished(seat: Mapping[str, Any]) -> Seat:
    """A seat as asked for."""
    level = seat.get("level", RESIGNED_LEVEL) if seat["kind"] == "ai" else None
    return Seat(kind=seat["kind"], level=level, name=seat.get("name"))


def _kept(seat: Seat, is_over: bool) -> Seat:
    """A seat carried over; in a running game a claimed seat's token goes on, so that a fork shows nobody another's hand."""
    if seat.claimed and not is_over:
        return replace(seat, invite=None)
    return replace(seat, token=None, invite=None, claimed=False)


def _facts(game: str, options: dict[str, Any], seed: int) -> Facts:
    return Facts(game=game, options=options, seed=seed, salt=secrets.token_hex(16), host="", created_at=now())


def _open(store: Store, facts: Facts, seats: list[Seat], moves: list[Moved], caller: Caller) -> Reply:
    """Sets the game up, deals out tokens and codes, and writes the first entries of the log."""
    session_id = _id(caller.key)
    state = replay(facts, len(seats), moves)
    dealt = deal(seats)
    session = Session(
        id=session_id,
        facts=replace(facts, host=digest(dealt.host)),
        seats=[_with_hashes(session_id, seat, dealt.tokens.get(number), dealt.codes.get(number)) for number, seat in enumerate(seats)],
        version=len(moves),
        steady=len(moves),
        snapshot=encode(state),
        expires_at=store.expiry(),
        due=due(seats, len(moves), state),
    )
    made = Change(session, [Created(at=facts.created_at), *moves], _welcome(session, state, dealt, caller))
    reply = commit(store, None, made, caller)
    assert reply is not None, "a new session has no version that could be stale"
    return reply


def _id(key: Key | None) -> str:
    """Random, so that nobody finds a session by guessing; from the idempotency key where there is one, so that a repetition finds it."""
    return hashlib.sha256(b"session\0" + key.name.encode()).hexdigest()[:ID_LENGTH] if key else secrets.token_hex(ID_LENGTH // 2)


def deal(seats: Sequence[Seat]) -> Secrets:
    """A token and an invite code for every seat that a person plays and nobody holds yet."""
    free = [number for number, seat in enumerate(seats) if seat.kind == "human" and seat.token is None]
    return Secrets(new_token("host"), {number: new_token("seat") for number in free}, {number: new_code() for number in free})


def _with_hashes(session_id: str, seat: Seat, token: str | None, code: str | None) -> Seat:
    if token is None or code is None:
        return seat
    return replace(seat, token=digest(token), invite=code_digest(session_id, code))


def _welcome(session: Session, state: State, dealt: Secrets, caller: Caller) -> answers.NewSession:
    """What the creator sees is what a spectator sees: each seat is looked at with its own token."""
    fields = answers.position(session, state, None, caller.language, (), caller.with_moves)
    fields["seats"] = [
        answers.seat_of(session, number, dealt.tokens.get(number), dealt.codes.get(number)) for number in range(len(session.seats))
    ]
    return answers.NewSession(**fields, host_token=dealt.host)
