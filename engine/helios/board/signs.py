"""The small pieces of Helios: cubes, mana, houses, suns and tiles; each resource has its own shape."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

from engine.drawing import circle, group, icon, mark, path, rect, text, turned
from engine.helios.content import SLOTS, SYMBOL_OF, ActionTile, Color

SHAPES = {"brown": "triangle", "gray": "square", "green": "diamond", "blue": "circle", "black": "star", "any": "hexagon"}
SLOT_NUMERALS = {"red": "I", "blue": "II", "yellow": "III"}
"""The numeral that identifies the colour of a slot or action tile; a gray tile, which goes under any slot, shows all three colours."""

LEGIBLE = 14.0
"""The smallest font size of what a player needs to decide: it stays legible where a panel is shown at four fifths of its size."""

DROP = "M0-11C4-4 8-1 8 4A8 8 0 0 1-8 4C-8-1-4-4 0-11Z"
HOUSE = "M-10-1L0-10L10-1V10H-10Z"
TEMPLE = "M-12-4L0-11L12-4V-2H-12ZM-9-1H-5V7H-9ZM-2-1H2V7H-2ZM5-1H9V7H5ZM-12 8H12V11H-12Z"
MOON = "M4-10A10 10 0 1 0 10 5A8 8 0 0 1 4-10Z"
HEXAGON = "M-12 0L-6-10.4H6L12 0L6 10.4H-6Z"
SUN = "M" + "L".join(f"{x:.0f} {y:.0f}".replace(" -", "-") for x, y in turned(13, 9, inner=9)) + "Z"
ORBIT = "M9-4A10 10 0 1 0 9 4M9-11V-4H2"
TICK = "M-5 0L-1 4L6-4"
SWAP = "M-6-3H5L2-6M6 3H-5L-2 6"
ARROW = "M-6 0H6L2-4M6 0L2 4"
SYMBOLS = {"land": HEXAGON, "build": HOUSE, "sun": SUN}

SPECIALS = {"empty_fields": HEXAGON, "lands": HEXAGON, "cubes": "M-8-8H8V8H-8Z", "temples": TEMPLE}
"""The icon of each special tile; that for empty fields is hollow."""


def cube(color: str, x: float, y: float, size: float) -> str:
    """Returns a cube or its symbol; `any` stands for every colour."""
    return mark(SHAPES[color], x, y, size, "white" if color == "any" else color)


def mana(x: float, y: float, scale: float) -> str:
    """Returns a drop of mana."""
    return icon(DROP, x, y, scale, "blue", "edge", 1)


def sun(x: float, y: float, scale: float) -> str:
    """Returns the sun, or a step on its track."""
    return icon(SUN, x, y, scale, "sun", "edge", 1)


def house(x: float, y: float, scale: float) -> str:
    """Returns a house, which stands for a city building."""
    return icon(HOUSE, x, y, scale, "gold", "edge", 1)


def temple(x: float, y: float, scale: float) -> str:
    """Returns a temple."""
    return icon(TEMPLE, x, y, scale, "gold", "edge", 1)


def points(x: float, y: float, scale: float) -> str:
    """Returns the sign of victory points: a golden disc with a star."""
    return circle(x, y, 12 * scale, "gold", "edge", 1) + mark("star", x, y, 7 * scale, "dark", None)


def any_cube(x: float, y: float, scale: float) -> str:
    """Returns a cube of any colour."""
    return cube("any", x, y, 9 * scale)


def tile_sign(x: float, y: float, scale: float) -> str:
    """Returns the hexagon that stands for a land."""
    return icon(HEXAGON, x, y, scale, "green-land", "edge", 1.5)


def worth(x: float, y: float, count: object, size: float, counts: bool = True) -> str:
    """Returns victory points: a number in a golden disc, which is empty if they do not count yet."""
    wide = max(size, 10.0) if len(str(count)) > 1 else size
    disc = circle(x, y, wide, "gold" if counts else "hollow", "edge", 0.6)
    return disc + text(x, y, count, max(LEGIBLE, 1.3 * size), "dark" if counts else "ink", bold=True)


@lru_cache(maxsize=64)
def hexagon(radius: float, fill: str | None, stroke: str | None, line: float = 1) -> str:
    """Returns a flat-topped hexagon around (0, 0)."""
    half, high = radius / 2, radius * sqrt(3) / 2
    way = f"M{radius:.0f} 0L{half:.0f} {high:.0f}H-{half:.0f}L-{radius:.0f} 0L-{half:.0f}-{high:.0f}H{half:.0f}Z"
    return path(way, fill, stroke, line)


@lru_cache(maxsize=256)
def tile_face(kind: str, radius: float) -> str:
    """Returns a land in its colour, or a special tile with its icon."""
    if kind in SPECIALS:
        filled = "gold" if kind != "empty_fields" else None
        return hexagon(radius, "panel", "gold", 3) + icon(SPECIALS[kind], 0, -0.42 * radius, radius / 44, filled, "gold", 3)
    land = hexagon(radius, f"{kind}-land", "edge" if kind == "black" else kind, 2)
    return land + mark(SHAPES[kind], 0, -0.58 * radius, radius / 7.5, None, "edge", 1)


@lru_cache(maxsize=256)
def slot_sign(color: str, x: float, y: float, size: float) -> str:
    """Returns the numeral of a slot's colour; for a gray tile, the colours of all slots."""
    if color in SLOT_NUMERALS:
        return text(x, y, SLOT_NUMERALS[color], size, "dark" if color == "yellow" else "bright", bold=True)
    wide = 0.36 * size
    return "".join(
        rect(x + (place - 1.5) * wide, y - 0.4 * size, wide, 0.8 * size, slot, "edge", 0.8, 1) for place, slot in enumerate(SLOTS)
    )


def action_about(tile: ActionTile) -> str:
    """Returns the glossary entry of an action tile; gray ones have their own."""
    return f"action_{SYMBOL_OF[tile]}" + ("_gray" if tile.endswith("_gray") else "")


def large_action(tile: ActionTile, width: float, height: float) -> str:
    """Returns an action tile: its colour with the numeral of its slot, and the symbol of its action (HEL-1.1)."""
    color = tile.split("_")[1]
    ink = "dark" if color == "yellow" else "bright"
    symbol = icon(SYMBOLS[SYMBOL_OF[tile]], width * 0.7, height / 2, height / 40, ink, "edge", 1)
    return rect(0, 0, width, height, color, "edge", 1, 5) + slot_sign(color, width * 0.3, height / 2, height * 0.5) + symbol


def slotted_action(tile: ActionTile, width: float, height: float) -> str:
    """Returns an action tile under a slot: its own colour and the symbol of its action."""
    color = tile.split("_")[1]
    symbol = icon(SYMBOLS[SYMBOL_OF[tile]], width / 2, height / 2, width / 30, "dark" if color == "yellow" else "bright", "edge", 1)
    return rect(0, 0, width, height, color, "edge", 0.8) + symbol


def small_action(tile: ActionTile, width: float, height: float) -> str:
    """Returns an action tile whose action is shown elsewhere: its colour with the numeral of its slot."""
    color = tile.split("_")[1]
    return rect(0, 0, width, height, color, "edge", 0.8) + slot_sign(color, width / 2, height / 2, min(width * 0.68, height * 0.6))


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


def gain_row(track: int, mana_gained: int, cubes: int, x: float, y: float) -> tuple[str, float]:
    """Returns the immediate gains of track steps, mana and cubes from x to the right, and the end of the row (HEL-4.6, HEL-5.2)."""
    parts = []
    for draw, count in ((sun, track), (mana, mana_gained), (any_cube, cubes)):
        if count:
            parts += [text(x, y, f"+{count}", LEGIBLE, anchor="start", bold=True), draw(x + 29, y, 0.6)]
            x += 39
    return "".join(parts), x


def affordable_sign(standing: str, x: float, y: float) -> str:
    """Returns a tick for what can be paid, with arrows where two other cubes replace a colour; nothing for what is too expensive."""
    if standing not in ("exact", "exchange"):
        return ""
    way = TICK if standing == "exact" else SWAP
    disc = circle(x, y, 7, "green" if standing == "exact" else "blue", "panel", 1)
    return group(disc, icon(way, x, y, 0.64, None, "bright", 2.8), about="affordable" if standing == "exact" else "exchange")
