"""The frame of a panel with its heading."""

from __future__ import annotations

from engine.drawing import SEATS, Panel, rect, text
from engine.game import is_to_act
from engine.orbis.labels import WORDS
from engine.orbis.state import State

TOP = 24
"""The y coordinate below the heading."""


def framed(width: float, height: float, heading: str, *inside: str, note: str = "", active: bool = False) -> Panel:
    """Returns a panel with a heading on the left and a note on the right."""
    parts = [_frame(width, height, active)]
    parts.append(text(9, 13, heading, 13, "accent" if active else "faint", "start", True, width - 18 - 7 * len(note)))
    parts += [text(width - 9, 13, note, 13, "faint", "end", room=width / 2)] if note else []
    return Panel(width, height, "".join((*parts, *inside)))


def seat_panel(
    state: State, seat: int, language: str, names: tuple[str | None, ...], size: tuple[float, float], note: str, *inside: str
) -> Panel:
    """Returns a panel of one player: the name beside a bar in the colour of the seat; the panel of the seat to act is drawn as active."""
    width, height = size
    active = is_to_act(state, seat)
    name = WORDS.seat_name(language, names, seat)
    bar = rect(8, 5, 6, 16, SEATS[seat], "edge", 0.6, 2)
    said = text(19, 13, name, 14, "accent" if active else "ink", "start", True, width - 30 - 7.3 * len(note))
    right = text(width - 9, 13, note, 13, "ink", "end", room=width - 80) if note else ""
    return Panel(width, height, "".join((_frame(width, height, active), bar, said, right, *inside)))


def _frame(width: float, height: float, active: bool) -> str:
    return rect(1, 1, width - 2, height - 2, "panel", "accent" if active else "line", 2 if active else 1, 8)
