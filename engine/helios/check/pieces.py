"""Every piece is in exactly one place (HEL-1.1, HEL-1.2)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import Defect
from engine.helios.content import BOX, CHARACTERS, COLOR_INDEX, COLORS, SPECIALS, SYMBOLS, action_tiles
from engine.helios.moves import DrawnLands
from engine.helios.state import State, temples_of

ALL_ACTIONS = sorted(tile for symbol in SYMBOLS for tile in action_tiles(symbol))
OF_SYMBOL: dict[str, set[str | None]] = {symbol: set(action_tiles(symbol)) for symbol in SYMBOLS}
SPECIAL_INDEX: dict[str, int] = {special: index for index, special in enumerate(SPECIALS)}


def piece_defects(state: State) -> list[Defect]:
    """Returns every kind of piece of which there are too many or too few."""
    return [*action_defects(state), *tile_and_cube_defects(state), *character_defects(state), *token_defects(state)]


def action_defects(state: State) -> list[Defect]:
    """Action tiles are in the stack, column or discards of their symbol, or under a slot."""
    found = []
    everywhere: list[str | None] = [tile for player in state.players for slot in player.slots for tile in slot]
    for index, symbol in enumerate(SYMBOLS):
        for name, tiles in _places(state, index):
            everywhere += tiles
            if not OF_SYMBOL[symbol].issuperset(tiles):
                found.append(Defect(f"/{name}/{index}", "wrong_symbol", f"Only action tiles with the symbol {symbol} belong here."))
    if sorted(map(str, everywhere)) != ALL_ACTIONS:
        found.append(
            Defect("/action_stacks", "wrong_count", "Each action tile must be in a stack, column, discard pile or slot exactly once.")
        )
    return found


def _places(state: State, index: int) -> list[tuple[str, Sequence[str | None]]]:
    return [("columns", state.columns[index]), ("action_stacks", state.action_stacks[index]), ("discards", state.discards[index])]


def tile_and_cube_defects(state: State) -> list[Defect]:
    """Counts lands, special tiles and cubes on boards, in the display and in the supply."""
    lands, specials, cubes = _counts(state)
    found = [
        Defect("/stacks", "wrong_count", f"There must be {BOX.lands[color]} {color} lands, not {lands[index]}.")
        for index, color in enumerate(COLORS)
        if lands[index] != BOX.lands[color]
    ]
    found += [
        Defect("/specials", "wrong_count", f"There must be {BOX.specials[special]} special tiles {special}, not {specials[index]}.")
        for index, special in enumerate(SPECIALS)
        if specials[index] != BOX.specials[special]
    ]
    return found + [
        Defect("/cubes", "wrong_count", f"There must be {BOX.supply.cubes} {color} cubes, not {cubes[index]}.")
        for index, color in enumerate(COLORS)
        if cubes[index] != BOX.supply.cubes
    ]


def _counts(state: State) -> tuple[list[int], list[int], list[int]]:
    lands = [stack + gone for stack, gone in zip(state.stacks, state.removed, strict=True)]
    specials, cubes = state.specials[:], state.cubes[:]
    for color in state.additional:
        lands[COLOR_INDEX[color or COLORS[0]]] += 1
    drawn = [land for decision in state.pending if isinstance(decision, DrawnLands) for land in decision.lands]
    for face_up in (*state.face_up, *drawn):
        if face_up is not None:
            lands[COLOR_INDEX[face_up.land]] += 1
            cubes[COLOR_INDEX[face_up.land]] += face_up.cube
    for player in state.players:
        for tile in player.tiles:
            if tile is not None:
                for cube in tile.cubes:
                    cubes[COLOR_INDEX[cube]] += 1
                if tile.tile in COLOR_INDEX:
                    lands[COLOR_INDEX[tile.tile]] += 1
                else:
                    specials[SPECIAL_INDEX[tile.tile]] += 1
    return lands, specials, cubes


def character_defects(state: State) -> list[Defect]:
    """Each character is in the display or with one player; each building is at most once in a city."""
    found = []
    everywhere = [*state.characters, *(name for player in state.players for name in (*player.night, *player.day))]
    if len(everywhere) != len(CHARACTERS) or len(set(everywhere)) != len(CHARACTERS):
        found.append(Defect("/characters", "wrong_count", "Each character must be in the display or with one player, exactly once."))
    for seat, player in enumerate(state.players):
        if len(set(player.buildings)) != len(player.buildings):
            found.append(Defect(f"/players/{seat}/buildings", "built_twice", "Each city building can be built once (HEL-4.6)."))
    return found


def token_defects(state: State) -> list[Defect]:
    """Counts mana and houses."""
    found = []
    mana = state.mana + sum(player.mana for player in state.players)
    if mana != BOX.supply.mana:
        found.append(Defect("/mana", "wrong_count", f"There must be {BOX.supply.mana} mana, not {mana}."))
    houses = state.houses + sum(len(player.buildings) + temples_of(player) for player in state.players)
    if houses != BOX.supply.houses:
        found.append(Defect("/houses", "wrong_count", f"There must be {BOX.supply.houses} houses, not {houses}."))
    return found
