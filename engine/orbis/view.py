"""What may be seen, and how a view is filled up again: only the order of the tiles still to come is hidden, from everybody."""

from __future__ import annotations

from random import Random

from engine.chance import SEED_LIMIT, shuffle
from engine.game import Event
from engine.orbis.content import tiles_in_play
from engine.orbis.state import State, copy


def view(state: State, seat: int | None) -> State:
    """What any seat, or a spectator, sees: how many tiles each pile holds, not which."""
    seen = copy(state)
    seen.seed = None
    seen.piles = [[None] * len(pile) for pile in state.piles]
    return seen


def view_event(event: Event, seat: int | None) -> Event:
    """Every event is open: a tile is revealed to all."""
    return event


def determinize(seen: State, seat: int | None, rng: Random) -> State:
    """A full state that fits the view: the tiles not seen yet lie in their level's pile, in an order the source draws."""
    state = copy(seen)
    state.seed = int(rng.random() * SEED_LIMIT)
    known = {tile for tile in state.display if tile}.union(region.tile for player in state.players for region in player.world)
    for level in (1, 2, 3):
        unseen: list[str | None] = [tile for tile in tiles_in_play(len(state.players), level) if tile not in known]
        shuffle(unseen, rng)
        state.piles[level - 1] = unseen
    return state
