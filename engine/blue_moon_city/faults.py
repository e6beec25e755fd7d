"""Contradictions in the data files, as sentences. Every game with data without faults comes to its end."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engine.blue_moon_city.records import Bonus, Components, Constants, Layout, Obelisk, People, SeatNumbers, Tile
from engine.shape import shape_faults

FILES: Mapping[str, Any] = {"components.json": Components, "tiles.json": tuple[Tile, ...]}
"""The data files and their types."""

PEOPLES = {
    "vulca": "black",
    "terrah": "red",
    "aqua": "blue",
    "flit": "gray",
    "khind": "green",
    "mimix": "brown",
    "hoax": "white",
    "pillar": "yellow",
}
"""The colour of each people (BMC-1.2)."""

CALLERS = ("vulca", "terrah", "aqua")
"""The peoples whose cards move a dragon (BMC-3.1)."""

DRAGON_COLORS = ("red", "green", "blue")
SEAT_COUNTS = (2, 3, 4)
COURTYARD = "courtyard"
VALUES = (1, 2, 3)
GRID = 5
"""The largest width and height of a city (BMC-2.1, BMC-2.2)."""

SPACES_MOST = 8
CARDS_OF_A_PEOPLE_MOST = 20
NUMBER_MOST = 99
"""The largest number of anything else that the data may state."""


def faults(raw: Mapping[str, Any]) -> list[str]:
    """Returns every fault of the data, given as plain values by the name of the file: of their form, else contradictions."""
    found = [f"{name}{fault}" for name, kind in FILES.items() for fault in shape_faults(raw[name], kind)]
    if found:
        return found
    box, tiles = (msgspec.convert(raw[name], kind, str_keys=True) for name, kind in FILES.items())
    return [
        *_people_faults(box),
        *_layout_faults(box, tiles),
        *_tile_faults(tiles),
        *_obelisk_faults(box.obelisk, box.players),
        *_constant_faults(box.constants, box),
    ]


def _people_faults(box: Components) -> Iterator[str]:
    """BMC-1.2: eight peoples with their colours, the same number of cards for each, one people for each dragon."""
    if Counter(box.colors) != Counter(PEOPLES.values()):
        yield "colors: they must be the eight colours of the peoples"
    if Counter(box.dragons) != Counter(DRAGON_COLORS):
        yield "dragons: they must be red, green and blue"
    if Counter({people.id: people.color for people in box.cards.peoples}.items()) != Counter(PEOPLES.items()):
        yield "cards: they must be of the eight peoples in their colours"
    if len(box.cards.peoples) != len(PEOPLES) or not 1 <= box.cards.per_people <= CARDS_OF_A_PEOPLE_MOST:
        yield f"cards: there must be 1 to {CARDS_OF_A_PEOPLE_MOST} cards of each of the eight peoples"
    if box.cards.total != box.cards.per_people * len(PEOPLES):
        yield "cards: their total is wrong"
    for people in box.cards.peoples:
        yield from _count_faults(people, box.cards.per_people)
    if Counter(people.dragon for people in box.cards.peoples if people.id in CALLERS) != Counter(DRAGON_COLORS):
        yield "cards: the Vulca, the Terrah and the Aqua must each move one of the three dragons"


def _count_faults(people: People, per_people: int) -> Iterator[str]:
    values = VALUES[:1] if people.id == "khind" else VALUES
    if not people.name:
        yield f"{people.id}: it has no name"
    if people.dragon is not None and people.id not in CALLERS:
        yield f"{people.id}: it cannot move a dragon"
    if min(people.counts.values(), default=0) < 0 or sum(people.counts.values()) != per_people:
        yield f"{people.id}: not {per_people} cards"
    if any(count and value not in values for value, count in people.counts.items()):
        yield f"{people.id}: a card has an impossible value"


def _layout_faults(box: Components, tiles: Sequence[Tile]) -> Iterator[str]:
    """BMC-2.1, BMC-2.2: there is a cell for each tile, and the starting tiles lie around the courtyard."""
    for name, layout in (("base", box.layout.base), ("expansion", box.layout.expansion)):
        cells = set(layout.cells)
        played = [tile for tile in tiles if name == "expansion" or tile.set == "base"]
        if len(cells) != len(layout.cells) or len(cells) != len(played):
            yield f"layout {name}: the number of cells is not the number of tiles"
        if layout.courtyard not in cells:
            yield f"layout {name}: the courtyard is not a cell"
        elif len(_reached(layout)) != len(cells):
            yield f"layout {name}: some cells cannot be reached"
        if cells and any(max(axis) - min(axis) >= GRID for axis in zip(*cells, strict=True)):
            yield f"layout {name}: it is larger than {GRID} by {GRID} cells"
        if Counter(layout.starting_cells) != Counter(beside(layout.courtyard, cells)):
            yield f"layout {name}: the starting cells are not the neighbours of the courtyard"
        if sum(tile.starting for tile in played) != len(layout.starting_cells):
            yield f"layout {name}: the number of starting tiles is not the number of starting cells"


def beside(cell: tuple[int, int], cells: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the orthogonal neighbours of a cell."""
    x, y = cell
    return [other for other in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)) if other in cells]


def _reached(layout: Layout) -> set[tuple[int, int]]:
    """Returns the cells to which a path leads from the courtyard."""
    cells = set(layout.cells)
    reached = {layout.courtyard}
    queue = deque(reached)
    while queue:
        new = [cell for cell in beside(queue.popleft(), cells) if cell not in reached]
        reached.update(new)
        queue.extend(new)
    return reached


def _tile_faults(tiles: Sequence[Tile]) -> Iterator[str]:
    """BMC-2.1, BMC-3.2: one courtyard and buildings with spaces."""
    if max(Counter(tile.id for tile in tiles).values(), default=0) > 1:
        yield "tiles: two have the same id"
    if [tile.id for tile in tiles].count(COURTYARD) != 1:
        yield "tiles: there must be one courtyard"
    for tile in tiles:
        if tile.id == COURTYARD:
            if tile.spaces or tile.starting or tile.special != COURTYARD or tile.set != "base":
                yield "courtyard: it is a tile of the base game without spaces"
        elif not 1 <= len(tile.spaces) <= SPACES_MOST or tile.special == COURTYARD:
            yield f"{tile.id}: a building has 1 to {SPACES_MOST} spaces, and no obelisk"
        if tile.starting and tile.set != "base":
            yield f"{tile.id}: the starting tiles are tiles of the base game"
        if tile.people is not None and tile.people.lower() not in PEOPLES:
            yield f"{tile.id}: there is no such people"
        if any(space.color not in (*PEOPLES.values(), "any") or not 1 <= space.value <= NUMBER_MOST for space in tile.spaces):
            yield f"{tile.id}: a space has an unknown colour or an impossible number"
        if any(_is_wrong(bonus) for bonus in (tile.majority, tile.construction, tile.neighborhood)):
            yield f"{tile.id}: a bonus has an impossible number"


def _is_wrong(bonus: Bonus) -> bool:
    return not all(0 <= number <= NUMBER_MOST for number in (bonus.crystals, bonus.scales, bonus.cards))


def _obelisk_faults(obelisk: Obelisk, players: dict[int, SeatNumbers]) -> Iterator[str]:
    """BMC-1.4: a space is left for every offering, and prices rise."""
    for prices in (obelisk.two_players, obelisk.three_or_four_players):
        if list(prices) != sorted(prices) or not all(1 <= cost <= NUMBER_MOST for cost in prices):
            yield "obelisk: its prices do not begin with the lowest, or one is impossible"
    if sorted(players) != list(SEAT_COUNTS):
        yield "players: the numbers must be for two, three and four players"
    for seats, numbers in players.items():
        spaces = obelisk.two_players if seats == SEAT_COUNTS[0] else obelisk.three_or_four_players
        if numbers.offerings_to_win < 1 or seats * (numbers.offerings_to_win - 1) >= len(spaces):
            yield f"{seats} players: the obelisk has too few spaces"


def _constant_faults(constants: Constants, box: Components) -> Iterator[str]:
    """BMC-1.3, BMC-2.3, BMC-3.7, BMC-5.1: a scoring of the scales always leaves some in the pool."""
    if not 0 <= constants.starting_hand * SEAT_COUNTS[-1] <= box.cards.total:
        yield "constants: there are too few cards for the starting hands"
    if not 1 <= constants.base_movement <= NUMBER_MOST:
        yield "constants: the movement must be at least one step"
    if not 0 <= constants.reset_discard_max <= NUMBER_MOST or not 0 <= constants.reset_draw_extra <= NUMBER_MOST:
        yield "constants: a number of the reset is impossible"
    crystals = (constants.scale_score_sole_most, constants.scale_score_tied_most, constants.scale_score_others)
    if not all(1 <= number <= NUMBER_MOST for number in (*crystals, constants.scale_score_threshold)):
        yield "constants: a number of the scoring of scales is impossible"
    for seats, numbers in box.players.items():
        if not (constants.scale_score_threshold - 1) * (seats - 1) < numbers.scales <= NUMBER_MOST:
            yield f"{seats} players: the number of scales is impossible"
        if not numbers.offerings_to_win <= constants.markers_per_player <= NUMBER_MOST:
            yield f"{seats} players: the number of markers is impossible"
