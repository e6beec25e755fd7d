"""What a player has: cards, crystals, scales, markers and offerings."""

from __future__ import annotations

from engine.blue_moon_city.board.signs import OBELISK, card_back, crystal, marker, pawn, scale_piece
from engine.blue_moon_city.content import BY_SEATS
from engine.blue_moon_city.labels import WORDS
from engine.blue_moon_city.state import State
from engine.drawing import Panel, group, icon, panel, text
from engine.game import Names, is_to_act

WIDTH, HEIGHT = 184.0, 70.0


def holdings_panel(view: State, seat: int, language: str, names: Names) -> Panel:
    """Returns the public information about a player; hidden crystals are a question mark."""
    player = view.players[seat]
    active = is_to_act(view, seat)
    waiting = f"+{len(player.waiting)}" if player.waiting else ""
    crystals = "?" if player.crystals is None else player.crystals
    name = text(26, 14, WORDS.seat_name(language, names, seat), 14, "accent" if active else "ink", "start", True, WIDTH - 34)
    counts = [
        _count(0, "card", card_back(0, 0, 0.85), f"{len(player.hand)}{waiting}"),
        _count(54, "crystal", crystal(0, 0, 0.85), crystals),
        _count(98, "scale", scale_piece(0, 0, 0.85), player.scales),
        _count(137, "marker", marker(seat, 0, 0, 8), player.markers),
    ]
    return panel(WIDTH, HEIGHT, "", pawn(seat, 14, 14, 0.85), name, _offerings(view, seat), *counts, active=active)


def _count(x: float, about: str, piece: str, count: object) -> str:
    return group(piece, text(10, 0, count, 14, anchor="start", bold=True, room=32), at=(14 + x, 57), about=about)


def _offerings(view: State, seat: int) -> str:
    """Returns an obelisk for each offering that wins the game, gold for those already made (BMC-1.4)."""
    needed = BY_SEATS[len(view.players)].offerings_to_win
    made = view.obelisk.count(seat)
    signs = [icon(OBELISK, 14 + 16 * at, 36, 0.68, "gold" if at < made else "hollow", "edge", 1) for at in range(needed)]
    return group(*signs, text(WIDTH - 8, 36, f"{made} / {needed}", 14, anchor="end", bold=True), about="offering")
