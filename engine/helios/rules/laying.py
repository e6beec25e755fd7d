"""Laying lands and special tiles, and placing bonus cubes (HEL-3.3, HEL-4.3, HEL-4.4, HEL-4.8)."""

from __future__ import annotations

from typing import Final, Literal

from engine.game import Event
from engine.helios.content import BOX, COLOR_INDEX, LIGHT, SPECIALS, START, Color
from engine.helios.events import CubeLost, CubeReason, LandRemoved, LandsDrawn, TileLaid
from engine.helios.moves import FaceUp, Source
from engine.helios.native import fields
from engine.helios.native.bags import count, one
from engine.helios.native.decisions import BonusCube, CharacterTurn, DrawnLands
from engine.helios.native.fields import CUBE_FIELDS, MANA_FIELDS
from engine.helios.native.land import Land
from engine.helios.native.moves import ADDITIONAL, CUBE, DRAWN, LAY, SOURCES, ChooseLand, LayDrawn, LayTile, PlaceCube
from engine.helios.native.pieces import BARE, BARE_TILES, KINDS, LANDS, LANDS_WITH_CUBE, WITH_CUBE
from engine.helios.native.position import Player, Position
from engine.helios.rules.sun import open_fields
from engine.helios.rules.supply import gain_cube, gain_mana, take_cube_of
from engine.native import Move

Origin = Literal["starting_land", "drawn"]
"""Where a tile comes from that is not taken from the display."""
ROOM: Final[int] = BOX.tile_room
MANA_GAINED: Final[int] = BOX.gains.mana_field


def sources(position: Position) -> list[int]:
    """HEL-4.3: returns the lands and special tiles that can be taken, as numbers of SOURCES."""
    found: list[int] = []
    for source in range(ADDITIONAL + 1):
        if position.face_up[source] is not None:
            found.append(source)
    for special in range(len(SPECIALS)):
        if count(position.specials, special):
            found.append(ADDITIONAL + 1 + special)
    return found


def fields_for(player: Player) -> list[int]:
    """Returns the fields where the player may lay a tile."""
    return open_fields(player.land.taken, player.sun)


def add_laying_moves(position: Position, seat: int, moves: list[Move]) -> None:
    """Lists every available tile on every field where it can be laid."""
    open_ = fields_for(position.players[seat])
    for source in sources(position):
        row = LAY[source]
        for field in open_:
            moves.append(row[field])


def can_lay(position: Position, seat: int) -> bool:
    """Returns whether the player can lay anything (HEL-4.4)."""
    return bool(sources(position)) and bool(fields_for(position.players[seat]))


def lay_taken(position: Position, seat: int, move: LayTile, events: list[Event] | None) -> None:
    """Carries out a land action: takes a tile and lays it."""
    source = move.source
    if source <= ADDITIONAL:
        taken = position.face_up[source]
        assert taken is not None
        position.face_up = position.face_up[:]
        position.face_up[source] = None
        lay(position, seat, COLOR_INDEX[taken.land], taken.cube, move.field, SOURCES[source], events)
    else:
        special = source - ADDITIONAL - 1
        position.specials -= one(special)
        lay(position, seat, LANDS + special, False, move.field, SOURCES[source], events)


def lay(position: Position, seat: int, kind: int, cube: bool, field: int, source: Source | Origin, events: list[Event] | None) -> None:
    """Lays a tile on a field and gives the bonus of the field (HEL-4.4)."""
    player = position.change(seat)
    player.land = player.land.with_tile(field, LANDS_WITH_CUBE[kind] if cube else BARE_TILES[kind])
    if events is not None:
        events.append(TileLaid(seat, KINDS[kind], field, cube, source))
    if fields.has(CUBE_FIELDS, field):
        position.pending.append(BonusCube(seat, field))
    if fields.has(MANA_FIELDS, field):
        gain_mana(position, seat, MANA_GAINED, "mana_field", None, events)


def choose_land(position: Position, seat: int, move: ChooseLand, events: list[Event] | None) -> None:
    """HEL-3.3: lays the starting land with a cube of its colour."""
    position.stacks -= one(move.color)
    lay(position, seat, move.color, take_cube_of(position, move.color), START, "starting_land", events)


def turned_up(position: Position, name: Color) -> FaceUp:
    """Returns a land that is turned up or drawn, with a cube if one is left (HEL-1.2)."""
    color = COLOR_INDEX[name]
    return WITH_CUBE[color] if take_cube_of(position, color) else BARE[color]


def draw_lands(position: Position, seat: int, number: int, events: list[Event] | None) -> None:
    """Land Management: draws lands with their cubes from the bottom of the additional stack (HEL-7)."""
    lands = [turned_up(position, color) for color in position.additional[:number] if color is not None]
    position.additional = position.additional[number:]
    if lands:
        if events is not None:
            events.append(LandsDrawn(seat, tuple(lands)))
        position.pending.append(DrawnLands(seat, lands))


def drawn_moves(position: Position, drawn: DrawnLands) -> list[Move]:
    """Returns each drawn land on every legal field; two equal lands are listed once."""
    open_ = fields_for(position.players[drawn.seat])
    moves: list[Move] = []
    for index, land in enumerate(drawn.lands):
        if land not in drawn.lands[:index]:
            for field in open_:
                moves.append(DRAWN[index][field])
    return moves


def lay_drawn(position: Position, drawn: DrawnLands, move: LayDrawn, events: list[Event] | None) -> None:
    """Lays one of the drawn lands; the other follows after the bonus of the field."""
    land = drawn.lands[move.drawn]
    rest = drawn.lands[: move.drawn] + drawn.lands[move.drawn + 1 :]
    if rest:
        position.pending.append(DrawnLands(drawn.seat, rest))
    lay(position, drawn.seat, COLOR_INDEX[land.land], land.cube, move.field, "drawn", events)


def remove_land(
    position: Position, land: FaceUp, source: Color | Literal["additional", "drawn"], seat: int | None, events: list[Event] | None
) -> None:
    """Removes a land from the game and returns its cube to the supply (HEL-6.1, HEL-7)."""
    color = COLOR_INDEX[land.land]
    position.removed += one(color)
    if land.cube:
        position.cubes += one(color)
    if events is not None:
        events.append(LandRemoved(land.land, land.cube, source, seat))


def has_room(land: Land, field: int) -> bool:
    """HEL-4.8: returns whether a tile can take a cube: it has no temple and at most one cube."""
    tile = land.tiles[field]
    return tile is not None and not tile.temple and len(tile.cubes) < ROOM


def fields_with_room(land: Land, bonus: BonusCube) -> list[int]:
    """Returns the fields for a bonus cube."""
    if bonus.field >= 0:
        return [bonus.field] if has_room(land, bonus.field) else []
    return [field for field in range(LIGHT) if has_room(land, field)]


def colors_for(position: Position, bonus: BonusCube) -> list[int]:
    """Returns the colours of a bonus cube; on a tile just laid, those that it may have."""
    tile = position.players[bonus.seat].land.tiles[bonus.field] if bonus.field >= 0 else None
    return colors_beside(position, tile.kind if tile is not None else -1)


def colors_beside(position: Position, laid: int) -> list[int]:
    """Returns the colours left: with `bonus_cubes_differ` without that of the tile laid, if any (HEL-3.5, HEL-4.4)."""
    excluded = laid if position.options.bonus_cubes_differ else -1
    return [color for color in range(LANDS) if color != excluded and count(position.cubes, color)]


def offers_bonus_cube(position: Position, field: int, laid: int) -> bool:
    """Returns whether a land of this colour, or a special tile, laid on a field brings a choice of a bonus cube (HEL-4.4)."""
    return fields.has(CUBE_FIELDS, field) and len(colors_beside(position, laid)) > 1


def bonus_cube_moves(position: Position, bonus: BonusCube) -> list[Move]:
    """Returns every available colour on every tile with room."""
    room = fields_with_room(position.players[bonus.seat].land, bonus)
    moves: list[Move] = []
    for color in colors_for(position, bonus):
        for field in room:
            moves.append(CUBE[color][field])
    return moves


def count_bonus_cubes(position: Position, bonus: BonusCube) -> int:
    """Returns the number of ways to place a bonus cube."""
    return len(colors_for(position, bonus)) * len(fields_with_room(position.players[bonus.seat].land, bonus))


def reason_for(position: Position, bonus: BonusCube) -> CubeReason:
    """Returns why a bonus cube is placed; the decision is no longer on the stack."""
    if bonus.field >= 0:
        return "cube_field" if fields.has(CUBE_FIELDS, bonus.field) else "position"
    return "character" if position.pending and isinstance(position.pending[0], CharacterTurn) else "position"


def place_cube(position: Position, bonus: BonusCube, move: PlaceCube, events: list[Event] | None) -> None:
    """Places the chosen bonus cube."""
    gain_cube(position, bonus.seat, move.color, move.field, reason_for(position, bonus), events)


def lose_cube(position: Position, bonus: BonusCube, events: list[Event] | None) -> None:
    """HEL-4.8: without room or without cubes in the supply the bonus cube is lost."""
    if events is not None:
        events.append(CubeLost(bonus.seat, reason_for(position, bonus)))
