"""Every defect of a position, all at once. A position that passes can be played to its end."""

from __future__ import annotations

from engine.errors import Defect
from engine.helios.check.boards import board_defects
from engine.helios.check.pending import pending_defects
from engine.helios.check.pieces import piece_defects
from engine.helios.check.progress import progress_defects
from engine.helios.state import State


def check(state: State) -> list[Defect]:
    """Everything wrong with a position; empty if it could be played on."""
    hidden, strangers = hidden_defects(state), seat_defects(state)
    found = [*hidden, *strangers, *board_defects(state)]
    if all(defect.pointer == "/seed" for defect in hidden):
        found += piece_defects(state)
    if not strangers:
        found += progress_defects(state)
        found += pending_defects(state, sound=not found)
    return found


def hidden_defects(state: State) -> list[Defect]:
    """A view is not a state: nothing may be unknown."""
    found = []
    if state.seed is None:
        found.append(Defect("/seed", "unknown", "A view is not a state: the seed is unknown."))
    for index, stack in enumerate(state.action_stacks):
        if None in stack:
            found.append(Defect(f"/action_stacks/{index}", "unknown", "A view is not a state: these action tiles are unknown."))
    if None in state.additional:
        found.append(Defect("/additional", "unknown", "A view is not a state: these lands are unknown."))
    for seat, player in enumerate(state.players):
        if player.points is None:
            found.append(Defect(f"/players/{seat}/points", "unknown", "A view is not a state: these points are unknown."))
    return found


def seat_defects(state: State) -> list[Defect]:
    """Every seat named must be at the table; who cannot be found cannot be examined further."""
    seats = len(state.players)
    found = []
    first = state.options.first_seat
    if first != "random" and first >= seats:
        found.append(Defect("/options/first_seat", "no_such_seat", "first_seat is one of the seats, counted from 0."))
    if state.start_seat >= seats:
        found.append(Defect("/start_seat", "no_such_seat", "The start player is one of the seats, counted from 0."))
    for index, decision in enumerate(state.pending):
        if decision.seat >= seats:
            found.append(Defect(f"/pending/{index}/seat", "no_such_seat", "Only a seat at the table can be asked."))
    return found
