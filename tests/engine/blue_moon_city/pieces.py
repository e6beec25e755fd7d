"""Counts every physical piece of Blue Moon City, for the law that pieces are conserved (law 8)."""

from __future__ import annotations

from collections import Counter

from engine.blue_moon_city.content import BY_SEATS, CARD_COUNTS, DRAGONS, buildings
from engine.blue_moon_city.moves import LayCard, LayPair, Payment, TurnCard
from engine.blue_moon_city.state import Options, State


def pieces(state: State) -> Counter[str]:
    """Returns the numbers of cards, tiles, markers by seat, miniatures, dragons, and scales with players and in the pool."""
    found: Counter[str] = Counter(str(card) for card in (*state.deck, *state.discards))
    found.update(building.tile for building in state.city)
    found.update(f"marker {marker}" for building in state.city for marker in building.markers if marker is not None)
    found.update(f"marker {seat}" for seat in state.obelisk)
    for seat, player in enumerate(state.players):
        found.update(str(card) for card in (*player.hand, *player.waiting))
        found[f"marker {seat}"] += player.markers
        found["miniature"] += 0 <= player.miniature < len(state.city)
    for decision in state.pending:
        if isinstance(decision, Payment):
            found.update(laid(decision))
    found["dragon"] = sum(place is None or 0 <= place < len(state.city) for place in state.dragons)
    held = sum(player.scales for player in state.players)
    found["scale"] = held + max(0, BY_SEATS[len(state.players)].scales - held)
    return found


def laid(decision: Payment) -> list[str]:
    """Returns the face-up cards."""
    cards: list[str] = []
    for step in decision.laid:
        match step:
            case LayCard(card=card):
                cards.append(card)
            case LayPair(cards=pair):
                cards.extend(pair)
            case TurnCard(hoax=hoax, card=card):
                cards += [hoax, card]
    return cards


def expected(options: Options, seats: int) -> Counter[str]:
    """Returns the pieces for this number of players."""
    whole = Counter(CARD_COUNTS) + Counter(["courtyard", *buildings(options.expansion)])
    whole.update({f"marker {seat}": 10 for seat in range(seats)})
    whole.update({"miniature": seats, "dragon": len(DRAGONS), "scale": BY_SEATS[seats].scales})
    return whole
