"""The faces of cards, with a sign for their power."""

from __future__ import annotations

from functools import lru_cache

from engine.blue_moon_city.board.signs import ANYWHERE, CARD, OBELISK, PAWN, SWAP, dragon, emblem, ink_on, rim_of
from engine.blue_moon_city.content import DRAGON_OF, PEOPLE_OF, VALUE_OF
from engine.blue_moon_city.moves import EXTRA_STEPS
from engine.blue_moon_city.native.groups import PAIR_WORTH, TURNS
from engine.blue_moon_city.rules.movement import DRAGON_STEPS
from engine.drawing import circle, icon, mark, rect, text

WIDTH, HEIGHT = 44.0, 60.0
BAND = 21.0
"""The height of the coloured band with emblem and value."""


@lru_cache(maxsize=128)
def card_face(card: str, count: int = 1) -> str:
    """Returns the face of a card: the emblem of its people and its value, below them its power and the name of the people."""
    people = PEOPLE_OF[card]
    paint = people.color
    parts = [
        rect(0, 0, WIDTH, HEIGHT, f"{paint}-land", rim_of(paint), 1.5, 5),
        rect(1, 1, WIDTH - 2, BAND, paint, None, 1, 4),
        emblem(paint, 13, 1 + BAND / 2, 0.68),
        text(WIDTH - 13, 1.5 + BAND / 2, VALUE_OF[card], 18, ink_on(paint), bold=True),
        _power(card),
        text(WIDTH / 2, HEIGHT - 6, people.name, 8.5, room=WIDTH - 6) if count == 1 else _stacked(people.name, count),
    ]
    return "".join(parts)


def _stacked(name: str, count: int) -> str:
    """Returns the name of the people beside the number of identical cards."""
    number = circle(WIDTH - 9, HEIGHT - 8, 9, "panel", "edge", 1) + text(WIDTH - 9, HEIGHT - 8, f"×{count}", 12.5, bold=True)
    return text(4, HEIGHT - 6, name, 8, anchor="start", room=22) + number


def _power(card: str) -> str:
    """Returns the sign of a card's power; cards of value 3 have none and show a row of pips (BMC-1.2)."""
    people, value = PEOPLE_OF[card].id, VALUE_OF[card]
    x, y = WIDTH / 2, BAND + 14.5
    if value == 3:
        return "".join(mark("diamond", x + 11 * pip, y, 4, PEOPLE_OF[card].color) for pip in (-1, 0, 1))
    if card in DRAGON_OF:
        return dragon(DRAGON_OF[card], x - 8, y, 0.72) + _reach(x + 11, y, value == 1, f"{DRAGON_STEPS}")
    match people:
        case "flit":
            return icon(PAWN, x - 9, y, 0.75, "panel", "edge", 1.4) + _reach(x + 10, y, value == 1, f"+{EXTRA_STEPS}")
        case "khind":
            return _wild(x, y, value, 11)
        case "mimix":
            pair = icon(CARD, x - 14, y - 1, 0.7, "brown", "edge", 1.2) + icon(CARD, x - 8, y + 2, 0.7, "brown", "edge", 1.2)
            return pair + _wild(x + 10, y, PAIR_WORTH, 10.5)
        case "hoax":
            return icon(SWAP, x - 8, y, 0.85, "ink") + text(x + 11, y, TURNS[card], 15, bold=True)
        case _:
            return icon(OBELISK, x - 8, y, 0.95, "gold", "edge", 1) + text(x + 10, y, f"+{value}", 13, bold=True)


def _reach(x: float, y: float, anywhere: bool, steps: str) -> str:
    """Returns four arrows for any tile, or a number of steps."""
    return icon(ANYWHERE, x, y, 0.72, "ink") if anywhere else text(x, y, steps, 15, bold=True)


def _wild(x: float, y: float, value: int, size: float) -> str:
    """Returns a star with a value that counts in every colour (BMC-3.3)."""
    return mark("star", x, y - 0.5, size, "gold", "edge", 0.8) + text(x, y + 0.5, value, 12.5, "dark", bold=True)
