"""The choice of a bundle of worshippers: one row for each colour, one button for each number."""

from __future__ import annotations

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
LEFT = 92
"""The x coordinate of the first button: on its left are the colour and how many the player has."""


def choice_panel(state: State, moves: list[AnyMove], language: str, names: tuple[str | None, ...]) -> Panel | None:
    """Returns the numbers per colour that can be paid, gained or discarded; None if no bundle is asked for."""
    bundles = [move.worshippers for move in moves if isinstance(move, Pay | Gain | Discard)]
    if not bundles:
        return None
    numbers = {place: sorted({bundle[place] for bundle in bundles} - {0}) for place in range(len(COLORS))}
    shown = {place: found for place, found in numbers.items() if found}
    decision = state.pending[-1]
    owned = state.players[decision.seat].worshippers
    rows = [_row(place, owned[place], found, TOP + ROW * at) for at, (place, found) in enumerate(shown.items())]
    question = lines(10, 19, label(state, decision, language, names), 13.5, INNER - 20, "accent", "start", True)
    return framed(INNER, TOP + ROW * len(shown) + 3, "", question, *rows, active=True)


def _row(place: int, owned: int, numbers: list[int], y: float) -> str:
    step = min(BUTTON + 2, (INNER - LEFT - 8) / max(len(numbers), 1))
    head = worshipper(COLORS[place], 28, BUTTON / 2, 12) + text(56, BUTTON / 2, f"({owned})", 15, "faint", room=34)
    buttons = [_button(LEFT + step * at, number, place, step - 2) for at, number in enumerate(numbers)]
    return group(head, *buttons, at=(0, y), about=f"worshipper-{COLORS[place]}")


def _button(x: float, number: int, place: int, width: float) -> str:
    shapes = rect(0, 0, width, BUTTON, "hollow", "accent", 1.4, 8), text(width / 2, BUTTON / 2, number, 19, bold=True)
    data = offers("pay", "gain", "discard", **{f"worshippers-{place}": number})
    return group(*shapes, at=(x, 0), id=f"number-{COLORS[place]}-{number}", data=data)
