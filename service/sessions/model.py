"""The records of a session: facts, seats and the log. The log is the source of truth; everything else can be computed from it.

A session's version counts its log entries: entry 0 creates it; each move, undo, claim, resignation and the end of the session adds one.
Versions never go back and have no gaps; `state.version`, the number of moves made so far, does go back with an undo.
"""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from typing import Any, Literal

import msgspec

from engine.game import State
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
    """What never changes: `options` and `seed` with the moves of the log give every position."""

    game: str
    options: dict[str, Any]
    seed: int
    salt: str
    host: str
    created_at: int
    fork_of: str | None = None


class Due(msgspec.Struct):
    """An AI's turn at this version of the session; a later version makes it void."""

    version: int
    seat: int
    level: str


class Session(msgspec.Struct, kw_only=True):
    """A session as it stands. The position and the players have been the same since version `steady`.

    `snapshot` is the encoded position; `state` is its decoded form if it is at hand, and must not be changed.
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

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return GAMES[self.facts.game]


class Entry(msgspec.Struct, tag=lambda name: name.lower(), tag_field="type", kw_only=True):
    """One accepted change; `at` is its time in milliseconds since 1970."""

    at: int


class Created(Entry):
    """The session was created."""


class Words(msgspec.Struct, omit_defaults=True):
    """The labels of a move and its events in one language; `spectator` holds a spectator's labels of the events where they differ."""

    move: str
    events: list[str]
    spectator: list[str] | None = None


class Moved(Entry):
    """A seat moved. `to_act` is the next seat to act (None at the end); `reveals` forbids undo; `words` holds labels by language."""

    seat: int
    by: Kind
    move: msgspec.Raw
    events: msgspec.Raw
    reveals: bool
    to_act: int | None
    words: dict[str, Words]


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
