"""The evaluation of Helios, in expected victory points at the end. The weights were chosen by hand and verified by self-play."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.ai.evaluation import Evaluation
from engine.helios.content import (
    AROUND,
    BOX,
    BUILDING,
    BY_SEATS,
    CHARACTER,
    CITADEL,
    CITY_COUNCIL,
    COLORS,
    EDGE_FIELDS,
    LIGHT,
    NEIGHBOURS,
    POWER_PLANT,
    SUN_SYMBOL,
    WAREHOUSE,
    WATCH_TOWER,
    Building,
    Character,
)
from engine.helios.moves import ActionTurn, BonusAction, BonusCube, DrawnLands, Payment, RegularAction, TempleSite, Trade
from engine.helios.state import Player, SlotTiles, State, Tile

SCALE = 9.0
"""A lead of this many points wins about three games of four."""

TURN = 4.5
"""The value of a remaining turn; it makes seats that have moved comparable with seats that have not."""

SUN_SHARE = 0.4
"""The share of the remaining turns with a sun action, bonus actions included."""

MANA = (0.0, 2.0, 4.0, 5.8, 7.3, 8.6, 9.7)
"""The value by amount of mana while characters are for sale: two to four buy one of about twelve points. More mana is one point each."""

CUBE, CUBES_USEFUL = 1.5, 9
"""The value of a cube, which pays for temples, buildings and characters; and the number of cubes above which more are useless."""

CUBE_COLOR = 0.4
"""The value of each colour among the cubes: costs require particular colours."""

TRACK = 0.35
"""The value of a step on the sun track, besides its effect on the sun's reach."""

TILE = 0.7
"""The value of a tile on the board: room for a cube or a temple, and a neighbour of temples."""

DRY = 0.12
"""The value of each land without a cube, per future sun action: it will gain one."""

SLOT = (0.0, 0.5, 1.3, 2.6, 4.0, *[4.0] * (BOX.tiles_for_bonus - 4))
"""The value by number of action tiles under a slot: the fourth earns a bonus action."""

NIGHT, ACTIVATION = 0.75, 3
"""The expected share of a night-side character's points, and the cubes its activation costs."""

CUBES_TO_COME = 0.8
"""The cubes per remaining turn that are available for characters."""

HOPE = {"lands": 0.8, "empty_fields": -0.5, "cubes": 0.6, "temples": 0.7}
"""The expected change of a special tile's points per adjacent light field that can still change."""

GROWTH = {"house": 1.1, "tile": 0.9, "special": 0.6, "colour": 0.3, "track": 0.5, "once": 0.0, "edge": 0.4, "cube_and_mana": 0.2}
"""The expected growth of a character's points per remaining turn."""

ACTION = {"land": 4.0, "build": 4.0, "sun": 4.0}
"""The value of an action that is taken and not yet carried out."""

FUNCTION = {"second_cube": 0.35, "temple_price": 0.3}
"""The value of the Warehouse and of the Citadel per remaining turn."""

TEMPLE = 3.0
"""The value of a temple that is paid for and not yet placed."""


class Land(NamedTuple):
    """The evaluation of a player's tiles."""

    tiles: int
    specials: int
    colors: int
    temples: int
    cubes: int
    cube_colors: int
    edges: int
    points: int
    hope: float
    dry: int
    rim: int
    light_best: int
    light_mean: float


@lru_cache(maxsize=16384)
def _land(tiles: tuple[Tile | None, ...], council: bool) -> Land:
    """Evaluates the tiles of a board."""
    laid = [(field, tile) for field, tile in enumerate(tiles) if tile is not None]
    mask = sum(1 << field for field, _ in laid)
    outline = 0
    for field, _ in laid:
        outline |= AROUND[field]
    rim = (outline & ~mask).bit_count()
    lights = _lights(laid, mask, council)
    cubes = [cube for _, tile in laid for cube in tile.cubes]
    lands = [tile for _, tile in laid if tile.tile in COLORS]
    return Land(
        len(laid),
        len(laid) - len(lands),
        len({tile.tile for tile in lands}),
        sum(tile.temple for _, tile in laid),
        len(cubes),
        len(set(cubes)),
        sum(AROUND[field] & mask != 0 for field in EDGE_FIELDS),
        sum(_special(tiles, field, tile, mask) for field, tile in laid),
        sum(_hope(tiles, field, tile) for field, tile in laid if tile.tile in HOPE),
        sum(not tile.cubes and not tile.temple for tile in lands),
        rim,
        max(lights.values(), default=0),
        sum(lights.values()) / max(rim, 1),
    )


def _lights(laid: list[tuple[int, Tile]], mask: int, council: bool) -> dict[int, int]:
    """Returns for each empty field next to temples the points they score when the sun stops there (HEL-4.13)."""
    lights: dict[int, int] = {}
    for field, tile in laid:
        if tile.temple:
            points = 1 + (AROUND[field] & mask).bit_count() + (BUILDING[CITY_COUNCIL].amount if council else 0)
            for near in NEIGHBOURS[field]:
                if not mask >> near & 1:
                    lights[near] = lights.get(near, 0) + points
    return lights


def _special(tiles: tuple[Tile | None, ...], field: int, tile: Tile, mask: int) -> int:
    """Returns the current points of a special tile (HEL-9.1)."""
    if tile.tile in COLORS:
        return 0
    if tile.tile == "lands":
        return BOX.scores.lands * (1 + (AROUND[field] & mask).bit_count())
    if tile.tile == "empty_fields":
        return BOX.scores.empty_fields * (len(NEIGHBOURS[field]) - (AROUND[field] & mask).bit_count())
    near = [tile, *(other for place in NEIGHBOURS[field] if place < LIGHT and (other := tiles[place]) is not None)]
    if tile.tile == "cubes":
        return BOX.scores.cubes * sum(len(other.cubes) for other in near)
    return BOX.scores.temples * sum(other.temple for other in near)


def _hope(tiles: tuple[Tile | None, ...], field: int, tile: Tile) -> float:
    """Returns the expected change of a special tile's points as the board fills."""
    near = [tiles[place] for place in NEIGHBOURS[field] if place < LIGHT]
    open_fields = near.count(None) if tile.tile in ("lands", "empty_fields") else sum(not (other and other.temple) for other in near)
    return HOPE[tile.tile] * open_fields


class Board(NamedTuple):
    """A player in hashable form, for caching: most moves change nothing for the other players."""

    tiles: tuple[Tile | None, ...]
    track: int
    mana: int
    points: int | None
    slots: tuple[SlotTiles, ...]
    buildings: tuple[Building, ...]
    night: tuple[Character, ...]
    day: tuple[Character, ...]


def _board(player: Player) -> Board:
    return Board(
        tuple(player.tiles), player.track, player.mana, player.points, tuple(player.slots), player.buildings, player.night, player.day
    )


def worth(state: State) -> list[float]:
    """Returns the expected points of each seat."""
    for_sale = bool(state.characters)
    found = [_own(_board(player), _turns_left(state, seat), for_sale) for seat, player in enumerate(state.players)]
    for decision in state.pending:
        found[decision.seat] += _begun(decision)
    return found


def _turns_left(state: State, seat: int) -> int:
    """Returns the number of action turns the seat has left, including one that it has not begun."""
    seats = len(state.players)
    numbers = BY_SEATS[seats]
    later = (numbers.rounds - state.round) * numbers.turns
    if not state.turn:
        return later
    begun = state.turn - isinstance(state.pending[-1], ActionTurn) if state.pending else state.turn
    place = (seat - state.start_seat) % seats
    return later + numbers.turns - (begun - place + seats - 1) // seats


@lru_cache(maxsize=16384)
def _own(player: Board, left: int, for_sale: bool) -> float:
    """Returns the value of one player's pieces, by turns left and whether characters are for sale."""
    buildings = player.buildings
    land = _land(player.tiles, CITY_COUNCIL in buildings)
    total = TURN * left + (player.points or 0.0) + BOX.scores.edge * land.edges + land.points
    total += sum([BUILDING[name].points for name in buildings])
    total += left * SUN_SHARE * _sun_income(player, land)
    fading = min(1.0, (left + 3.0) / 10.0)
    total += CUBE * min(land.cubes, CUBES_USEFUL) * fading + CUBE_COLOR * land.cube_colors * fading
    total += (_mana(player.mana, for_sale) if left or land.cubes >= ACTIVATION else player.mana) + land.hope * min(1.0, left / 10.0)
    if left:
        total += TRACK * min(player.track, SUN_SYMBOL - 1) * fading + TILE * land.tiles * fading
        total += sum([SLOT[len(slot)] for slot in player.slots]) * min(1.0, left / 4.0)
        total += left * (FUNCTION["second_cube"] * (WAREHOUSE in buildings) + FUNCTION["temple_price"] * (CITADEL in buildings))
    for name in player.day:
        total += _character(player, land, name, left)
    return total + _nights(player, land, left, CUBE * fading)


def _nights(player: Board, land: Land, left: int, cube: float) -> float:
    """Returns the value of night-side characters, the best first, as far as current and future cubes can activate them."""
    payable = (land.cubes + CUBES_TO_COME * left) / ACTIVATION
    total = 0.0
    for points in sorted((_character(player, land, name, left) for name in player.night), reverse=True):
        total += NIGHT * max(0.0, min(1.0, payable)) * (points - ACTIVATION * cube)
        payable -= 1.0
    return total


def _sun_income(player: Board, land: Land) -> float:
    """Returns the gains of one sun action: lit temples (more with a longer reach), orbits and cubes."""
    free = player.track == SUN_SYMBOL
    reach = 1.0 if free else min(1.0, player.track / max(land.rim, 1))
    lit = reach * land.light_best + (1.0 - reach) * land.light_mean
    tower = BUILDING[WATCH_TOWER].amount if WATCH_TOWER in player.buildings else BOX.gains.orbit
    orbit = 0.0 if free or POWER_PLANT in player.buildings else tower
    return lit + 0.75 * reach * orbit + DRY * land.dry * (2 if WAREHOUSE in player.buildings else 1)


def _mana(mana: int, for_sale: bool) -> float:
    """Returns the value of mana: it buys characters while there are any, else it is one point each (HEL-9.1)."""
    if not for_sale:
        return float(mana)
    return MANA[mana] if mana < len(MANA) else MANA[-1] + mana - len(MANA) + 1


def _character(player: Board, land: Land, name: Character, left: int) -> float:
    """Returns the points of a day-side character, with their expected growth (HEL-8)."""
    character = CHARACTER[name]
    match character.per:
        case "house":
            count = land.temples + len(player.buildings)
        case "tile":
            count = land.tiles
        case "special":
            count = land.specials
        case "colour":
            count = land.colors
        case "track":
            count = 0 if player.track == SUN_SYMBOL else player.track
        case "once":
            count = 1
        case "edge":
            count = land.edges
        case "cube_and_mana":
            count = land.cubes + player.mana
    return character.points * count + GROWTH[character.per] * left


def _begun(decision: object) -> float:
    """Returns the value of a decision in progress, less what is still to pay for it."""
    match decision:
        case RegularAction(symbol=symbol):
            return ACTION[symbol]
        case BonusAction():
            return SLOT[-1]
        case BonusCube():
            return CUBE
        case Payment(purpose=purpose, required=required, any=any_cubes):
            return _bought(purpose) - CUBE * (len(required) + any_cubes)
        case TempleSite():
            return TEMPLE
        case DrawnLands(lands=lands):
            return len(lands) * (TILE + CUBE)
        case Trade():
            return 4.0
        case _:
            return 0.0


def _bought(purpose: str) -> float:
    """Returns the estimated value of what the player is paying for."""
    if purpose == "temple":
        return TEMPLE + 3.0
    building = BUILDING.get(purpose)  # type: ignore[call-overload]
    if building is not None:
        return float(building.points + building.track + 1.5 * building.mana + (2.0 if building.function else 0.0))
    return 5.0


EVALUATION = Evaluation(worth, SCALE, rivalry=0.7, width=14)
