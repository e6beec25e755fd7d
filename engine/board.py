"""What the pictures of all games share: the header with the status of the game, the panels below it, the order of the players."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from engine.drawing import HEADER, Panel, header, picture, stacked
from engine.game import Decision, State, to_act
from engine.words import Words

S = TypeVar("S", bound=State)


def draw_board(
    view: S, heading: str, panels: Iterable[Panel], words: Words, label: Callable[[S, Decision, str], str], language: str
) -> str:
    """Returns the whole picture as SVG: the heading and the pending decision on top, the panels below."""
    drawn, bottom = stacked(panels, HEADER)
    status = _status(view, words, label, language)
    title = words.text(language, "board_title", version=view.version)
    return picture(title, status, bottom, language, header(heading, status), drawn)


def _status(view: S, words: Words, label: Callable[[S, Decision, str], str], language: str) -> str:
    """Returns which player has to decide what, or that the game is over."""
    decision = to_act(view)
    if decision is None:
        return words.term(language, "board_over")
    return f"{words.text(language, 'board_player', seat=decision.seat + 1)}: {label(view, decision, language)}"


def viewing_order(seats: int, viewer: int | None) -> list[int]:
    """Returns the seats in playing order, beginning with the viewer; with seat 0 for a spectator."""
    return [((viewer or 0) + offset) % seats for offset in range(seats)]
