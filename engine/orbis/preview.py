"""The consequences of a move that are listed with it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.orbis.content import COLORS, TILES, Irrigation
from engine.orbis.moves import AnyMove, LayRegion, Placement, TakeRegion
from engine.orbis.rules.laying import colors_by_place, place_of, rests_on
from engine.orbis.state import State, tile_at


class RegionPreview(msgspec.Struct, frozen=True):
    """The tile in the slot, and the worshippers on it by colour."""

    tile: str | None
    worshippers: tuple[int, ...]


class IrrigationPreview(msgspec.Struct, frozen=True):
    """Whether the irrigation would be fulfilled in this place."""

    fulfilled: bool


PREVIEWS: Mapping[type[AnyMove], type[msgspec.Struct]] = {TakeRegion: RegionPreview, LayRegion: IrrigationPreview}
"""The preview of each type of move that has one."""


def preview(state: State, move: AnyMove) -> RegionPreview | IrrigationPreview | None:
    """Returns the tile and its worshippers for taking a region, whether an irrigation would be fulfilled for laying it, else None."""
    match move:
        case TakeRegion(slot=slot):
            return RegionPreview(state.display[slot], tuple(state.display_worshippers[slot]))
        case LayRegion(row=row, column=column, wilderness=False):
            return _irrigation_preview(state, place_of(row, column))
    return None


def _irrigation_preview(state: State, place: int) -> IrrigationPreview | None:
    decision = state.pending[-1]
    if not isinstance(decision, Placement):
        return None
    effect = TILES[tile_at(state, decision.slot)].effect
    if not isinstance(effect, Irrigation):
        return None
    colors = colors_by_place(state.players[decision.seat].world)
    return IrrigationPreview(rests_on(colors, place, COLORS.index(effect.color)))
