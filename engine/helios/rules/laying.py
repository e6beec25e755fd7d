"""Lands and special tiles on the board, and the cubes that come with them (HEL-3.3, HEL-4.3, HEL-4.4, HEL-4.8)."""

from __future__ import annotations

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
from engine.helios.events import CubeLost, LandRemoved, LandsDrawn, TileLaid
from engine.helios.moves import BonusCube, ChooseLand, DrawnLands, FaceUp, LayDrawn, LayTile, PlaceCube, Source
from engine.helios.rules.sun import open_fields
from engine.helios.rules.supply import gain_cube, gain_mana, take_cube_of
from engine.helios.state import Player, State, Tile, land_of

ADDITIONAL = len(COLORS)
"""Where the additional stack stands among the face-up lands."""
SOURCES: tuple[Source, ...] = (*COLORS, "additional", *SPECIALS)
LAY = {source: tuple(LayTile(source, field) for field in range(LIGHT)) for source in SOURCES}
CUBE = tuple(tuple(PlaceCube(color, field) for field in range(LIGHT)) for color in COLORS)
ROOM = BOX.tile_room


def sources(state: State) -> list[Source]:
    """HEL-4.3: which lands and special tiles can be taken."""
    lands = [SOURCES[index] for index, land in enumerate(state.face_up) if land is not None]
    return lands + [special for index, special in enumerate(SPECIALS) if state.specials[index]]


def fields_for(player: Player) -> tuple[int, ...]:
    """Where the player may lay a tile."""
    return open_fields(land_of(player), player.sun)


def laying_moves(state: State, seat: int) -> list[LayTile]:
    """Every tile that can be taken, on every field it can go to."""
    fields = fields_for(state.players[seat])
    return [row[field] for row in map(LAY.__getitem__, sources(state)) for field in fields]


def can_lay(state: State, seat: int) -> bool:
    """Whether a land action can be done (HEL-4.4)."""
    return bool(sources(state)) and bool(fields_for(state.players[seat]))


def lay_taken(state: State, seat: int, move: LayTile, events: list[Event]) -> None:
    """The land action: takes the tile and lays it."""
    index = SOURCES.index(move.source)
    if index <= ADDITIONAL:
        taken = state.face_up[index]
        assert taken is not None
        state.face_up[index] = None
        lay(state, seat, taken.land, taken.cube, move.field, events)
    else:
        state.specials[index - ADDITIONAL - 1] -= 1
        lay(state, seat, SPECIALS[index - ADDITIONAL - 1], False, move.field, events)


def lay(state: State, seat: int, tile: Color | Special, cube: bool, field: int, events: list[Event]) -> None:
    """A tile comes onto a field, which may have a bonus (HEL-4.4)."""
    cubes: tuple[Color, ...] = (tile,) if cube and tile in COLORS else ()
    state.players[seat].tiles[field] = Tile(tile, cubes, False)
    events.append(TileLaid(seat, tile, field, cube))
    if CUBE_FIELDS >> field & 1:
        state.pending.append(BonusCube(seat, field))
    if MANA_FIELDS >> field & 1:
        gain_mana(state, seat, BOX.gains.mana_field, events)


def choose_land(state: State, seat: int, move: ChooseLand, events: list[Event]) -> None:
    """HEL-3.3: the starting land with a cube of its colour."""
    state.stacks[COLOR_INDEX[move.color]] -= 1
    lay(state, seat, move.color, take_cube_of(state, move.color), START, events)


def draw_lands(state: State, seat: int, count: int, events: list[Event]) -> None:
    """Land Management: lands from the bottom of the additional stack, with their cubes (HEL-7)."""
    colors = [color for color in state.additional[:count] if color is not None]
    state.additional = state.additional[count:]
    if colors:
        lands = tuple(FaceUp(color, take_cube_of(state, color)) for color in colors)
        events.append(LandsDrawn(seat, lands))
        state.pending.append(DrawnLands(seat, lands))


def drawn_moves(state: State, drawn: DrawnLands) -> list[LayDrawn]:
    """Either land on every legal field; two equal lands are one choice."""
    fields = fields_for(state.players[drawn.seat])
    return [LayDrawn(index, field) for index, land in enumerate(drawn.lands) if land not in drawn.lands[:index] for field in fields]


def lay_drawn(state: State, drawn: DrawnLands, move: LayDrawn, events: list[Event]) -> None:
    """Lays one of the drawn lands; the other waits until the field's bonus is taken."""
    land = drawn.lands[move.drawn]
    rest = drawn.lands[: move.drawn] + drawn.lands[move.drawn + 1 :]
    if rest:
        state.pending.append(DrawnLands(drawn.seat, rest))
    lay(state, drawn.seat, land.land, land.cube, move.field, events)


def remove_land(state: State, land: FaceUp, events: list[Event]) -> None:
    """A land leaves the game, its cube goes back (HEL-6.1, HEL-7)."""
    state.removed[COLOR_INDEX[land.land]] += 1
    state.cubes[COLOR_INDEX[land.land]] += land.cube
    events.append(LandRemoved(land.land))


def fields_with_room(player: Player, bonus: BonusCube) -> list[int]:
    """HEL-4.8: the tiles that can take a bonus cube: no temple and at most one cube."""
    fields = range(LIGHT) if bonus.field is None else (bonus.field,)
    return [field for field in fields if (tile := player.tiles[field]) is not None and not tile.temple and len(tile.cubes) < ROOM]


def bonus_cube_moves(state: State, bonus: BonusCube) -> list[PlaceCube]:
    """Every colour there is, on every tile with room."""
    fields = fields_with_room(state.players[bonus.seat], bonus)
    return [CUBE[index][field] for index, left in enumerate(state.cubes) if left for field in fields]


def place_cube(state: State, bonus: BonusCube, move: PlaceCube, events: list[Event]) -> None:
    """The bonus cube as chosen."""
    gain_cube(state, bonus.seat, move.color, move.field, events)


def lose_cube(bonus: BonusCube, events: list[Event]) -> None:
    """HEL-4.8: no room or no cube: the bonus cube is lost."""
    events.append(CubeLost(bonus.seat))
