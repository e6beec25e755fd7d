"""The small pieces of Blue Moon City: crystals, scales, cards and figures; each colour is shown with the letter of its people."""

from __future__ import annotations

from functools import lru_cache

from engine.blue_moon_city.content import BOX, DRAGONS, PEOPLE_OF, VALUE_OF
from engine.blue_moon_city.records import Bonus
from engine.drawing import SEATS, circle, icon, mark, rect, text

LETTERS = {people.color: people.name[0] for people in BOX.cards.peoples}
INKS = {"yellow": "dark", "white": "dark", "hollow": "ink"}
"""The text colour on light backgrounds; on all others it is bright."""

CRYSTAL = "M0-11L7-3L4 10H-4L-7-3Z"
SCALE = "M0-9C7-9 9-2 8 3C6 8 2 10 0 11C-2 10-6 8-8 3C-9-2-7-9 0-9Z"
CARD = "M-6-9H6A2 2 0 0 1 8-7V7A2 2 0 0 1 6 9H-6A2 2 0 0 1-8 7V-7A2 2 0 0 1-6-9Z"
PAWN = "M0-11a4.5 4.5 0 0 1 2.8 8Q7 1 8 11H-8Q-7 1-2.8-3A4.5 4.5 0 0 1 0-11Z"
DRAGON = "M-12-8Q-5-10-1-4L1-4Q5-10 12-8Q9-1 4 1Q4 8 0 11Q-4 8-4 1Q-9-1-12-8Z"
OBELISK = "M-4 11L-2.5-8L0-12L2.5-8L4 11Z"


def ink_on(paint: str) -> str:
    """Returns the text colour for a background."""
    return INKS.get(paint, "bright")


def crystal(x: float, y: float, scale: float) -> str:
    """Returns a crystal."""
    return icon(CRYSTAL, x, y, scale, "blue", "edge", 1)


def scale_piece(x: float, y: float, scale: float) -> str:
    """Returns a golden scale."""
    return icon(SCALE, x, y, scale, "gold", "edge", 1)


def card_back(x: float, y: float, scale: float) -> str:
    """Returns the back of a card."""
    return icon(CARD, x, y, scale, "hollow", "edge", 1.4)


@lru_cache(maxsize=64)
def pawn(seat: int, x: float, y: float, scale: float = 0.75) -> str:
    """Returns a player's miniature with the seat's number."""
    return icon(PAWN, x, y, scale, SEATS[seat], "edge", 1) + text(x, y + 4 * scale, seat + 1, 9.5 * scale, ink_on(SEATS[seat]), bold=True)


@lru_cache(maxsize=64)
def marker(seat: int, x: float, y: float, half: float) -> str:
    """Returns a player's marker with the seat's number."""
    paint = SEATS[seat]
    return rect(x - half, y - half, 2 * half, 2 * half, paint, "edge", 0.8, 2) + text(x, y, seat + 1, 1.4 * half, ink_on(paint), bold=True)


def dragon(index: int, x: float, y: float, scale: float = 0.75) -> str:
    """Returns a dragon with the letter of its people (BMC-3.1)."""
    letter = next(people.name[0] for people in BOX.cards.peoples if people.dragon == DRAGONS[index])
    return icon(DRAGON, x, y, scale, DRAGONS[index], "edge", 1) + text(x, y - scale, letter, 9 * scale, "bright", bold=True)


@lru_cache(maxsize=64)
def people_sign(color: str, x: float, y: float, radius: float) -> str:
    """Returns the colour and the letter of a people."""
    return circle(x, y, radius, color, "edge", 0.7) + text(x, y, LETTERS[color], 1.2 * radius, ink_on(color), bold=True)


@lru_cache(maxsize=256)
def space_sign(color: str, value: int, x: float, y: float, radius: float) -> str:
    """Returns a contribution space with the letter of its people and its number; a space for any colour has no letter."""
    paint = color if color in LETTERS else "hollow"
    return circle(x, y, radius, paint, "edge", 0.8) + text(x, y, f"{LETTERS.get(color, '')}{value}", radius, ink_on(paint), bold=True)


def bonus_row(bonus: Bonus, x: float, y: float, scale: float) -> str:
    """Returns the crystals, scales and cards of a bonus in a row centred at x (BMC-4.2)."""
    given = [(crystal, bonus.crystals), (scale_piece, bonus.scales), (card_back, bonus.cards)]
    shown = [(draw, count) for draw, count in given if count]
    step = 32 * scale
    left = x - step * (len(shown) - 1) / 2
    places = [left + step * at for at in range(len(shown))]
    numbers = [text(at - 3 * scale, y, count, 17 * scale, anchor="end", bold=True) for at, (_, count) in zip(places, shown, strict=True)]
    return "".join(numbers + [draw(at + 7 * scale, y, 0.8 * scale) for at, (draw, _) in zip(places, shown, strict=True)])


@lru_cache(maxsize=64)
def card_face(card: str, width: float, height: float) -> str:
    """Returns the face of a card: letter, value as number and pips, and name of its people."""
    people = PEOPLE_OF[card]
    paint = people.color
    parts = [rect(0, 0, width, height, f"{paint}-land", "edge" if paint in ("white", "black") else paint, 1.5, 4)]
    parts += [
        people_sign(people.color, 10, 10, 6.5),
        text(width - 9, 11, VALUE_OF[card], 14, bold=True),
        text(width / 2, height - 8, people.name, 8.5, room=width - 6),
    ]
    middle = [width / 2 + 9 * (pip - (VALUE_OF[card] - 1) / 2) for pip in range(VALUE_OF[card])]
    return "".join(parts + [mark("diamond", x, height / 2 + 1, 3.6, paint) for x in middle])
