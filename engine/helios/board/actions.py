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
LOW = 44.0
"""The y coordinate of the lowest tile in its column."""
TALL = 160.0


def actions_panel(view: State, language: str) -> Panel:
    """Returns the columns side by side: the lowest tile large, those behind it small in the order in which they follow."""
    columns = [group(*_column(view, place, language), at=(9 + STEP * place, TOP)) for place in range(len(SYMBOLS))]
    return framed(TALL, WORDS.term(language, "board_actions"), *columns)


def _column(view: State, place: int, language: str) -> list[str]:
    symbol = SYMBOLS[place]
    sign = icon(SIGNS[symbol], 8, 8, 0.66, "hollow", "edge", 1.6)
    name = text(20, 8, WORDS.term(language, f"board_{symbol}"), 14, "ink", "start", True, WIDE - 20)
    return [group(sign, name, about=f"action_{symbol}"), *_behind(view, place), _lowest(view, place), _piles(view, place, language)]


def _lowest(view: State, place: int) -> str:
    """Returns the tile that can be taken, or the empty place of a column without tiles."""
    symbol, column = SYMBOLS[place], view.columns[place]
    if not column:
        return rect(0, LOW, WIDE, HIGH, "hollow", "line", 1, 5)
    tile, name = large_action(column[-1], WIDE, HIGH), _id(symbol, len(column) - 1)
    return group(tile, at=(0, LOW), id=name, about=action_about(column[-1]), data=offers("take_action", column=symbol))


def _piles(view: State, place: int, language: str) -> str:
    """Returns how many tiles of a symbol can still be drawn, and how many are discarded."""
    counts = {"board_stack": len(view.action_stacks[place]), "board_discards": len(view.discards[place])}
    rows = [
        text(2, LOW + HIGH + 11 + 15 * row, WORDS.text(language, tag, count=count), 12.5, "faint", "start", room=WIDE)
        for row, (tag, count) in enumerate(counts.items())
    ]
    return group(*rows, about="action_stack")


def _behind(view: State, place: int) -> list[str]:
    """Returns the tiles that can be taken later, the next one first."""
    column = view.columns[place]
    step = min((WIDE + 2) / 5, (WIDE + 2) / max(len(column) - 1, 1))
    return [
        group(
            small_action(tile, step - 2, 24), at=(step * (len(column) - 2 - at), 17), id=_id(SYMBOLS[place], at), about=action_about(tile)
        )
        for at, tile in enumerate(column[:-1])
    ]


def _id(symbol: Symbol, at: int) -> str:
    return f"action-{symbol}-{at}"
