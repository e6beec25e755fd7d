"""A picture of any position of Helios."""

from __future__ import annotations

from functools import partial

from engine.board import Panels, draw_board, viewing_order
from engine.drawing import DEFAULT_LAYOUT, Layout
from engine.helios.board.actions import actions_panel
from engine.helios.board.characters import characters_panel
from engine.helios.board.choice import choice_panel
from engine.helios.board.city import city_panel
from engine.helios.board.holdings import holdings_panel
from engine.helios.board.land import land_panel
from engine.helios.board.lands import lands_panel
from engine.helios.board.summary import summary_panel
from engine.helios.content import BY_SEATS
from engine.helios.labels import WORDS, label
from engine.helios.state import State

PANELS = ("actions", "lands", "choice", "characters", "land-{seat}", "holdings-{seat}", "city-{seat}", "summary-{seat}")


def board(view: State, seat: int | None, language: str, layout: Layout = DEFAULT_LAYOUT) -> str:
    """Returns the picture: the shared components, then the players, beginning with the viewer."""
    panels: Panels = {
        "actions": lambda: actions_panel(view, language),
        "lands": lambda: lands_panel(view, language),
        "choice": lambda: choice_panel(view, language),
        "characters": lambda: characters_panel(view, seat, language, layout),
    }
    for each in viewing_order(len(view.players), seat):
        panels = {**panels, **_player_panels(view, each, seat, language, layout)}
    return draw_board(view, f"Helios {_round(view)}", panels, WORDS, label, language, layout)


def _player_panels(view: State, seat: int, viewer: int | None, language: str, layout: Layout) -> Panels:
    return {
        f"land-{seat}": partial(land_panel, view, seat, language, layout),
        f"holdings-{seat}": partial(holdings_panel, view, seat, viewer, language, layout),
        f"city-{seat}": partial(city_panel, view, seat, viewer, language, layout),
        f"summary-{seat}": partial(summary_panel, view, seat, language, layout),
    }


def _round(view: State) -> str:
    return f"{view.round} / {BY_SEATS[len(view.players)].rounds}"
