"""Every tile and god is in exactly one place, and the piles were drawn in order."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Defect
from engine.orbis.content import BY_SEATS, GODS, TILES, tiles_in_play
from engine.orbis.state import State

IN_PLAY = {seats: frozenset(tile for level in (1, 2, 3) for tile in tiles_in_play(seats, level)) for seats in BY_SEATS}
OF_LEVEL = tuple(frozenset(tile.id for tile in TILES.values() if tile.level == level) for level in (1, 2, 3))


def piece_defects(state: State) -> Iterator[Defect]:
    """Yields every defect of the tiles, the piles and the gods."""
    tiles = [*state.display, *state.piles[0], *state.piles[1], *state.piles[2]]
    for player in state.players:
        tiles += [region.tile for region in player.world]
    known = [tile for tile in tiles if tile is not None]
    expected = IN_PLAY[len(state.players)]
    if len(known) != len(expected) or expected.symmetric_difference(known):
        yield from _tile_defects(state)
    yield from _pile_defects(state)
    yield from _god_defects(state)


def _tile_defects(state: State) -> Iterator[Defect]:
    """ORB-1.1, ORB-2.1: yields tiles that do not exist, are not used with this number of players, are in two places or are missing."""
    expected = IN_PLAY[len(state.players)]
    seen: set[str] = set()
    for pointer, tile in _tiles_with_pointers(state):
        if tile not in TILES:
            yield Defect(pointer, "unknown_piece", "There is no such tile.")
        elif tile not in expected:
            yield Defect(pointer, "not_in_play", f"{tile} is not used with {len(state.players)} players.")
        elif tile in seen:
            yield Defect(pointer, "duplicate_piece", f"{tile} is in two places.")
        seen.add(tile)
    if expected - seen and not any(None in pile for pile in state.piles):
        yield Defect("", "missing_pieces", f"Missing tiles: {', '.join(sorted(expected - seen))}.")


def _tiles_with_pointers(state: State) -> Iterator[tuple[str, str]]:
    for slot, tile in enumerate(state.display):
        if tile is not None:
            yield f"/display/{slot}", tile
    for level, pile in enumerate(state.piles):
        for index, tile in enumerate(pile):
            if tile is not None:
                yield f"/piles/{level}/{index}", tile
    for seat, player in enumerate(state.players):
        for index, region in enumerate(player.world):
            yield f"/players/{seat}/world/{index}/tile", region.tile


def _pile_defects(state: State) -> Iterator[Defect]:
    """ORB-3.3, step 7: each pile holds one level, and is drawn from only when all lower levels are used up."""
    for level, pile in enumerate(state.piles):
        for index, tile in enumerate(pile):
            if tile in TILES and tile not in OF_LEVEL[level]:
                yield Defect(f"/piles/{level}/{index}", "wrong_pile", f"{tile} is not of level {level + 1}.")
    full = BY_SEATS[len(state.players)].tiles_by_level
    for level in (1, 2):
        if len(state.piles[level]) < full[level] and any(state.piles[:level]):
            yield Defect(f"/piles/{level}", "wrong_order", f"Tiles of level {level + 1} are drawn only when all lower levels are used up.")


def _god_defects(state: State) -> Iterator[Defect]:
    """ORB-2.1, ORB-3.1: there is one god more than players, and each god is in one place."""
    gods = [(f"/gods/{index}", god) for index, god in enumerate(state.gods)]
    gods += [(f"/players/{seat}/god", player.god) for seat, player in enumerate(state.players) if player.god is not None]
    seen: set[str] = set()
    for pointer, god in gods:
        if god not in GODS:
            yield Defect(pointer, "unknown_piece", "There is no such god.")
        elif god in seen:
            yield Defect(pointer, "duplicate_piece", f"{god} is in two places.")
        seen.add(god)
    expected = BY_SEATS[len(state.players)].gods
    if len(gods) != expected:
        yield Defect("/gods", "wrong_number", f"There must be {expected} gods, available or with a player, not {len(gods)}.")
    for seat, player in enumerate(state.players):
        if player.god_unfulfilled and (player.god not in GODS or not GODS[player.god].payment):
            yield Defect(f"/players/{seat}/god_unfulfilled", "contradiction", "Only the God of Death can be unfulfilled (ORB-7.7).")
