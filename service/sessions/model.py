"""The records of a session: its facts and its seats. The log is the source of truth; everything else can be computed from it.

A session's version counts its log entries: entry 0 creates it; every other change adds one. Versions never go back and have no gaps;
`state.version`, the number of moves made so far, does go back with an undo.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import msgspec

from engine.decoding import migrate
from engine.game import State, start
from engine.games import GAMES
from service.referee.moves import AnyGame
from service.sessions.clock import Clock, ClockSettings

Kind = Literal["human", "invited", "ai"]
"""A human seat is held by the creator of the session until it is claimed; nobody holds an invited seat before it is claimed."""

Visibility = Literal["private", "open"]
"""Whether a session is listed for everybody, and its free seats can be taken without an invite code."""

SessionStatus = Literal["waiting", "running", "over"]
"""Whether a seat is free, all seats are taken, or the game is over."""


class Seat(msgspec.Struct, omit_defaults=True):
    """One seat: its player, and the hashes of its token and of its invite code while the code can be used.

    When an AI takes over, `kind` becomes ai and `origin` keeps what it was. `stands_in` says that an AI plays one turn for the player;
    `timed_out` that the player's time ran out and the player has not moved since. `seen_before` says that somebody other than the present
    holder could see through this seat.
    """

    kind: Kind
    level: str | None = None
    name: str | None = None
    token: str | None = None
    invite: str | None = None
    claimed: bool = False
    resigned: bool = False
    replaced: bool = False
    timed_out: bool = False
    stands_in: bool = False
    is_host: bool = False
    origin: Kind | None = None
    seen_before: bool = False

    @property
    def first_kind(self) -> Kind:
        """What the seat was before an AI took it over. A seat that is an AI's by this measure never becomes a person's."""
        return self.origin or ("human" if self.resigned else self.kind)

    @property
    def is_held_by_host(self) -> bool:
        """Whether the creator of the session sees through this seat, also while an AI plays it."""
        return self.first_kind == "human" and not self.claimed and self.token is not None

    @property
    def is_ai(self) -> bool:
        """Whether an AI moves for this seat now."""
        return self.kind == "ai" or self.stands_in

    @property
    def is_free(self) -> bool:
        """Whether nobody holds this seat yet."""
        return self.kind == "invited" and not self.claimed


class Shared(msgspec.Struct, frozen=True):
    """With how many moves of the finished game of another session a fork begins; they are not in its own log."""

    session: str
    created_at: int
    moves: int


class Facts(msgspec.Struct, kw_only=True):
    """What never changes. Without a base state, `options` and `seed` with the moves of the log give every position.

    A fork is `redealt` if it was made while the other game was running: what its maker could not see was dealt again. `seed_chosen` says
    that somebody knew the seed when the game began; sessions of early releases do not tell. `owner` is the name of the API key with which
    the session was created. `opened_by` is the client (API key or address) whose budgets the session spends; nobody is shown it. `shared`
    are the first moves of a fork of a finished game.
    """

    game: str
    options: dict[str, Any]
    seed: int
    salt: str
    host: str
    created_at: int
    fork_of: str | None = None
    redealt: bool = False
    seed_chosen: bool | None = None
    clock: ClockSettings | None = None
    visibility: Visibility = "private"
    metadata: dict[str, str] = {}
    rematch_of: str | None = None
    owner: str | None = None
    opened_by: str | None = None
    shared: Shared | None = None


class Base(msgspec.Struct):
    """The encoded position with which replay begins, instead of a new game: the position at this version of the session.

    Forks of running games have one, and sessions that were migrated from an earlier schema version.
    """

    version: int
    state: msgspec.Raw


class Due(msgspec.Struct):
    """An AI's turn at this version of the session; a later version makes it void. `spent_ms` went into earlier decisions of the turn."""

    version: int
    seat: int
    level: str
    spent_ms: int = 0


class Session(msgspec.Struct, kw_only=True):
    """A session as it stands. The position has been the same since version `steady`; `rematch` is the session of the next game.

    `snapshot` is the encoded position; `state` is its decoded form if it is at hand, and must not be changed. `is_migrated` says that
    Redis still holds an earlier schema version; the next commit replaces it. `has_webhooks` says that webhooks of the session's own were
    registered; those of its owner are another matter.
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
    clock: Clock | None = None
    rematch: str | None = None
    is_migrated: bool = False
    has_webhooks: bool = False

    @property
    def base_version(self) -> int:
        """The first version whose position can be replayed."""
        return self.base.version if self.base else 0

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return GAMES[self.facts.game]


encode = msgspec.json.Encoder().encode


@cache
def _state_decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(GAMES[game].state)


def state_of(session: Session) -> State:
    """The current position, decoded from the snapshot once; snapshots are trusted."""
    if session.state is None:
        session.state = _state_decoder(session.facts.game).decode(session.snapshot)
    return session.state


def status_of(session: Session) -> SessionStatus:
    """What the session is waiting for: players, moves, or nothing."""
    if not state_of(session).pending:
        return "over"
    return "waiting" if any(seat.is_free for seat in session.seats) else "running"


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
