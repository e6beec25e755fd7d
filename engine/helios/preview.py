"""The consequences of a move that are listed with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from engine.game import Preview
from engine.helios.content import COLOR_INDEX, Color
from engine.helios.moves import MOVES, AnyMove, MoveSun
from engine.helios.rules.sun_action import lands_gaining_cubes, lit_temples, orbit_points, temple_points
from engine.helios.state import State

LightGain = Literal["vp", "cube", "cube_if_chosen"]


class Light(msgspec.Struct, frozen=True):
    """The gain of one lit tile: points for a temple (`vp`), a cube, or a cube if the player chooses this tile."""

    field: int
    gains: LightGain
    points: int | UnsetType = UNSET
    color: Color | UnsetType = UNSET


class SunPreview(Preview, frozen=True, kw_only=False):
    """The gains of a sun move: the points of a complete orbit, and the gain of each lit tile."""

    orbit: bool
    orbit_points: int
    lights: tuple[Light, ...]


PREVIEWS: Mapping[type[AnyMove], type[Preview]] = {**dict.fromkeys(MOVES, Preview), MoveSun: SunPreview}
"""The preview of each type of move."""

PLAIN = Preview()


def preview(state: State, move: AnyMove) -> Preview:
    """Returns the gains of a sun move."""
    if isinstance(move, MoveSun) and state.pending:
        return _sun_preview(state, move, state.pending[-1].seat)
    return PLAIN


def _sun_preview(state: State, move: MoveSun, seat: int) -> SunPreview:
    player = state.players[seat]
    lights = [Light(field, "vp", points=temple_points(player, field)) for field in lit_temples(player, move.field)]
    for color, fields in lands_gaining_cubes(player, move.field).items():
        left = state.cubes[COLOR_INDEX[color]]
        if left:
            lights += [Light(field, "cube" if left >= len(fields) else "cube_if_chosen", color=color) for field in fields]
    return SunPreview(move.orbit, orbit_points(player) if move.orbit else 0, tuple(lights))
