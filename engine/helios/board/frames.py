"""The frames of panels and cards, with headings that stay legible on a phone."""

from __future__ import annotations

from engine.drawing import INNER, SEATS, Layout, Panel, circle, panel, rect, text
from engine.game import is_to_act
from engine.helios.board.means import Standing
from engine.helios.board.signs import LEGIBLE
from engine.helios.labels import WORDS
from engine.helios.state import State

TOP = 24.0
"""The y coordinate below the heading of a panel."""


def framed(height: float, heading: str, *inside: str, active: bool = False, width: float = INNER) -> Panel:
    """Returns a panel with a large heading."""
    head = text(8, 13, heading, LEGIBLE, "accent" if active else "faint", "start", True, width - 16)
    return panel(width, height, "", head, *inside, active=active)


def seat_panel(view: State, seat: int, language: str, layout: Layout, height: float, *inside: str, room: float = INNER - 120) -> Panel:
    """Returns a panel of one seat, headed by the seat's sign and name."""
    active = is_to_act(view, seat)
    return panel(INNER, height, "", seat_heading(seat, language, layout, room, active), *inside, active=active)


def seat_heading(seat: int, language: str, layout: Layout, room: float, active: bool) -> str:
    """Returns the sign of a seat, its colour with its number, and its name; a long name is cut off, not set smaller."""
    name = str(WORDS.seat_name(language, layout.names, seat))
    longest = int((room - 30) / (0.66 * LEGIBLE))
    shown = name if len(name) <= longest else name[: longest - 1].rstrip() + "…"
    return seat_sign(15, 14, seat, 9) + text(29, 14, shown, LEGIBLE, "accent" if active else "ink", "start", True)


def seat_sign(x: float, y: float, seat: int, size: float) -> str:
    """Returns a disc in the colour of a seat with its number."""
    ink = "dark" if SEATS[seat] == "yellow" else "bright"
    return circle(x, y, size, SEATS[seat], "edge", 0.8) + text(x, y, seat + 1, max(LEGIBLE, size * 1.4), ink, bold=True)


def card(width: float, height: float, standing: Standing, owned: bool = False) -> str:
    """Returns the ground of something to build or buy: golden if owned, sunken if the viewer cannot pay for it."""
    if owned:
        return rect(0, 0, width, height, "yellow-land", "gold", 2, 5)
    if standing == "short":
        return rect(0, 0, width, height, "hollow", "line", 1, 5)
    return rect(0, 0, width, height, "panel", "line" if standing == "unknown" else "edge", 1.2, 5)
