"""Counts every physical piece of Helios, for the law that pieces are conserved."""

from __future__ import annotations

from collections import Counter

from engine.helios.content import BOX, CHARACTERS, COLORS, SPECIALS, SYMBOLS, action_tiles
from engine.helios.moves import DrawnLands
from engine.helios.state import Options, State


def pieces(state: State) -> Counter[str]:
    """Returns the number of each piece in a position."""
    found: Counter[str] = Counter(mana=state.mana, house=state.houses)
    for piles in (state.columns, state.action_stacks, state.discards):
        found.update(str(tile) for pile in piles for tile in pile)
    found.update(f"land {color}" for color in state.additional)
    for index, color in enumerate(COLORS):
        found[f"land {color}"] += state.stacks[index] + state.removed[index]
        found[f"cube {color}"] += state.cubes[index]
    found.update({f"special {special}": state.specials[index] for index, special in enumerate(SPECIALS)})
    drawn = [land for decision in state.pending if isinstance(decision, DrawnLands) for land in decision.lands]
    for land in (*state.face_up, *drawn):
        if land is not None:
            found[f"land {land.land}"] += 1
            found[f"cube {land.land}"] += land.cube
    found.update(state.characters)
    for player in state.players:
        found.update(tile for slot in player.slots for tile in slot)
        found.update(mana=player.mana, house=len(player.buildings))
        found.update([*player.night, *player.day])
        for tile in player.tiles:
            if tile is not None:
                found[f"land {tile.tile}" if tile.tile in COLORS else f"special {tile.tile}"] += 1
                found.update(f"cube {color}" for color in tile.cubes)
                found["house"] += tile.temple
    return +found


def expected(options: Options, seats: int) -> Counter[str]:
    """Returns the pieces of the game (HEL-1.1, HEL-1.2), which do not depend on options and seats."""
    found: Counter[str] = Counter(mana=BOX.supply.mana, house=BOX.supply.houses)
    found.update(tile for symbol in SYMBOLS for tile in action_tiles(symbol))
    found.update({f"land {color}": count for color, count in BOX.lands.items()})
    found.update({f"cube {color}": BOX.supply.cubes for color in COLORS})
    found.update({f"special {special}": count for special, count in BOX.specials.items()})
    found.update(CHARACTERS)
    return found
