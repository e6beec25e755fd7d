"""The obelisk: its prices and the offerings made."""

from __future__ import annotations

from engine.blue_moon_city.board.signs import OBELISK, crystal, marker
from engine.blue_moon_city.content import BY_SEATS, obelisk
from engine.blue_moon_city.labels import WORDS
from engine.blue_moon_city.state import State
from engine.drawing import INNER, Panel, group, icon, offers, panel, rect, text

HEIGHT = 66.0
TALL = 44.0
NEXT = 46.0
"""The width of the next space, which is clicked."""


def obelisk_panel(view: State, language: str) -> Panel:
    """Returns the prices of the obelisk, with the offerings made and the next space (BMC-1.4)."""
    prices = obelisk(len(view.players))
    following = len(view.obelisk)
    narrow = (INNER - 14 - NEXT) / (len(prices) - 1) if following < len(prices) else (INNER - 14) / len(prices)
    x = 7.0
    spaces = []
    for place, cost in enumerate(prices):
        wide = NEXT if place == following else narrow
        spaces.append(_space(view, place, cost, x, wide - 2))
        x += wide
    heading = WORDS.text(language, "board_obelisk", count=BY_SEATS[len(view.players)].offerings_to_win)
    named = icon(OBELISK, 13, 10, 0.68, "gold", "edge", 1) + text(23, 10, heading, 13, "faint", "start", True, INNER - 32)
    return panel(INNER, HEIGHT, "", group(named, about="obelisk"), *spaces)


def _space(view: State, place: int, cost: int, x: float, wide: float) -> str:
    """Returns a space: with an offering its marker, otherwise its price; the next one is linked to the offering (BMC-3.5)."""
    if place < len(view.obelisk):
        ground = rect(0, 0, wide, TALL, "panel", "line")
        offered = group(marker(view.obelisk[place], wide / 2, 16, 11), id=f"obelisk-{place}", about="offering")
        return group(ground, offered, text(wide / 2, 36, cost, 10, "faint"), at=(x, 20))
    if place > len(view.obelisk):
        return group(rect(0, 0, wide, TALL, "hollow", "line"), text(wide / 2, TALL / 2, cost, 13.5, "faint", bold=True), at=(x, 20))
    ground = rect(0, 0, wide, TALL, "hollow", "accent", 2.5, 5)
    price = text(wide / 2 - 7, TALL / 2, cost, 18, bold=True) + crystal(wide / 2 + 12, TALL / 2, 0.8)
    return group(ground, price, at=(x, 20), about="offering", data=offers("offer", "use_golden_shrine"))
