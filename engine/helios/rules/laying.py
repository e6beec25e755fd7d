"""Laying lands and special tiles, and placing bonus cubes (HEL-3.3, HEL-4.3, HEL-4.4, HEL-4.8)."""

from __future__ import annotations

from typing import Literal

from engine.game import Event
from engine.helios.content import (
    BOX,
    COLOR_INDEX,
    COLORS,
    CUBE_FIELDS,
    LIGHT,
    MANA_FIELDS,
    SPECIALS,
    START,
    Color,
    Special,
)
from engine.helios.events import CubeLost, CubeReason, LandRemoved, LandsDrawn, TileLaid
from engine.helios.moves import BonusCube, CharacterTurn, ChooseLand, DrawnLands, FaceUp, LayDrawn, LayTile, PlaceCube, Source
from engine.helios.rules.sun import open_fields
from engine.helios.rules.supply import gain_cube, gain_mana, take_cube_of
from engine.helios.state import Player, State, Tile, land_of

ADDITIONAL = len(COLORS)
"""The index of the additional stack in the face-up lands."""
Origin = Literal["starting_land", "drawn"]
"""Where a tile comes from that is not taken from the display."""
SOURCES: tuple[Source, ...] = (*COLORS, "additional", *SPECIALS)
LAY = {source: tuple(LayTile(source, field) for field in range(LIGHT)) for source in SOURCES}
CUBE = tuple(tuple(PlaceCube(color, field) for field in range(LIGHT)) for color in COLORS)
ROOM = BOX.tile_room


def sources(state: State) -> list[Source]:
    """HEL-4.3: returns the lands and special tiles that can be taken."""
    lands = [SOURCES[index] for index, land in enumerate(state.face_up) if land is not None]
    return lands + [special for index, special in enumerate(SPECIALS) if state.specials[index]]


def fields_for(player: Player) -> tuple[int, ...]:
    """Returns the fields where the player may lay a tile."""
    return open_fields(land_of(player), player.sun)


def laying_moves(state: State, seat: int) -> list[LayTile]:
    """Returns every available tile on every field where it can be laid."""
    fields = fields_for(state.players[seat])
    return [row[field] for row in map(LAY.__getitem__, sources(state)) for field in fields]


def can_lay(state: State, seat: int) -> bool:
    """Returns whether the player can lay anything (HEL-4.4)."""
    return bool(sources(state)) and bool(fields_for(state.players[seat]))


def lay_taken(state: State, seat: int, move: LayTile, events: list[Event]) -> None:
    """Carries out a land action: takes a tile and lays it."""
    index = SOURCES.index(move.source)
    if index <= ADDITIONAL:
        taken = state.face_up[index]
        assert taken is not None
        state.face_up[index] = None
        lay(state, seat, taken.land, taken.cube, move.field, move.source, events)
    else:
        state.specials[index - ADDITIONAL - 1] -= 1
        lay(state, seat, SPECIALS[index - ADDITIONAL - 1], False, move.field, move.source, events)


def lay(state: State, seat: int, tile: Color | Special, cube: bool, field: int, source: Source | Origin, events: list[Event]) -> None:
    """Lays a tile on a field and gives the bonus of the field (HEL-4.4)."""
    cubes: tuple[Color, ...] = (tile,) if cube and tile in COLORS else ()
    state.players[seat].tiles[field] = Tile(tile, cubes, False)
    events.append(TileLaid(seat, tile, field, cube, source))
    if CUBE_FIELDS >> field & 1:
        state.pending.append(BonusCube(seat, field))
    if MANA_FIELDS >> field & 1:
        gain_mana(state, seat, BOX.gains.mana_field, "mana_field", None, events)


def choose_land(state: State, seat: int, move: ChooseLand, events: list[Event]) -> None:
    """HEL-3.3: lays the starting land with a cube of its colour."""
    state.stacks[COLOR_INDEX[move.color]] -= 1
    lay(state, seat, move.color, take_cube_of(state, move.color), START, "starting_land", events)


def draw_lands(state: State, seat: int, count: int, events: list[Event]) -> None:
    """Land Management: draws lands with their cubes from the bottom of the additional stack (HEL-7)."""
    colors = [color for color in state.additional[:count] if color is not None]
    state.additional = state.additional[count:]
    if colors:
        lands = tuple(FaceUp(color, take_cube_of(state, color)) for color in colors)
        events.append(LandsDrawn(seat, lands))
        state.pending.append(DrawnLands(seat, lands))


def drawn_moves(state: State, drawn: DrawnLands) -> list[LayDrawn]:
    """Returns each drawn land on every legal field; two equal lands are listed once."""
    fields = fields_for(state.players[drawn.seat])
    return [LayDrawn(index, field) for index, land in enumerate(drawn.lands) if land not in drawn.lands[:index] for field in fields]


def lay_drawn(state: State, drawn: DrawnLands, move: LayDrawn, events: list[Event]) -> None:
    """Lays one of the drawn lands; the other follows after the bonus of the field."""
    land = drawn.lands[move.drawn]
    rest = drawn.lands[: move.drawn] + drawn.lands[move.drawn + 1 :]
    if rest:
        state.pending.append(DrawnLands(drawn.seat, rest))
    lay(state, drawn.seat, land.land, land.cube, move.field, "drawn", events)


def remove_land(state: State, land: FaceUp, source: Color | Literal["additional", "drawn"], seat: int | None, events: list[Event]) -> None:
    """Removes a land from the game and returns its cube to the supply (HEL-6.1, HEL-7)."""
    state.removed[COLOR_INDEX[land.land]] += 1
    state.cubes[COLOR_INDEX[land.land]] += land.cube
    events.append(LandRemoved(land.land, land.cube, source, seat))


def fields_with_room(player: Player, bonus: BonusCube) -> list[int]:
    """HEL-4.8: returns the fields for a bonus cube: tiles without a temple and with at most one cube."""
    fields = range(LIGHT) if bonus.field is None else (bonus.field,)
    return [field for field in fields if (tile := player.tiles[field]) is not None and not tile.temple and len(tile.cubes) < ROOM]


def colors_for(state: State, bonus: BonusCube) -> list[int]:
    """Returns the colours of a bonus cube, by index; on a tile just laid, those that it may have."""
    tile = state.players[bonus.seat].tiles[bonus.field] if bonus.field is not None else None
    return colors_beside(state, tile.tile if tile is not None else None)


def colors_beside(state: State, laid: Color | Special | None) -> list[int]:
    """Returns the colours left, by index: with `bonus_cubes_differ` without that of the tile laid (HEL-3.5, HEL-4.4)."""
    differ = state.options.bonus_cubes_differ
    return [index for index, left in enumerate(state.cubes) if left and not (differ and COLORS[index] == laid)]


def offers_bonus_cube(state: State, field: int, land: Color | None) -> bool:
    """Returns whether a land or special tile (None) laid on a field brings a choice of a bonus cube (HEL-4.4)."""
    return bool(CUBE_FIELDS >> field & 1) and len(colors_beside(state, land)) > 1


def bonus_cube_moves(state: State, bonus: BonusCube) -> list[PlaceCube]:
    """Returns every available colour on every tile with room."""
    fields = fields_with_room(state.players[bonus.seat], bonus)
    return [CUBE[index][field] for index in colors_for(state, bonus) for field in fields]


def bonus_cubes(state: State, bonus: BonusCube) -> int:
    """Returns the number of ways to place a bonus cube."""
    return len(colors_for(state, bonus)) * len(fields_with_room(state.players[bonus.seat], bonus))


def reason_for(state: State, bonus: BonusCube) -> CubeReason:
    """Returns why a bonus cube is placed; the decision is no longer on the stack."""
    if bonus.field is not None:
        return "cube_field" if CUBE_FIELDS >> bonus.field & 1 else "position"
    return "character" if state.pending and isinstance(state.pending[0], CharacterTurn) else "position"


def place_cube(state: State, bonus: BonusCube, move: PlaceCube, events: list[Event]) -> None:
    """Places the chosen bonus cube."""
    gain_cube(state, bonus.seat, move.color, move.field, reason_for(state, bonus), events)


def lose_cube(state: State, bonus: BonusCube, events: list[Event]) -> None:
    """HEL-4.8: without room or without cubes in the supply the bonus cube is lost."""
    events.append(CubeLost(bonus.seat, reason_for(state, bonus)))
