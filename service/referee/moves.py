"""Reading moves from requests and playing them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.decoding import read_move, read_state
from engine.errors import MOST_DEFECTS, Defect, MoveInvalid, MoveNotAvailable, Refusal, StateInvalid
from engine.game import Event, Game, Move, Names, State, describe_moves, submit, to_act
from service.referee.errors import IllegalMove, NotYourTurn

AnyGame = Game[Any, Any, Any]

Step = tuple[State, list[Event]]
"""The position after one move, and the events of that move."""

Permit = Callable[[State, Sequence[Event]], None]
"""Raises a Refusal if the next move is not allowed in this position or after these events."""


def sent_moves(body: Mapping[str, Any]) -> dict[str, Any]:
    """The moves of a request body by their JSON pointers."""
    if "move" in body:
        return {"/move": body["move"]}
    return {f"/moves/{index}": move for index, move in enumerate(body["moves"])}


def read_position(game: AnyGame, state: Mapping[str, Any], moves: Mapping[str, Any]) -> tuple[State, dict[str, Move]]:
    """Decodes and checks a state and moves; raises StateInvalid or MoveInvalid with the defects of all of them."""
    try:
        found = read_state(game, state)
    except StateInvalid as error:
        defects = [below("/state", defect) for defect in error.defects] + _move_defects(game, moves)
        raise StateInvalid(error.message, defects) from None
    return found, read_moves(game, moves)


def read_moves(game: AnyGame, moves: Mapping[str, Any]) -> dict[str, Move]:
    """Decodes moves, given by JSON pointer; raises MoveInvalid with the defects of all of them."""
    try:
        return {pointer: read_move(game, move) for pointer, move in moves.items()}
    except MoveInvalid as error:
        raise MoveInvalid(error.message, _move_defects(game, moves)) from None


def _move_defects(game: AnyGame, moves: Mapping[str, Any]) -> list[Defect]:
    """The defects of the moves, at most MOST_DEFECTS and those of one move more."""
    defects: list[Defect] = []
    for pointer, move in moves.items():
        try:
            read_move(game, move)
        except MoveInvalid as error:
            defects += [below(pointer, defect) for defect in error.defects]
        if len(defects) >= MOST_DEFECTS:
            break
    return defects


def below(pointer: str, defect: Defect) -> Defect:
    """The defect of a part that stands at this JSON pointer."""
    return Defect(pointer + defect.pointer, defect.code, defect.message)


def play_moves(
    game: AnyGame, state: State, moves: Mapping[str, Move], permit: Permit, language: str = "en", names: Names = ()
) -> list[Step]:
    """Plays all the moves and returns every step; raises IllegalMove for the first one that is not permitted or not legal.

    `language` and `names` are for the labels of the legal moves that come with a refusal.
    """
    steps: list[Step] = []
    events: list[Event] = []
    for pointer, move in moves.items():
        try:
            permit(state, events)
            state, events = submit(game, state, move)
        except Refusal as refusal:
            raise IllegalMove(refusal, pointer, list_near_moves(game, state, refusal, language, names)) from None
        steps.append((state, events))
    return steps


def list_near_moves(game: AnyGame, state: State, refusal: Refusal, language: str, names: Names) -> list[dict[str, Any]]:
    """The nearest legal moves as clients get them, labelled as the seat to act sees the position."""
    if not isinstance(refusal, MoveNotAvailable):
        return []
    view: State = game.view(state, state.pending[-1].seat)
    return describe_moves(game, view, refusal.near_moves, language, names)


def require_turn(state: State, seat: int | None) -> None:
    """Raises NotYourTurn if another seat is to act; None plays for the seat to act."""
    decision = to_act(state)
    if seat is not None and decision is not None and decision.seat != seat:
        raise NotYourTurn(f"Seat {decision.seat} is to act, not seat {seat}.")
