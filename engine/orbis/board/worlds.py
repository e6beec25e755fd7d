"""The players: their worlds, worshippers, privileges and gods."""

from __future__ import annotations

from engine.drawing import HALF, INNER, Panel, badge, circle, group, lines, offers, panel, rect, text
from engine.game import is_to_act
from engine.orbis.board.regions import small_region, worshipper
from engine.orbis.content import GODS
from engine.orbis.labels import WORDS
from engine.orbis.moves import AnyMove, LayRegion
from engine.orbis.records import COLORS, ROW_LENGTHS, SUPPLY_LIMIT
from engine.orbis.scoring import outcome
from engine.orbis.state import Player, State

HOLDINGS = 126
"""The width of a player's holdings."""


def player_panel(state: State, seat: int, language: str, wide: bool, moves: list[AnyMove]) -> Panel:
    """Returns the panel of one player: the world, and the holdings beside or below it; `moves` are the legal moves of the seat to act."""
    player = state.players[seat]
    active = is_to_act(state, seat)
    lays = [move for move in moves if isinstance(move, LayRegion)] if active else []
    width = INNER if wide else HALF
    room = width - 24 - HOLDINGS if wide else width - 16
    world, height = _world(player, seat, lays, room)
    at = (width - HOLDINGS - 8, 24.0) if wide else ((width - HOLDINGS) / 2, 26 + height)
    holdings = group(_holdings(player, seat, active, language), at=at)
    heading = _heading(state, seat, language)
    return panel(width, 26 + height if wide else 118 + height, heading, group(world, at=(8, 18)), holdings, active=active)


def _heading(state: State, seat: int, language: str) -> str:
    result = outcome(state)
    if result is None:
        return WORDS.text(language, "board_player", seat=seat + 1)
    return WORDS.text(language, "board_player_scored", seat=seat + 1, points=result.scores[seat])


def _world(player: Player, seat: int, lays: list[LayRegion], room: float) -> tuple[str, float]:
    """Returns the pyramid with the places where a tile may be laid, and its height; rows are offset by half a tile (ORB-4.1, ORB-4.2)."""
    bottom = [region.column for region in player.world if region.row == 1] + [move.column for move in lays if move.row == 1] or [0]
    columns = max(ROW_LENGTHS[0], max(bottom) - min(bottom) + 1)
    step = room / columns
    side = step - 2
    left = min(bottom) - (columns - (max(bottom) - min(bottom) + 1)) / 2

    def place(row: int, column: int) -> tuple[float, float]:
        return (column - left + (row - 1) / 2) * step + 1, (len(ROW_LENGTHS) - row) * step

    regions = [
        group(small_region(region.tile, side, region.face), at=place(region.row, region.column), id=f"seat-{seat}-region-{order}")
        for order, region in enumerate(player.world)
    ]
    spots = {(move.row, move.column): [other for other in lays if (other.row, other.column) == (move.row, move.column)] for move in lays}
    ghosts = [group(*(_ghost(move, side) for move in here), at=place(*spot)) for spot, here in spots.items()]
    return "".join(regions + ghosts), step * len(ROW_LENGTHS)


def _ghost(move: LayRegion, side: float) -> str:
    """Returns one half of a free place: the upper half lays the tile face up, the lower half as a wilderness."""
    top = side / 2 if move.wilderness else 0.0
    sign = text(side / 2, top + side / 4, "−1" if move.wilderness else "▲", side / 4, "faint" if move.wilderness else "accent", bold=True)
    half = rect(0, top, side, side / 2 - 1, "hollow" if move.wilderness else "panel", "line" if move.wilderness else "accent", 1.2)
    return group(half, sign, data=offers("lay_region", row=move.row, column=move.column, wilderness=move.wilderness))


def _holdings(player: Player, seat: int, active: bool, language: str) -> str:
    """Returns the worshippers by colour (clickable for exchanges, ORB-3.2), the privileges and the god."""
    total = sum(player.worshippers)
    shown = [WORDS.text(language, "board_worshippers", count=total, limit=SUPPLY_LIMIT), WORDS.term(language, "privileges")]
    parts = [text(0, 0, shown[0], 8.5, "accent" if total > SUPPLY_LIMIT else "faint", "start", room=HOLDINGS)]
    for place, (color, count) in enumerate(zip(COLORS, player.worshippers, strict=True)):
        given = offers("exchange", give=color) if active and count else None
        token = (worshipper(color, 12 + 25 * place, 14, 7), text(12 + 25 * place, 30, count, 11, "ink" if count else "faint", bold=True))
        parts.append(group(*token, id=f"seat-{seat}-{color}", title=WORDS.term(language, color), data=given))
    parts.append(text(0, 46, shown[1], 8.5, "faint", "start", room=52))
    for place, color in enumerate(COLORS):
        held = color in player.privileges
        parts.append(circle(62 + 14 * place, 46, 6.2, "hollow" if held else None, "gold" if held else "line", 1.6 if held else 0.8))
        parts += [worshipper(color, 62 + 14 * place, 46, 3.4)] if held else []
    return "".join(parts) + group(_own_god(player, language), at=(0, 57))


def _own_god(player: Player, language: str) -> str:
    if player.god is None:
        return rect(0, 0, HOLDINGS, 26, None, "line") + text(HOLDINGS / 2, 13, WORDS.term(language, "no_god"), 8.5, "faint")
    return god_tile(player.god, HOLDINGS, language, player.god_unfulfilled)


def god_tile(god: str, width: float, language: str, unfulfilled: bool = False) -> str:
    """Returns a god with its points; the unpaid God of Death has none (ORB-7.7)."""
    frame = rect(0, 0, width, 26, "hollow", "accent" if unfulfilled else "gold", 1.4, 5)
    name = lines(7, 13, WORDS.term(language, god), 9, width - 28, "faint" if unfulfilled else "ink", "start", True)
    return frame + name + badge(width - 12, 13, "0" if unfulfilled else GODS[god].points)
