"""The log of a session: one entry for every accepted change."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from service.sessions.clock import Clock

Mover = Literal["human", "ai"]
"""Who made a move."""


class Entry(
    msgspec.Struct, tag=lambda name: re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower(), tag_field="type", kw_only=True, omit_defaults=True
):
    """One accepted change; `at` is its time in milliseconds since 1970. `clock`, the clock after it, is stored beside the entry.

    So is `turn`, the seat of a person whose turn began with this change, in sessions with webhooks.
    """

    at: int
    clock: Clock | None = None
    turn: int | None = None

    @property
    def type(self) -> str:
        """The name of this type of entry."""
        return str(self.__struct_config__.tag)


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
    by: Mover
    move: msgspec.Raw
    events: msgspec.Raw
    reveals: bool
    to_act: int | None
    words: dict[str, Words]
    schema_version: int = 1


class Undone(Entry):
    """A seat took back its last move, and with it `moves` moves in all; `undone_reveals` counts the undos that hid something again."""

    seat: int
    to_act: int
    moves: int = 1
    undone_reveals: int = 0


class Claimed(Entry):
    """A player joined and plays the seat from now on."""

    seat: int
    name: str | None


class Resigned(Entry):
    """A player resigned; an AI of this level plays on."""

    seat: int
    level: str


class Invited(Entry):
    """The host issued a new invite code for a seat; the seat's token ended."""

    seat: int


class Replaced(Entry):
    """The host let an AI of this level play for an absent player."""

    seat: int
    level: str


class HostAdded(Entry):
    """The player of a seat became a host too."""

    seat: int


class TimedOut(Entry):
    """A seat did not move in time: an AI of this level plays its turn, or with `takes_seat` the rest of the game."""

    seat: int
    level: str
    takes_seat: bool = False


class Forked(Entry):
    """The host forked the running game at a version; `session` is the fork."""

    session: str
    forked_version: int


class Rematched(Entry):
    """The players began another game in the session named here."""

    session: str


class Ended(Entry):
    """The host ended the session; this is the last entry."""


AnyEntry = Created | Moved | Undone | Claimed | Resigned | Invited | Replaced | HostAdded | TimedOut | Forked | Rematched | Ended

_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def decode_entry(data: bytes) -> AnyEntry:
    """An entry from its stored form."""
    return _decoder.decode(data)
