"""Validation of a position; a position without defects can be played to its end."""

from __future__ import annotations

from engine.errors import Defect
from engine.orbis.check.pending import pending_defects
from engine.orbis.check.pieces import piece_defects
from engine.orbis.check.progress import progress_defects
from engine.orbis.check.worlds import world_defects
from engine.orbis.state import State


def check(state: State) -> list[Defect]:
    """Returns every defect of the state; the pending decision is checked only if nothing else is wrong."""
    found = [*_seat_defects(state), *piece_defects(state), *world_defects(state), *progress_defects(state)]
    if not found:
        found += pending_defects(state)
    return _view_defects(state) + found


def _view_defects(state: State) -> list[Defect]:
    found = []
    if state.seed is None:
        found.append(Defect("/seed", "view", "This is a view, not a full state: the seed is unknown."))
    for level, pile in enumerate(state.piles):
        if None in pile:
            found.append(Defect(f"/piles/{level}", "view", "This is a view, not a full state: the tiles of this pile are unknown."))
    return found


def _seat_defects(state: State) -> list[Defect]:
    found = []
    seats = len(state.players)
    chosen = state.options.first_seat
    if chosen != "random" and chosen >= seats:
        found.append(Defect("/options/first_seat", "out_of_range", f"There are {seats} seats, counted from 0."))
    if state.first_seat >= seats:
        found.append(Defect("/first_seat", "out_of_range", f"There are {seats} seats, counted from 0."))
    elif chosen not in ("random", state.first_seat):
        found.append(Defect("/first_seat", "contradiction", f"The options say that seat {chosen} starts (ORB-2.2)."))
    for index, decision in enumerate(state.pending):
        if not 0 <= decision.seat < seats:
            found.append(Defect(f"/pending/{index}/seat", "out_of_range", f"There are {seats} seats, counted from 0."))
    return found
