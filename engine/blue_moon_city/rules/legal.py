"""Which moves answer the pending decision."""

from __future__ import annotations

from engine.blue_moon_city.content import CARDS, DISCARDS_MOST
from engine.blue_moon_city.moves import AnyMove, Contribution, DiscardCard, Draw, Movement, Offering, Payment, Reset, Special
from engine.blue_moon_city.rules import contribution, movement, offering
from engine.blue_moon_city.state import State, hand_of

DISCARD = {card: DiscardCard(card) for card in CARDS}
DRAW = Draw()


def legal_moves(state: State) -> list[AnyMove]:
    """Returns every move that answers the pending decision; an empty list when the game is over."""
    if not state.pending:
        return []
    match state.pending[-1]:
        case Movement() as decision:
            return movement.legal_movements(state, decision)
        case Contribution() as decision:
            return contribution.legal_contributions(state, decision)
        case Payment() as decision:
            return contribution.legal_payments(state, decision)
        case Offering() as decision:
            return offering.legal_offerings(state, decision)
        case Special() as decision:
            return offering.legal_specials(state, decision)
        case Reset(seat=seat, discarded=discarded):
            return [DRAW] if discarded >= DISCARDS_MOST else [*[DISCARD[card] for card in dict.fromkeys(hand_of(state, seat))], DRAW]
