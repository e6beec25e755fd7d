"""Creating sessions. Their tokens and invite codes are returned only here."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from engine.errors import Defect, OptionsInvalid
from engine.game import State
from engine.games import GAMES
from service.referee.moves import Step
from service.referee.referee import choose_seed
from service.sessions.auth import Caller
from service.sessions.changes import DEFAULT_LEVEL, Change, Sessions, commit, due_turn, with_clock
from service.sessions.clock import ClockSettings
from service.sessions.documents import NewSession
from service.sessions.entries import AnyEntry, Moved
from service.sessions.keys import session_key
from service.sessions.log import created_entry, replay
from service.sessions.model import Base, Facts, Seat, Session, encode
from service.sessions.presentation import position_fields, present_seat
from service.sessions.records import record_entries, replay_for_session
from service.sessions.store import SessionStore
from service.sessions.tokens import hash_code, hash_token, new_code, new_token
from service.storage.errors import IdempotencyKeyReused
from service.storage.idempotency import IdempotencyKey, Reply, decrypt

ID_LENGTH = 20

R = TypeVar("R", bound=Reply | None)


class Place(msgspec.Struct, frozen=True):
    """A place for one more session, taken before the session is created: `keep` makes it that of the session with this id."""

    keep: Callable[[str], None]
    release: Callable[[], None]


UNLIMITED = Place(keep=lambda _: None, release=lambda: None)
"""The place of a session that does not count."""

Reserve = Callable[[], Place]
"""Called before a session is created; raises if the caller has too many."""


class Secrets(msgspec.Struct):
    """What is returned once: the host's token, and by seat a token and an invite code."""

    host: str
    tokens: dict[int, str]
    codes: dict[int, str]


class Beginning(msgspec.Struct, frozen=True):
    """What a session begins with: moves, which follow the base state or a new game. The log holds those that the session does not share."""

    moves: list[Moved] = []
    base: msgspec.Raw | None = None


def create_session(sessions: Sessions, body: Mapping[str, Any], caller: Caller, reserve: Reserve) -> Reply:
    """A new session; raises OptionsInvalid with everything that is wrong with the options and seats."""

    def create(session_id: str) -> Reply:
        seats, record = [requested_seat(seat) for seat in body["seats"]], body.get("record")
        game: Mapping[str, Any] = {"options": body.get("options") or {}, "seed": choose_seed(body)} if record is None else record
        facts = replace(
            new_facts(sessions.store, body["game"], game["options"], game["seed"]),
            seed_chosen=record is not None or body.get("seed") is not None,
            clock=_clock_settings(sessions.store, body.get("clock")),
            visibility=body.get("visibility", "private"),
            metadata=body.get("metadata") or {},
        )
        begun = Beginning() if record is None else _beginning(facts, seats, record, body.get("version"))
        return start_session(sessions, session_id, facts, seats, caller, begun)

    return once(sessions, caller, reserve, create)


def _beginning(facts: Facts, seats: Sequence[Seat], record: Mapping[str, Any], version: int | None) -> Beginning:
    """The moves of a record, up to a version; raises RecordInvalid, or OptionsInvalid if the number of seats differs."""
    game = GAMES[facts.game]
    replayed = replay_for_session(game, record, version)
    if len(seats) != len(record["seats"]):
        sentence = f"The record has {len(record['seats'])} seats; name a player for each of them."
        raise OptionsInvalid(sentence, [Defect("/seats", "out_of_range", sentence)])
    base = msgspec.Raw(encode(replayed.first)) if "base" in record else None
    return Beginning(record_entries(game, seats, facts.created_at, replayed), base)


def once(sessions: Sessions, caller: Caller, reserve: Reserve, create: Callable[[str], Reply]) -> Reply:
    """The first reply of a repeated request, which needs no reservation; else a new session, which `create` makes under an id."""
    session_id = new_session_id(caller.key)
    if caller.key is not None:
        found, first = sessions.store.load(session_id, caller.key.name)
        if first:
            return with_clock(sessions.store, decrypt(caller.key, first), found)
    sessions.store.memory.require_room(session_key(session_id))
    return with_place(reserve, lambda: create(session_id))


def with_place(reserve: Reserve, create: Callable[[], R]) -> R:
    """What `create` returns. A new session keeps the reserved place; without one the place is given back."""
    place, reply = reserve(), None
    try:
        reply = create()
        return reply
    finally:
        if reply is None or reply.is_replayed:
            place.release()
        else:
            place.keep(reply.resource)


def _clock_settings(store: SessionStore, requested: Mapping[str, Any] | None) -> ClockSettings | None:
    """The clock of the request; raises OptionsInvalid if a decision could outlast the session."""
    if requested is None:
        return None
    settings = ClockSettings(**{"level": DEFAULT_LEVEL, **requested})
    if settings.move_seconds + settings.bank_seconds > store.lifetime:
        sentence = f"A decision must not take longer than an idle session is kept, {store.lifetime} seconds."
        raise OptionsInvalid(sentence, [Defect("/clock", "out_of_range", sentence)])
    return settings


def requested_seat(seat: Mapping[str, Any]) -> Seat:
    """A seat as the request describes it."""
    level = seat.get("level", DEFAULT_LEVEL) if seat["kind"] == "ai" else None
    return Seat(kind=seat["kind"], level=level, name=seat.get("name"))


def new_facts(store: SessionStore, game: str, options: dict[str, Any], seed: int) -> Facts:
    """The facts of a new session; its host is added when the session starts."""
    return Facts(game=game, options=options, seed=seed, salt=secrets.token_hex(16), host="", created_at=store.now_ms())


def start_session(
    sessions: Sessions,
    session_id: str,
    facts: Facts,
    seats: list[Seat],
    caller: Caller,
    beginning: Beginning,
) -> Reply:
    """Creates a session in the position after the moves it begins with."""
    issued, moves, base = issue_secrets(seats), beginning.moves, beginning.base
    begun = Session(
        id=session_id,
        facts=replace(facts, host=hash_token(issued.host), owner=caller.owner, opened_by=caller.client),
        seats=[_with_hashes(session_id, seat, issued.tokens.get(number), issued.codes.get(number)) for number, seat in enumerate(seats)],
        version=len(moves),
        steady=len(moves),
        snapshot=b"",
        expires_at=sessions.store.expiry(),
        base=None if base is None else Base(0, base),
    )
    state = replay(begun, moves)
    session = replace(begun, snapshot=encode(state), state=state, due=due_turn(seats, len(moves), state))
    is_new_game = base is None and not moves
    steps = [(state, session.game.opening(state))] if is_new_game else []
    own = moves[facts.shared.moves :] if facts.shared else moves
    entries: list[AnyEntry] = [created_entry(session, state if is_new_game else None), *own]
    sessions.store.invites.add(session_id, issued.codes)
    reply = commit(sessions, None, Change(session, entries, _present_new(session, state, issued, caller, steps)), caller)
    if reply is None:
        raise IdempotencyKeyReused("This Idempotency-Key created another session; choose a new key.")
    return reply


def new_session_id(key: IdempotencyKey | None) -> str:
    """A random id; with an idempotency key it is derived from the key, so that a repetition finds the session."""
    return hashlib.sha256(b"session\0" + key.name.encode()).hexdigest()[:ID_LENGTH] if key else secrets.token_hex(ID_LENGTH // 2)


def issue_secrets(seats: Sequence[Seat]) -> Secrets:
    """A new token for the host, for every seat of a person an invite code, and for those that the host holds a token."""
    open_seats = {number: seat.kind for number, seat in enumerate(seats) if seat.kind != "ai" and seat.token is None}
    return Secrets(
        host=new_token("host"),
        tokens={number: new_token("seat") for number, kind in open_seats.items() if kind == "human"},
        codes={number: new_code() for number in open_seats},
    )


def _with_hashes(session_id: str, seat: Seat, token: str | None, code: str | None) -> Seat:
    if code is None:
        return seat
    return replace(seat, token=None if token is None else hash_token(token), invite=hash_code(session_id, code))


def _present_new(session: Session, state: State, issued: Secrets, caller: Caller, steps: Sequence[Step]) -> NewSession:
    """The creator sees the position as a spectator: each seat's view needs that seat's token."""
    fields = position_fields(session, state, None, caller, steps)
    fields["seats"] = [
        present_seat(session, number, issued.tokens.get(number), issued.codes.get(number)) for number in range(len(session.seats))
    ]
    return NewSession(**fields, host_token=issued.host)
