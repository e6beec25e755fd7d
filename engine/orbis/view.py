"""Views and their determinization. Only the order of the tiles in the piles is hidden, from every player."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.chance import SEED_LIMIT, shuffle
from engine.game import Event
from engine.orbis.content import BY_SEATS, tiles_in_play
from engine.orbis.native.position import OrbisPosition, Setup
from engine.orbis.state import State, copy

IN_PLAY: Final[dict[int, list[list[str]]]] = {seats: [tiles_in_play(seats, level) for level in (1, 2, 3)] for seats in BY_SEATS}


def view(state: State, seat: int | None) -> State:
    """Returns what any seat or a spectator sees: the number of tiles in each pile, but not the tiles."""
    seen = copy(state)
    seen.seed = None
    seen.piles = [[None] * len(pile) for pile in state.piles]
    return seen


def view_event(event: Event, seat: int | None) -> Event:
    """Returns the event unchanged: every event is public."""
    return event


def determinize(seen: OrbisPosition, rng: Random) -> OrbisPosition:
    """Returns a full position that is consistent with the view: the unseen tiles of each level are shuffled into its pile."""
    position = seen.copy()
    setup = seen.setup
    position.setup = Setup(int(rng.random() * SEED_LIMIT), setup.options, setup.first_seat)
    known = {offer.tile.id for offer in seen.display if offer.tile is not None}
    for player in seen.players:
        for region in player.world.regions:
            known.add(region.tile.id)
    position.piles = []
    position.left = []
    for level in IN_PLAY[len(seen.players)]:
        unseen: list[str | None] = [tile for tile in level if tile not in known]
        shuffle(unseen, rng)
        position.piles.append(unseen)
        position.left.append(len(unseen))
    return position
