"""The sun action: where the sun can stop, and what it lights there (HEL-4.9, HEL-4.12, HEL-4.13)."""

from __future__ import annotations

from engine.game import Event
from engine.helios.events import SunMoved
from engine.helios.native import fields
from engine.helios.native.bags import count
from engine.helios.native.decisions import ScarceLight
from engine.helios.native.fields import LIGHT_AROUND
from engine.helios.native.moves import LIGHT_TILE, MoveSun
from engine.helios.native.pieces import LANDS
from engine.helios.native.position import Player, Position
from engine.helios.rules.sun import Way, ways
from engine.helios.rules.supply import gain_cube, score
from engine.native import Move


def ways_of(player: Player) -> list[Way]:
    """Returns every outcome of a sun action of this player."""
    return ways(player.land.taken, player.sun, player.armed, player.track, player.sun_beside)


def way_of(player: Player, move: MoveSun) -> Way:
    """Returns the way that a sun move takes."""
    for way in ways_of(player):
        if way.move is move:
            return way
    raise ValueError("the sun cannot stop there")


def add_sun_moves(position: Position, seat: int, moves: list[Move]) -> None:
    """Lists a move for every field where the sun can stop, with and without a full orbit if both are possible."""
    for way in ways_of(position.players[seat]):
        moves.append(way.move)


def temple_points(player: Player, field: int) -> int:
    """HEL-4.13: returns the points of a lit temple: one for its tile and for each tile next to it, and more with the City Council."""
    return 1 + fields.count_around(field, player.land.taken) + player.city.council_points


def lit_temples(player: Player, sun: int) -> list[int]:
    """Returns the fields of the temples that the sun lights."""
    return [near for near in LIGHT_AROUND[sun] if fields.has(player.land.temples, near)]


class LitLands:
    """The lit lands of one colour that gain a cube."""

    def __init__(self, color: int, field: int) -> None:
        self.color = color
        self.fields = [field]


def lands_gaining_cubes(player: Player, sun: int) -> list[LitLands]:
    """HEL-4.13: returns the lit lands that gain a cube, by colour: empty lands and, with the Warehouse, those with one cube."""
    room = player.city.room_in_light
    found: list[LitLands] = []
    for near in LIGHT_AROUND[sun]:
        tile = player.land.tiles[near]
        if tile is not None and tile.kind < LANDS and not tile.temple and len(tile.cubes) < room:
            for lands in found:
                if lands.color == tile.kind:
                    lands.fields.append(near)
                    break
            else:
                found.append(LitLands(tile.kind, near))
    return found


def move_sun(position: Position, seat: int, move: MoveSun, events: list[Event] | None) -> None:
    """Moves the sun, scores an orbit completed on its path, and lights the tiles next to it."""
    player = position.change(seat)
    way = way_of(player, move)
    player.sun, player.sun_beside, player.armed = way.field, way.beside, way.armed
    if events is not None:
        events.append(SunMoved(seat, way.path, way.beside, way.armed))
    if way.orbit:
        score(position, seat, player.city.orbit_points, "orbit", -1, events)
    for field in lit_temples(player, way.field):
        score(position, seat, temple_points(player, field), "temple", field, events)
    for lands in lands_gaining_cubes(player, way.field):
        light(position, seat, lands, events)


def light(position: Position, seat: int, lands: LitLands, events: list[Event] | None) -> None:
    """Gains a cube on every lit land of a colour; if there are too few cubes, the player chooses the lands (HEL-1.2)."""
    left = count(position.cubes, lands.color)
    if left >= len(lands.fields):
        for field in lands.fields:
            gain_cube(position, seat, lands.color, field, "light", events)
    elif left:
        position.pending.append(ScarceLight(seat, lands.fields))


def scarce_moves(scarce: ScarceLight) -> list[Move]:
    """Returns a move for each land that can gain a scarce cube."""
    return [LIGHT_TILE[field] for field in scarce.fields]


def share_light(position: Position, scarce: ScarceLight, field: int, events: list[Event] | None) -> None:
    """Places one scarce cube; while cubes are left, the player chooses again (HEL-1.2)."""
    color = position.players[scarce.seat].land.tile(field).kind
    gain_cube(position, scarce.seat, color, field, "light", events)
    if count(position.cubes, color):
        position.pending.append(ScarceLight(scarce.seat, [other for other in scarce.fields if other != field]))
