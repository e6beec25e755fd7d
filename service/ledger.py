"""What is kept of a session: its facts, its seats, and the log. The log is the truth; everything else can be computed from it.

A session's version counts accepted changes: entry 0 creates it, each move, undo, claim, resignation and the end of the session add one.
Versions therefore never go back and have no gaps; `state.version`, the number of moves made so far, does go back with an undo.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Literal

import msgspec

from engine.game import Event, Move, State, start
from engine.games import GAMES
from engine.words import LANGUAGES
from service.play import AnyGame

Kind = Literal["human", "ai"]


class Seat(msgspec.Struct, omit_defaults=True):
    """One seat: who plays it, and the hashes of its token and of its invite code while that can still be used."""

    kind: Kind
    level: str | None = None
    name: str | None = None
    token: str | None = None
    invite: str | None = None
    claimed: bool = False
    resigned: bool = False


class Facts(msgspec.Struct, kw_only=True):
    """What never changes: with the moves of the log, `options` and `seed` give every position again."""

    game: str
    options: dict[str, Any]
    seed: int
    salt: str
    host: str
    created_at: int
    fork_of: str | None = None


class Due(msgspec.Struct):
    """A seat that an AI must move for, at this version of the session; a later version makes it void."""

    version: int
    seat: int
    level: str


class Session(msgspec.Struct, kw_only=True):
    """A session as it now stands. `steady` is the version since which the position and the players have been the same.

    `state` is the position of the snapshot, where it is at hand; nobody changes it.
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
    """The session began."""


class Words(msgspec.Struct, omit_defaults=True):
    """A move and its events in one language; `spectator` has the events as a spectator may know them, where that differs."""

    move: str
    events: list[str]
    spectator: list[str] | None = None


class Moved(Entry):
    """A seat moved; `to_act` is the seat asked next, None at the end; `reveals` forbids undoing it; `words` by language."""

    seat: int
    by: Kind
    move: msgspec.Raw
    events: msgspec.Raw
    reveals: bool
    to_act: int | None
    words: dict[str, Words]


class Undone(Entry):
    """A seat took back its last move, so that it is to act again."""

    seat: int
    to_act: int


class Claimed(Entry):
    """Someone joined with the seat's invite code."""

    seat: int
    name: str | None


class Resigned(Entry):
    """A player gave up; an AI of this level plays on."""

    seat: int
    level: str


class Ended(Entry):
    """The host ended the session; nothing follows."""


AnyEntry = Created | Moved | Undone | Claimed | Resigned | Ended

encode = msgspec.json.Encoder().encode
_entry_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def read_entry(data: bytes) -> AnyEntry:
    """An entry as it lies in the log."""
    return _entry_decoder.decode(data)


@lru_cache(maxsize=1024)
def commitment(seed: int, salt: str) -> str:
    """SHA-256, in hexadecimal, of the seed in decimal, a colon, and the salt: all ASCII, e.g. `42:9f86d081884c7d65`."""
    return hashlib.sha256(f"{seed}:{salt}".encode("ascii")).hexdigest()


@cache
def _state_decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(GAMES[game].state)


@cache
def _events_decoder(game: str) -> msgspec.json.Decoder[list[Any]]:
    return msgspec.json.Decoder(list[GAMES[game].event_type])  # type: ignore[misc]


@cache
def _move_decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(GAMES[game].move_type)


def state_of(session: Session) -> State:
    """The position now; our own snapshot is trusted."""
    if session.state is None:
        session.state = _state_decoder(session.facts.game).decode(session.snapshot)
    return session.state


def events_of(game: AnyGame, entry: Moved) -> list[Event]:
    """Everything a move caused, hidden things too."""
    return _events_decoder(game.id).decode(entry.events)


def moved(session: Session, seat: int, at: int, move: Move, before: State, after: State, events: Sequence[Event]) -> Moved:
    """The log entry of a move."""
    return Moved(
        at=at,
        seat=seat,
        by=session.seats[seat].kind,
        move=msgspec.Raw(encode(move)),
        events=msgspec.Raw(encode(events)),
        reveals=any(event.reveals for event in events),
        to_act=after.pending[-1].seat if after.pending else None,
        words={language: _words(session.game, move, before, after, events, language) for language in LANGUAGES},
    )


def _words(game: AnyGame, move: Move, before: State, after: State, events: Sequence[Event], language: str) -> Words:
    """Written down with the move, because later the position that the words speak of is gone."""
    public = [game.view_event(event, None) for event in events]
    spectator = None if public == events else [game.label(after, event, language) for event in public]
    return Words(game.label(before, move, language), [game.label(after, event, language) for event in events], spectator)


def standing(entries: Iterable[AnyEntry]) -> list[Moved]:
    """The moves that count: those not taken back."""
    moves: list[Moved] = []
    for entry in entries:
        match entry:
            case Moved():
                moves.append(entry)
            case Undone():
                moves.pop()
            case _:
                pass
    return moves


def replay(facts: Facts, seats: int, moves: Iterable[Moved]) -> State:
    """The position that options, seed and moves lead to; the moves of our own log are trusted."""
    game = GAMES[facts.game]
    state: State = start(game, facts.options, seats, facts.seed)
    read = _move_decoder(facts.game).decode
    for entry in moves:
        game.play(state, read(entry.move), [])
    return state
