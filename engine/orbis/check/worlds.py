"""Validation of the worlds: each is rebuilt region by region, in the order in which it was laid (ORB-4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Defect
from engine.orbis.content import COLOR_OF, TILES
from engine.orbis.records import COLORS, Farm, Irrigation, Village, Volcano
from engine.orbis.rules.laying import ANY_COLOR, is_free, matches, place_of, rests_on
from engine.orbis.state import Player, Region, State


def world_defects(state: State) -> Iterator[Defect]:
    """Yields every defect of the worlds and of the privileges they gave."""
    for seat, player in enumerate(state.players):
        pointer = f"/players/{seat}"
        if all(region.tile in TILES for region in player.world):
            yield from _laying_defects(player, pointer)
            yield from _privilege_defects(player, pointer)


def _laying_defects(player: Player, pointer: str) -> Iterator[Defect]:
    colors: dict[int, int] = {}
    for index, region in enumerate(player.world):
        place = place_of(region.row, region.column)
        at = f"{pointer}/world/{index}"
        if not is_free(colors, place):
            yield Defect(at, "wrong_place", "A region must extend row 1 at an end or lie on two regions (ORB-4.1, ORB-4.2).")
        elif region.face != "wilderness":
            yield from _face_defects(region, colors, place, at)
        colors[place] = ANY_COLOR if region.face == "wilderness" else COLOR_OF[region.tile]


def _face_defects(region: Region, colors: dict[int, int], place: int, at: str) -> Iterator[Defect]:
    """Yields a wrong colour below or an impossible face."""
    effect = TILES[region.tile].effect
    if not matches(colors, place, COLOR_OF[region.tile]):
        yield Defect(at, "wrong_color", "One of the two regions below must have the same colour (ORB-4.2).")
    if isinstance(effect, Irrigation):
        watered = rests_on(colors, place, COLORS.index(effect.color))
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
