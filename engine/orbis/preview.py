"""The consequences of a move that are listed with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.orbis.content import COLORS, TILES, Irrigation
from engine.orbis.moves import AnyMove, LayRegion, Placement, TakeRegion
from engine.orbis.rules.laying import colors_by_place, place_of, rests_on
from engine.orbis.state import State, tile_at


def preview(state: State, move: AnyMove) -> Mapping[str, Any] | None:
    """Returns the tile and its worshippers for taking a region, whether an irrigation would be fulfilled for laying it, else None."""
    match move:
        case TakeRegion(slot=slot):
            return {"tile": state.display[slot], "worshippers": list(state.display_worshippers[slot])}
        case LayRegion(row=row, column=column, wilderness=False):
            return _irrigation_preview(state, place_of(row, column))
    return None


def _irrigation_preview(state: State, place: int) -> Mapping[str, Any] | None:
    decision = state.pending[-1]
    if not isinstance(decision, Placement):
        return None
    effect = TILES[tile_at(state, decision.slot)].effect
    if not isinstance(effect, Irrigation):
        return None
    colors = colors_by_place(state.players[decision.seat].world)
    return {"fulfilled": rests_on(colors, place, COLORS.index(effect.color))}
