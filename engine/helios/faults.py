"""Contradictions in the data files, as sentences. Data without faults can be played with every number of players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from engine import hexes
from engine.helios.records import (
    BUILDINGS,
    CHARACTERS,
    COLORS,
    SLOTS,
    SPECIALS,
    SYMBOLS,
    BoardData,
    Building,
    BuildingData,
    Character,
    CharacterData,
    Components,
    SeatNumbers,
)
from engine.shape import shape_faults

FILES: Mapping[str, Any] = {
    "board.toml": BoardData,
    "components.toml": Components,
    "buildings.toml": dict[Building, BuildingData],
    "characters.toml": dict[Character, CharacterData],
}
"""The data files and their types."""

MOST_FIELDS = 62
"""A set of fields is one machine integer."""


def faults(raw: Mapping[str, Any]) -> list[str]:
    """Returns every fault of the data, given as plain values by the name of the file: of their form, else contradictions."""
    found = [f"{name}{fault}" for name, kind in FILES.items() for fault in shape_faults(raw[name], kind)]
    if found:
        return found
    board, box, buildings, characters = (msgspec.convert(raw[name], kind) for name, kind in FILES.items())
    return [*board_faults(board), *box_faults(box), *cost_faults(buildings, characters)]


def board_faults(data: BoardData) -> list[str]:
    """Returns every contradiction with HEL-2.1 and HEL-2.2."""
    light, rim = set(data.light), set(data.rim)
    found = []
    if len({*data.light, *data.rim}) != len(data.light) + len(data.rim):
        found.append("a field of the board is listed twice")
    if len(light) + len(rim) > MOST_FIELDS:
        found.append(f"the board must have at most {MOST_FIELDS} fields")
    edge = {near for place in light for near in hexes.neighbours(place)} - light
    if edge != rim:
        found.append(f"the rim must be exactly the fields around the light fields: {sorted(edge ^ rim)}")
    if not is_connected(light) or not is_connected(rim):
        found.append("the light fields must be connected, and the rim must be one ring around them")
    if data.start not in light or data.sun not in hexes.neighbours(data.start):
        found.append("the starting land must be a light field, and the sun must start next to it")
    bonus = (*data.cube_fields, *data.mana_fields)
    if not set(bonus) <= light - {data.start} or not set(data.edge_fields) <= rim:
        found.append("cube and mana fields must be light fields other than that of the starting land, edge fields must be rim fields")
    if any(len(set(places)) != len(places) for places in (data.cube_fields, data.mana_fields, data.edge_fields)):
        found.append("a bonus field is listed twice")
    rays = [[place for place in _ray(data.start, side) if place in light | rim] for side in range(6)]
    if not any(sorted(data.gold) == sorted(rays[side]) and sorted(data.opposite) == sorted(rays[side - 3]) for side in range(6)):
        found.append("the gold line must lead straight from the starting land to the rim, and the opposite ray in the opposite direction")
    return found


def is_connected(places: set[hexes.Hex]) -> bool:
    """Returns whether there is a field, and all fields are connected with it."""
    reached: set[hexes.Hex] = set()
    new = set(sorted(places)[:1])
    while new:
        reached |= new
        new = {near for place in new for near in hexes.neighbours(place)} & places - reached
    return bool(places) and reached == places


def _ray(start: hexes.Hex, side: int) -> list[hexes.Hex]:
    q, r = hexes.DIRECTIONS[side]
    return [(start[0] + q * steps, start[1] + r * steps) for steps in range(1, 30)]


def box_faults(box: Components) -> list[str]:
    """Returns every contradiction with HEL-1.1 and the table of rounds."""
    found = []
    if tuple(box.lands) != COLORS or tuple(box.specials) != SPECIALS or tuple(box.actions) != SYMBOLS:
        found.append("lands, specials and actions must list every kind in the order of the rules")
    if len(box.starting_lands) < 2 or len(set(box.starting_lands)) != len(box.starting_lands):
        found.append("there must be a choice of two or more starting lands, each listed once")
    starting = set(box.starting_lands)
    if any(count < box.stack_size + (4 if color in starting else 0) for color, count in box.lands.items()):
        found.append("there must be enough lands for every stack and every starting land")
    if any(sum(counts.values()) < box.column_length for counts in box.actions.values()):
        found.append("there must be enough action tiles for the first display")
    if box.begin.mana * 4 > box.supply.mana or box.begin.track > box.track.last:
        found.append("the starting mana must be in the supply, and the sun marker must start on the sun track")
    if sorted(table.seats for table in box.tables) != [2, 3, 4]:
        found.append("there must be one table of rounds for each number of players")
    return found + [fault for table in box.tables for fault in table_faults(box, table)]


def table_faults(box: Components, table: SeatNumbers) -> list[str]:
    """Returns every contradiction of the table of rounds for one number of players."""
    found = []
    displays, rounds = table.new_display, range(1, table.rounds + 1)
    if list(displays) != sorted(set(displays) & set(rounds)) or displays[:1] != (1,):
        return [f"{table.seats} players: new displays must be in ascending order, from round 1 up to the last"]
    if table.rounds > box.stack_size:
        found.append(f"{table.seats} players: there must be a land of every stack for each round")
    everything = sum(count for counts in box.actions.values() for count in counts.values())
    for round_ in displays:
        needed = display_needs(table, round_)
        if needed > box.column_length * len(SYMBOLS):
            found.append(f"{table.seats} players: the display must have a tile for every turn")
        if needed > everything - table.seats * most_kept((round_ - 1) * table.turns, box.tiles_for_bonus):
            found.append(f"{table.seats} players: there must be enough action tiles for every turn, whatever players keep")
    return found


def display_needs(table: SeatNumbers, round_: int) -> int:
    """Returns the number of turns from a round with a new display up to the next one."""
    following = min((later for later in table.new_display if later > round_), default=table.rounds + 1)
    return (following - round_) * table.turns * table.seats


def most_kept(taken: int, tiles_for_bonus: int) -> int:
    """Returns how many of the action tiles that a player took can still be under the slots (HEL-4.2)."""
    room = len(SLOTS) * (tiles_for_bonus - 1)
    return taken if taken <= room else room - (room - taken) % tiles_for_bonus


def cost_faults(buildings: Mapping[Building, BuildingData], characters: Mapping[Character, CharacterData]) -> list[str]:
    """Returns costs that repeat a colour or are nothing, which HEL-4.7 rules out, and functions without exactly one building."""
    found = []
    if tuple(buildings) != BUILDINGS or tuple(characters) != CHARACTERS:
        found.append("buildings and characters must all be listed in the order of the rules")
    items: Iterable[tuple[str, BuildingData | CharacterData]] = (*buildings.items(), *characters.items())
    for name, item in items:
        colors = [color for choices in item.cost for color in choices]
        if len(set(colors)) != len(colors) or () in item.cost:
            found.append(f"{name}: the coloured cubes of a cost must not share colours")
        if not item.cost and not item.any:
            found.append(f"{name}: the cost must be one cube or more")
    functions = [item.function for item in buildings.values() if item.function]
    if len(set(functions)) != 8 or len(functions) != 8:
        found.append("each of the eight functions must belong to exactly one building")
    if any(item.function == "temple_price" and not item.amount for item in buildings.values()):
        found.append("a temple must cost one cube or more")
    return found
