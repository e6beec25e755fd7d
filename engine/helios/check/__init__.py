"""Validation of a position; a position without defects can be played to its end."""

from __future__ import annotations

from engine.errors import Defect
from engine.helios.check.boards import board_defects
from engine.helios.check.pending import pending_defects
from engine.helios.check.pieces import piece_defects
from engine.helios.check.progress import progress_defects
from engine.helios.state import State


def check(state: State) -> list[Defect]:
    """Returns every defect of the state."""
    hidden, unknown_seats = hidden_defects(state), seat_defects(state)
    found = [*hidden, *unknown_seats, *board_defects(state)]
    if all(defect.pointer == "/seed" for defect in hidden):
        found += piece_defects(state)
    if not unknown_seats:
        found += progress_defects(state)
        found += pending_defects(state, sound=not found)
    return found


def hidden_defects(state: State) -> list[Defect]:
    """Returns every piece that is unknown, as in a view."""
    found = []
    if state.seed is None:
        found.append(Defect("/seed", "unknown", "This is a view, not a full state: the seed is unknown."))
    for index, stack in enumerate(state.action_stacks):
        if None in stack:
            found.append(Defect(f"/action_stacks/{index}", "unknown", "This is a view, not a full state: these action tiles are unknown."))
    if None in state.additional:
        found.append(Defect("/additional", "unknown", "This is a view, not a full state: these lands are unknown."))
    for seat, player in enumerate(state.players):
        if player.points is None:
            found.append(Defect(f"/players/{seat}/points", "unknown", "This is a view, not a full state: these points are unknown."))
    return found


def seat_defects(state: State) -> list[Defect]:
    """Returns every reference to a seat that does not exist; with such a reference no further checks are possible."""
    seats = len(state.players)
    found = []
    first = state.options.first_seat
    if first != "random" and first >= seats:
        found.append(Defect("/options/first_seat", "no_such_seat", "first_seat is one of the seats, counted from 0."))
    if state.start_seat >= seats:
        found.append(Defect("/start_seat", "no_such_seat", "start_seat is one of the seats, counted from 0."))
    for index, decision in enumerate(state.pending):
        if decision.seat >= seats:
            found.append(Defect(f"/pending/{index}/seat", "no_such_seat", "There is no such seat."))
    return found
