"""The log: entries of moves, and the positions that a log leads to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec

from engine.game import Event, Move, Names, State
from engine.game import replay as play_moves
from engine.games import GAMES
from engine.words import LANGUAGES
from service.referee.moves import AnyGame
from service.sessions.entries import AnyEntry, Created, Moved, Undone, Words
from service.sessions.model import Seat, Session, encode, first_state


@cache
def _events_decoder(game: str) -> msgspec.json.Decoder[list[Any]]:
    return msgspec.json.Decoder(list[GAMES[game].event_type])  # type: ignore[misc]


@cache
def _move_decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(GAMES[game].move_type)


def events_of(game: AnyGame, entry: Created | Moved) -> list[Event]:
    """All events of an entry, including hidden ones."""
    return _events_decoder(game.id).decode(entry.events)


def move_of(game: AnyGame, entry: Moved) -> Move:
    """The move of an entry, hidden or not."""
    move: Move = _move_decoder(game.id).decode(entry.move)
    return move


def created_entry(session: Session, state: State | None) -> Created:
    """The first log entry of a new game in this position; None if the session begins with another position."""
    if state is None:
        return Created(at=session.facts.created_at)
    game, events = session.game, session.game.opening(state)
    return Created(
        at=session.facts.created_at,
        events=msgspec.Raw(encode(events)),
        labels={language: [game.label(state, event, language, names_of(session)) for event in events] for language in LANGUAGES},
        schema_version=game.schema_version,
    )


def names_of(session: Session) -> Names:
    """The names of the seats."""
    return _names(session.seats)


def _names(seats: Sequence[Seat]) -> Names:
    return tuple(seat.name for seat in seats)


def move_entry(
    game: AnyGame, seats: Sequence[Seat], seat: int, at: int, move: Move, before: State, after: State, events: Sequence[Event]
) -> Moved:
    """The log entry of a move, with its labels: later the position they refer to is gone."""
    return Moved(
        at=at,
        seat=seat,
        by="ai" if seats[seat].is_ai else "human",
        move=msgspec.Raw(encode(move)),
        events=msgspec.Raw(encode(events)),
        reveals=any(event.reveals for event in events),
        to_act=after.pending[-1].seat if after.pending else None,
        words={language: _words(game, _names(seats), move, before, after, events, language) for language in LANGUAGES},
        schema_version=game.schema_version,
    )


def _words(game: AnyGame, names: Names, move: Move, before: State, after: State, events: Sequence[Event], language: str) -> Words:
    def labels(shown: Sequence[Event]) -> list[str]:
        return [game.label(after, event, language, names) for event in shown]

    public = [game.view_event(event, None) for event in events]
    return Words(game.label(before, move, language, names), labels(events), None if public == events else labels(public))


def standing_moves(entries: Iterable[AnyEntry]) -> list[Moved]:
    """The moves that were not taken back."""
    moves: list[Moved] = []
    for entry in entries:
        match entry:
            case Moved():
                moves.append(entry)
            case Undone():
                del moves[-entry.moves :]
            case _:
                pass
    return moves


def replay(session: Session, moves: Iterable[Moved]) -> State:
    """The position after these moves, which follow the session's first state; the moves of a log are trusted."""
    decode = _move_decoder(session.game.id).decode
    after: State = play_moves(session.game, first_state(session), (decode(entry.move) for entry in moves))
    return after
