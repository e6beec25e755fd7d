"""The geometry of a world: where a region may be laid, and which regions are adjacent (ORB-4)."""

from __future__ import annotations

from engine.native import Move
from engine.orbis.native import places
from engine.orbis.native.moves import FACE_UP
from engine.orbis.native.places import AROUND, BELOW, FIRST, LOWEST_LENGTH, ONLY, ROW_2, Place, Places
from engine.orbis.native.position import World


def free_places(world: World) -> list[int]:
    """Returns the places where a region can be laid: at either end of row 1 (ORB-4.1), or on two regions of the row below (ORB-4.2)."""
    free = world.free
    if free is None:
        free = world.free = _find_free_places(world.taken)
    return free


def _find_free_places(taken: Places) -> list[int]:
    if not taken:
        return [FIRST]
    upper = places.listed(places.on_two(taken))
    if places.size(places.row_1_of(taken)) < LOWEST_LENGTH:
        return places.ends_of_row_1(taken) + upper
    return upper


def is_free(world: World, place: Place) -> bool:
    """Returns whether a region can be laid in the place; also in worlds that no sequence of moves leads to."""
    taken, below = world.taken, BELOW[place]
    if taken & ONLY[place]:
        return False
    if place >= ROW_2:
        return taken & below == below
    if not taken:
        return place == FIRST
    return taken & (ONLY[place - 1] | ONLY[place + 1]) != 0 and places.size(places.row_1_of(taken)) < LOWEST_LENGTH


def has_open_row_1(world: World) -> bool:
    """Returns whether row 1 has regions, and room for more."""
    return 0 < places.size(places.row_1_of(world.taken)) < LOWEST_LENGTH


def matches(world: World, place: Place, color: int) -> bool:
    """Returns whether a face-up region of the colour may be laid: in upper rows one of the two below must have the colour (ORB-4.2)."""
    return place < ROW_2 or rests_on(world, place, color)


def rests_on(world: World, place: Place, color: int) -> bool:
    """Returns whether one of the two regions below has the colour or is a wilderness; False in row 1 (ORB-5.6)."""
    return (world.colored[color] | world.wildernesses) & BELOW[place] != 0


def touching(world: World, place: Place, wanted: list[int]) -> int:
    """Returns the number of neighbours, up to six, that have one of the wanted colours or are wildernesses (ORB-5.7)."""
    fitting = world.wildernesses
    for color in wanted:
        fitting |= world.colored[color]
    return places.size(fitting & AROUND[place])


def face_up_moves(world: World, color: int) -> list[Move]:
    """Returns the moves that lay a tile of the colour face up."""
    moves = world.face_up
    if moves is None:
        moves = world.face_up = [[FACE_UP[place] for place in free_places(world) if matches(world, place, of)] for of in range(5)]
    return moves[color]
