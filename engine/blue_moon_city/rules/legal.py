"""Which moves answer the pending decision."""

from __future__ import annotations

from engine.blue_moon_city.content import DISCARDS_MOST
from engine.blue_moon_city.native.decisions import Contribution, Movement, Offering, Payment, Reset, Special
from engine.blue_moon_city.native.moves import DISCARD, DRAW
from engine.blue_moon_city.native.position import BlueMoonCityPosition
from engine.blue_moon_city.rules.contribution import legal_contributions, legal_payments
from engine.blue_moon_city.rules.movement import legal_movements
from engine.blue_moon_city.rules.offering import legal_offerings, legal_specials
from engine.native import Move


def legal_moves(position: BlueMoonCityPosition) -> list[Move]:
    """Returns every move that answers the pending decision; an empty list when the game is over."""
    if not position.pending:
        return []
    decision = position.pending[-1]
    if isinstance(decision, Movement):
        return legal_movements(position, decision)
    if isinstance(decision, Contribution):
        return legal_contributions(position, decision)
    if isinstance(decision, Payment):
        return legal_payments(position, decision)
    if isinstance(decision, Offering):
        return legal_offerings(position, decision)
    if isinstance(decision, Special):
        return legal_specials(position, decision)
    assert isinstance(decision, Reset)
    return _legal_resets(position, decision)


def _legal_resets(position: BlueMoonCityPosition, decision: Reset) -> list[Move]:
    """BMC-3.7: returns the cards that may be discarded, and drawing."""
    if decision.discarded >= DISCARDS_MOST:
        return [DRAW]
    moves = [DISCARD[card.index] for card in position.players[decision.seat].hand.kinds()]
    moves.append(DRAW)
    return moves
