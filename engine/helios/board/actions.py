"""The panel of the action tiles: three columns, of which only the lowest tile can be taken (HEL-3.1, HEL-4.1, HEL-6.1)."""

from __future__ import annotations

from engine.drawing import INNER, Panel, group, icon, offers, rect, text
from engine.helios.board.frames import TOP, framed
from engine.helios.board.signs import SYMBOLS as SIGNS
from engine.helios.board.signs import action_about, large_action, small_action
from engine.helios.content import SYMBOLS, Symbol
from engine.helios.labels import WORDS
from engine.helios.state import State

STEP = (INNER - 8) / 3
WIDE = STEP - 10
HIGH = 54.0
TALL = 156.0


def actions_panel(view: State, language: str) -> Panel:
    """Returns the columns side by side: the lowest tile large, those behind it small in the order in which they follow."""
    columns = [group(*_column(view, place, language), at=(9 + STEP * place, TOP)) for place in range(len(SYMBOLS))]
    return framed(TALL, WORDS.term(language, "board_actions"), *columns)


def _column(view: State, place: int, language: str) -> list[str]:
    symbol, column = SYMBOLS[place], view.columns[place]
    sign = icon(SIGNS[symbol], 8, 8, 0.66, "hollow", "edge", 1.6)
    name = text(20, 8, WORDS.term(language, f"board_{symbol}"), 14, "ink", "start", True, WIDE - 20)
    low = 46.0
    lowest = (
        group(
            large_action(column[-1], WIDE, HIGH),
            at=(0, low),
            id=_id(symbol, len(column) - 1),
            data=offers("take_action", column=symbol),
            about=action_about(column[-1]),
        )
        if column
        else rect(0, low, WIDE, HIGH, "hollow", "line", 1, 5)
    )
    piles = WORDS.text(language, "board_piles", stack=len(view.action_stacks[place]), discards=len(view.discards[place]))
    pile = group(text(WIDE / 2, low + HIGH + 13, piles, 11.5, "faint", room=WIDE + 6), about="action_stack")
    return [group(sign, name, about=f"action_{symbol}"), *_behind(view, place), lowest, pile]


def _behind(view: State, place: int) -> list[str]:
    """Returns the tiles that can be taken later, the next one first."""
    column = view.columns[place]
    step = min((WIDE + 2) / 5, (WIDE + 2) / max(len(column) - 1, 1))
    return [
        group(
            small_action(tile, step - 2, 24), at=(step * (len(column) - 2 - at), 18), id=_id(SYMBOLS[place], at), about=action_about(tile)
        )
        for at, tile in enumerate(column[:-1])
    ]


def _id(symbol: Symbol, at: int) -> str:
    return f"action-{symbol}-{at}"
