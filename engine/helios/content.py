"""The components of Helios as typed tables, read and validated at import time."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal, get_args

import msgspec

from engine import hexes

Color = Literal["brown", "gray", "green", "blue", "black"]
Special = Literal["empty_fields", "lands", "cubes", "temples"]
Symbol = Literal["land", "build", "sun"]
Slot = Literal["red", "blue", "yellow"]
Building = Literal[
    "observatory", "sanctuary", "solar_lodge", "sacred_grove", "power_plant", "exchange_bazaar",
    "city_council", "warehouse", "citadel", "land_management", "watch_tower", "palace",
]  # fmt: skip
Character = Literal["architect", "prophetess", "inventor", "cartographer", "princess", "priestess", "explorer", "treasurer"]
ActionTile = Literal[
    "land_red", "land_blue", "land_yellow", "land_gray", "build_red", "build_blue", "build_yellow", "build_gray",
    "sun_red", "sun_blue", "sun_yellow", "sun_gray",
]  # fmt: skip

COLORS: tuple[Color, ...] = get_args(Color)
"""HEL-1.3: redwood, granite, bamboo, spring, obsidian. This is the order of the counts wherever lands or cubes are counted."""
SPECIALS: tuple[Special, ...] = get_args(Special)
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
SLOTS: tuple[Slot, ...] = get_args(Slot)
BUILDINGS: tuple[Building, ...] = get_args(Building)
CHARACTERS: tuple[Character, ...] = get_args(Character)
ACTION_TILES: tuple[ActionTile, ...] = get_args(ActionTile)


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a data file; unknown, missing or wrong fields are errors."""


class BoardData(Record, frozen=True):
    """The printed player board (HEL-2.1, HEL-2.2); the number of a field is its index in light + rim."""

    light: tuple[hexes.Hex, ...]
    rim: tuple[hexes.Hex, ...]
    start: hexes.Hex
    sun: hexes.Hex
    gold: tuple[hexes.Hex, ...]
    opposite: tuple[hexes.Hex, ...]
    cube_fields: tuple[hexes.Hex, ...]
    mana_fields: tuple[hexes.Hex, ...]
    edge_fields: tuple[hexes.Hex, ...]


class Supply(Record, frozen=True):
    """The contents of the general supply (HEL-1.2)."""

    cubes: int
    mana: int
    houses: int


class Begin(Record, frozen=True):
    """The starting position of a player (HEL-3.2)."""

    mana: int
    track: int


class Track(Record, frozen=True):
    """The sun track (HEL-2.3): its last number."""

    last: int


class Gains(Record, frozen=True):
    """The gains from a mana field and from a full orbit (HEL-4.4, HEL-4.12)."""

    mana_field: int
    orbit: int


class Scores(Record, frozen=True):
    """The points in the final scoring (HEL-9.1)."""

    edge: int
    mana: int
    empty_fields: int
    lands: int
    cubes: int
    temples: int


class SeatNumbers(Record, frozen=True):
    """The rounds, the turns per round and the rounds with a new display, for one number of players."""

    seats: int
    rounds: int
    turns: int
    new_display: tuple[int, ...]


class Components(Record, frozen=True):
    """The components (HEL-1.1, HEL-1.2) and the table of rounds."""

    starting_lands: tuple[Color, ...]
    stack_size: int
    column_length: int
    tiles_for_bonus: int
    tile_room: int
    lands: dict[Color, int]
    specials: dict[Special, int]
    actions: dict[Symbol, dict[str, int]]
    supply: Supply
    begin: Begin
    track: Track
    gains: Gains
    scores: Scores
    tables: tuple[SeatNumbers, ...]


class BuildingData(Record, frozen=True):
    """A city building (HEL-7): its cost, its immediate gains, its function and its points."""

    points: int
    cost: tuple[tuple[Color, ...], ...] = ()
    any: int = 0
    track: int = 0
    mana: int = 0
    function: Literal[
        "unlimited_sun", "trade_mana", "lit_temple", "second_cube", "temple_price", "draw_lands", "orbit", "bonus_action", None
    ] = None
    amount: int = 0
    limit: int = 0


class CharacterData(Record, frozen=True):
    """A character (HEL-8): its price in mana, its activation cost, its immediate gains, and its points per unit of `per`."""

    price: int
    points: int
    per: Literal["house", "tile", "special", "colour", "track", "once", "edge", "cube_and_mana"]
    cost: tuple[tuple[Color, ...], ...] = ()
    any: int = 0
    track: int = 0
    mana: int = 0
    cubes: int = 0


@dataclass(frozen=True)
class DataFiles:
    """The contents of the data files, and the board indexed by field number; sets of fields are bit masks."""

    board: BoardData
    box: Components
    buildings: dict[Building, BuildingData]
    characters: dict[Character, CharacterData]
    places: tuple[hexes.Hex, ...]
    number: dict[hexes.Hex, int]
    neighbours: tuple[tuple[int, ...], ...]
    around: tuple[int, ...]

    def mask(self, places: tuple[hexes.Hex, ...]) -> int:
        """Returns the fields as a bit mask."""
        return sum(1 << self.number[place] for place in places)


def load(folder: Traversable) -> DataFiles:
    """Reads a data folder; raises ValueError with every fault."""
    data = msgspec.toml.decode((folder / "board.toml").read_bytes(), type=BoardData)
    box = msgspec.toml.decode((folder / "components.toml").read_bytes(), type=Components)
    buildings = msgspec.toml.decode((folder / "buildings.toml").read_bytes(), type=dict[Building, BuildingData])
    characters = msgspec.toml.decode((folder / "characters.toml").read_bytes(), type=dict[Character, CharacterData])
    faults = [*board_faults(data), *box_faults(box), *cost_faults(buildings, characters)]
    if faults:
        raise ValueError(f"helios/data: {'; '.join(faults)}")
    places = (*data.light, *data.rim)
    number = {place: field for field, place in enumerate(places)}
    neighbours = tuple(tuple(number[near] for near in hexes.neighbours(place) if near in number) for place in places)
    around = tuple(sum(1 << near for near in nearby) for nearby in neighbours)
    return DataFiles(data, box, buildings, characters, places, number, neighbours, around)


def board_faults(data: BoardData) -> list[str]:
    """Returns every contradiction with HEL-2.1 and HEL-2.2, as sentences."""
    light, rim = set(data.light), set(data.rim)
    found = []
    if len(light) != len(data.light) or len(rim) != len(data.rim) or light & rim:
        found.append("a field of the board is listed twice")
    edge = {near for place in light for near in hexes.neighbours(place)} - light
    if edge != rim:
        found.append(f"the rim must be exactly the fields around the light fields: {sorted(edge ^ rim)}")
    if data.start not in light or data.sun not in hexes.neighbours(data.start):
        found.append("the starting land must be a light field, and the sun must start next to it")
    if not {*data.cube_fields, *data.mana_fields} <= light or not set(data.edge_fields) <= rim:
        found.append("cube and mana fields must be light fields, edge fields must be rim fields")
    rays = [[place for place in _ray(data.start, side) if place in light | rim] for side in range(6)]
    if not any(sorted(data.gold) == sorted(rays[side]) and sorted(data.opposite) == sorted(rays[side - 3]) for side in range(6)):
        found.append("the gold line must lead straight from the starting land to the rim, and the opposite ray in the opposite direction")
    return found


def _ray(start: hexes.Hex, side: int) -> list[hexes.Hex]:
    q, r = hexes.DIRECTIONS[side]
    return [(start[0] + q * steps, start[1] + r * steps) for steps in range(1, 30)]


def box_faults(box: Components) -> list[str]:
    """Returns every contradiction with HEL-1.1 and the table of rounds, as sentences."""
    found = []
    if tuple(box.lands) != COLORS or tuple(box.specials) != SPECIALS or tuple(box.actions) != SYMBOLS:
        found.append("lands, specials and actions must list every kind in the order of the rules")
    if any(f"{symbol}_{color}" not in ACTION_TILES for symbol, counts in box.actions.items() for color in counts):
        found.append("action tiles must be red, blue, yellow or gray")
    if any(box.lands[color] < box.stack_size + 4 for color in box.starting_lands) or min(box.lands.values()) < box.stack_size:
        found.append("there must be enough lands for every stack and every starting land")
    if any(table.rounds > box.stack_size or table.new_display[:1] != (1,) for table in box.tables):
        found.append("there must be a land of every stack for each round, and new action tiles in the first round")
    if any(sum(counts.values()) < box.column_length for counts in box.actions.values()):
        found.append("there must be enough action tiles for the first display")
    return found


def cost_faults(buildings: dict[Building, BuildingData], characters: dict[Character, CharacterData]) -> list[str]:
    """Returns, as sentences, costs that repeat a colour, which HEL-4.7 rules out, and functions without exactly one building."""
    found = []
    if tuple(buildings) != BUILDINGS or tuple(characters) != CHARACTERS:
        found.append("buildings and characters must all be listed in the order of the rules")
    costs: dict[str, tuple[tuple[Color, ...], ...]] = {name: item.cost for name, item in buildings.items()}
    costs |= {name: item.cost for name, item in characters.items()}
    for name, cost in costs.items():
        colors = [color for choices in cost for color in choices]
        if len(set(colors)) != len(colors) or () in cost:
            found.append(f"{name}: the coloured cubes of a cost must not share colours")
    functions = [item.function for item in buildings.values() if item.function]
    if len(set(functions)) != 8 or len(functions) != 8:
        found.append("each of the eight functions must belong to exactly one building")
    return found


FOLDER = files(__package__) / "data"
DATA_FILES = load(FOLDER)

BOX = DATA_FILES.box
BUILDING = DATA_FILES.buildings
CHARACTER = DATA_FILES.characters
BY_SEATS = {table.seats: table for table in BOX.tables}
HEXES = DATA_FILES.places
NEIGHBOURS = DATA_FILES.neighbours
AROUND = DATA_FILES.around
LIGHT = len(DATA_FILES.board.light)
FIELDS = len(HEXES)
LIGHT_MASK = (1 << LIGHT) - 1
RIM_MASK = (1 << FIELDS) - 1 ^ LIGHT_MASK
START = DATA_FILES.number[DATA_FILES.board.start]
SUN = DATA_FILES.number[DATA_FILES.board.sun]
GOLD = DATA_FILES.mask(DATA_FILES.board.gold)
OPPOSITE = DATA_FILES.mask(DATA_FILES.board.opposite)
CUBE_FIELDS = DATA_FILES.mask(DATA_FILES.board.cube_fields)
MANA_FIELDS = DATA_FILES.mask(DATA_FILES.board.mana_fields)
EDGE_FIELDS = tuple(DATA_FILES.number[place] for place in DATA_FILES.board.edge_fields)
SUN_SYMBOL = BOX.track.last + 1
"""The space of the marker with a Power Plant: the one after the last number (HEL-2.3)."""

OF_FUNCTION: dict[str, Building] = {item.function: name for name, item in BUILDING.items() if item.function}
POWER_PLANT = OF_FUNCTION["unlimited_sun"]
CITY_COUNCIL = OF_FUNCTION["lit_temple"]
WAREHOUSE = OF_FUNCTION["second_cube"]
CITADEL = OF_FUNCTION["temple_price"]
WATCH_TOWER = OF_FUNCTION["orbit"]
BAZAAR = OF_FUNCTION["trade_mana"]

COLOR_INDEX: dict[str, int] = {color: index for index, color in enumerate(COLORS)}
SYMBOL_OF: dict[str, Symbol] = {f"{symbol}_{color}": symbol for symbol in SYMBOLS for color in (*SLOTS, "gray")}
SLOTS_FOR: dict[str, tuple[Slot, ...]] = {tile: tuple(slot for slot in SLOTS if tile.endswith(slot)) or SLOTS for tile in ACTION_TILES}
"""HEL-4.1: a coloured tile goes under the slot of its colour, a gray tile under any slot."""


def action_tiles(symbol: Symbol) -> list[ActionTile]:
    """Returns all action tiles of a symbol, in the order of the data file."""
    counts = BOX.actions[symbol]
    return [tile for tile in ACTION_TILES for color, count in counts.items() if tile == f"{symbol}_{color}" for _ in range(count)]


def tiles_needed(seats: int, round_: int) -> int:
    """Returns how many action tiles the display of a round needs for all turns until the next display is laid out (HEL-6.1)."""
    return display_needs(BY_SEATS[seats], round_)


def display_needs(table: SeatNumbers, round_: int) -> int:
    """Returns the number of turns from a round with a new display up to the next one."""
    following = min((later for later in table.new_display if later > round_), default=table.rounds + 1)
    return (following - round_) * table.turns * table.seats
