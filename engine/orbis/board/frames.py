"""The frame of a panel with its heading."""

from __future__ import annotations

from engine.drawing import SEATS, Panel, polygon, rect, text
from engine.game import is_to_act
from engine.orbis.labels import WORDS
from engine.orbis.state import State

TOP = 24
"""The y coordinate below the heading."""
NAME_SIZE = 14


def framed(width: float, height: float, heading: str, *inside: str, active: bool = False) -> Panel:
    """Returns a panel with its heading."""
    head = text(9, 13, heading, 13.5, "accent" if active else "faint", "start", True, width - 18) if heading else ""
    return Panel(width, height, "".join((_frame(width, height, active), head, *inside)))


def seat_panel(
    state: State, seat: int, language: str, names: tuple[str | None, ...], size: tuple[float, float], note: str, *inside: str
) -> Panel:
    """Returns a panel of one player: the name beside the sign of the seat; the panel of the seat to act is drawn as active."""
    width, height = size
    active = is_to_act(state, seat)
    name = _shortened(WORDS.seat_name(language, names, seat), width - 43 - (8 + 7.9 * len(note) if note else 0))
    said = text(34, 13, name, NAME_SIZE, "accent" if active else "ink", "start", True)
    right = text(width - 9, 13, note, 13.5, "ink", "end", room=width - 80) if note else ""
    return Panel(width, height, "".join((_frame(width, height, active), seat_sign(seat, 9, 13), said, right, *inside)))


def _shortened(name: str, room: float) -> str:
    """Returns the name, cut off where it would not fit; it is never set smaller, because small texts are hidden on small screens."""
    fitting = int(room / (0.68 * NAME_SIZE))
    return name if len(name) <= fitting else name[: fitting - 1].rstrip() + "…"


def seat_sign(seat: int, x: float, y: float) -> str:
    """Returns a tag in the colour of a seat with its number, 20 units wide; no worshipper has this shape."""
    tag = polygon([(x, y - 8.5), (x + 14, y - 8.5), (x + 20, y), (x + 14, y + 8.5), (x, y + 8.5)], SEATS[seat], "edge", 0.8)
    return tag + text(x + 8, y, seat + 1, 13, "dark" if SEATS[seat] == "yellow" else "panel", bold=True)


def _frame(width: float, height: float, active: bool) -> str:
    return rect(1, 1, width - 2, height - 2, "panel", "accent" if active else "line", 2 if active else 1, 8)
