"""The city with its tiles, spaces, bonuses and figures; and the obelisk."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import astuple

from engine.blue_moon_city.board.signs import (
    OBELISK,
    bonus_row,
    crystal,
    dragon,
    marker,
    pawn,
    people_sign,
    space_sign,
)
from engine.blue_moon_city.content import BOX, COLORS, TILES, obelisk
from engine.blue_moon_city.labels import WORDS
from engine.blue_moon_city.state import Building, State, geometry
from engine.drawing import INNER, Panel, group, icon, lines, mark, offers, panel, rect, text

STEP = (INNER - 14) / 5
SIDE = STEP - 3
CELL_MOVES = ("step", "call_dragon", "fly", "use_main_hall")
"""The types of the moves with a parameter `cell`."""


def city_panel(view: State, language: str) -> Panel:
    """Returns the grid of tiles, and below it the peoples with their colours."""
    cells = geometry(view).cells
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    tiles = [
        group(
            _tile(view, cell, language),
            at=(8.5 + (x - left) * STEP, 20 + (y - top) * STEP),
            id=f"cell-{cell}",
            title=WORDS.term(language, view.city[cell].tile),
            data=offers(*CELL_MOVES, cell=cell),
        )
        for cell, (x, y) in enumerate(cells)
    ]
    return panel(INNER, 46 + 5 * STEP, WORDS.term(language, "board_city"), *tiles, _peoples(20 + 5 * STEP))


def _peoples(y: float) -> str:
    """Returns the peoples; the colour for a space of any colour is chosen here (BMC-3.2)."""
    parts = []
    for place, people in enumerate(BOX.cards.peoples):
        x = 18 + 46.5 * place
        sign = people_sign(people.color, x, y + 11, 7)
        name = text(x + 9, y + 11, people.name, 7.5, "faint", "start", room=28)
        parts.append(group(sign, name, id=f"people-{people.id}", data=offers("contribute", color=people.color)))
    return "".join(parts)


def _tile(view: State, cell: int, language: str) -> str:
    building = view.city[cell]
    here = bool(view.pending) and view.players[view.pending[-1].seat].miniature == cell
    face = _rebuilt(building.tile, language) if building.rebuilt else _ruin(building.tile, language)
    spaces = "" if building.rebuilt else _spaces(building, here)
    ring = rect(0, 0, SIDE, SIDE, None, "accent", 2, 5) if here else ""
    return face + spaces + ring + _figures(view, cell)


@lru_cache(maxsize=128)
def _ruin(tile_id: str, language: str) -> str:
    """Returns a ruin with its bonuses for the majority and for every contributor (BMC-4.1)."""
    tile = TILES[tile_id]
    name = text(SIDE / 2, 8, WORDS.term(language, tile_id), 8, bold=True, room=SIDE - 6)
    majority = mark("star", 7.5, 44, 4, "gold") + bonus_row(tile.majority, 21, 44, 0.45)
    few = sum(map(bool, astuple(tile.construction))) == 1
    construction = mark("square", 34.5, 44, 2.6, "gray") + bonus_row(tile.construction, 49 if few else 54, 44, 0.45 if few else 0.34)
    return rect(0, 0, SIDE, SIDE, "hollow", "line", 1, 5) + name + majority + construction


@lru_cache(maxsize=128)
def _rebuilt(tile_id: str, language: str) -> str:
    """Returns a rebuilt building with its bonus for neighbours (BMC-4.1); the courtyard has the obelisk."""
    tile = TILES[tile_id]
    color = next((people.color for people in BOX.cards.peoples if people.name == tile.people), None)
    paint = color or "gold"
    frame = rect(0, 0, SIDE, SIDE, f"{paint}-land" if color else "panel", "edge" if paint in ("white", "black") else paint, 2, 5)
    name = lines(SIDE / 2, 11, WORDS.term(language, tile_id), 8.5, SIDE - 8, bold=True)
    if tile.special == "courtyard":
        return frame + name + icon(OBELISK, SIDE / 2, 33, 1.2, "gold", "edge", 1)
    letter = people_sign(color, 12, 34, 6) if color else ""
    return frame + name + bonus_row(tile.neighborhood, SIDE / 2 + 2, 34, 0.68) + letter


def _spaces(building: Building, here: bool) -> str:
    """Returns the spaces from the left, free or with a marker; those under the acting miniature are linked to moves (BMC-3.2)."""
    spaces = TILES[building.tile].spaces
    rows = 1 if len(spaces) <= 4 else 2
    radius = 8.2 if rows == 1 else 5.8
    count = len(spaces) // rows
    parts = []
    for place, (space, seat) in enumerate(zip(spaces, building.markers, strict=True)):
        x = SIDE / 2 + (place % count - (count - 1) / 2) * 17
        y = 24.5 if rows == 1 else 18.7 + place // count * 12.2
        color = {"color": space.color} if space.color in COLORS else {}
        data = offers("contribute", space=place, **color) if here and seat is None else None
        drawn = space_sign(space.color, space.value, x, y, radius) if seat is None else marker(seat, x, y, radius)
        parts.append(group(drawn, data=data))
    return "".join(parts)


def _figures(view: State, cell: int) -> str:
    """Returns the figures on a tile: miniatures from the left, dragons from the right (BMC-3.1)."""
    seats = [seat for seat, player in enumerate(view.players) if player.miniature == cell]
    dragons = [index for index, place in enumerate(view.dragons) if place == cell]
    drawn = [pawn(seat, 8 + 11.5 * at, SIDE - 9) for at, seat in enumerate(seats)]
    step, rise = (14, 0) if len(seats) + len(dragons) < 5 else (8, 8)
    return "".join(drawn + [dragon(index, SIDE - 9 - step * at, SIDE - 9 - rise) for at, index in enumerate(dragons)])


def obelisk_panel(view: State, language: str, needed: int) -> Panel:
    """Returns the prices of the obelisk, with the offerings made and the next space (BMC-1.4)."""
    prices = obelisk(len(view.players))
    step = (INNER - 16) / len(prices)
    parts = []
    for place, cost in enumerate(prices):
        x = 8 + step * place
        following = place == len(view.obelisk)
        cell = rect(x, 19, step - 2, 24, "hollow", "accent" if following else "line", 2 if following else 1)
        middle = x + step / 2 - 1
        shown = marker(view.obelisk[place], middle, 31, 7) if place < len(view.obelisk) else text(middle, 31, cost, 11, bold=True)
        parts.append(group(cell, shown, data=offers("offer", "use_golden_shrine") if following else None))
    heading = WORDS.text(language, "board_obelisk", count=needed)
    return panel(INNER, 48, heading, *parts, crystal(INNER - 14, 11, 0.6))
