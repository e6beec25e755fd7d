"""The use cases of the referee, free of HTTP: each takes what a client sent and gives the document a client gets."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import UNSET

from engine.chance import SEED_LIMIT
from engine.errors import Defect, Defective, MoveInvalid, Refusal, StateInvalid
from engine.game import Event, Game, Move, State, list_moves, read_move, read_state, start, submit, to_act
from service.observability import metrics
from service.referee.documents import Check, LegalMoves, Position, ToAct, View

AnyGame = Game[Any, Any, Any]
Document = dict[str, Any]


class NotYourTurn(Refusal):
    """The seat that wants to move is not the one to act."""

    code: ClassVar[str] = "not_your_turn"


class SeatUnknown(Defective):
    """A seat that the position does not have."""

    code: ClassVar[str] = "seat_unknown"

    def __init__(self, seats: int) -> None:
        sentence = f"This position has the seats 0 to {seats - 1}."
        super().__init__(sentence, [Defect("/seat", "out_of_range", sentence)])


class IllegalMove(Exception):
    """A move the rules refuse, and where it stood in the request."""

    def __init__(self, refusal: Refusal, pointer: str) -> None:
        super().__init__(refusal.message)
        self.refusal, self.pointer = refusal, pointer


def new_state(game: AnyGame, seats: int, seed: int | None, options: Mapping[str, Any] | None) -> State:
    """A fresh game; without a seed, chance chooses one."""
    state: State = start(game, options, seats, secrets.randbelow(SEED_LIMIT + 1) if seed is None else seed)
    return state


def position(
    game: AnyGame,
    state: State,
    language: str,
    *,
    carried: Mapping[str, Any],
    seen: State | None = None,
    events: Sequence[Document] = (),
    with_moves: bool = True,
    may_move: bool = True,
) -> Position:
    """The one shape of every position. `carried` is what the client takes home (state, or token and view); `seen` what it may know."""
    seen = state if seen is None else seen
    return Position(
        game=game.id,
        rules_version=game.rules_version,
        schema_version=game.schema_version,
        version=state.version,
        **carried,
        to_act=asked(game, seen, language),
        legal_moves=(listed(game, seen, language) if may_move else []) if with_moves else UNSET,
        events=list(events),
        outcome=game.outcome(state),
    )


def listed(game: AnyGame, seen: State, language: str) -> list[Document]:
    """Every legal move as clients get it."""
    found = list_moves(game, seen, language)
    metrics.legal_moves(game.id).observe(len(found))
    return found


def asked(game: AnyGame, state: State, language: str) -> ToAct | None:
    """Who is asked what, or None when the game is over."""
    decision = to_act(state)
    if decision is None:
        return None
    return ToAct(seat=decision.seat, decision=labelled(game, state, decision, language))


def labelled(game: AnyGame, state: State, record: Any, language: str) -> Document:
    """A decision or an event as clients get it."""
    told: Document = msgspec.to_builtins(record)
    told["label"] = game.label(state, record, language)
    return told


def read(game: AnyGame, state: Mapping[str, Any], moves: Mapping[str, Mapping[str, Any]]) -> tuple[State, dict[str, Move]]:
    """The state and the moves (by their pointers) of a request; everything wrong with any of them is told at once."""
    try:
        found = read_state(game, state)
    except StateInvalid as error:
        defects = [below("/state", defect) for defect in error.defects] + _move_defects(game, moves)
        raise StateInvalid(error.message, defects) from None
    return found, read_moves(game, moves)


def read_moves(game: AnyGame, sent: Mapping[str, Any]) -> dict[str, Move]:
    """The moves (by their pointers) as the game knows them; everything wrong with any of them is told at once."""
    try:
        return {pointer: read_move(game, move) for pointer, move in sent.items()}
    except MoveInvalid as error:
        raise MoveInvalid(error.message, _move_defects(game, sent)) from None


def _move_defects(game: AnyGame, sent: Mapping[str, Any]) -> list[Defect]:
    defects: list[Defect] = []
    for pointer, move in sent.items():
        try:
            read_move(game, move)
        except MoveInvalid as error:
            defects += [below(pointer, defect) for defect in error.defects]
    return defects


def below(pointer: str, defect: Defect) -> Defect:
    """The defect as seen from the request body."""
    return Defect(pointer + defect.pointer, defect.code, defect.message)


Step = tuple[State, list[Event]]
"""The position after one move, and what that move caused."""


Permit = Callable[[State, Sequence[Event]], None]
"""Refuses who may not move in a position, or not yet after what the move before it caused."""


def make_moves(game: AnyGame, state: State, moves: Mapping[str, Move], permit: Permit) -> list[Step]:
    """Plays all the moves or none; gives every step on the way."""
    steps: list[Step] = []
    events: list[Event] = []
    for pointer, move in moves.items():
        try:
            permit(state, events)
            state, events = submit(game, state, move)
        except Refusal as refusal:
            raise IllegalMove(refusal, pointer) from None
        steps.append((state, events))
    return steps


def told(game: AnyGame, steps: Sequence[Step], language: str) -> list[Document]:
    """Everything that happened, in order, for a caller that may know it all."""
    return [labelled(game, state, event, language) for state, events in steps for event in events]


def told_to(seat: int | None, game: AnyGame, steps: Sequence[Step], seen: State, language: str) -> list[Document]:
    """Everything that happened, in order, as one seat (None: a spectator) may know it; `seen` is its view of the last position."""
    views = [*[game.view(state, seat) for state, _ in steps[:-1]], seen]
    return [
        labelled(game, view, game.view_event(event, seat), language)
        for view, (_, events) in zip(views, steps, strict=False)
        for event in events
    ]


def legal_moves(game: AnyGame, seen: State, language: str, may_move: bool = True) -> LegalMoves:
    """Who is asked what, and every legal answer that the caller may give."""
    return LegalMoves(to_act=asked(game, seen, language), legal_moves=listed(game, seen, language) if may_move else [])


def require_turn(state: State, seat: int | None) -> None:
    """Refuses a seat that is not the one to act; a caller that names no seat plays for whoever is."""
    decision = to_act(state)
    if seat is not None and decision is not None and decision.seat != seat:
        raise NotYourTurn(f"Seat {decision.seat} is to act, not seat {seat}.")


def seats_of(state: Any) -> int:
    """How many seats a position has: every game keeps its players in a list, by seat."""
    return len(state.players)


def view(game: AnyGame, state: State, seat: int | None) -> View:
    """What a seat (None: a spectator) may see."""
    if seat is not None and seat >= seats_of(state):
        raise SeatUnknown(seats_of(state))
    return View(seat=seat, view=game.view(state, seat))


def check(game: AnyGame, data: Mapping[str, Any]) -> Check:
    """Every defect of a position, with pointers from the request body."""
    try:
        read(game, data, {})
    except StateInvalid as error:
        return Check(valid=False, defects=error.defects)
    return Check(valid=True, defects=[])
