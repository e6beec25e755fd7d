"""Whose turn it is, how far the game has come, and how many worshippers there can be by then."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Defect
from engine.orbis.content import CENTRE, COLOR_OF, COLORS, MOVES_PER_TURN, NEIGHBOURS, SUPPLY_LIMIT, TURNS_PER_SEAT
from engine.orbis.moves import Placement, Turn
from engine.orbis.state import State, turns_taken


def progress_defects(state: State) -> Iterator[Defect]:
    """What contradicts the order of turns and what can have happened in so many."""
    turns = [turns_taken(player) for player in state.players]
    yield from _turn_defects(state, turns)
    yield from _limit_defects(state)
    yield from _display_defects(state)
    begun = sum(turns) + isinstance(state.pending[-1] if state.pending else None, Placement)
    everyone = sum(sum(player.worshippers) for player in state.players) + sum(map(sum, state.display_worshippers))
    if state.version < begun:
        yield Defect("/version", "out_of_range", f"{begun} turns have begun, each with a move.")
    if state.version + everyone > MOVES_PER_TURN * begun:
        yield Defect("/version", "out_of_range", f"So many moves and worshippers cannot have come up in {begun} turns.")


def _turn_defects(state: State, turns: list[int]) -> Iterator[Defect]:
    """ORB-2.2, ORB-3.1: seats take turns in order, fifteen each, and the pending decision is the right seat's."""
    seats, total = len(turns), sum(turns)
    for order in range(seats):
        seat = (state.first_seat + order) % seats
        if turns[seat] != total // seats + (order < total % seats):
            yield Defect(f"/players/{seat}", "wrong_turn", "Seats take turns in order; this one has too many or too few tiles.")
    if not state.pending:
        if total < seats * TURNS_PER_SEAT:
            yield Defect("/pending", "nothing_asked", "The worlds are not complete: somebody must be asked something.")
        return
    decision = state.pending[-1]
    before_laying = isinstance(decision, Turn | Placement)
    if before_laying and total == seats * TURNS_PER_SEAT:
        yield Defect("/pending/0", "game_over", "Everybody has taken fifteen turns.")
    if not before_laying and not total:
        yield Defect("/pending/0", "not_asked", "Nobody has taken a tile yet.")
    elif decision.seat != (state.first_seat + total - (not before_laying)) % seats:
        yield Defect("/pending/0/seat", "wrong_turn", "It is another seat's turn.")


def _limit_defects(state: State) -> Iterator[Defect]:
    """ORB-3.6: at most ten worshippers outside one's own turn; by then they have not grown."""
    acting = None if not state.pending or isinstance(state.pending[-1], Turn) else state.pending[-1].seat
    for seat, player in enumerate(state.players):
        if seat != acting and sum(player.worshippers) > SUPPLY_LIMIT:
            yield Defect(f"/players/{seat}/worshippers", "over_limit", f"At most {SUPPLY_LIMIT} are kept at the end of a turn.")


def _display_defects(state: State) -> Iterator[Defect]:
    """ORB-3.3, step 1: a taken region brings at most four worshippers of its colour onto the display."""
    most = [0] * 5
    taken = [region.tile for player in state.players for region in player.world]
    taken += [state.display[decision.slot] or "" for decision in state.pending if isinstance(decision, Placement)]
    for tile in taken:
        if tile in COLOR_OF:
            most[COLOR_OF[tile]] += len(NEIGHBOURS[CENTRE])
    for color, (found, limit) in enumerate(zip(map(sum, zip(*state.display_worshippers, strict=True)), most, strict=True)):
        if found > limit:
            yield Defect(
                "/display_worshippers", "too_many", f"The regions taken so far brought at most {limit} {COLORS[color]} worshippers."
            )
    for slot, counts in enumerate(state.display_worshippers):
        if any(counts) and state.display[slot] is None:
            yield Defect(f"/display_worshippers/{slot}", "empty_slot", "Worshippers stand on tiles only.")
