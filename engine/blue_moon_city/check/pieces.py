"""Every card is in exactly one place (BMC-1.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.blue_moon_city.content import CARD_COUNTS
from engine.blue_moon_city.moves import Payment, cards_of
from engine.blue_moon_city.state import State
from engine.errors import Defect

VIEW = "This is a view, not a full state: this is unknown."


def piece_defects(state: State) -> Iterator[Defect]:
    """Yields cards that are missing or duplicated (BMC-1.2), unknown cards, and hands that are not sorted."""
    cards: list[str | None] = [*state.discards, *state.deck]
    for player in state.players:
        cards += player.hand
        cards += player.waiting
    for decision in state.pending:
        if isinstance(decision, Payment):
            cards += [card for step in decision.laid for card in cards_of(step)]
    if None in cards:
        yield from _unknown_cards(state)
    found = Counter(cards)
    for card, count in CARD_COUNTS.items():
        if found[card] != count:
            yield Defect("", "cards_not_conserved", f"There must be {count} of {card}, not {found[card]}.")
    for seat, player in enumerate(state.players):
        hand = [card for card in player.hand if card]
        if hand != sorted(hand):
            yield Defect(f"/players/{seat}/hand", "unsorted", "A hand must be sorted by card id.")


def _unknown_cards(state: State) -> Iterator[Defect]:
    piles = {"/deck": state.deck}
    for seat, player in enumerate(state.players):
        piles |= {f"/players/{seat}/hand": player.hand, f"/players/{seat}/waiting": player.waiting}
    yield from (Defect(pointer, "unknown", VIEW) for pointer, pile in piles.items() if None in pile)
