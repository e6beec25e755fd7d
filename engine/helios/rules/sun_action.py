"""The sun action: where the sun can stop, and what it lights there (HEL-4.9, HEL-4.12, HEL-4.13)."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from engine.game import Event
from engine.helios.content import (
    BOX,
    BUILDING,
    CITY_COUNCIL,
    COLOR_INDEX,
    COLORS,
    LIGHT,
    NEIGHBOURS,
    WAREHOUSE,
    WATCH_TOWER,
    Color,
)
from engine.helios.events import SunMoved
from engine.helios.moves import LightTile, MoveSun, ScarceLight
from engine.helios.rules.outline import CACHED, outline
from engine.helios.rules.sun import Way, place_of, ways, ways_from
from engine.helios.rules.supply import gain_cube, score
from engine.helios.state import Player, State, land_of

LIGHT_TILE = tuple(LightTile(field) for field in range(LIGHT))


def ways_of(player: Player) -> tuple[Way, ...]:
    """Returns every outcome of a sun action of this player."""
    return ways(land_of(player), player.sun, player.armed, player.track, player.sun_beside)


def way_of(player: Player, move: MoveSun) -> Way:
    """Returns the way that a sun move takes."""
    return next(way for way in ways_of(player) if way.field == move.field and way.orbit == move.orbit)


def sun_moves(state: State, seat: int) -> list[MoveSun]:
    """Returns a move for every field where the sun can stop, with and without a full orbit if both are possible."""
    player = state.players[seat]
    land = land_of(player)
    return list(_moves(land, place_of(outline(land), player.sun, player.sun_beside), player.armed, player.track))


@lru_cache(maxsize=CACHED)
def _moves(land: int, place: int, armed: bool, track: int) -> tuple[MoveSun, ...]:
    return tuple(MoveSun(way.field, way.orbit) for way in ways_from(land, place, armed, track))


def orbit_points(player: Player) -> int:
    """HEL-4.12: returns the points of a full orbit, which are more with the Watch Tower."""
    return BUILDING[WATCH_TOWER].amount if WATCH_TOWER in player.buildings else BOX.gains.orbit


def temple_points(player: Player, field: int) -> int:
    """HEL-4.13: returns the points of a lit temple: one for its tile and for each tile next to it, and more with the City Council."""
    tiles = player.tiles
    around = sum(near < LIGHT and tiles[near] is not None for near in NEIGHBOURS[field])
    return 1 + around + (BUILDING[CITY_COUNCIL].amount if CITY_COUNCIL in player.buildings else 0)


def lit_temples(player: Player, sun: int) -> list[int]:
    """Returns the fields of the temples that the sun lights."""
    tiles = player.tiles
    return [near for near in NEIGHBOURS[sun] if near < LIGHT and (tile := tiles[near]) is not None and tile.temple]


def lands_gaining_cubes(player: Player, sun: int) -> dict[Color, list[int]]:
    """HEL-4.13: returns the lit lands that gain a cube, by colour: empty lands and, with the Warehouse, those with one cube."""
    room = min(2, BOX.tile_room) if WAREHOUSE in player.buildings else 1
    found: dict[Color, list[int]] = {}
    for near in NEIGHBOURS[sun]:
        tile = player.tiles[near] if near < LIGHT else None
        if tile is not None and not tile.temple and len(tile.cubes) < room and tile.tile in COLORS:
            found.setdefault(tile.tile, []).append(near)
    return found


def move_sun(state: State, seat: int, move: MoveSun, events: list[Event]) -> None:
    """Moves the sun, scores an orbit completed on its path, and lights the tiles next to it."""
    player = state.players[seat]
    way = way_of(player, move)
    player.sun, player.sun_beside, player.armed = way.field, way.beside, way.armed
    events.append(SunMoved(seat, way.path, way.beside, way.armed))
    if way.orbit:
        score(state, seat, orbit_points(player), "orbit", None, events)
    for field in lit_temples(player, player.sun):
        score(state, seat, temple_points(player, field), "temple", field, events)
    for color, fields in lands_gaining_cubes(player, player.sun).items():
        light(state, seat, color, fields, events)


def light(state: State, seat: int, color: Color, fields: list[int], events: list[Event]) -> None:
    """Gains a cube on every lit land of a colour; if there are too few cubes, the player chooses the lands (HEL-1.2)."""
    left = state.cubes[COLOR_INDEX[color]]
    if left >= len(fields):
        for field in fields:
            gain_cube(state, seat, color, field, "light", events)
    elif left:
        state.pending.append(ScarceLight(seat, tuple(fields)))


def scarce_moves(scarce: ScarceLight) -> list[LightTile]:
    """Returns a move for each land that can gain a scarce cube."""
    return [LIGHT_TILE[field] for field in scarce.fields]


def share_light(state: State, scarce: ScarceLight, field: int, events: list[Event]) -> None:
    """Places one scarce cube; while cubes are left, the player chooses again (HEL-1.2)."""
    tile = state.players[scarce.seat].tiles[field]
    assert tile is not None
    color = cast(Color, tile.tile)
    gain_cube(state, scarce.seat, color, field, "light", events)
    if state.cubes[COLOR_INDEX[color]]:
        state.pending.append(ScarceLight(scarce.seat, tuple(other for other in scarce.fields if other != field)))
