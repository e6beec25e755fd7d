"""Counts every tile and god, for the law that pieces are conserved."""

from __future__ import annotations

from collections import Counter

from engine.orbis.content import BY_SEATS, tiles_in_play
from engine.orbis.state import Options, State


def pieces(state: State) -> Counter[str]:
    """Every physical piece, by id; gods count as `god` because which ones were drawn differs from game to game."""
    found = Counter(tile for tile in state.display if tile)
    found.update(tile for pile in state.piles for tile in pile if tile)
    found.update(region.tile for player in state.players for region in player.world)
    gods = state.gods + [player.god for player in state.players if player.god]
    found["god"] = len(set(gods))
    return found


def expected(options: Options, seats: int) -> Counter[str]:
    """What was set up (ORB-2.1)."""
    found = Counter(tile for level in (1, 2, 3) for tile in tiles_in_play(seats, level))
    found["god"] = BY_SEATS[seats].gods
    return found
