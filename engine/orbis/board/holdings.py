"""What a player has beside the world: worshippers, privileges and a god; and the summary of a player."""

from __future__ import annotations

from engine.drawing import INNER, Panel, circle, group, offers, rect, text
from engine.game import is_to_act
from engine.orbis.board.frames import TOP, seat_panel
from engine.orbis.board.signs import privilege, worshipper
from engine.orbis.board.table import GOD_HEIGHT, god_badge, god_sign, god_tile
from engine.orbis.board.worlds import tiny_world
from engine.orbis.labels import WORDS
from engine.orbis.native.rules import BRIDGE
from engine.orbis.records import COLORS, SUPPLY_LIMIT
from engine.orbis.state import Player, State

HEIGHT = 110
SUMMARY = (184, 130)
CELL = 45
RIGHT = 9 + len(COLORS) * CELL + 4
"""The x coordinate of the privileges and the god."""


def holdings_panel(state: State, seat: int, language: str, names: tuple[str | None, ...]) -> Panel:
    """Returns the worshippers, privileges and god of a seat."""
    player = state.players[seat]
    note = WORDS.text(language, "board_worshippers", count=sum(player.worshippers), limit=SUPPLY_LIMIT)
    cells = [_cell(player, seat, place, is_to_act(state, seat)) for place in range(len(COLORS))]
    rings = [_ring(player, seat, color, (RIGHT + 13 + 28 * place, TOP + 12)) for place, color in enumerate(COLORS)]
    god = _own_god(player, language, INNER - RIGHT - 8)
    return seat_panel(state, seat, language, names, (INNER, HEIGHT), note, *cells, *rings, god)


def _cell(player: Player, seat: int, place: int, active: bool) -> str:
    """Returns the worshippers of one colour, which can be given in an exchange (ORB-3.2)."""
    color, count = COLORS[place], player.worshippers[place]
    shapes = (
        rect(0, 0, CELL - 2, HEIGHT - TOP - 8, "hollow", "line", 1, 7),
        worshipper(color, (CELL - 2) / 2, 24, 13),
        text((CELL - 2) / 2, 59, count, 21, "ink" if count else "faint", bold=True),
    )
    data = offers("exchange", give=color) if active and count else None
    return group(*shapes, at=(9 + CELL * place, TOP), id=f"owned-{seat}-{color}", about=f"worshipper-{color}", data=data)


def _ring(player: Player, seat: int, color: str, at: tuple[float, float]) -> str:
    """Returns a privilege, or its empty place (ORB-5.3)."""
    if color in player.privileges:
        return group(privilege(color, 0, 0, 11.5), at=at, id=f"privilege-{seat}-{color}", about=f"privilege-{color}")
    return group(circle(0, 0, 10, None, "line", 1), worshipper(color, 0, 0, 1.6), at=at, about=f"privilege-{color}")


def _own_god(player: Player, language: str, width: float) -> str:
    at = (RIGHT, HEIGHT - GOD_HEIGHT - 8)
    if player.god is not None:
        return group(
            god_tile(player.god, width, language, player.god_unfulfilled), at=at, id=f"god-{player.god}", about=f"god-{player.god}"
        )
    empty = rect(0, 0, width, GOD_HEIGHT, None, "line", 1, 7) + text(width / 2, GOD_HEIGHT / 2, WORDS.term(language, "no_god"), 13, "faint")
    return group(empty, at=at, about="gods")


def summary_panel(state: State, seat: int, language: str, names: tuple[str | None, ...]) -> Panel:
    """Returns a player at a glance: name, worshippers, a miniature of the world, privileges and god."""
    player = state.players[seat]
    result = BRIDGE.outcome(state)
    note = str(result.scores[seat]) if result else ""
    step = (SUMMARY[0] - 14) / len(COLORS)
    tokens = [
        worshipper(color, 15 + step * place, 34, 6.5)
        + text(24 + step * place, 34, player.worshippers[place], 14, "ink" if player.worshippers[place] else "faint", "start", True)
        for place, color in enumerate(COLORS)
    ]
    world = group(tiny_world(player, 96), at=(9, 48))
    return seat_panel(state, seat, language, names, SUMMARY, note, *tokens, world, group(_aside(player), at=(114, 48)))


def _aside(player: Player) -> str:
    """Returns the privileges and the god of a summary."""
    rings = [privilege(color, 8 + 13 * place, 10, 6.5) for place, color in enumerate(COLORS) if color in player.privileges]
    if player.god is None:
        return "".join(rings) + rect(0, 36, 62, 38, None, "line", 1, 6)
    frame = rect(0, 36, 62, 38, "hollow", "accent" if player.god_unfulfilled else "gold", 1.6, 6)
    return "".join(rings) + frame + god_sign(player.god, 21, 55, 0.9) + god_badge(player.god, 50, 55, 9.6, player.god_unfulfilled)
