"""The signs of Orbis: worshippers, effects, privileges and the small signs that tell what a move would do."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

from engine.drawing import circle, icon, mark, rect, text
from engine.orbis.records import Conversion, Farm, Forest, Irrigation, Rock, Shrine, Tile, Village, Volcano, effect_name

SHAPES = {"red": "triangle", "blue": "circle", "yellow": "diamond", "green": "square", "white": "star", "any": "hexagon"}
"""The shape that represents each colour on worshippers, costs and regions."""

MOST_MARKS = 3
"""More worshippers of one colour than this are drawn as a number and one mark."""

PERSON = "M0-11a4.3 4.3 0 1 1 0 8.6a4.3 4.3 0 0 1 0-8.6M-9 11c0-8 3.4-12 9-12s9 4 9 12z"
GATE = "M-13-10Q0-6.5 13-10V-6Q0-3 -13-6ZM-10-1.5H10V1.5H-10ZM-7.5-5H-4.5V11H-7.5ZM4.5-5H7.5V11H4.5Z"

ICONS: dict[str, tuple[tuple[str, str | None, str, float], ...]] = {
    "rock": (("M-12 9L-9-3L-2-10L6-7L12 3L10 9Z", "gray", "edge", 1.2), ("M-2-10L1 0L-4 9M1 0L12 3", None, "edge", 1)),
    "farm": (
        ("M-11 11V-2L-7-9H7L11-2V11Z", "red", "edge", 1.2),
        ("M-4.5 11V2H4.5V11ZM-4.5 2L4.5 11M4.5 2L-4.5 11", "panel", "edge", 1.1),
    ),
    "village": (
        ("M-12 11V2L-5.5-4L1 2V11ZM0 11V-2L6-8L12-2V11Z", "panel", "edge", 1.2),
        ("M-14 3L-5.5-5L1 1.5L-1-1.5L6-10L14-1L12.5 1L6-5.5L0 1L-5.5-1.5L-13 5Z", "brown", "edge", 1),
    ),
    "volcano": (
        ("M-13 11L-5-3H5L13 11Z", "brown", "edge", 1.2),
        ("M-5-3H5L7 1L4 0L2 5L-1 1L-4 4L-6.5-0.5Z", "red", "edge", 0.8),
        ("M0-6V-12M-4.5-6L-8-10.5M4.5-6L8-10.5", None, "red", 2.4),
    ),
    "irrigation": ((" ".join(f"M-11 {y}q2.75-4.5 5.5 0t5.5 0t5.5 0t5.5 0" for y in (-6, 1, 8)), None, "blue", 3),),
    "forest": (
        ("M-7 11V6M6 11V4", None, "brown", 2.8),
        ("M-7-7L-1 3H-3.5L-0.5 7H-13.5L-10.5 3H-13ZM6-12L13-1H10.5L13.5 5H-1.5L1.5-1H-1Z", "green", "edge", 1),
    ),
    "shrine": ((GATE, "red", "edge", 0.9),),
}
"""The paths of each effect from back to front: way, fill, stroke and line width. A conversion is a person in the colour gained."""


@lru_cache(maxsize=512)
def effect_icon(effect: str, x: float, y: float, scale: float, color: str = "any") -> str:
    """Returns the icon of an effect; `color` is that of the worshippers of a conversion."""
    if effect == "conversion":
        return icon(PERSON, x, y, scale, "hollow" if color == "any" else color, "edge", 1.3)
    return "".join(icon(way, x, y, scale, fill, stroke, line) for way, fill, stroke, line in ICONS[effect])


def region_icon(tile: Tile, x: float, y: float, scale: float) -> str:
    """Returns the icon of the tile's effect; a shrine shows as many gates as it has icons, if they fit."""
    match tile.effect:
        case Conversion(color=color):
            return effect_icon("conversion", x, y, scale, color)
        case Shrine(icons=count) if 1 < count <= MOST_MARKS:
            small = scale * (1.3 - 0.2 * count)
            return "".join(effect_icon("shrine", x + 27 * small * (at - (count - 1) / 2), y, small) for at in range(count))
    return effect_icon(effect_name(tile), x, y, scale)


@lru_cache(maxsize=2048)
def worshipper(color: str, x: float, y: float, size: float) -> str:
    """Returns a worshipper or its symbol; `any` stands for every colour."""
    return mark(SHAPES[color], x, y, size, "hollow" if color == "any" else color)


def privilege(color: str, x: float, y: float, size: float) -> str:
    """Returns the sign of a privilege: the colour in a gold ring (ORB-5.3)."""
    return circle(x, y, size, "panel", "gold", size / 5) + worshipper(color, x, y, size * 0.55)


def struck(x: float, y: float, reach: float) -> str:
    """Returns a stroke across what cannot be paid or does not score."""
    return icon(f"M-{reach} {reach}L{reach}-{reach}", x, y, 1, None, "accent", 2.2)


def exchange_sign(x: float, y: float, scale: float = 1) -> str:
    """Returns two opposite arrows: an exchange is needed first (ORB-3.2)."""
    return icon("M-7-3H6M2-6.5L6-3L2 0.5M7 3.5H-6M-2 0L-6 3.5L-2 7", x, y, scale, None, "accent", 1.9)


def wilderness_sign(x: float, y: float, points: int) -> str:
    """Returns a small tile that is turned over, with its points (ORB-3.5)."""
    return rect(x - 13, y - 8.5, 26, 17, "hollow", "accent", 1.4, 4) + text(x, y, signed(points), 13, "accent", bold=True)


def no_place_sign(x: float, y: float) -> str:
    """Returns a struck out pyramid: no place of the world takes the tile face up (ORB-4.2)."""
    return icon("M-8 6V1H-4V-4H4V1H8V6Z", x, y, 1, "panel", "edge", 1.1) + struck(x, y, 7)


def signed(points: int) -> str:
    """Returns points with a proper minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def wanted(tile: Tile) -> list[str]:
    """Returns what the tile shows below its icon (ORB-5): colours, `any`, `privilege-<colour>`, `below` and numbers."""
    match tile.effect:
        case Conversion(color=color, amount=amount):
            return ["+", *[color] * amount] if amount <= MOST_MARKS else [f"+{amount}", color]
        case Farm(color=color):
            return [f"privilege-{color}"]
        case Village(pay=pay):
            return [f"−{pay}", "any"]
        case Volcano(count=count, colors=colors):
            return [f"−{count}", *colors]
        case Irrigation(color=color):
            return ["below", color]
        case Forest(count=count, colors=colors):
            return [str(count), *colors]
        case Shrine(icons=count):
            return [] if count <= MOST_MARKS else [str(count)]
        case Rock():
            return []


def row_of_signs(items: list[str], x: float, y: float, size: float) -> str:
    """Returns signs in a row centred at x; `size` is the radius of a mark."""
    wide = [_width(item, size) for item in items]
    starts = accumulate(wide, initial=x - sum(wide) / 2)
    return "".join(_sign(item, start + width / 2, y, size) for item, start, width in zip(items, starts, wide, strict=False))


def _width(item: str, size: float) -> float:
    return 2.45 * size if item in SHAPES or item == "below" else 3.4 * size if item.startswith("privilege-") else 1.6 * size * len(item) + 3


def _sign(item: str, x: float, y: float, size: float) -> str:
    if item in SHAPES:
        return worshipper(item, x, y, size)
    if item == "below":
        return icon("M-4-3.5H4M0-3.5V4M-3 1L0 4.5L3 1", x, y, size / 5.5, None, "ink", 1.6)
    if item.startswith("privilege-"):
        return privilege(item.removeprefix("privilege-"), x, y, 1.4 * size)
    return text(x, y, item, 2.45 * size, bold=True)
