"""The use cases of sessions, free of HTTP and of Redis: who may change what, and what they are told.

Every change goes the same way: load the session, decide, commit if nothing has changed meanwhile, else decide anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from engine.errors import Refusal
from engine.game import Event, Move, State, to_act
from service.referee.documents import LegalMoves
from service.referee.moves import IllegalMove, Step, make_moves, read_moves, require_turn
from service.sessions import documents as answers
from service.sessions.auth import bearer, require_host, require_seat
from service.sessions.errors import (
    GameFinished,
    MoveTooEarly,
    SeatResigned,
    SessionFull,
    UndoNothing,
    UndoOthersMoved,
    UndoRevealed,
    VersionMissing,
    VersionStale,
    VersionUnknown,
)
from service.sessions.model import (
    AnyEntry,
    Due,
    Ended,
    Moved,
    Seat,
    Session,
    Undone,
    encode,
    moved,
    replay,
    standing,
    state_of,
)
from service.sessions.store import SessionUnknown, Store
from service.storage.idempotency import KEEP_SECONDS, Key, KeyReused, Reply, seal, unseal

ATTEMPTS = 20
"""How often a change is decided anew because another one came first."""

SPARE_CHANGES = 2_000
"""Changes a session takes beyond the longest game there can be: so many undos, claims and resignations."""

FAREWELL_SECONDS = 600
"""How long the feed of an ended session can still be read, so that every client hears of the end."""

RESIGNED_LEVEL = "normal"

Expected = Sequence[int] | Literal["any"]
"""The versions a change may answer to."""


class Caller(msgspec.Struct, frozen=True):
    """Who calls and how the answer should be."""

    token: str | None
    language: str
    with_moves: bool = True
    key: Key | None = None


class Change(msgspec.Struct):
    """What was decided: the session afterwards, what is written into the log, what the caller is told."""

    after: Session
    entries: Sequence[AnyEntry]
    document: Any


def read(store: Store, session_id: str) -> Session:
    """A session that is still open."""
    return require_open(store.find(session_id))


def require_open(session: Session) -> Session:
    """Refuses a session that was ended a moment ago."""
    if session.ended:
        raise SessionUnknown("This session was ended by its host.")
    return session


def now() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


def change(store: Store, session_id: str, caller: Caller, decide: Callable[[Session], Change]) -> Reply:
    """Decides and commits until nothing came in between; a repeated request gets its first answer."""
    reply = change_remembered(store, session_id, caller, decide)
    if reply is not None:
        return reply
    for _ in range(ATTEMPTS):
        session, first = store.load(session_id, caller.key.name if caller.key else None)
        if caller.key and first is not None:
            return unseal(caller.key, first)
        if session is None:
            raise SessionUnknown("There is no session of this id; sessions that nobody plays expire.")
        made = decide(require_open(session))
        reply = commit(store, session.version, made, caller)
        if reply is not None:
            return reply
    raise VersionStale("The session changes too fast; read it again.")


def change_remembered(store: Store, session_id: str, caller: Caller, decide: Callable[[Session], Change]) -> Reply | None:
    """Decides on the session as this process last left it, which saves a trip; whatever speaks against it is left to a fresh look."""
    remembered = store.recall(session_id)
    if remembered is None:
        return None
    session, stamp = remembered
    try:
        made = decide(session)
    except (Refusal, IllegalMove):
        return None
    return commit(store, session.version, made, caller, stamp)


def commit(store: Store, expected: int | None, made: Change, caller: Caller, upon: str = "") -> Reply | None:
    """Writes a change with its answer, in one step; None when another change came first."""
    reply = Reply(encode(made.document), made.after.id, made.after.version, caller.language)
    kept = (caller.key.name, seal(caller.key, reply), KEEP_SECONDS) if caller.key else None
    verdict, first = store.commit(expected, made.after, made.entries, kept, upon)
    match verdict:
        case "done":
            return reply
        case "repeated" if caller.key and first is not None:
            return unseal(caller.key, first)
        case "stale" if expected is None:
            raise KeyReused("This Idempotency-Key made a session long ago; choose a new key.")
        case _:
            return None


def with_room(made: Change) -> Change:
    """Keeps the log from growing without end by moves that people make and take back again and again; AI players always go on."""
    session = made.after
    if session.version <= SPARE_CHANGES:
        return made
    game = session.game
    longest = game.bound(msgspec.convert(session.facts.options, game.options), len(session.seats))
    if session.version > longest + SPARE_CHANGES:
        raise SessionFull("This session has seen more changes than any game needs; fork it to play on.")
    return made


def require_version(session: Session, expected: Expected | None) -> None:
    """A change must answer to the position as it is; a claim in between does no harm."""
    if expected is None:
        raise VersionMissing('Say which version you answer to: If-Match: "<version>", the ETag of the session.')
    if expected != "any" and not any(session.steady <= version <= session.version for version in expected):
        raise VersionStale(f"The session is at version {session.version}; read it again.")


def due(seats: Sequence[Seat], version: int, state: State) -> Due | None:
    """The AI work that a position leaves."""
    decision = to_act(state)
    if decision is None or seats[decision.seat].kind == "human":
        return None
    return Due(version, decision.seat, seats[decision.seat].level or RESIGNED_LEVEL)


def advance(store: Store, session: Session, state: State, count: int = 1, seats: list[Seat] | None = None) -> Session:
    """The session after `count` changes that led to this position."""
    version, seats = session.version + count, session.seats if seats is None else seats
    return replace(
        session,
        seats=seats,
        version=version,
        steady=version,
        snapshot=encode(state),
        state=state,
        expires_at=store.expiry(),
        due=due(seats, version, state),
    )


def show(session: Session, state: State, seat: int | None, caller: Caller, steps: Sequence[Step] = ()) -> answers.SessionPosition:
    """The position as the caller may see it, and what the steps to it caused."""
    return answers.SessionPosition(**answers.position(session, state, seat, caller.language, steps, caller.with_moves))


def look(store: Store, session_id: str, caller: Caller) -> answers.SessionPosition:
    """The position now."""
    session = read(store, session_id)
    return show(session, state_of(session), bearer(session, caller.token).seat, caller)


def legal_moves(store: Store, session_id: str, caller: Caller) -> tuple[LegalMoves, int]:
    """The moves the caller's seat may make now, and the version they belong to."""
    session = read(store, session_id)
    seat = require_seat(session, caller.token)
    return answers.legal_moves(session, state_of(session), seat, caller.language), session.version


def look_back(store: Store, session_id: str, version: int, caller: Caller) -> answers.SessionPosition:
    """The position as it was at a version; it offers no moves."""
    session = read(store, session_id)
    seat = bearer(session, caller.token).seat
    state = state_at(store, session, version)
    past = replace(session, version=version)
    fields = answers.position(past, state, seat, caller.language, (), False)
    return answers.SessionPosition(**{**fields, "legal_moves": []} if caller.with_moves else fields)


def state_at(store: Store, session: Session, version: int) -> State:
    """The position at a version, from the log."""
    return replay(session.facts, len(session.seats), moves_at(store, session, version))


def moves_at(store: Store, session: Session, version: int) -> list[Moved]:
    """The moves that stood at a version."""
    if version > session.version:
        raise VersionUnknown(f"The session is at version {session.version}.")
    log = store.entries(session.id, -1, version + 1)
    return standing(entry for _, entry in log)


def history(store: Store, session_id: str, since: int, limit: int, caller: Caller) -> answers.History:
    """A piece of the log, redacted for the caller's seat."""
    session = read(store, session_id)
    seat = bearer(session, caller.token).seat
    found = store.entries(session_id, since, limit)
    last = found[-1][0] if found else session.version
    entries = [answers.told(session.game, version, entry, seat, caller.language) for version, entry in found]
    return answers.History(entries=entries, version=max(session.version, last), next=last if last < session.version else None)


def move(store: Store, session_id: str, sent: Mapping[str, Any], expected: Expected | None, caller: Caller) -> Reply:
    """A seat's move or moves (by their pointers in the request): all or none, and only while it is that seat's turn."""

    def decide(session: Session) -> Change:
        seat = require_seat(session, caller.token)
        require_version(session, expected)
        if session.seats[seat].kind == "ai":
            raise SeatResigned("This seat resigned; an AI plays it now.")
        return with_room(make(store, session, seat, read_moves(session.game, sent), caller))

    return change(store, session_id, caller, decide)


def move_for_ai(store: Store, session_id: str, work: Due, chosen: Move) -> Reply:
    """An AI's move for the work it was given; refused as stale when that work is done or void."""

    def decide(session: Session) -> Change:
        if session.due != work:
            raise VersionStale("This work is done or void.")
        return make(store, session, work.seat, {"/move": chosen}, Caller(None, "en", with_moves=False))

    return change(store, session_id, Caller(None, "en"), decide)


def make(store: Store, session: Session, seat: int, moves: Mapping[str, Move], caller: Caller) -> Change:
    """Plays the moves and writes them down."""
    state, at = state_of(session), now()
    steps = make_moves(session.game, state, moves, lambda position, before: permit(position, before, seat))
    entries = []
    for chosen, (after, events) in zip(moves.values(), steps, strict=True):
        entries.append(moved(session, seat, at, chosen, state, after, events))
        state = after
    then = advance(store, session, state, len(entries))
    return Change(then, entries, show(then, state, seat, caller, steps))


def permit(state: State, before: Sequence[Event], seat: int) -> None:
    """Refuses a seat that is not to act; and a move sent along with one that reveals something, which would be a look without a price."""
    if any(event.reveals for event in before):
        raise MoveTooEarly("The move before reveals something hidden: send it alone or last, and this one once you have seen it.")
    require_turn(state, seat)


def undo(store: Store, session_id: str, expected: Expected, caller: Caller) -> Reply:
    """Takes back the seat's last move, if nobody has moved since and it showed nothing hidden."""

    def decide(session: Session) -> Change:
        seat = require_seat(session, caller.token)
        require_version(session, expected)
        moves = moves_at(store, session, session.version)
        _require_undoable(session, moves, seat)
        state = replay(session.facts, len(session.seats), moves[:-1])
        after = advance(store, session, state)
        return with_room(Change(after, [Undone(at=now(), seat=seat, to_act=seat)], show(after, state, seat, caller)))

    return change(store, session_id, caller, decide)


def _require_undoable(session: Session, moves: Sequence[Moved], seat: int) -> None:
    if session.seats[seat].kind == "ai":
        raise SeatResigned("This seat resigned; an AI plays it now.")
    if not any(entry.seat == seat for entry in moves):
        raise UndoNothing("This seat has made no move that could be taken back.")
    if moves[-1].to_act is None:
        raise GameFinished("The game is over; its last move stays.")
    if moves[-1].seat != seat:
        raise UndoOthersMoved(f"Seat {moves[-1].seat} has moved since your last move.")
    if moves[-1].reveals:
        raise UndoRevealed("Your last move revealed something hidden.")


def end(store: Store, session_id: str, caller: Caller) -> None:
    """Ends the session: only its feed can be read for a while, then nothing is left."""

    def decide(session: Session) -> Change:
        require_host(session, caller.token)
        expires_at = now() // 1000 + FAREWELL_SECONDS
        after = replace(session, version=session.version + 1, due=None, ended=True, expires_at=expires_at)
        return Change(after, [Ended(at=now())], None)

    change(store, session_id, caller, decide)
