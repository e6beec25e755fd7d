"""The order and number of turns, and the number of moves and worshippers that they allow."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Defect
from engine.orbis.content import CENTRE, COLOR_OF, NEIGHBOURS, TAKE_GROWTH, TURN_GROWTH
from engine.orbis.moves import Overflow, Payment, Placement, Turn
from engine.orbis.records import COLORS, SUPPLY_LIMIT, TURNS_PER_SEAT
from engine.orbis.state import State, turns_taken


def progress_defects(state: State) -> Iterator[Defect]:
    """Yields every contradiction with the order and the number of turns."""
    turns = [turns_taken(player) for player in state.players]
    yield from _turn_defects(state, turns)
    yield from _limit_defects(state)
    yield from _display_defects(state)
    begun = sum(turns) + isinstance(state.pending[-1] if state.pending else None, Placement | Payment)
    everyone = sum(sum(player.worshippers) for player in state.players) + sum(map(sum, state.display_worshippers))
    if state.version < begun:
        yield Defect("/version", "out_of_range", f"{begun} turns have begun, each with at least one move.")
    if state.version + everyone > _most_growth(state, sum(turns)):
        yield Defect("/version", "out_of_range", f"{begun} turns cannot have had so many moves and worshippers.")


def _most_growth(state: State, taken: int) -> int:
    """Returns the most that moves and worshippers can add up to, after complete turns and the part of a turn before the decision."""
    match state.pending[-1] if state.pending else None:
        case None | Turn() | Overflow():
            return TURN_GROWTH * taken
        case Placement(slot=slot):
            return TURN_GROWTH * taken + TAKE_GROWTH[slot]
        case Payment(slot=slot):
            return TURN_GROWTH * taken + TAKE_GROWTH[slot] + 1
    empty = state.display.index(None) if None in state.display else None
    return TURN_GROWTH * (taken - 1) + 1 + (0 if empty is None else TAKE_GROWTH[empty])


def _turn_defects(state: State, turns: list[int]) -> Iterator[Defect]:
    """ORB-2.2, ORB-3.1: seats take turns in order, fifteen each; the pending decision belongs to the seat whose turn it is."""
    seats, total = len(turns), sum(turns)
    for order in range(seats):
        seat = (state.first_seat + order) % seats
        if turns[seat] != total // seats + (order < total % seats):
            yield Defect(f"/players/{seat}", "wrong_turn", "Seats take turns in order; this seat has too many or too few tiles.")
    if not state.pending:
        if total < seats * TURNS_PER_SEAT:
            yield Defect("/pending", "nothing_asked", "The worlds are not complete, but no decision is pending.")
        return
    decision = state.pending[-1]
    before_laying = isinstance(decision, Turn | Placement | Payment)
    if before_laying and total == seats * TURNS_PER_SEAT:
        yield Defect("/pending/0", "game_over", "Every seat has taken fifteen turns.")
    if not before_laying and not total:
        yield Defect("/pending/0", "not_asked", "No seat has taken a tile yet.")
    elif decision.seat != (state.first_seat + total - (not before_laying)) % seats:
        yield Defect("/pending/0/seat", "wrong_turn", "It is another seat's turn.")


def _limit_defects(state: State) -> Iterator[Defect]:
    """ORB-3.6: a seat whose turn has not begun has at most ten worshippers."""
    acting = None if not state.pending or isinstance(state.pending[-1], Turn) else state.pending[-1].seat
    for seat, player in enumerate(state.players):
        if seat != acting and sum(player.worshippers) > SUPPLY_LIMIT:
            yield Defect(f"/players/{seat}/worshippers", "over_limit", f"A seat keeps at most {SUPPLY_LIMIT} at the end of its turn.")


def _display_defects(state: State) -> Iterator[Defect]:
    """ORB-3.3, step 1: taking a region creates at most four worshippers of its colour in the display."""
    most = [0] * 5
    taken = [region.tile for player in state.players for region in player.world]
    taken += [state.display[decision.slot] or "" for decision in state.pending if isinstance(decision, Placement | Payment)]
    for tile in taken:
        if tile in COLOR_OF:
            most[COLOR_OF[tile]] += len(NEIGHBOURS[CENTRE])
    for color, (found, limit) in enumerate(zip(map(sum, zip(*state.display_worshippers, strict=True)), most, strict=True)):
        if found > limit:
            yield Defect(
                "/display_worshippers", "too_many", f"The regions taken so far created at most {limit} {COLORS[color]} worshippers."
            )
    for slot, counts in enumerate(state.display_worshippers):
        if any(counts) and state.display[slot] is None:
            yield Defect(f"/display_worshippers/{slot}", "empty_slot", "Worshippers can only be on tiles.")
