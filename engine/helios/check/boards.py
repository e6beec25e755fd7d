"""The boards of the players: land, sun, track and slots."""

from __future__ import annotations

from functools import lru_cache

from engine.errors import Defect
from engine.helios.content import (
    ACTION_TILES,
    AROUND,
    BOX,
    BUILDING,
    CHARACTER,
    LIGHT,
    POWER_PLANT,
    SLOTS,
    SLOTS_FOR,
    START,
    SUN,
    SUN_SYMBOL,
)
from engine.helios.moves import BonusAction
from engine.helios.native.fields import fields_in
from engine.helios.rules.outline import CACHED
from engine.helios.rules.sun import is_free
from engine.helios.state import MOST_POINTS, Player, State, land_of

FITTING = {slot: {tile for tile in ACTION_TILES if slot in SLOTS_FOR[tile]} for slot in SLOTS}


def board_defects(state: State) -> list[Defect]:
    """Returns every defect of the boards of all players."""
    found = []
    for seat, player in enumerate(state.players):
        at = f"/players/{seat}"
        land = land_of(player)
        found += land_defects(player, land, at)
        found += sun_defects(player, land, at)
        found += track_defects(player, at)
        if player.points is not None and player.points > MOST_POINTS:
            found.append(Defect(f"{at}/points", "too_many_points", f"No player can score more than {MOST_POINTS} points in play."))
        found += slot_defects(state, seat, at)
    return found


def land_defects(player: Player, land: int, at: str) -> list[Defect]:
    """HEL-3.3, HEL-4.3, HEL-4.8: all tiles are connected with the starting land; a tile has at most two cubes or a temple."""
    found = []
    for field, tile in enumerate(player.tiles):
        if tile is None or not tile.cubes:
            continue
        if len(tile.cubes) > BOX.tile_room:
            found.append(Defect(f"{at}/tiles/{field}/cubes", "too_many_cubes", f"A tile holds at most {BOX.tile_room} cubes (HEL-4.8)."))
        if tile.temple:
            found.append(Defect(f"{at}/tiles/{field}", "cubes_and_temple", "Cubes and a temple never share a tile (HEL-4.8)."))
    centre = player.tiles[START]
    if centre is not None and centre.tile not in BOX.starting_lands:
        found.append(Defect(f"{at}/tiles/{START}", "wrong_starting_land", "The starting land must be brown, gray or green (HEL-3.3)."))
    apart = land & ~connected(land)
    return found + [
        Defect(f"{at}/tiles/{field}", "not_connected", "Every tile must be connected with the starting land (HEL-4.3).")
        for field in fields_in(apart)
    ]


@lru_cache(maxsize=CACHED)
def connected(land: int) -> int:
    """Returns the tiles that are connected with the starting land."""
    reached, new = 0, land & 1 << START
    while new:
        reached |= new
        near = 0
        for field in fields_in(new):
            near |= AROUND[field]
        new = near & land & ~reached
    return reached


def sun_defects(player: Player, land: int, at: str) -> list[Defect]:
    """HEL-3.2, HEL-4.3, HEL-4.9, HEL-4.12: the sun is on an empty field next to a tile, connected to the rim by empty fields."""
    sun = player.sun
    found = []
    if sun < LIGHT and player.tiles[sun] is not None:
        found.append(Defect(f"{at}/sun", "sun_on_tile", "The sun is never on a tile (HEL-4.3)."))
    elif not is_free(land, sun):
        found.append(Defect(f"{at}/sun", "sun_enclosed", "The sun is never enclosed (HEL-4.3)."))
    if not AROUND[sun] & land if land else sun != SUN:
        found.append(Defect(f"{at}/sun", "sun_adrift", "The sun is on its first field or next to a tile (HEL-4.9)."))
    beside = player.sun_beside
    if not AROUND[sun] >> beside & 1 or (player.tiles[beside] is None if land else beside != START):
        found.append(Defect(f"{at}/sun_beside", "sun_not_beside", "This must be the field of a tile next to the sun (HEL-4.14)."))
    if player.armed and (POWER_PLANT in player.buildings or not land):
        found.append(Defect(f"{at}/armed", "armed", "No orbit is in progress before the first land or with a Power Plant (HEL-4.12)."))
    return found


def track_defects(player: Player, at: str) -> list[Defect]:
    """HEL-2.3: buildings and activated characters determine the space of the marker."""
    steps = sum(BUILDING[name].track for name in player.buildings) + sum(CHARACTER[name].track for name in player.day)
    expected = SUN_SYMBOL if POWER_PLANT in player.buildings else min(BOX.begin.track + steps, BOX.track.last)
    if player.track == expected:
        return []
    return [Defect(f"{at}/track", "wrong_track", f"With these buildings and characters the sun marker is on {expected} (HEL-2.3).")]


def slot_defects(state: State, seat: int, at: str) -> list[Defect]:
    """HEL-4.1, HEL-4.2: a slot has tiles of its colour or gray tiles, and four only while their bonus action is pending."""
    found = []
    earned = [decision.slot for decision in state.pending if isinstance(decision, BonusAction) and decision.seat == seat]
    for index, (slot, tiles) in enumerate(zip(SLOTS, state.players[seat].slots, strict=True)):
        if not FITTING[slot].issuperset(tiles):
            found.append(Defect(f"{at}/slots/{index}", "wrong_slot", f"Only {slot} and gray tiles go under this slot (HEL-4.1)."))
        if (len(tiles) >= BOX.tiles_for_bonus) != (slot in earned):
            found.append(
                Defect(f"{at}/slots/{index}", "wrong_count", "A slot has four tiles exactly while their bonus action is pending (HEL-4.2).")
            )
    return found
