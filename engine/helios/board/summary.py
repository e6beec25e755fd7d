"""The small panel of an opponent: name, counts, and a miniature of the land."""

from __future__ import annotations

from engine.drawing import Layout, Panel, circle, group, icon, panel, rect, text
from engine.game import is_to_act
from engine.helios.board.frames import seat_heading
from engine.helios.board.holdings import points_shown
from engine.helios.board.land import ACROSS, centre
from engine.helios.board.signs import MOON, any_cube, cube, hexagon, house, mana, points, sun, temple
from engine.helios.content import HEXES, LIGHT, SPECIALS, SUN_SYMBOL
from engine.helios.native.conversion import read_player
from engine.helios.state import Player, State, temples_of

WIDE, TALL = 184.0, 134.0
RADIUS = 94 / ACROSS


def summary_panel(view: State, seat: int, language: str, layout: Layout) -> Panel:
    """Returns the summary of a player."""
    active = is_to_act(view, seat)
    head = seat_heading(seat, language, layout, WIDE - 8, active)
    return panel(WIDE, TALL, "", head, _counts(view, seat), group(_miniature(view.players[seat]), at=(86, 27)), active=active)


def _counts(view: State, seat: int) -> str:
    """Returns points, mana, cubes, temples, buildings, characters and sun steps as signs with numbers."""
    player = view.players[seat]
    steps = "∞" if player.track == SUN_SYMBOL else player.track
    signs = [
        points(0, 0, 0.75) + _number(points_shown(view, seat)),
        mana(0, 0, 0.7) + _number(player.mana),
        any_cube(0, 0, 0.8) + _number(read_player(player).land.count_cubes()),
        sun(0, 0, 0.65) + _number(steps),
        temple(0, 0, 0.65) + _number(temples_of(player)),
        house(0, 0, 0.65) + _number(len(player.buildings)),
        rect(-7, -9, 14, 18, "panel", "edge", 1.2) + icon(MOON, 0, 0, 0.45, "faint") + _number(len((*player.night, *player.day))),
    ]
    abouts = ("points", "mana", "cubes", "track", "temple", "house", "characters")
    return "".join(
        group(sign, at=(13 + 42 * (place % 2), 38 + 26 * (place // 2)), about=about)
        for place, (sign, about) in enumerate(zip(signs, abouts, strict=True))
    )


def _number(count: object) -> str:
    return text(12, 0, count, 14, anchor="start", bold=True, room=24)


def _miniature(player: Player) -> str:
    """Returns the land without texts: the colours of the tiles, cubes, temples and the sun."""
    parts = []
    for field in range(len(HEXES)):
        tile = player.tiles[field] if field < LIGHT else None
        x, y = centre(field, RADIUS)
        ground = "rim-field" if field >= LIGHT else "light-field" if tile is None else f"{tile.tile}-land"
        drawn = hexagon(
            RADIUS * 0.95, "panel" if tile and tile.tile in SPECIALS else ground, "gold" if tile and tile.tile in SPECIALS else "line"
        )
        if tile and tile.temple:
            drawn += temple(0, 0, 0.42)
        elif tile and tile.cubes:
            shift = 2.6 * (len(tile.cubes) - 1)
            drawn += "".join(cube(color, shift * (2 * place - 1), 0, 2.8) for place, color in enumerate(tile.cubes))
        if field == player.sun:
            drawn += circle(0, 0, 6, "sun", "edge")
        parts.append(group(drawn, at=(x, y)))
    return "".join(parts)
