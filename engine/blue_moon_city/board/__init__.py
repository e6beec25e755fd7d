"""A picture of any position of Blue Moon City."""

from __future__ import annotations

from functools import partial

from engine.blue_moon_city.board.city import city_panel
from engine.blue_moon_city.board.hand import hand_panel
from engine.blue_moon_city.board.holdings import holdings_panel
from engine.blue_moon_city.board.obelisk import obelisk_panel
from engine.blue_moon_city.board.piles import piles_panel
from engine.blue_moon_city.board.site import site_panel
from engine.blue_moon_city.labels import WORDS, label
from engine.blue_moon_city.state import State
from engine.board import SUMMARY, Panels, draw_board, viewing_order
from engine.drawing import DEFAULT_LAYOUT, Layout

PANELS = ("city", "obelisk", "site", "hand", "holdings-{seat}", "piles", "summary-{seat}")


def board(view: State, seat: int | None, language: str, layout: Layout = DEFAULT_LAYOUT) -> str:
    """Returns the picture: the city and the obelisk, the building in question, the viewer's hand, every player and the piles."""
    order = viewing_order(len(view.players), seat)
    holdings = {each: partial(holdings_panel, view, each, language, layout.names) for each in order}
    panels: Panels = {
        "city": lambda: city_panel(view, language),
        "obelisk": lambda: obelisk_panel(view, language),
        "site": lambda: site_panel(view, seat, language, layout.names),
        "hand": lambda: hand_panel(view, seat, language),
        **{f"holdings-{each}": draw for each, draw in holdings.items()},
        "piles": lambda: piles_panel(view, language),
        **{f"{SUMMARY}{each}": draw for each, draw in holdings.items()},
    }
    return draw_board(view, "Blue Moon City", panels, WORDS, label, language, layout)
