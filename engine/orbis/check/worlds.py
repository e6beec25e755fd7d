"""Validation of the worlds: each is rebuilt region by region, in the order in which it was laid (ORB-4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.errors import Defect
from engine.orbis.content import COLOR_OF, TILES
from engine.orbis.native import pieces
from engine.orbis.native.conversion import FACES
from engine.orbis.native.places import place_of
from engine.orbis.native.position import EMPTY_WORLD, World
from engine.orbis.records import COLORS, Farm, Irrigation, Village, Volcano
from engine.orbis.rules.laying import is_free, matches, rests_on
from engine.orbis.state import Player, Region, State


def world_defects(state: State) -> Iterator[Defect]:
    """Yields every defect of the worlds and of the privileges they gave."""
    for seat, player in enumerate(state.players):
        pointer = f"/players/{seat}"
        if all(region.tile in TILES for region in player.world):
            for defect in _laying_defects(tuple(player.world)):
                yield Defect(pointer + defect.pointer, defect.code, defect.message)
            yield from _privilege_defects(player, pointer)


@lru_cache(maxsize=4096)
def _laying_defects(regions: tuple[Region, ...]) -> tuple[Defect, ...]:
    """Returns the defects of a world, with pointers from its player on; from move to move most worlds stay the same."""
    world, found = EMPTY_WORLD, list[Defect]()
    for index, region in enumerate(regions):
        place = place_of(region.row, region.column)
        at = f"/world/{index}"
        if not is_free(world, place):
            found.append(Defect(at, "wrong_place", "A region must extend row 1 at an end or lie on two regions (ORB-4.1, ORB-4.2)."))
        elif region.face != "wilderness":
            found += _face_defects(region, world, place, at)
        world = world.with_region(pieces.TILES[region.tile], place, FACES.index(region.face))
    return tuple(found)


def _face_defects(region: Region, world: World, place: int, at: str) -> Iterator[Defect]:
    """Yields a wrong colour below or an impossible face."""
    effect = TILES[region.tile].effect
    if not matches(world, place, COLOR_OF[region.tile]):
        yield Defect(at, "wrong_color", "One of the two regions below must have the same colour (ORB-4.2).")
    if isinstance(effect, Irrigation):
        watered = rests_on(world, place, COLORS.index(effect.color))
        if watered != (region.face == "up"):
            yield Defect(f"{at}/face", "contradiction", "An irrigation is fulfilled exactly if a region below it has its colour (ORB-5.6).")
    elif region.face == "unfulfilled" and not isinstance(effect, Village | Volcano):
        yield Defect(f"{at}/face", "contradiction", "This region cannot be unfulfilled (ORB-4.4).")


def _privilege_defects(player: Player, pointer: str) -> Iterator[Defect]:
    """ORB-5.3: privileges come only from farms that are face up, each colour once."""
    farms = [TILES[region.tile].effect for region in player.world if region.face == "up"]
    earned = tuple(dict.fromkeys(farm.color for farm in farms if isinstance(farm, Farm)))
    if player.privileges != earned:
        yield Defect(f"{pointer}/privileges", "contradiction", f"The farms of this world give: {', '.join(earned) or 'none'}.")
