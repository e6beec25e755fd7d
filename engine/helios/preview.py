"""The consequences of a move that are listed with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.helios.content import COLOR_INDEX
from engine.helios.moves import AnyMove, MoveSun
from engine.helios.rules.sun_action import lands_gaining_cubes, lit_temples, orbit_points, temple_points
from engine.helios.state import State


def preview(state: State, move: AnyMove) -> Mapping[str, Any] | None:
    """Returns the gains of a sun move, and None for every other move."""
    if isinstance(move, MoveSun) and state.pending:
        return _sun_preview(state, move, state.pending[-1].seat)
    return None


def _sun_preview(state: State, move: MoveSun, seat: int) -> Mapping[str, Any]:
    """Returns whether the sun completes an orbit, and for each lit tile its gain: points, a cube, or a cube if the player chooses it."""
    player = state.players[seat]
    lights: list[dict[str, Any]] = [
        {"field": field, "gains": "vp", "points": temple_points(player, field)} for field in lit_temples(player, move.field)
    ]
    for color, fields in lands_gaining_cubes(player, move.field).items():
        left = state.cubes[COLOR_INDEX[color]]
        if left:
            gains = "cube" if left >= len(fields) else "cube_if_chosen"
            lights += [{"field": field, "gains": gains, "color": color} for field in fields]
    return {"orbit": move.orbit, "orbit_points": orbit_points(player) if move.orbit else 0, "lights": lights}
