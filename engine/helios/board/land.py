"""A player's board: its fields, tiles, cubes, temples and the sun."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from engine.drawing import badge, circle, group, icon, offers, text
from engine.helios.board.signs import TEMPLE, cube, hexagon, mana, sun, tile_face
from engine.helios.content import BOX, CUBE_FIELDS, EDGE_FIELDS, GOLD, HEXES, LIGHT, MANA_FIELDS, OPPOSITE
from engine.helios.state import Player

ON_FIELD = ("place_cube", "lay_tile", "move_sun", "pay_cube", "place_temple", "light_tile", "lay_drawn")
"""The types of the moves with a parameter `field`."""

ACROSS = 1.5 * (max(q for q, _ in HEXES) - min(q for q, _ in HEXES)) + 2
DOWN = sqrt(3) * (max(r + q / 2 for q, r in HEXES) - min(r + q / 2 for q, r in HEXES) + 1)
"""The width and height of the board, in radii of a field."""


def land_board(player: Player, seat: int, active: bool, room: float) -> tuple[str, float]:
    """Returns the board scaled to the room, and its height; only the fields of the seat to act are linked to moves."""
    radius = room / ACROSS
    left = room / 2 - radius * 1.5 * (max(q for q, _ in HEXES) + min(q for q, _ in HEXES)) / 2
    middle = radius * DOWN / 2 - radius * sqrt(3) * (max(r + q / 2 for q, r in HEXES) + min(r + q / 2 for q, r in HEXES)) / 2
    fields = [
        group(
            _field(player, field, active, radius),
            at=(left + radius * 1.5 * q, middle + radius * sqrt(3) * (r + q / 2)),
            id=f"seat-{seat}-field-{field}",
            data=offers(*ON_FIELD, field=field) if active else None,
        )
        for field, (q, r) in enumerate(HEXES)
    ]
    return "".join(fields), radius * DOWN


def _field(player: Player, field: int, active: bool, radius: float) -> str:
    tile = player.tiles[field] if field < LIGHT else None
    number = text(0, 0.63 * radius, field, 0.34 * radius, "faint")
    shine = _sun(player, radius) if player.sun == field else ""
    if tile is None:
        return _empty(field, radius) + number + shine
    temple = icon(TEMPLE, 0, 0.12 * radius, radius / 30, "gold", "edge", 1) if tile.temple else ""
    spread = 0.0 if len(tile.cubes) < 2 else 0.36 * radius
    cubes = [
        group(
            cube(color, spread * (2 * place - 1), 0.14 * radius, 0.28 * radius),
            data=offers("pay_cube", field=field, color=color) if active else None,
        )
        for place, color in enumerate(tile.cubes)
    ]
    return tile_face(tile.tile, 0.94 * radius) + number + temple + "".join(cubes)


@lru_cache(maxsize=512)
def _empty(field: int, radius: float) -> str:
    """Returns a field without a tile: light or rim, gold line, and its bonus (HEL-2.1, HEL-2.2, HEL-4.4, HEL-9.1)."""
    bit = 1 << field
    stroke, line = ("gold", 2.0) if bit & GOLD else ("line", 1.0)
    parts = [hexagon(0.94 * radius, "panel" if field < LIGHT else "hollow", stroke, line)]
    parts += [circle(0, 0, 0.12 * radius, "line")] if bit & OPPOSITE else []
    parts += [cube("any", 0, -0.1 * radius, 0.26 * radius)] if bit & CUBE_FIELDS else []
    if bit & MANA_FIELDS:
        parts += [
            text(-0.3 * radius, -0.1 * radius, BOX.gains.mana_field, 0.5 * radius, bold=True),
            mana(0.2 * radius, -0.1 * radius, radius / 38),
        ]
    parts += [badge(0, -0.1 * radius, BOX.scores.edge, size=0.36 * radius)] if field in EDGE_FIELDS else []
    return "".join(parts)


def _sun(player: Player, radius: float) -> str:
    """Returns the sun, with a ring if the next gold field completes an orbit (HEL-4.12)."""
    ring = circle(0, -0.08 * radius, 0.68 * radius, None, "accent", 1.6) if player.armed else ""
    return sun(0, -0.08 * radius, radius / 23) + ring
