"""Whether the frame of the game (options, turns, chance) and the eighty cards are sound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.blue_moon_city.content import CARD_COUNTS
from engine.blue_moon_city.moves import Payment
from engine.blue_moon_city.rules.means import cards_of
from engine.blue_moon_city.state import MOVES_PER_TURN, State
from engine.errors import Defect

VIEW = "A view is not a state: what is hidden in it must be known to go on."


def check_frame(state: State) -> Iterator[Defect]:
    """The seed, the first seat, and counters that fit each other."""
    seats = len(state.players)
    if state.seed is None:
        yield Defect("/seed", "unknown", VIEW)
    if state.first_seat >= seats:
        yield Defect("/first_seat", "out_of_range", "The first seat is not at the table.")
    if state.options.first_seat not in ("random", state.first_seat):
        yield Defect("/first_seat", "contradiction", "The options name another first seat.")
    if state.turn > state.options.round_limit * seats:
        yield Defect("/turn", "out_of_range", "The round limit was passed earlier (BMC-6.4).")
    if state.quiet_since > state.turn:
        yield Defect("/quiet_since", "out_of_range", "This turn is still to come.")
    if not state.turn <= state.version <= (state.turn + 1) * MOVES_PER_TURN:
        yield Defect("/version", "out_of_range", "So many moves cannot have been made in so many turns.")
    if state.shuffles > state.version:
        yield Defect("/shuffles", "out_of_range", "There were not so many moves.")


def check_cards(state: State) -> Iterator[Defect]:
    """Each card lies in exactly one place (BMC-1.2), and hands lie in order."""
    found: Counter[str | None] = Counter(state.discards)
    for pointer, pile in _piles(state):
        found.update(pile)
        if None in pile:
            yield Defect(pointer, "unknown", VIEW)
    for decision in state.pending:
        if isinstance(decision, Payment):
            found.update(card for step in decision.laid for card in cards_of(step))
    for card, count in CARD_COUNTS.items():
        if found[card] != count:
            yield Defect("", "cards_not_conserved", f"There are {found[card]} of {card}, not {count}.")
    for seat, player in enumerate(state.players):
        hand = [card for card in player.hand if card]
        if hand != sorted(hand):
            yield Defect(f"/players/{seat}/hand", "unsorted", "A hand lies in the order of the cards' ids.")


def _piles(state: State) -> Iterator[tuple[str, list[str | None]]]:
    yield "/deck", state.deck
    for seat, player in enumerate(state.players):
        yield f"/players/{seat}/hand", player.hand
        yield f"/players/{seat}/waiting", player.waiting
