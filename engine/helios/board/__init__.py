"""A picture of any position of Helios."""

from __future__ import annotations

from engine.board import draw_board, viewing_order
from engine.helios.board.players import player_panel
from engine.helios.board.shared import actions_panel, characters_panel, choice_panel, lands_panel
from engine.helios.content import BY_SEATS
from engine.helios.labels import WORDS, label
from engine.helios.state import State


def board(view: State, seat: int | None, language: str) -> str:
    """Returns the picture: the shared components, then the players; the viewer's land is the first and large."""
    seats = len(view.players)
    order = viewing_order(seats, seat)
    own_large = seats == 3 or (seats == 4 and seat is not None)
    players = [player_panel(view, each, language, seats == 2 or (own_large and each == order[0])) for each in order]
    beside = seats == 4 and seat is not None
    characters = characters_panel(view, language, not beside)
    shared = [actions_panel(view, language), lands_panel(view, language), *choice_panel(view, language)]
    panels = [*shared, *players, characters] if beside else [*shared, characters, *players]
    return draw_board(view, f"Helios {_round(view)}", panels, WORDS, label, language)


def _round(view: State) -> str:
    return f"{view.round} / {BY_SEATS[len(view.players)].rounds}"
