"""Region tiles in the display and in a world."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engine.drawing import badge, icon, mark, rect, text
from engine.orbis.content import TILES
from engine.orbis.records import COLORS, Conversion, Farm, Forest, Irrigation, Rock, Shrine, Tile, Village, Volcano, effect_name

SHAPES = {"red": "triangle", "blue": "circle", "yellow": "diamond", "green": "square", "white": "star", "any": "hexagon"}
"""The shape that represents each colour on worshippers, costs and regions."""

ICONS: dict[str, tuple[str, bool]] = {
    "conversion": ("M0-11a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9M-8 11c0-8 3-12 8-12s8 4 8 12z", True),
    "rock": ("M-12 9L-9-3L-2-10L6-7L12 3L10 9Z", True),
    "farm": ("M0 11V-10M0-5L-5-9M0-5L5-9M0 1L-6-4M0 1L6-4M0 7L-6 2M0 7L6 2", False),
    "village": ("M-11 0L0-10L11 0H8V10H3V3H-3V10H-8V0Z", True),
    "volcano": (
        "M-13 10L-5-3L-2 0L0-3L2 0L5-3L13 10ZM-1-5h2v-5h-2zM-6-6l1.5-1.5l-3-3.5l-1.5 1.5zM6-6l-1.5-1.5l3-3.5l1.5 1.5z",
        True,
    ),
    "irrigation": (" ".join(f"M-11 {y}q2.7-4 5.5 0t5.5 0t5.5 0t5.5 0" for y in (-6, 1, 8)), False),
    "forest": ("M0-12L7-3H4L10 6H2V11H-2V6H-10L-4-3H-7Z", True),
    "shrine": ("M-12-9Q0-6 12-9M-9-3H9M-7-7V11M7-7V11", False),
}
"""The path of each effect, and whether it is filled."""


def effect_icon(effect: str, x: float, y: float, scale: float) -> str:
    """Returns the icon of an effect."""
    way, filled = ICONS[effect]
    return icon(way, x, y, scale, "ink" if filled else None, None if filled else "ink", 2.4)


def worshipper(color: str, x: float, y: float, size: float) -> str:
    """Returns a worshipper or its symbol; `any` stands for every colour."""
    return mark(SHAPES[color], x, y, size, "hollow" if color == "any" else color)


def wanted(tile: Tile) -> tuple[str, list[str]]:
    """Returns what the tile shows beside the icon of its effect (ORB-5): a number, if any, and colours."""
    match tile.effect:
        case Conversion(color=color, amount=amount):
            return "", [color] * amount
        case Farm(color=color) | Irrigation(color=color):
            return "", [color]
        case Village(pay=pay):
            return str(pay), ["any"]
        case Volcano(count=count, colors=colors) | Forest(count=count, colors=colors):
            return str(count), [*colors]
        case Shrine(icons=icons):
            return "I" * icons, []
        case Rock():
            return "", []


def _wanted(tile: Tile, x: float, y: float, size: float) -> str:
    """Returns the number and the colours of an effect in a row centred at x."""
    number, colors = wanted(tile)
    step = 2.4 * size
    left = x - step * (len(colors) + bool(number) - 1) / 2
    first = [text(left, y, number, 2.6 * size, bold=True)] if number else []
    return "".join(first + [worshipper(color, left + step * (place + bool(number)), y, size) for place, color in enumerate(colors)])


def _cost(tile: Tile) -> list[str]:
    return [color for color, count in msgspec.structs.asdict(tile.cost).items() for _ in range(count)]


@lru_cache(maxsize=128)
def large_region(tile_id: str, side: float) -> str:
    """Returns a tile in the display: colour, effect, points, mystic value and, at the bottom, its cost (ORB-1.1)."""
    tile = TILES[tile_id]
    parts = [rect(0, 0, side, side, f"{tile.color}-land", "edge" if tile.color == "white" else tile.color, 1.5, 5)]
    parts += [worshipper(tile.color, 10, 10, 5), effect_icon(effect_name(tile), side / 2, 25, 1.05), _wanted(tile, side / 2, 49, 4.2)]
    parts += [badge(side - 10, 10, tile.points)] if tile.points else []
    parts += [text(side - 5, 25, tile.mystic, 8, "faint", "end", True)] if tile.mystic is not None else []
    cost = _cost(tile)
    if cost:
        parts.append(rect(3, side - 16, side - 6, 13, "panel", round=4))
        parts += [worshipper(color, side / 2 + 11 * (place - (len(cost) - 1) / 2), side - 9.5, 4) for place, color in enumerate(cost)]
    return "".join(parts)


@lru_cache(maxsize=1024)
def small_region(tile_id: str, side: float, face: str) -> str:
    """Returns a tile in a world; an unfulfilled one is crossed out, a wilderness shows its back (ORB-4.3, ORB-4.4)."""
    if face == "wilderness":
        return wilderness(side)
    tile = TILES[tile_id]
    parts = [rect(0, 0, side, side, f"{tile.color}-land", "edge" if tile.color == "white" else tile.color, 1.2, 4)]
    parts += [worshipper(tile.color, 6.5, 6.5, 3.6), effect_icon(effect_name(tile), side / 2 + 1, side * 0.44, side / 58)]
    parts.append(_wanted(tile, (side - 11) / 2 if tile.points else side / 2, side - 6.5, 2.9 if side > 40 else 2.1))
    parts += [badge(side - 7, side - 7, tile.points, size=5)] if tile.points else []
    parts += [text(side - 3, 6.5, tile.mystic, 7, "faint", "end", True)] if tile.mystic is not None else []
    if face == "unfulfilled":
        parts.append(icon(f"M3 3L{side - 3} {side - 3}M{side - 3} 3L3 {side - 3}", 0, 0, 1, None, "accent", 2.5))
    return "".join(parts)


def wilderness(side: float) -> str:
    """Returns the back of a tile, which has every colour."""
    marks = [worshipper(color, side / 2 + (place - 2) * side / 6, side * 0.34, side / 18) for place, color in enumerate(COLORS)]
    return (
        rect(0, 0, side, side, "hollow", "line", 1.2, 4)
        + "".join(marks)
        + text(side / 2, side * 0.68, "−1", side * 0.28, "faint", bold=True)
    )
