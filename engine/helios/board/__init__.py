"""A picture of any position of Helios."""

from __future__ import annotations

from engine.drawing import HEADER, header, picture, stacked
from engine.helios.board.players import player_panel
from engine.helios.board.table import actions_panel, characters_panel, choice_panel, lands_panel
from engine.helios.content import BY_SEATS
from engine.helios.labels import WORDS, label
from engine.helios.state import State


def board(view: State, seat: int | None, language: str) -> str:
    """The table, then the players, the viewer's own land first and large."""
    seats = len(view.players)
    order = [((seat or 0) + place) % seats for place in range(seats)]
    own_large = seats == 3 or (seats == 4 and seat is not None)
    players = [player_panel(view, each, language, seats == 2 or (own_large and each == order[0])) for each in order]
    beside = seats == 4 and seat is not None
    characters = characters_panel(view, language, not beside)
    table = [actions_panel(view, language), lands_panel(view, language), *choice_panel(view, language)]
    panels = [*table, *players, characters] if beside else [*table, characters, *players]
    drawn, bottom = stacked(panels, HEADER)
    status = _status(view, language)
    title = WORDS.text(language, "board_title", version=view.version)
    return picture(title, status, bottom, language, header(f"Helios {_round(view)}", status), drawn)


def _round(view: State) -> str:
    return f"{view.round} / {BY_SEATS[len(view.players)].rounds}"


def _status(view: State, language: str) -> str:
    if not view.pending:
        return WORDS.term(language, "board_over")
    asked = view.pending[-1]
    return f"{WORDS.text(language, 'board_player', seat=asked.seat + 1)}: {label(view, asked, language)}"
