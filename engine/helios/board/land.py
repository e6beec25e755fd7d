"""The panel of a player's land: fields, tiles, cubes, temples and the sun."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from engine.drawing import INNER, Layout, Panel, circle, group, icon, offers, polygon, text, turned
from engine.game import is_to_act
from engine.helios.board.frames import seat_panel
from engine.helios.board.signs import ORBIT, cube, hexagon, mana, sun, temple, tile_face, worth
from engine.helios.content import BOX, CUBE_FIELDS, EDGE_FIELDS, GOLD, HEXES, LIGHT, MANA_FIELDS, OPPOSITE, SPECIALS, SUN_SYMBOL
from engine.helios.labels import WORDS
from engine.helios.native import position as native
from engine.helios.native.conversion import read_player
from engine.helios.native.pieces import LANDS
from engine.helios.scoring import edge_fields, special_points
from engine.helios.state import Player, State, Tile

ON_FIELD = ("place_cube", "lay_tile", "move_sun", "pay_cube", "place_temple", "light_tile", "lay_drawn")
"""The types of the moves with a parameter `field`."""
ON_RIM = ("move_sun",)

WEST, EAST = min(q for q, _ in HEXES), max(q for q, _ in HEXES)
NORTH, SOUTH = min(r + q / 2 for q, r in HEXES), max(r + q / 2 for q, r in HEXES)
ACROSS = 1.5 * (EAST - WEST) + 2
DOWN = sqrt(3) * (SOUTH - NORTH + 1)
"""The width and height of the board, in radii of a field."""

RADIUS = (INNER - 8) / ACROSS
TALL = round(RADIUS * DOWN + 8)


def centre(field: int, radius: float) -> tuple[float, float]:
    """Returns the centre of a field on a board whose bounding box begins at (0, 0)."""
    q, r = HEXES[field]
    return radius * (1 + 1.5 * (q - WEST)), radius * sqrt(3) * (r + q / 2 - NORTH + 0.5)


def land_panel(view: State, seat: int, language: str, layout: Layout) -> Panel:
    """Returns the board of a player; only the fields of the seat to act are linked to moves (HEL-2.1, HEL-2.2)."""
    player, active = view.players[seat], is_to_act(view, seat)
    board = read_player(player)
    fields = [
        group(
            _field(board, seat, field, active),
            at=centre(field, RADIUS),
            id=f"field-{seat}-{field}",
            about=_about(player, field),
            data=offers(*(ON_FIELD if field < LIGHT else ON_RIM), field=field) if active else None,
        )
        for field in range(len(HEXES))
    ]
    land = group(*fields, _sun(player, seat, active), at=(4, 4))
    return seat_panel(view, seat, language, layout, TALL, land, *_corners(board, language), room=172)


def _about(player: Player, field: int) -> str:
    """Returns the glossary entry of a tile, or of what is printed on an empty field."""
    tile = player.tiles[field] if field < LIGHT else None
    if tile is not None:
        return f"special_{tile.tile}" if tile.tile in SPECIALS else f"land_{tile.tile}"
    bit = 1 << field
    printed = {"cube_field": bit & CUBE_FIELDS, "mana_field": bit & MANA_FIELDS, "edge_field": field in EDGE_FIELDS}
    printed |= {"gold_line": bit & GOLD, "opposite": bit & OPPOSITE, "rim": field >= LIGHT}
    return next((name for name, found in printed.items() if found), "light_field")


def _field(player: native.Player, seat: int, field: int, active: bool) -> str:
    found = player.land.tiles[field] if field < LIGHT else None
    if found is None:
        return _empty(field, field in edge_fields(player.land.taken))
    tile = found.record
    laid = tile_face(tile.tile, 0.95 * RADIUS)
    if not tile.temple and not tile.cubes and found.kind >= LANDS:
        laid += worth(0, 0.36 * RADIUS, special_points(player.land, field, found.kind), 11)
    built = group(temple(0, 0.16 * RADIUS, 1.35), id=f"temple-{seat}-{field}", about="temple") if tile.temple else ""
    return group(laid, id=f"tile-{seat}-{field}") + built + _cubes(tile, seat, field, active)


def _cubes(tile: Tile, seat: int, field: int, active: bool) -> str:
    """Returns the cubes on a tile; two of them share the tile, so that each half can be clicked (HEL-4.8)."""
    shared = len(tile.cubes) > 1
    ground = f"{tile.tile}-land" if tile.tile not in SPECIALS else "panel"
    return "".join(
        group(
            _half(ground, place) if shared else "",
            cube(color, (place - 0.5) * 29 if shared else 0, 4, 11),
            id=f"cube-{seat}-{field}-{place}",
            about=f"cube_{color}",
            data=offers("pay_cube", field=field, color=color) if active else None,
        )
        for place, color in enumerate(tile.cubes)
    )


@lru_cache(maxsize=32)
def _half(ground: str, place: int) -> str:
    """Returns the lower part of the left or the right half of a tile."""
    side = -1 if place == 0 else 1
    low = 0.72 * RADIUS
    corners = ((0.0, -0.4), (0.72, -0.4), (0.9, 0.0), (0.48, 1.0), (0.0, 1.0))
    return polygon([(side * x * RADIUS * 0.97, y * low) for x, y in corners], ground)


@lru_cache(maxsize=128)
def _empty(field: int, counts: bool) -> str:
    """Returns a field without a tile: light or rim, gold line, and its bonus; that of an edge field counts if a tile lies beside it.

    HEL-2.1, HEL-2.2, HEL-4.4, HEL-9.1.
    """
    bit = 1 << field
    parts = [hexagon(0.95 * RADIUS, "light-field" if field < LIGHT else "rim-field", "line")]
    parts += [hexagon(0.82 * RADIUS, None, "gold", 3.5)] if bit & GOLD else []
    parts += [polygon(turned(7, 4), "line", None)] if bit & OPPOSITE and field not in EDGE_FIELDS else []
    if bit & CUBE_FIELDS:
        parts += [text(-12, 0, "+", 17, bold=True), cube("any", 6, 0, 11)]
    if bit & MANA_FIELDS:
        parts += [text(-11, 0, f"+{BOX.gains.mana_field}", 16, bold=True), mana(12, 0, 0.95)]
    parts += [worth(0, 0, BOX.scores.edge, 13, counts)] if field in EDGE_FIELDS else []
    return "".join(parts)


def _sun(player: Player, seat: int, active: bool) -> str:
    """Returns the sun, with a ring if the next gold field completes an orbit (HEL-4.12)."""
    ring = circle(0, 0, 0.74 * RADIUS, None, "accent", 2.5) if player.armed else ""
    about = "sun_armed" if player.armed else "sun"
    data = offers("move_sun") if active else None
    return group(sun(0, 0, 1.75), circle(0, 0, 12, "yellow"), ring, at=centre(player.sun, RADIUS), id=f"sun-{seat}", about=about, data=data)


def _corners(player: native.Player, language: str) -> list[str]:
    """Returns what stands in the corners below the board: how far the sun moves, and what an orbit scores (HEL-4.9, HEL-4.12)."""
    steps = "∞" if player.track == SUN_SYMBOL else f"≤ {player.track}"
    low = TALL - 20
    reach = sun(20, low, 1.0) + text(38, low, steps, 17, anchor="start", bold=True)
    gained = 0 if player.track == SUN_SYMBOL else player.city.orbit_points
    ring = icon(ORBIT, INNER - 54, low, 1.0, None, "accent" if player.armed else "faint", 2.5)
    orbit = ring + worth(INNER - 24, low, gained, 12)
    named = text(8, low - 22, WORDS.term(language, "board_steps"), 11.5, "faint", "start", room=76)
    completed = text(INNER - 8, low - 22, WORDS.term(language, "board_orbit"), 11.5, "faint", "end", room=76)
    return [group(named, reach, about="track"), group(completed, orbit, about="orbit")]
