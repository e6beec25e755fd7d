"""A picture of any position of Orbis."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.board import draw_board, viewing_order
from engine.drawing import DEFAULT_LAYOUT, Layout, Panel
from engine.orbis.board.choice import choice_panel
from engine.orbis.board.display import display_panel
from engine.orbis.board.holdings import holdings_panel, summary_panel
from engine.orbis.board.table import gods_panel, supply_panel
from engine.orbis.board.worlds import world_panel
from engine.orbis.labels import WORDS, label
from engine.orbis.native.rules import BRIDGE
from engine.orbis.state import State

PANELS = ("display", "gods", "supply", "choice", "world-{seat}", "holdings-{seat}", "summary-{seat}")


def board(view: State, seat: int | None, language: str, layout: Layout = DEFAULT_LAYOUT) -> str:
    """Returns the picture: the display, the gods and the supply, then the worlds and holdings, the viewer's own first."""
    moves, names = BRIDGE.legal_moves(view), layout.names
    panels: dict[str, Callable[[], Panel | None]] = {
        "display": partial(display_panel, view, seat, language),
        "gods": partial(gods_panel, view, language),
        "supply": partial(supply_panel, view, language),
        "choice": partial(choice_panel, view, moves, language, names),
    }
    for each in viewing_order(len(view.players), seat):
        panels[f"world-{each}"] = partial(world_panel, view, each, language, names, moves)
        panels[f"holdings-{each}"] = partial(holdings_panel, view, each, language, names)
        panels[f"summary-{each}"] = partial(summary_panel, view, each, language, names)
    return draw_board(view, "Orbis", panels, WORDS, label, language, layout)
