"""The city: its tiles with spaces, bonuses and figures."""

from __future__ import annotations

from functools import lru_cache

from engine.blue_moon_city.board.signs import OBELISK, SIGNS, bonus_pieces, bonus_row, dragon, marker, pawn, rim_of, space_sign
from engine.blue_moon_city.content import BOX, COLORS, DRAGONS, TILES
from engine.blue_moon_city.labels import WORDS
from engine.blue_moon_city.records import Bonus, Tile
from engine.blue_moon_city.state import Building, State, geometry
from engine.drawing import INNER, Panel, group, icon, lines, offers, rect, text

EDGE = 3.0
STEP = (INNER - 2 * EDGE + 2) / 5
SIDE = STEP - 2
ROW = 4
"""The most spaces in one row of a tile."""

LONGEST_BOLD = 13
FIGURES = 4
"""The most figures in one row of a tile."""

PLATE = 12.5
"""The width of the sign of a bonus."""

RUIN = "M0 18V6L3 2L6 7L9 5V-1L12-4L14 2L17 0V8L20 11L25 9L27 12V18Z"
STANDING = "M0 18V2H3V-1H6V2H9V-2Q14-10 19-2V2H22V-6L24.5-11L27-6V18Z"
"""The silhouettes of a ruin and of a rebuilt building."""


def city_panel(view: State, language: str) -> Panel:
    """Returns the grid of tiles."""
    cells = geometry(view).cells
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    ground = rect(0, 0, INNER, INNER, "panel", "line", 1, 6)
    tiles = [_cell(view, cell, (EDGE + (x - left) * STEP, EDGE + (y - top) * STEP), language) for cell, (x, y) in enumerate(cells)]
    return Panel(INNER, INNER, ground + "".join(tiles))


def _cell(view: State, cell: int, place: tuple[float, float], language: str) -> str:
    """Returns a tile as the goal of a figure: of a step directly, of a power only after its card was selected (BMC-3.1, BMC-3.6)."""
    building = view.city[cell]
    here = bool(view.pending) and view.players[view.pending[-1].seat].miniature == cell
    face = _rebuilt(building.tile, language) if building.rebuilt else _ruin(building.tile, language) + _spaces(building, cell, here)
    ring = rect(1, 1, SIDE - 2, SIDE - 2, None, "accent", 2.5, 5) if here else ""
    cover = rect(0, 0, SIDE, SIDE, None, None, 1, 5)
    powers = group(cover, face, ring, _figures(view, cell), data=offers("fly", "call_dragon", cell=cell, after="card"))
    own = ("step", "use_main_hall", "contribute") if here and not building.rebuilt else ("step", "use_main_hall")
    return group(_frame(building), powers, at=place, id=f"cell-{cell}", about=building.tile, data=offers(*own, cell=cell))


def color_of(tile: Tile) -> str | None:
    """Returns the colour of the people to whom a building belongs."""
    return next((people.color for people in BOX.cards.peoples if people.name == tile.people), None)


def _frame(building: Building) -> str:
    """Returns the ground of a tile: rebuilt buildings have the colour of their people, or gold."""
    if not building.rebuilt:
        return rect(0, 0, SIDE, SIDE, "hollow", "line", 1, 5)
    color = color_of(TILES[building.tile])
    return rect(0.7, 0.7, SIDE - 1.4, SIDE - 1.4, f"{color}-land" if color else "panel", rim_of(color or "gold"), 2, 5)


@lru_cache(maxsize=128)
def _ruin(tile_id: str, language: str) -> str:
    """Returns the name of a ruin and its bonuses for the majority and for every contributor (BMC-4.1)."""
    tile = TILES[tile_id]
    color = color_of(tile)
    walls = icon(RUIN, SIDE - 32, SIDE - 20.5, 1.1, f"{color}-land" if color else "panel", "line", 0.8)
    name = _name(WORDS.term(language, tile_id))
    first, second = len(bonus_pieces(tile.majority)), len(bonus_pieces(tile.construction))
    step = min(10.5, (SIDE - 6 - 2 * PLATE) / max(first + second, 1))
    middle = 2 + PLATE + step * first + 2
    plates = _plate("majority", tile.majority, 2, step) + _plate("construction", tile.construction, middle, step)
    band = rect(0.6, 0.6, SIDE - 1.2, 12.4, f"{color}-land" if color else "panel", None, 1, 4.5)
    return band + walls + name + plates


def _name(name: str) -> str:
    """Returns the name of a ruin; a long one is not bold, so that it can be larger."""
    return text(SIDE / 2, 7, name, 8.5, bold=len(name) <= LONGEST_BOLD, room=SIDE - 2)


def _plate(kind: str, bonus: Bonus, x: float, step: float) -> str:
    """Returns a bonus with its sign: who gains it."""
    frame = rect(x, 40, PLATE + step * len(bonus_pieces(bonus)), 13, "panel", None, 1, 3)
    sign = icon(SIGNS[kind], x + 6, 46.5, 0.42, "gold" if kind == "majority" else "faint", "edge", 0.8)
    return group(frame, sign, bonus_row(bonus, x + 11.5, 46.5, step), about=kind)


@lru_cache(maxsize=128)
def _rebuilt(tile_id: str, language: str) -> str:
    """Returns a rebuilt building with its bonus for neighbours (BMC-4.1); the courtyard has the obelisk."""
    tile = TILES[tile_id]
    color = color_of(tile)
    name = lines(SIDE / 2, 12, WORDS.term(language, tile_id), 9, SIDE - 8, bold=True)
    if tile.special == "courtyard":
        return name + icon(OBELISK, SIDE / 2, 34, 1.35, "gold", "edge", 1)
    standing = icon(STANDING, SIDE - 32, SIDE - 20, 1, color or "gold", rim_of(color or "gold"), 0.8)
    count = len(bonus_pieces(tile.neighborhood))
    wide = 17 + 14 * count
    left = (SIDE - wide) / 2
    plate = rect(left, 24, wide, 18, "panel", None, 1, 4) + icon(SIGNS["neighborhood"], left + 8.5, 33, 0.5, "faint", "edge", 0.8)
    return name + standing + group(plate, bonus_row(tile.neighborhood, left + 16, 33, 13.5), about="neighborhood")


def _spaces(building: Building, cell: int, here: bool) -> str:
    """Returns the spaces from the left, free or with a marker; those under the acting miniature are linked to moves (BMC-3.2)."""
    spaces = TILES[building.tile].spaces
    rows = -(-len(spaces) // ROW)
    columns = -(-len(spaces) // rows)
    width, height = min(20.5, (SIDE - 3) / columns - 1), 25.5 / rows - 0.5
    left = SIDE / 2 - columns * (width + 1) / 2
    parts = []
    for index, seat in enumerate(building.markers):
        at = (left + index % columns * (width + 1), 13.5 + index // columns * (height + 0.5))
        parts.append(_space(building.tile, cell, index, seat, here, at, width, height))
    return "".join(parts)


def _space(tile: str, cell: int, index: int, seat: int | None, here: bool, at: tuple[float, float], width: float, height: float) -> str:
    space = TILES[tile].spaces[index]
    free = space_sign(space.color, space.value, width, height)
    if seat is not None:
        ground = rect(0, 0, width, height, "panel", "line", 1, 3)
        placed = group(marker(seat, width / 2, height / 2, min(width, height) / 2), id=f"marker-{cell}-{index}", about="marker")
        return group(ground, placed, at=at)
    about = space.color if space.color in COLORS else "any"
    return group(free, at=at, about=about, data=space_offers(tile, index) if here else None)


def space_offers(tile: str, index: int) -> dict[str, object]:
    """Returns the attributes of a free space that can be paid for; the colour of a space of any colour is chosen elsewhere (BMC-3.2)."""
    color = TILES[tile].spaces[index].color
    return offers("contribute", space=index, **({"color": color} if color in COLORS else {}))


def _figures(view: State, cell: int) -> str:
    """Returns the figures on a tile: miniatures from the left, dragons from the right, above them if there are many (BMC-3.1)."""
    seats = [seat for seat, player in enumerate(view.players) if player.miniature == cell]
    dragons = [index for index, place in enumerate(view.dragons) if place == cell]
    rise = 0 if len(seats) + len(dragons) <= FIGURES else 20
    flown = [_dragon(index, SIDE - 12 - 18 * at, SIDE - 11 - rise) for at, index in enumerate(dragons)]
    walked = [
        group(pawn(seat, 0, 0, 0.92), at=(10 + 17 * at, SIDE - 11.5), id=f"pawn-{seat}", about="miniature") for at, seat in enumerate(seats)
    ]
    return "".join(flown + walked)


def _dragon(index: int, x: float, y: float) -> str:
    color = DRAGONS[index]
    return group(dragon(index, 0, 0), at=(x, y), id=f"dragon-{color}", about=f"{color}_dragon")
