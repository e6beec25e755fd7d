"""Region tiles in the display, in a world and in a summary."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from engine.drawing import badge, circle, group, icon, rect, text
from engine.orbis.board.signs import (
    exchange_sign,
    no_place_sign,
    region_icon,
    row_of_signs,
    signed,
    struck,
    wanted,
    wilderness_sign,
    worshipper,
)
from engine.orbis.content import TILES
from engine.orbis.labels import WORDS
from engine.orbis.records import COLORS, Tile, effect_name

TILE_WIDTH, TILE_HEIGHT = 118.0, 84.0
"""The size of a tile in the display."""

MOST_SYMBOLS = 6
"""More symbols of a cost than this are drawn as numbers and one symbol for each colour."""


class Prospect(NamedTuple):
    """What a tile of the display means for the acting viewer: symbols that a privilege pays, symbols that are missing, and what follows."""

    free: tuple[int, ...] = (0,) * 6
    missing: tuple[int, ...] = (0,) * 6
    needs_exchange: bool = False
    has_place: bool = True
    wilderness: int | None = None
    """The points of the wilderness that the tile would become; None if it can be laid face up."""


OPEN = Prospect()
"""What other viewers see."""


@lru_cache(maxsize=1024)
def display_region(tile_id: str, language: str, prospect: Prospect = OPEN) -> str:
    """Returns a tile in the display: colour, effect, points, mystic value and, at the bottom, its cost (ORB-1.1)."""
    tile = TILES[tile_id]
    lost = prospect.wilderness is not None
    parts = [rect(0, 0, TILE_WIDTH, TILE_HEIGHT, "hollow" if lost else f"{tile.color}-land", _border(tile), 2, 8)]
    parts += [worshipper(tile.color, 14, 14, 7.5), region_icon(tile, 57, 31, 1.05), row_of_signs(wanted(tile), 57, 53, 6)]
    parts.append(text(58, 10, effect_title(tile, language), 9.5, room=63))
    parts += [badge(TILE_WIDTH - 14, 14, tile.points, size=11)] if tile.points else []
    parts += [mystic(tile.mystic, TILE_WIDTH - 15, 41)] if tile.mystic is not None else []
    parts += [group(no_place_sign(15, 41), about="no_place")] if not prospect.has_place else []
    return "".join(parts) + _cost_bar(tile, language, prospect)


def effect_title(tile: Tile, language: str) -> str:
    """Returns the name of the tile's effect with a capital letter."""
    name = WORDS.term(language, effect_name(tile))
    return name[:1].upper() + name[1:]


def _border(tile: Tile) -> str:
    return "edge" if tile.color == "white" else tile.color


def mystic(value: int, x: float, y: float) -> str:
    """Returns the mystic value of a white tile (ORB-6.2)."""
    return group(rect(x - 10.5, y - 8.5, 21, 17, "panel", "gray", 1.2, 8), text(x, y, value, 14, room=19), about="mystic")


def _cost_bar(tile: Tile, language: str, prospect: Prospect) -> str:
    """Returns the cost; symbols that the viewer lacks are struck out, signs at the right end tell what follows (ORB-3.4, ORB-3.5)."""
    cost = msgspec.structs.asdict(tile.cost)
    bar = rect(5, TILE_HEIGHT - 22, TILE_WIDTH - 10, 18, "panel", "line", 0.8, 6)
    room = TILE_WIDTH - 10 - (30 if prospect.wilderness is not None else 20 if prospect.needs_exchange else 0)
    y = TILE_HEIGHT - 13
    if not any(cost.values()):
        shown = text(5 + room / 2, y, WORDS.term(language, "no_cost"), 9.5, "faint", room=room - 6)
    elif sum(cost.values()) > MOST_SYMBOLS:
        listed = [item for color, count in cost.items() if count for item in (str(count), color)]
        shown = row_of_signs(listed, 5 + room / 2, y, 5.2)
    else:
        shown = _symbols(cost, prospect, 5 + room / 2, y)
    if prospect.wilderness is not None:
        return bar + shown + group(wilderness_sign(TILE_WIDTH - 21, y, prospect.wilderness), about="wilderness")
    return bar + shown + (group(exchange_sign(TILE_WIDTH - 16, y), about="exchange") if prospect.needs_exchange else "")


def _symbols(cost: dict[str, int], prospect: Prospect, middle: float, y: float) -> str:
    """Returns one symbol for each worshipper to pay."""
    kinds = zip(cost.items(), prospect.free, prospect.missing, strict=True)
    symbols = [(color, at < free, at >= count - missing) for (color, count), free, missing in kinds for at in range(count)]
    parts = []
    for place, (color, free, missing) in enumerate(symbols):
        x = middle + 15 * (place - (len(symbols) - 1) / 2)
        if free:
            parts.append(group(circle(x, y, 8, "panel", "gold", 2), worshipper(color, x, y, 4.4), about="privileged"))
        else:
            parts.append(worshipper(color, x, y, 5.8) + (struck(x, y, 6.5) if missing else ""))
    return "".join(parts)


@lru_cache(maxsize=4096)
def world_region(tile_id: str, side: float, face: str, scores: bool, wilderness_points: int) -> str:
    """Returns a tile in a world; an unfulfilled one is crossed out, a wilderness shows its back (ORB-4.3, ORB-4.4).

    The points of a region that does not score yet, such as a forest without neighbours, are drawn hollow.
    """
    if face == "wilderness":
        return wilderness(side, wilderness_points)
    tile = TILES[tile_id]
    middle = side / 2 - (10 if tile.mystic is not None else 0)
    parts = [rect(0, 0, side, side, f"{tile.color}-land", _border(tile), 1.6, 6)]
    parts += [worshipper(tile.color, 11, 11, 6), region_icon(tile, side / 2, side * 0.45, side / 76)]
    parts.append(row_of_signs(wanted(tile), middle, side - 12, 5.3))
    parts += [points_badge(tile.points, side - 11.5, 11.5, scores)] if tile.points else []
    parts += [mystic(tile.mystic, side - 14, side - 12)] if tile.mystic is not None else []
    if face == "unfulfilled":
        parts.append(icon(f"M5 5L{side - 5} {side - 5}M{side - 5} 5L5 {side - 5}", 0, 0, 1, None, "accent", 3.5))
    return "".join(parts)


def points_badge(points: int, x: float, y: float, scores: bool) -> str:
    """Returns points: on gold if they are scored as things are, else hollow."""
    if scores:
        return badge(x, y, points, size=9.6)
    return group(badge(x, y, points, "panel", "ink", 9.6), about="pending_points")


def wilderness(side: float, points: int) -> str:
    """Returns the back of a tile, which has every colour."""
    marks = [worshipper(color, side / 2 + (place - 2) * side / 6, side * 0.3, side / 16) for place, color in enumerate(COLORS)]
    number = text(side / 2, side * 0.66, signed(points), 20, "faint", bold=True)
    return rect(0, 0, side, side, "hollow", "line", 1.6, 6) + "".join(marks) + number


@lru_cache(maxsize=1024)
def tiny_region(tile_id: str, side: float, face: str) -> str:
    """Returns a tile in a summary: its colour, or that it is a wilderness or unfulfilled."""
    if face == "wilderness":
        return rect(0, 0, side, side, "hollow", "line", 1, 2) + icon(f"M{side * 0.3} {side / 2}H{side * 0.7}", 0, 0, 1, None, "faint", 2)
    tile = TILES[tile_id]
    cross = icon(f"M2 2L{side - 2} {side - 2}M{side - 2} 2L2 {side - 2}", 0, 0, 1, None, "accent", 1.8) if face == "unfulfilled" else ""
    return (
        rect(0, 0, side, side, f"{tile.color}-land", _border(tile), 1, 2) + worshipper(tile.color, side / 2, side / 2, side / 3.6) + cross
    )
