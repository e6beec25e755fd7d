"""A picture of any position of Orbis."""

from __future__ import annotations

from functools import partial

from engine.board import Panels, draw_board, viewing_order
from engine.drawing import DEFAULT_LAYOUT, INNER, MARGIN, Layout, Panel, badge, group, icon, offers, panel, rect, text
from engine.orbis.board.regions import large_region, worshipper
from engine.orbis.board.worlds import god_tile, player_panel
from engine.orbis.content import BY_SEATS, TILES
from engine.orbis.labels import WORDS, label
from engine.orbis.moves import AnyMove, Discard, Gain, Pay
from engine.orbis.records import COLORS, effect_name
from engine.orbis.rules.legal import legal_moves
from engine.orbis.scoring import temples
from engine.orbis.state import State

PANELS = ("display", "gods", "choice", "player-{seat}")

SIDE = 76
"""The side of a tile in the display; its worshippers are drawn below it."""
CELL = (SIDE + 5, SIDE + 19)
DISPLAY = 3 * CELL[0] + 11
TABLE_SIDE = INNER - DISPLAY - MARGIN
TALL = 3 * CELL[1] + 20


def board(view: State, seat: int | None, language: str, layout: Layout = DEFAULT_LAYOUT) -> str:
    """Returns the picture: the display and the gods, then the worlds, the viewer's own first."""
    moves = legal_moves(view)
    seats = len(view.players)
    order = viewing_order(seats, seat)
    panels: Panels = {
        "display": lambda: _display(view, language),
        "gods": lambda: _table(view, language),
        "choice": lambda: _choice(view, moves, language),
        **{
            f"player-{each}": partial(player_panel, view, each, language, seats == 2 or (seats == 3 and each == order[0]), moves)
            for each in order
        },
    }
    return draw_board(view, "Orbis", panels, WORDS, label, language, layout)


def _display(view: State, language: str) -> Panel:
    slots = [
        group(*_slot(view, slot, language), at=(8 + slot % 3 * CELL[0], 20 + slot // 3 * CELL[1]), id=f"slot-{slot}") for slot in range(9)
    ]
    return panel(DISPLAY, TALL, WORDS.term(language, "display"), *slots)


def _slot(view: State, slot: int, language: str) -> list[str]:
    """A tile to take (ORB-3.1) and the worshippers on it, which a volcano may remove (ORB-5.5)."""
    tile_id = view.display[slot]
    if tile_id is None:
        parts = [rect(0, 0, SIDE, SIDE, None, "line", 1, 5)]
    else:
        tile = TILES[tile_id]
        name = ", ".join(WORDS.term(language, term) for term in (effect_name(tile), tile.color, f"slot_{slot}"))
        parts = [group(large_region(tile_id, SIDE), title=name, data=offers("take_region", slot=slot))]
    counts = [(color, count) for color, count in zip(COLORS, view.display_worshippers[slot], strict=True) if count]
    for place, (color, count) in enumerate(counts):
        token = (worshipper(color, 5 + 15.5 * place, SIDE + 8, 4.2), text(9.9 + 15.5 * place, SIDE + 8, count, 7.5, "ink", "start", True))
        parts.append(group(*token, data=offers("remove_worshipper", slot=slot, color=color)))
    return parts


def _table(view: State, language: str) -> Panel:
    """The available gods, the temples, the piles and the general supply (ORB-1.2, ORB-1.3, ORB-2.1)."""
    width = TABLE_SIDE - 14
    gods = [
        group(god_tile(god, width, language), at=(7, 19 + 30 * place), id=f"god-{god}", data=offers("take_god", god=god))
        for place, god in enumerate(view.gods)
    ]
    sections = [("temples", _temples(view)), ("piles", _piles(view)), ("supply", _supply())]
    top = TALL - 42 * len(sections)
    below = [
        group(text(7, 0, WORDS.term(language, name), 8.5, "faint", "start", True), drawn, at=(0, top + 42 * place + 8))
        for place, (name, drawn) in enumerate(sections)
    ]
    return panel(TABLE_SIDE, TALL, WORDS.term(language, "gods"), *gods, *below)


def _temples(view: State) -> str:
    """The points of each temple and, at the end, its owner (ORB-6.2)."""
    owners = [(temple, seat) for seat, temple in temples(view).items()] if not view.pending else []
    parts = []
    for place, value in enumerate(BY_SEATS[len(view.players)].temples):
        x = 20 + 27 * place
        parts += [icon("M-12-3L0-11L12-3V9H-12Z", x, 20, 0.95, "hollow", "gold", 1.3), text(x, 22, value, 11, bold=True)]
        owner = next((claim for claim in owners if claim[0] == value), None)
        if owner:
            owners.remove(owner)
            parts.append(badge(x + 9, 12, owner[1] + 1, "accent", "panel", 5))
    return "".join(parts)


def _piles(view: State) -> str:
    parts = []
    for place, pile in enumerate(view.piles):
        x = 8 + 36 * place
        parts += [rect(x + 2.5, 8.5, 30, 19, "hollow", "line"), rect(x, 11, 30, 19, "hollow", "line")]
        parts += [text(x + 4, 20.5, "I" * (place + 1), 7.5, "faint", "start"), text(x + 27, 20.5, len(pile), 11, anchor="end", bold=True)]
    return "".join(parts)


def _supply() -> str:
    tokens = [
        group(worshipper(color, 17 + 22 * place, 18, 7), id=f"supply-{color}", data=offers("exchange", take=color))
        for place, color in enumerate(COLORS)
    ]
    return "".join(tokens)


def _choice(view: State, moves: list[AnyMove], language: str) -> Panel | None:
    """For decisions about a bundle of worshippers: the numbers per colour that can be chosen."""
    bundles = [move.worshippers for move in moves if isinstance(move, Pay | Gain | Discard)]
    if not bundles:
        return None
    parts = []
    for place, color in enumerate(COLORS):
        numbers = sorted({bundle[place] for bundle in bundles} - {0})
        x = 10 + 74.5 * place
        parts.append(worshipper(color, x + 6, 29, 6))
        parts += [_number(x + 15 + 10.8 * at, number, place) for at, number in enumerate(numbers)]
    return panel(INNER, 42, label(view, view.pending[-1], language), *parts, active=True)


def _number(x: float, number: int, place: int) -> str:
    button = rect(x, 20, 9.8, 18, "hollow", "accent"), text(x + 4.9, 29, number, 9.5, bold=True)
    return group(*button, data=offers("pay", "gain", "discard", **{f"worshippers-{place}": number}))
