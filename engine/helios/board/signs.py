"""The small pieces of Helios: cubes, mana, houses, suns and tiles; each resource has its own shape."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.drawing import icon, mark, polygon, rect, text, turned
from engine.helios.content import SYMBOL_OF, ActionTile, Color

SHAPES = {"brown": "triangle", "gray": "square", "green": "diamond", "blue": "circle", "black": "star", "any": "hexagon"}
SLOT_NUMERALS = {"red": "I", "blue": "II", "yellow": "III", "gray": "∗"}
"""The numeral that identifies the colour of a slot or action tile; a gray tile goes under any slot."""

DROP = "M0-11C4-4 8-1 8 4A8 8 0 0 1-8 4C-8-1-4-4 0-11Z"
HOUSE = "M-10-1L0-10L10-1V10H-10Z"
TEMPLE = "M-12-4L0-11L12-4V-2H-12ZM-9-1H-5V7H-9ZM-2-1H2V7H-2ZM5-1H9V7H5ZM-12 8H12V11H-12Z"
MOON = "M4-10A10 10 0 1 0 10 5A8 8 0 0 1 4-10Z"
HEXAGON = "M-12 0L-6-10.400H6L12 0L6 10.400H-6Z"
SUN = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in turned(12, 12, inner=8.5)) + "Z"
SYMBOLS = {"land": HEXAGON, "build": HOUSE, "sun": SUN}

SPECIALS = {"empty_fields": HEXAGON, "lands": HEXAGON, "cubes": "M-8-8H8V8H-8Z", "temples": TEMPLE}
"""The icon of each special tile; that for empty fields is hollow."""


def cube(color: str, x: float, y: float, size: float) -> str:
    """Returns a cube or its symbol; `any` stands for every colour."""
    return mark(SHAPES[color], x, y, size, "hollow" if color == "any" else color)


def mana(x: float, y: float, scale: float) -> str:
    """Returns a drop of mana."""
    return icon(DROP, x, y, scale, "blue", "edge", 1)


def sun(x: float, y: float, scale: float) -> str:
    """Returns the sun, or a step on its track."""
    return icon(SUN, x, y, scale, "sun", "edge", 1)


def house(x: float, y: float, scale: float) -> str:
    """Returns a house, which is a temple or a city building."""
    return icon(HOUSE, x, y, scale, "gold", "edge", 1)


@lru_cache(maxsize=64)
def hexagon(radius: float, fill: str | None, stroke: str, line: float = 1) -> str:
    """Returns a flat-topped hexagon around (0, 0)."""
    return polygon(turned(radius, 6, 0), fill, stroke, line)


@lru_cache(maxsize=256)
def tile_face(kind: str, radius: float) -> str:
    """Returns a land in its colour, or a special tile with its icon."""
    if kind in SPECIALS:
        filled = "gold" if kind != "empty_fields" else None
        return hexagon(radius, "panel", "gold", 2) + icon(SPECIALS[kind], 0, -0.34 * radius, radius / 42, filled, "gold", 3)
    land = hexagon(radius, f"{kind}-land", "edge" if kind == "black" else kind, 1.6)
    return land + mark(SHAPES[kind], 0, -0.5 * radius, radius / 6.5, None, "edge", 1)


@lru_cache(maxsize=256)
def action_tile(tile: ActionTile, width: float, height: float) -> str:
    """Returns an action tile: its colour with the numeral of its slot, and the symbol of its action (HEL-1.1)."""
    color = tile.split("_")[1]
    ink = "dark" if color == "yellow" else "bright"
    numeral = text(width * 0.26, height / 2, SLOT_NUMERALS[color], height * 0.5, ink, bold=True)
    symbol = icon(SYMBOLS[SYMBOL_OF[tile]], width * 0.68, height / 2, height / 36, ink)
    return rect(0, 0, width, height, color, "edge", 0.8) + numeral + symbol


def cost_row(cost: Sequence[Sequence[Color]], any_: int, x: float, y: float, size: float) -> tuple[str, float]:
    """Returns the cubes of a cost from x to the right, alternatives separated by a slash, and the end of the row (HEL-4.7)."""
    parts = []
    step = 2.5 * size
    for choices in [*cost, *[("any",)] * any_]:
        for place, color in enumerate(choices):
            if place:
                parts.append(text(x - step / 2 + 0.6 * size, y, "/", 2.6 * size, "faint"))
                x += 0.6 * step
            parts.append(cube(color, x, y, size))
            x += step
    return "".join(parts), x


def gain_row(track: int, mana_gained: int, cubes: int, x: float, y: float, scale: float) -> tuple[str, float]:
    """Returns the immediate gains of track steps, mana and cubes from x to the right, and the end of the row (HEL-4.6, HEL-5.2)."""
    parts = []
    for draw, count in ((sun, track), (mana, mana_gained), (_any_cube, cubes)):
        if count:
            parts += [text(x, y, f"+{count}", 15 * scale, anchor="start", bold=True), draw(x + 30 * scale, y, 0.7 * scale)]
            x += 42 * scale
    return "".join(parts), x


def _any_cube(x: float, y: float, scale: float) -> str:
    return cube("any", x, y, 10 * scale)
