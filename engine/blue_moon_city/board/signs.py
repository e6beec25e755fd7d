"""The small pieces of Blue Moon City: emblems, crystals, scales, figures and markers. Each colour has an emblem, each seat a number."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.blue_moon_city.content import BOX, DRAGONS
from engine.blue_moon_city.records import Bonus
from engine.drawing import SEATS, circle, group, icon, mark, rect, text

INKS = {"yellow": "dark", "white": "dark", "gray": "dark", "gold": "dark", "black": "bright", "hollow": "ink", "panel": "ink"}
"""The colour of signs on a background; on all others it is `sign`."""

EMBLEMS = {
    "vulca": "M0-11C5-6 8-2 7.5 4C7 8.5 4 11 0 11S-7 8.5-7.5 4C-8 0-5-3-4-6C-2.5-4-2-3-1-2.5C.5-5-1-8 0-11Z",
    "terrah": "M-11 9L-4-9L1 0L4-5L11 9Z",
    "aqua": "M0-11C4-5 8-1 8 4A8 7 0 0 1-8 4C-8-1-4-5 0-11Z",
    "flit": "M-9 11L-6 5C-9-3-3-10 10-11C10-1 5 7-3 7L-6 11.5Z",
    "khind": "M-1.5 11V3C-7 3-11-1-11-8C-5-8-1-5 0-1C1-5 5-8 11-8C11-1 7 3 1.5 3V11Z",
    "mimix": "M-10-8C-5-10 5-10 10-8C10 2 6 9 0 11C-6 9-10 2-10-8ZM-7-2A2.8 2.2 0 1 0-1.4-2A2.8 2.2 0 1 0-7-2ZM1.4-2A2.8 2.2 0 1 0 7-2"
    "A2.8 2.2 0 1 0 1.4-2Z",
    "hoax": "M-11.5 0C-6-9 6-9 11.5 0C6 9-6 9-11.5 0ZM-4.5 0A4.5 4.5 0 1 0 4.5 0A4.5 4.5 0 1 0-4.5 0Z",
    "pillar": "M-8-11H8V-7.5H5V7H8V11H-8V7H-5V-7.5H-8Z",
}
"""An emblem for each people: flame, mountains, drop, feather, sprout, mask, eye and column."""

EMBLEM_OF = {people.color: EMBLEMS[people.id] for people in BOX.cards.peoples}

CRYSTAL = "M0-11L7-3L4 10H-4L-7-3Z"
FACETS = "M-7-3H7M-2.5-3L-1 10M2.5-3L1 10"
SCALE = "M0-9C7-9 9-2 8 3C6 8 2 10 0 11C-2 10-6 8-8 3C-9-2-7-9 0-9Z"
CARD = "M-6-9H6A2 2 0 0 1 8-7V7A2 2 0 0 1 6 9H-6A2 2 0 0 1-8 7V-7A2 2 0 0 1-6-9Z"
MOON = "M2.5-5A5.5 5.5 0 1 0 2.5 5A4.5 4.5 0 1 1 2.5-5Z"
PAWN = "M0-12a5 5 0 0 1 3.5 8.5Q7.5 0 8.5 11H-8.5Q-7.5 0-3.5-3.5A5 5 0 0 1 0-12Z"
DRAGON = "M-12-9Q-5-11-2-4L-1.5-8L0-11L1.5-8L2-4Q5-11 12-9L10-3L7-2L5.5 2L4 1Q4 8 0 11Q-4 8-4 1L-5.5 2L-7-2L-10-3Z"
OBELISK = "M-6 11V8H-4L-2.5-8L0-12L2.5-8L4 8H6V11Z"
CROWN = "M-10 8L-11-6L-5-1L0-9L5-1L11-6L10 8Z"
HAMMER = "M-10-9H4L7-6V-3H2V11H-3V-3H-10Z"
HOUSES = "M-11 10V0L-5.5-5L0 0V10ZM1.5 10V-3L6.5-9L11.5-3V10Z"
ANYWHERE = "M0-11L4-6H1.5V-1.5H6V-4L11 0L6 4V1.5H1.5V6H4L0 11L-4 6H-1.5V1.5H-6V4L-11 0L-6-4V-1.5H-1.5V-6H-4Z"
SWAP = "M-10-2C-8-9 4-10 8-4L10-7V2H1L5-1C1-6-5-5-6.5-2ZM10 2C8 9-4 10-8 4L-10 7V-2H-1L-5 1C-1 6 5 5 6.5 2Z"
CHECK = "M-9 0L-5-4L-2-1L6-9L10-5L-2 7Z"

SIGNS = {"majority": CROWN, "construction": HAMMER, "neighborhood": HOUSES}
"""The sign of each kind of bonus (BMC-4.1)."""


def ink_on(paint: str) -> str:
    """Returns the colour of signs and texts on a background."""
    return INKS.get(paint, "sign")


def rim_of(paint: str) -> str:
    """Returns the colour of the rim of something painted in this colour: white and black need one that differs."""
    return "edge" if paint in ("white", "black") else paint


@lru_cache(maxsize=256)
def crystal(x: float, y: float, scale: float) -> str:
    """Returns a crystal."""
    return icon(CRYSTAL, x, y, scale, "blue", "edge", 1) + icon(FACETS, x, y, scale, None, "sign", 0.9)


def scale_piece(x: float, y: float, scale: float) -> str:
    """Returns a golden scale."""
    return icon(SCALE, x, y, scale, "gold", "edge", 1)


@lru_cache(maxsize=256)
def card_back(x: float, y: float, scale: float) -> str:
    """Returns the back of a card."""
    return icon(CARD, x, y, scale, "panel", "edge", 1.4) + icon(MOON, x, y, scale * 0.8, "edge")


@lru_cache(maxsize=256)
def pawn(seat: int, x: float, y: float, scale: float = 1) -> str:
    """Returns a player's miniature with the seat's number."""
    paint = SEATS[seat]
    return icon(PAWN, x, y, scale, paint, "edge", 1) + text(x, y + 4 * scale, seat + 1, max(12.5, 12 * scale), ink_on(paint), bold=True)


@lru_cache(maxsize=256)
def marker(seat: int, x: float, y: float, radius: float) -> str:
    """Returns a player's marker with the seat's number."""
    paint = SEATS[seat]
    number = text(x, y, seat + 1, max(12.5, 1.3 * radius), ink_on(paint), bold=True)
    return circle(x, y, radius, paint, "edge", 1) + number


@lru_cache(maxsize=64)
def dragon(index: int, x: float, y: float, scale: float = 0.85) -> str:
    """Returns a dragon with the emblem of its people (BMC-3.1)."""
    color = next(people.color for people in BOX.cards.peoples if people.dragon == DRAGONS[index])
    paint = DRAGONS[index]
    return icon(DRAGON, x, y, scale, paint, "edge", 1) + icon(EMBLEM_OF[color], x, y + 2 * scale, 0.36 * scale, ink_on(paint))


@lru_cache(maxsize=256)
def emblem(color: str, x: float, y: float, scale: float, fill: str | None = None) -> str:
    """Returns the emblem of a people, by default as on a background of its colour; any colour is a star."""
    paint = fill or ink_on(color)
    return icon(EMBLEM_OF[color], x, y, scale, paint) if color in EMBLEM_OF else mark("star", x, y, 9 * scale, paint, None)


@lru_cache(maxsize=512)
def space_sign(color: str, value: int, width: float, height: float) -> str:
    """Returns a free contribution space: the emblem of its people and its number, side by side if there is little height."""
    paint = color if color in EMBLEM_OF else "panel"
    ink = ink_on(paint)
    frame = rect(0, 0, width, height, paint, "edge", 1, 3)
    if height < 16:
        return frame + emblem(color, 4.6, height / 2, 0.34, ink) + text(width - 5, height / 2, value, 12.5, ink, bold=True)
    number = text(width / 2, height * 0.68, value, max(12.5, height * 0.46), ink, bold=True)
    return frame + emblem(color, width / 2, height * 0.25, height * 0.017, ink) + number


def bonus_pieces(bonus: Bonus) -> list[str]:
    """Returns the names of the pieces of a bonus, one for each crystal, scale and card (BMC-4.2)."""
    return ["crystal"] * bonus.crystals + ["scale"] * bonus.scales + ["card"] * bonus.cards


Draw = Callable[[float, float, float], str]

PIECES: dict[str, Draw] = {"crystal": crystal, "scale": scale_piece, "card": card_back}


@lru_cache(maxsize=512)
def bonus_row(bonus: Bonus, x: float, y: float, step: float) -> str:
    """Returns the crystals, scales and cards of a bonus one by one, from x to the right; each is about as wide as the step."""
    pieces = enumerate(bonus_pieces(bonus))
    return "".join([group(PIECES[name](x + step * (at + 0.5), y, step / 18), about=name) for at, name in pieces])
