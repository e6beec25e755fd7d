"""The choice of a bundle of worshippers: one row for each colour, one button for each number."""

from __future__ import annotations

from math import ceil

from engine.drawing import INNER, Panel, group, lines, offers, rect, text
from engine.orbis.board.frames import framed
from engine.orbis.board.signs import worshipper
from engine.orbis.labels import label
from engine.orbis.moves import AnyMove, Discard, Gain, Pay
from engine.orbis.records import COLORS
from engine.orbis.state import State

TOP = 38
ROW = 50
BUTTON = 46
LEFT = 90
"""The x coordinate of the first button: on its left are the colour and how many the player has."""
FEW = 2
"""With at most this many numbers for each colour, two colours are side by side."""


def choice_panel(state: State, moves: list[AnyMove], language: str, names: tuple[str | None, ...]) -> Panel | None:
    """Returns the numbers per colour that can be paid, gained or discarded; None if no bundle is asked for."""
    bundles = [move.worshippers for move in moves if isinstance(move, Pay | Gain | Discard)]
    if not bundles:
        return None
    numbers = {place: sorted({bundle[place] for bundle in bundles} - {0}) for place in range(len(COLORS))}
    shown = {place: found for place, found in numbers.items() if found}
    decision = state.pending[-1]
    owned = state.players[decision.seat].worshippers
    columns = 2 if max(map(len, shown.values())) <= FEW else 1
    rows = [
        _row(place, owned[place], found, (at % columns * INNER / 2, TOP + ROW * (at // columns)))
        for at, (place, found) in enumerate(shown.items())
    ]
    question = lines(10, 19, label(state, decision, language, names), 13.5, INNER - 20, "accent", "start", True)
    return framed(INNER, TOP + ROW * ceil(len(shown) / columns) + 3, "", question, *rows, active=True)


def _row(place: int, owned: int, numbers: list[int], at: tuple[float, float]) -> str:
    step = min(BUTTON + 2, (INNER - LEFT - 6) / len(numbers))
    head = worshipper(COLORS[place], 28, BUTTON / 2, 12) + text(56, BUTTON / 2, f"({owned})", 15, "faint", room=34)
    buttons = [_button(LEFT + step * nth, number, place, step - 2) for nth, number in enumerate(numbers)]
    return group(head, *buttons, at=at, about=f"worshipper-{COLORS[place]}")


def _button(x: float, number: int, place: int, width: float) -> str:
    shapes = rect(0, 0, width, BUTTON, "hollow", "accent", 1.4, 8), text(width / 2, BUTTON / 2, number, 19, bold=True)
    data = offers("pay", "gain", "discard", **{f"worshippers-{place}": number})
    return group(*shapes, at=(x, 0), id=f"number-{COLORS[place]}-{number}", data=data)
