"""The records of a session: facts, seats and the log. The log is the source of truth; everything else can be computed from it.

A session's version counts its log entries: entry 0 creates it; each move, undo, claim, resignation and the end of the session adds one.
Versions never go back and have no gaps; `state.version`, the number of moves made so far, does go back with an undo.
"""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from typing import Any, Literal

import msgspec

from engine.game import State, migrate, start
from engine.games import GAMES
from service.referee.moves import AnyGame

Kind = Literal["human", "ai"]


class Seat(msgspec.Struct, omit_defaults=True):
    """One seat: its player, and the hashes of its token and of its invite code while the code can be used."""

    kind: Kind
    level: str | None = None
    name: str | None = None
    token: str | None = None
    invite: str | None = None
    claimed: bool = False
    resigned: bool = False


class Facts(msgspec.Struct, kw_only=True):
    """What never changes. Without a base state, `options` and `seed` with the moves of the log give every position.

    A fork is `redealt` if it was made while the other game was running: what its maker could not see was dealt again.
    """

    game: str
    options: dict[str, Any]
    seed: int
    salt: str
    host: str
    created_at: int
    fork_of: str | None = None
    redealt: bool = False


class Base(msgspec.Struct):
    """The encoded position with which replay begins, instead of a new game: the position at this version of the session.

    Forks of running games have one, and sessions that were migrated from an earlier schema version.
    """

    version: int
    state: msgspec.Raw


class Due(msgspec.Struct):
    """An AI's turn at this version of the session; a later version makes it void."""

    version: int
    seat: int
    level: str


class Session(msgspec.Struct, kw_only=True):
    """A session as it stands. The position and the players have been the same since version `steady`.

    `snapshot` is the encoded position; `state` is its decoded form if it is at hand, and must not be changed. `is_migrated` says that
    Redis still holds an earlier schema version; the next commit replaces it.
    """

    id: str
    facts: Facts
    seats: list[Seat]
    version: int
    steady: int
    snapshot: bytes
    state: State | None = None
    expires_at: int
    due: Due | None = None
    ended: bool = False
    base: Base | None = None
    is_migrated: bool = False

    @property
    def base_version(self) -> int:
        """The first version whose position can be replayed."""
        return self.base.version if self.base else 0

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return GAMES[self.facts.game]


class Entry(msgspec.Struct, tag=lambda name: name.lower(), tag_field="type", kw_only=True):
    """One accepted change; `at` is its time in milliseconds since 1970."""

    at: int


class Created(Entry):
    """The session was created; `events` are those with which the game begins, `labels` their texts by language."""

    events: msgspec.Raw = msgspec.Raw(b"[]")
    labels: dict[str, list[str]] = {}
    schema_version: int = 1


class Words(msgspec.Struct, omit_defaults=True):
    """The labels of a move and its events in one language; `spectator` holds a spectator's labels of the events where they differ."""

    move: str
    events: list[str]
    spectator: list[str] | None = None


class Moved(Entry):
    """A seat moved. `to_act` is the next seat to act (None at the end); `reveals` forbids undo; `words` holds labels by language.

    `schema_version` is that of the move and the events.
    """

    seat: int
    by: Kind
    move: msgspec.Raw
    events: msgspec.Raw
    reveals: bool
    to_act: int | None
    words: dict[str, Words]
    schema_version: int = 1


class Undone(Entry):
    """A seat took back its last move and is to act again."""

    seat: int
    to_act: int


class Claimed(Entry):
    """A player joined with the seat's invite code."""

    seat: int
    name: str | None


class Resigned(Entry):
    """A player resigned; an AI of this level plays on."""

    seat: int
    level: str


class Ended(Entry):
    """The host ended the session; this is the last entry."""


AnyEntry = Created | Moved | Undone | Claimed | Resigned | Ended

encode = msgspec.json.Encoder().encode
_entry_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def decode_entry(data: bytes) -> AnyEntry:
    """An entry from its stored form."""
    return _entry_decoder.decode(data)


@lru_cache(maxsize=1024)
def seed_commitment(seed: int, salt: str) -> str:
    """SHA-256, in hexadecimal, of the seed in decimal, a colon, and the salt: all ASCII, e.g. `42:9f86d081884c7d65`."""
    return hashlib.sha256(f"{seed}:{salt}".encode("ascii")).hexdigest()


@cache
def _state_decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(GAMES[game].state)


def state_of(session: Session) -> State:
    """The current position, decoded from the snapshot once; snapshots are trusted."""
    if session.state is None:
        session.state = _state_decoder(session.facts.game).decode(session.snapshot)
    return session.state


def first_state(session: Session) -> State:
    """The position with which replay begins: the base state, or a new game."""
    if session.base is None:
        new: State = start(session.game, session.facts.options, len(session.seats), session.facts.seed)
        return new
    base: State = _state_decoder(session.facts.game).decode(session.base.state)
    return base


def migrated(session: Session) -> Session:
    """The session in the current schema version: its position is migrated and becomes the base state."""
    snapshot = encode(msgspec.convert(migrate(session.game, msgspec.json.decode(session.snapshot)), session.game.state))
    base = Base(session.version, msgspec.Raw(snapshot))
    return msgspec.structs.replace(session, snapshot=snapshot, base=base, is_migrated=True)
