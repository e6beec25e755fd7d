"""The deck, the discards, the pool of scales and the dragons outside the city."""

from __future__ import annotations

from engine.blue_moon_city.board.signs import card_back, dragon, emblem, ink_on, scale_piece
from engine.blue_moon_city.content import BY_SEATS, DRAGONS, PEOPLE_OF, VALUE_OF
from engine.blue_moon_city.labels import WORDS
from engine.blue_moon_city.state import State
from engine.drawing import INNER, Panel, group, offers, panel, rect, text

HEIGHT = 60.0
WIDTH = 89.0
TALL = 50.0


def piles_panel(view: State, language: str) -> Panel:
    """Returns the piles side by side (BMC-1.3, BMC-2.3)."""
    pool = max(0, BY_SEATS[len(view.players)].scales - sum(player.scales for player in view.players))
    deck = card_back(20, 31, 1.2) + card_back(23, 33, 1.2) + _number(len(view.deck))
    scales = scale_piece(22, 32, 1.3) + _number(pool)
    parts = [
        _pile(0, "deck", deck, language, offers("draw", "use_hospital")),
        _pile(1, "discards", _last_discard(view) + _number(len(view.discards)), language),
        _pile(2, "pool", scales, language),
        _pile(3, "dragons", _outside(view), language),
    ]
    return panel(INNER, HEIGHT, "", *parts)


def _pile(at: int, name: str, drawn: str, language: str, data: dict[str, object] | None = None) -> str:
    frame = rect(0, 0, WIDTH, TALL, "hollow", "line", 1, 5)
    heading = text(WIDTH / 2, 8.5, WORDS.term(language, f"board_{name}"), 9, "faint", bold=True, room=WIDTH - 8)
    return group(frame, heading, drawn, at=(7 + (WIDTH + 4.6) * at, 5), id=f"pile-{name}", about=name, data=data)


def _number(count: int) -> str:
    return text(42, 32, count, 18, anchor="start", bold=True)


def _last_discard(view: State) -> str:
    """Returns the card on top of the discards."""
    if not view.discards:
        return rect(13, 18, 19, 27, None, "line", 1.5, 3)
    card = view.discards[-1]
    paint = PEOPLE_OF[card].color
    face = rect(13, 17, 19, 28, paint, "edge", 1, 3) + emblem(paint, 22.5, 25, 0.5)
    return face + text(22.5, 37.5, VALUE_OF[card], 13, ink_on(paint), bold=True)


def _outside(view: State) -> str:
    """Returns the dragons outside the city."""
    outside = [index for index, place in enumerate(view.dragons) if place is None]
    if not outside:
        return text(WIDTH / 2, 32, "–", 18, "faint")
    return "".join(
        group(dragon(index, 0, 0, 1), at=(WIDTH / 2 + 27 * (at - (len(outside) - 1) / 2), 32), id=f"dragon-{DRAGONS[index]}",
              about=f"{DRAGONS[index]}_dragon")
        for at, index in enumerate(outside)
    )  # fmt: skip
