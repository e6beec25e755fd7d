"""Whether the seed, the options, the turn and the counters of a position fit each other."""

from __future__ import annotations

from collections.abc import Iterator

from engine.blue_moon_city.check.pieces import VIEW
from engine.blue_moon_city.content import DISCARDS_MOST, LARGEST_TILE
from engine.blue_moon_city.moves import EXTRA_STEPS, FLIT_STEPS, Contribution, Movement, Offering, Payment, Reset, Special
from engine.blue_moon_city.state import MOVES_PER_TURN, PHASES, State
from engine.errors import Defect


def progress_defects(state: State) -> Iterator[Defect]:
    """Yields contradictions between the seed, the options, the turn and the counters."""
    seats = len(state.players)
    if state.seed is None:
        yield Defect("/seed", "unknown", VIEW)
    if state.first_seat >= seats:
        yield Defect("/first_seat", "out_of_range", "The first seat does not exist.")
    if state.options.first_seat not in ("random", state.first_seat):
        yield Defect("/first_seat", "contradiction", "The options specify another first seat.")
    if state.turn > state.options.round_limit * seats:
        yield Defect("/turn", "out_of_range", "The game would have ended at the round limit (BMC-6.4).")
    if state.quiet_since > state.turn:
        yield Defect("/quiet_since", "out_of_range", "This turn is in the future.")
    if not state.turn <= state.version <= (state.turn + 1) * MOVES_PER_TURN - _moves_left(state):
        yield Defect("/version", "out_of_range", "The number of moves does not fit the number of turns.")
    if state.shuffles > state.version:
        yield Defect("/shuffles", "out_of_range", "There cannot be more shuffles than moves.")


def _moves_left(state: State) -> int:
    """Returns an upper bound for the moves left in this turn; every move lowers it. See MOVES_PER_TURN."""
    if not state.pending:
        return 0
    decision, below = state.pending[-1], state.pending[0]
    hand = state.players[decision.seat].hand if 0 <= decision.seat < len(state.players) else []
    draw = DISCARDS_MOST + 1
    match decision:
        case Movement(steps=steps):
            return steps + len(hand) + EXTRA_STEPS * hand.count(FLIT_STEPS) + 2 * LARGEST_TILE + PHASES + draw
        case Contribution(made=made):
            return 2 * (LARGEST_TILE - made) + len(hand) + 2 + draw
        case Payment():
            made = below.made if isinstance(below, Contribution) else 0
            return 2 * (LARGEST_TILE - made) - 1 + len(hand) + 2 + draw
        case Offering(made=made):
            return len(hand) + 2 - made + draw
        case Special():
            return 1 + draw
        case Reset(discarded=discarded):
            return draw - discarded
