"""The pieces of Blue Moon City, one object each: cards, tiles, layouts, and the numbers for each number of players."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from engine.blue_moon_city import content, records
from engine.blue_moon_city.native.groups import TURNS, group_of

OUTSIDE: Final = -1
"""No cell: the place of a dragon outside the city."""

UNKNOWN: Final = -1
"""The number of crystals, or the seed, in the view of a seat that does not know it."""

GREEN: Final[int] = content.COLORS.index("green")
BROWN: Final[int] = content.COLORS.index("brown")
WHITE: Final[int] = content.COLORS.index("white")
TURNS_OF_ONE: Final[int] = TURNS["hoax_1"]
TURNS_OF_TWO: Final[int] = TURNS["hoax_2"]
COLOR_COUNT: Final[int] = len(content.COLORS)
ANY: Final[int] = COLOR_COUNT
"""The colour of a space that may be paid in any colour."""

NO_POWER: Final = 0
CALL_DRAGON: Final = 1
FLY: Final = 2
HURRY: Final = 3

NO_ACTION: Final = 0
COURTYARD: Final = 1
MAIN_HALL: Final = 2
HOSPITAL: Final = 3
GOLDEN_SHRINE: Final = 4
SPECIALS: Final = ("", "courtyard", "main_hall", "hospital", "golden_shrine")


class Card:
    """All cards of one people and value, which are alike (BMC-1.2).

    `group` is a single card as a group, `power` what it does in the movement (BMC-3.1), `turns` the cards that a Hoax turns (BMC-3.3).
    """

    def __init__(self, index: int, name: str) -> None:
        self.index: i64 = index
        self.name = name
        self.color: i64 = content.COLOR_OF[name]
        self.value: i64 = content.VALUE_OF[name]
        self.group = group_of(self.value, 1)
        self.dragon: i64 = content.DRAGON_OF.get(name, -1)
        self.turns: i64 = TURNS.get(name, 0)
        self.power: i64 = _power(name)


def _power(name: str) -> int:
    """BMC-3.1: cards of value 3 have no power."""
    if name in content.DRAGON_OF:
        return CALL_DRAGON if content.VALUE_OF[name] < 3 else NO_POWER
    return {"flit_1": FLY, "flit_2": HURRY}.get(name, NO_POWER)


class Bonus:
    """A bonus of a building: crystals, golden scales and cards (BMC-4.2)."""

    def __init__(self, crystals: int, scales: int, cards: int) -> None:
        self.crystals = crystals
        self.scales = scales
        self.cards = cards


class Tile:
    """A tile: the colours and numbers of its spaces, its bonuses and its action. The courtyard has no spaces."""

    def __init__(self, tile: records.Tile) -> None:
        self.name = tile.id
        self.colors = [ANY if space.color == "any" else content.COLORS.index(space.color) for space in tile.spaces]
        self.values = [space.value for space in tile.spaces]
        self.majority = _bonus(tile.majority)
        self.construction = _bonus(tile.construction)
        self.neighborhood = _bonus(tile.neighborhood)
        self.special: i64 = SPECIALS.index(tile.special or "")


def _bonus(bonus: records.Bonus) -> Bonus:
    return Bonus(bonus.crystals, bonus.scales, bonus.cards)


class Layout:
    """The cells of a city: neighbours of each cell, distances between cells, the cell of the courtyard."""

    def __init__(self, index: int, geometry: records.Geometry) -> None:
        self.index: i64 = index
        self.size = len(geometry.cells)
        self.courtyard = geometry.courtyard
        self.neighbours = [list(cells) for cells in geometry.neighbours]
        self.distances = [list(row) for row in geometry.distances]


class Table:
    """The numbers that depend on the number of players (BMC-1.3, BMC-1.4)."""

    def __init__(self, seats: int) -> None:
        self.seats: i64 = seats
        self.prices = list(content.obelisk(seats))
        self.scales = content.BY_SEATS[seats].scales
        self.offerings_to_win = content.BY_SEATS[seats].offerings_to_win


CARDS: Final[list[Card]] = [Card(index, name) for index, name in enumerate(content.CARDS)]
"""The cards in the order of their names, in which hands are sorted."""

CARD: Final[dict[str, Card]] = {card.name: card for card in CARDS}
COUNTS: Final[list[int]] = [content.CARD_COUNTS[card.name] for card in CARDS]
"""How many of each card there are."""

BY_PEOPLE: Final[list[Card]] = [CARD[name] for name in content.CARD_COUNTS]
"""The cards in the order of the data file."""

TILES: Final[dict[str, Tile]] = {name: Tile(tile) for name, tile in content.TILES.items()}
LAYOUTS: Final[list[Layout]] = [Layout(index, geometry) for index, geometry in enumerate(content.CITIES)]
TABLES: Final[dict[int, Table]] = {seats: Table(seats) for seats in content.BY_SEATS}
