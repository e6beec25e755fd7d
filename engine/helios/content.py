"""The components of Helios as typed tables, read from a data folder and validated once."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal, get_args

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
"""HEL-1.3: redwood, granite, bamboo, spring, obsidian. Wherever lands or cubes are counted, the counts stand in this order."""
SPECIALS: tuple[Special, ...] = get_args(Special)
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
SLOTS: tuple[Slot, ...] = get_args(Slot)
BUILDINGS: tuple[Building, ...] = get_args(Building)
CHARACTERS: tuple[Character, ...] = get_args(Character)
ACTION_TILES: tuple[ActionTile, ...] = get_args(ActionTile)


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class BoardData(Record, frozen=True):
    """The player board as printed (HEL-2.1, HEL-2.2); a field's number is its place in light + rim."""

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
    """What the general supply holds (HEL-1.2)."""

    cubes: int
    mana: int
    houses: int


class Begin(Record, frozen=True):
    """What a player begins with (HEL-3.2)."""

    mana: int
    track: int


class Track(Record, frozen=True):
    """The sun track (HEL-2.3): its last number."""

    last: int


class Gains(Record, frozen=True):
    """What a mana field and a full orbit bring (HEL-4.4, HEL-4.12)."""

    mana_field: int
    orbit: int


class Scores(Record, frozen=True):
    """What counts how much at the end (HEL-9.1)."""

    edge: int
    mana: int
    empty_fields: int
    lands: int
    cubes: int
    temples: int


class SeatNumbers(Record, frozen=True):
    """Rounds and turns for one number of players, and the rounds that begin with new action tiles."""

    seats: int
    rounds: int
    turns: int
    new_display: tuple[int, ...]


class Components(Record, frozen=True):
    """The box (HEL-1.1, HEL-1.2) and the table of rounds."""

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
    """A city building (HEL-7): its cost, what it brings at once, what it does and what it is worth."""

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
    """A character (HEL-8): price in mana, activation cost, gains at once, and the points per what."""

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
    """All data files, and the board by field number: who lies next to whom, and sets of fields as bit masks."""

    board: BoardData
    box: Components
    buildings: dict[Building, BuildingData]
    characters: dict[Character, CharacterData]
    places: tuple[hexes.Hex, ...]
    number: dict[hexes.Hex, int]
    neighbours: tuple[tuple[int, ...], ...]
    around: tuple[int, ...]

    def mask(self, places: tuple[hexes.Hex, ...]) -> int:
        """The set of these fields."""
        return sum(1 << self.number[place] for place in places)


def load(folder: Traversable) -> DataFiles:
    """Reads a data folder; ValueError says everything that is wrong with it."""
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
    """What HEL-2.1 and HEL-2.2 ask of any board: a rim all round the light fields, and every named place on it."""
    light, rim = set(data.light), set(data.rim)
    found = []
    if len(light) != len(data.light) or len(rim) != len(data.rim) or light & rim:
        found.append("a field of the board is listed twice")
    edge = {near for place in light for near in hexes.neighbours(place)} - light
    if edge != rim:
        found.append(f"the rim must be exactly the fields round the light ones: {sorted(edge ^ rim)}")
    if data.start not in light or data.sun not in hexes.neighbours(data.start):
        found.append("the starting land is a light field, and the sun begins next to it")
    if not {*data.cube_fields, *data.mana_fields} <= light or not set(data.edge_fields) <= rim:
        found.append("cube and mana fields are light, edge fields are rim fields")
    rays = [[place for place in _ray(data.start, side) if place in light | rim] for side in range(6)]
    if not any(sorted(data.gold) == sorted(rays[side]) and sorted(data.opposite) == sorted(rays[side - 3]) for side in range(6)):
        found.append("the gold line is a straight line from the starting land to the rim, and the opposite ray leads the other way")
    return found


def _ray(start: hexes.Hex, side: int) -> list[hexes.Hex]:
    q, r = hexes.DIRECTIONS[side]
    return [(start[0] + q * steps, start[1] + r * steps) for steps in range(1, 30)]


def box_faults(box: Components) -> list[str]:
    """What HEL-1.1 and the table of rounds ask: every kind is there, and enough of each to set up."""
    found = []
    if tuple(box.lands) != COLORS or tuple(box.specials) != SPECIALS or tuple(box.actions) != SYMBOLS:
        found.append("lands, specials and actions list every kind, in the order of the rules")
    if any(f"{symbol}_{color}" not in ACTION_TILES for symbol, counts in box.actions.items() for color in counts):
        found.append("action tiles are red, blue, yellow or gray")
    if any(box.lands[color] < box.stack_size + 4 for color in box.starting_lands) or min(box.lands.values()) < box.stack_size:
        found.append("there are lands for every stack and every starting land")
    if any(table.rounds > box.stack_size or table.new_display[:1] != (1,) for table in box.tables):
        found.append("each round turns up a land of every stack, and the first lays out action tiles")
    if any(sum(counts.values()) < box.column_length for counts in box.actions.values()):
        found.append("there are action tiles for a first display")
    return found


def cost_faults(buildings: dict[Building, BuildingData], characters: dict[Character, CharacterData]) -> list[str]:
    """HEL-4.7 needs the coloured cubes of one cost to be of different colours; each function has one building."""
    found = []
    if tuple(buildings) != BUILDINGS or tuple(characters) != CHARACTERS:
        found.append("buildings and characters stand in the order of the rules, all of them")
    costs: dict[str, tuple[tuple[Color, ...], ...]] = {name: item.cost for name, item in buildings.items()}
    costs |= {name: item.cost for name, item in characters.items()}
    for name, cost in costs.items():
        colors = [color for choices in cost for color in choices]
        if len(set(colors)) != len(colors) or () in cost:
            found.append(f"{name}: every coloured cube has colours of its own")
    functions = [item.function for item in buildings.values() if item.function]
    if len(set(functions)) != 8 or len(functions) != 8:
        found.append("each of the eight functions belongs to exactly one building")
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
"""Where the marker stands with a Power Plant: the space after the last number (HEL-2.3)."""

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
"""HEL-4.1: a coloured tile has its slot, a gray one the choice of all."""


def action_tiles(symbol: Symbol) -> list[ActionTile]:
    """All action tiles of a symbol, in the order of the data file."""
    counts = BOX.actions[symbol]
    return [tile for tile in ACTION_TILES for color, count in counts.items() if tile == f"{symbol}_{color}" for _ in range(count)]


def _toml(name: str) -> Any:
    return msgspec.toml.decode((FOLDER / name).read_bytes())


CONTENT: dict[str, Any] = {
    "colors": list(COLORS),
    "board": _toml("board.toml") | {"neighbours": [list(near) for near in NEIGHBOURS], "sun_symbol": SUN_SYMBOL},
    "components": _toml("components.toml"),
    "buildings": _toml("buildings.toml"),
    "characters": _toml("characters.toml"),
}
"""What clients get: the data files, and the board by field number."""
