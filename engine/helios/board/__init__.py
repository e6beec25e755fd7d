"""A picture of any position of Helios."""

from __future__ import annotations

from functools import partial

from engine.board import Panels, draw_board, viewing_order
from engine.drawing import DEFAULT_LAYOUT, Layout
from engine.helios.board.players import player_panel
from engine.helios.board.shared import actions_panel, characters_panel, choice_panel, lands_panel
from engine.helios.content import BY_SEATS
from engine.helios.labels import WORDS, label
from engine.helios.state import State

PANELS = ("actions", "lands", "choice", "characters", "player-{seat}")


def board(view: State, seat: int | None, language: str, layout: Layout = DEFAULT_LAYOUT) -> str:
    """Returns the picture: the shared components, then the players; the viewer's land is the first and large."""
    seats = len(view.players)
    order = viewing_order(seats, seat)
    own_large = seats == 3 or (seats == 4 and seat is not None)
    beside = seats == 4 and seat is not None
    panels: Panels = {
        "actions": lambda: actions_panel(view, language),
        "lands": lambda: lands_panel(view, language),
        "choice": lambda: choice_panel(view, language),
        **{f"player-{each}": partial(player_panel, view, each, language, seats == 2 or (own_large and each == order[0])) for each in order},
        "characters": lambda: characters_panel(view, language, not beside),
    }
    return draw_board(view, f"Helios {_round(view)}", panels, WORDS, label, language, layout)


def _round(view: State) -> str:
    return f"{view.round} / {BY_SEATS[len(view.players)].rounds}"
