"""Every card is in exactly one place (BMC-1.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.blue_moon_city.content import CARD_COUNTS
from engine.blue_moon_city.moves import Payment
from engine.blue_moon_city.rules.paying import cards_of
from engine.blue_moon_city.state import State
from engine.errors import Defect

VIEW = "A view is not a state: what is hidden in it must be known to go on."


def piece_defects(state: State) -> Iterator[Defect]:
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
