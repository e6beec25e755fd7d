"""The characters: cards to buy, and cards of the players on their night or day side (HEL-5, HEL-8)."""

from __future__ import annotations

from functools import lru_cache

from engine.drawing import INNER, Layout, Panel, group, icon, offers, rect, text
from engine.helios.board.frames import TOP, card, framed, seat_sign
from engine.helios.board.means import Standing, can_buy
from engine.helios.board.signs import (
    HEXAGON,
    LEGIBLE,
    MOON,
    affordable_sign,
    any_cube,
    cost_row,
    cube,
    gain_row,
    house,
    mana,
    sun,
    tile_sign,
    worth,
)
from engine.helios.content import CHARACTER, CHARACTERS, COLORS, Character
from engine.helios.labels import WORDS
from engine.helios.state import State

COLUMNS = 4
STEP = (INNER - 12) / COLUMNS
WIDE = STEP - 4
HIGH = 70.0
TALL = TOP + (HIGH + 4) * -(-len(CHARACTERS) // COLUMNS) + 4


def characters_panel(view: State, viewer: int | None, language: str, layout: Layout) -> Panel:
    """Returns every character in its place: those that can be bought, and for the others the sign of their owner (HEL-5.1)."""
    cards = []
    for place, name in enumerate(CHARACTERS):
        at = (8 + STEP * (place % COLUMNS), TOP + (HIGH + 4) * (place // COLUMNS))
        if name in view.characters:
            standing = can_buy(view.players[viewer].mana, name) if viewer is not None else "unknown"
            drawn = _card(name, standing, language)
            cards.append(group(drawn, at=at, id=f"character-{name}", about=name, data=offers("buy_character", character=name)))
        else:
            cards.append(group(_taken(view, name, language), at=at, about=name))
    return framed(TALL, WORDS.term(language, "board_characters"), *cards)


@lru_cache(maxsize=128)
def _card(name: Character, standing: Standing, language: str) -> str:
    """Returns a character to buy: price in mana and points in the end, then the cost of its activation and what that gives."""
    data = CHARACTER[name]
    head = text(5, 10, WORDS.term(language, name), LEGIBLE, "faint" if standing == "short" else "ink", "start", room=WIDE - 8)
    price = _price(data.price, standing)
    cost, end = cost_row(data.cost, data.any, 11, 54, 5.6)
    gain, _ = _gains(name, end - 5, 54)
    return card(WIDE, HIGH, standing) + head + price + per_sign(name, 43, 30) + cost + gain


def _price(amount: int, standing: Standing) -> str:
    """Returns a price in mana; a green frame says that the viewer has enough."""
    drawn = mana(13, 30, 0.72), text(29, 30, amount, 15, bold=True)
    return group(rect(3, 19, 37, 22, "green-land", "green", 2, 5), *drawn, about="affordable") if standing == "exact" else "".join(drawn)


def _gains(name: Character, x: float, y: float) -> tuple[str, float]:
    """Returns the gains of an activation; two kinds of gains stand above each other."""
    data = CHARACTER[name]
    if data.track and data.mana:
        above, end = gain_row(data.track, 0, 0, x, y - 8)
        return above + gain_row(0, data.mana, 0, x, y + 8)[0], end
    return gain_row(data.track, data.mana, data.cubes, x, y)


def _taken(view: State, name: Character, language: str) -> str:
    """Returns the place of a character that a player has bought."""
    owners = [seat for seat, player in enumerate(view.players) if name in (*player.night, *player.day)]
    head = text(WIDE / 2, 20, WORDS.term(language, name), 12.5, "faint", room=WIDE - 10)
    return rect(0, 0, WIDE, HIGH, None, "line", 1, 5) + head + "".join(seat_sign(WIDE / 2, 44, seat, 11) for seat in owners)


def owned_card(name: Character, day: bool, standing: Standing, width: float, height: float, language: str) -> str:
    """Returns a character of a player: at night with the cost of its activation, by day with its points (HEL-5.2)."""
    data = CHARACTER[name]
    tick = "" if day else affordable_sign(standing, width - 11, 12)
    sign = sun(width - 11, 12, 0.62) if day else tick or icon(MOON, width - 11, 12, 0.6, "faint")
    head = text(5, 12, WORDS.term(language, name), LEGIBLE, "ink", "start", room=width - 25) if width > 60 else ""
    low = height - 14
    cost, end = ("", 0.0) if day else cost_row(data.cost, data.any, 10, low, 4.6)
    return card(width, height, standing, day) + sign + head + cost + (per_sign(name, max(end - 2, 8), low) if day or width > 60 else "")


def per_sign(name: Character, x: float, y: float) -> str:
    """Returns the points of a character and what they are multiplied by, from x to the right."""
    data = CHARACTER[name]
    star = worth(x + 8, y, data.points, 9)
    if data.per == "once":
        return star
    return star + text(x + 21, y, "×", LEGIBLE, "faint") + _per(data.per, x + 34, y)


def _per(what: str, x: float, y: float) -> str:
    match what:
        case "house":
            return house(x, y, 0.66)
        case "tile":
            return tile_sign(x, y, 0.6)
        case "special":
            return icon(HEXAGON, x, y, 0.6, "panel", "gold", 4)
        case "colour":
            return "".join(cube(color, x - 8 + 4 * place, y + (4 if place % 2 else -4), 3) for place, color in enumerate(COLORS))
        case "track":
            return sun(x, y, 0.66)
        case "edge":
            return icon(HEXAGON, x, y, 0.66, "rim-field", "edge", 1.5)
        case _:
            return any_cube(x - 3, y - 3, 0.55) + mana(x + 6, y + 3, 0.5)
