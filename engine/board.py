"""What the pictures of all games share: the header with the status of the game, the panels below it, the order of the players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from engine.drawing import HEADER, MARGIN, Layout, Panel, header, picture, stacked
from engine.game import Labeller, State, to_act
from engine.words import Words

S = TypeVar("S", bound=State)

Panels = Mapping[str, Callable[[], Panel | None]]
"""What draws each panel, in the order of the picture; None if the panel has nothing to show in this position."""

SUMMARY = "summary-"
"""The name of a panel that repeats in little room what other panels of a seat show; it is drawn only if it is asked for."""


def draw_board(view: S, heading: str, panels: Panels, words: Words, label: Labeller[S], language: str, layout: Layout) -> str:
    """Returns the whole picture as SVG: the heading and the pending decision on top, the panels below."""
    names = [name for name in panels if not name.startswith(SUMMARY)] if layout.panels is None else layout.panels
    drawn = [(name, panel) for name in dict.fromkeys(names) if name in panels and (panel := panels[name]()) is not None]
    shown, bottom = stacked(drawn, HEADER if layout.header else MARGIN, layout.width)
    status = _status(view, words, label, language, layout)
    top = header(heading, status, layout.width) if layout.header else ""
    title = words.text(language, "board_title", version=view.version)
    return picture(title, status, layout.width, bottom, language, top, shown)


def _status(view: S, words: Words, label: Labeller[S], language: str, layout: Layout) -> str:
    """Returns which player has to decide what, or that the game is over."""
    decision = to_act(view)
    if decision is None:
        return words.term(language, "board_over")
    return f"{words.seat_name(language, layout.names, decision.seat)}: {label(view, decision, language, layout.names)}"


def viewing_order(seats: int, viewer: int | None) -> list[int]:
    """Returns the seats in playing order, beginning with the viewer; with seat 0 for a spectator."""
    return [((viewer or 0) + offset) % seats for offset in range(seats)]
