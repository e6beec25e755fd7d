"""The consequences of a move that are listed with it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from engine.game import Preview
from engine.orbis.content import COLORS, TILES, Irrigation
from engine.orbis.moves import MOVES, AnyMove, LayRegion, Placement, TakeRegion
from engine.orbis.rules.laying import colors_by_place, place_of, rests_on
from engine.orbis.state import State, tile_at


class RegionPreview(Preview, frozen=True, kw_only=False):
    """The tile in the slot, and the worshippers on it by colour."""

    tile: str | None
    worshippers: tuple[int, ...]


class IrrigationPreview(Preview, frozen=True, kw_only=False):
    """Whether the irrigation would be fulfilled in this place."""

    fulfilled: bool | UnsetType = UNSET


PREVIEWS: Mapping[type[AnyMove], type[Preview]] = {
    **dict.fromkeys(MOVES, Preview),
    TakeRegion: RegionPreview,
    LayRegion: IrrigationPreview,
}
"""The preview of each type of move."""

PLAIN = Preview()


def preview(state: State, move: AnyMove) -> Preview:
    """Returns the tile and its worshippers for taking a region, and whether an irrigation would be fulfilled for laying it."""
    match move:
        case TakeRegion(slot=slot):
            return RegionPreview(state.display[slot], tuple(state.display_worshippers[slot]))
        case LayRegion(row=row, column=column, wilderness=False):
            return _irrigation_preview(state, place_of(row, column))
    return PLAIN


def _irrigation_preview(state: State, place: int) -> IrrigationPreview:
    decision = state.pending[-1]
    if not isinstance(decision, Placement):
        return IrrigationPreview()
    effect = TILES[tile_at(state, decision.slot)].effect
    if not isinstance(effect, Irrigation):
        return IrrigationPreview()
    colors = colors_by_place(state.players[decision.seat].world)
    return IrrigationPreview(rests_on(colors, place, COLORS.index(effect.color)))
