"""Views: hands, crystals, waiting bonus cards and the deck are hidden."""

from __future__ import annotations

import msgspec

from engine.blue_moon_city.events import CardsDrawn, WaitingTaken
from engine.blue_moon_city.state import State, copy
from engine.game import Event


def view(state: State, seat: int | None) -> State:
    """Returns what a seat or a spectator may see; at the end crystals decide (BMC-6.2) and are therefore visible."""
    seen = copy(state)
    seen.seed = None
    seen.deck = [None] * len(state.deck)
    for other, player in enumerate(seen.players):
        player.waiting = [None] * len(player.waiting)
        if other != seat:
            player.hand = [None] * len(player.hand)
            player.crystals = None if state.pending else player.crystals
    return seen


def view_event(event: Event, seat: int | None) -> Event:
    """Returns the event as the seat may see it: only the seat that drew cards sees them."""
    match event:
        case CardsDrawn() | WaitingTaken() if event.seat != seat:
            return msgspec.structs.replace(event, cards=(None,) * len(event.cards))
        case _:
            return event
