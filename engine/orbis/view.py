"""Views and their determinization. Only the order of the tiles in the piles is hidden, from every player."""

from __future__ import annotations

from random import Random

from engine.chance import SEED_LIMIT, shuffle
from engine.game import Event
from engine.orbis.content import tiles_in_play
from engine.orbis.state import State, copy


def view(state: State, seat: int | None) -> State:
    """Returns what any seat or a spectator sees: the number of tiles in each pile, but not the tiles."""
    seen = copy(state)
    seen.seed = None
    seen.piles = [[None] * len(pile) for pile in state.piles]
    return seen


def view_event(event: Event, seat: int | None) -> Event:
    """Returns the event unchanged: every event is public."""
    return event


def determinize(seen: State, seat: int | None, rng: Random) -> State:
    """Returns a full state that is consistent with the view: the unseen tiles of each level are shuffled into its pile."""
    state = copy(seen)
    state.seed = int(rng.random() * SEED_LIMIT)
    known = {tile for tile in state.display if tile}.union(region.tile for player in state.players for region in player.world)
    for level in (1, 2, 3):
        unseen: list[str | None] = [tile for tile in tiles_in_play(len(state.players), level) if tile not in known]
        shuffle(unseen, rng)
        state.piles[level - 1] = unseen
    return state
