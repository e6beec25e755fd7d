"""The panel of a player's city: the twelve buildings with their costs, gains, functions and points (HEL-4.6, HEL-7)."""

from __future__ import annotations

from functools import lru_cache

from engine.drawing import INNER, Layout, Panel, group, icon, offers, rect, text
from engine.game import is_to_act
from engine.helios.board.frames import TOP, card, seat_panel
from engine.helios.board.means import Standing, can_pay_building
from engine.helios.board.signs import (
    ARROW,
    LEGIBLE,
    ORBIT,
    affordable_sign,
    any_cube,
    cost_row,
    gain_row,
    house,
    mana,
    sun,
    temple,
    tile_sign,
    worth,
)
from engine.helios.content import BUILDING, BUILDINGS, Building, BuildingData
from engine.helios.labels import WORDS
from engine.helios.native.conversion import read_player
from engine.helios.state import State

COLUMNS = 3
STEP = (INNER - 12) / COLUMNS
WIDE = STEP - 4
HIGH = 52.0
ONCE = ("trade_mana", "draw_lands", "bonus_action")
"""The functions that are carried out once, when the building is built."""


def city_panel(view: State, seat: int, viewer: int | None, language: str, layout: Layout) -> Panel:
    """Returns the buildings in three columns; on the viewer's own board those that can be paid for differ from the others.

    A picture of all panels shows the buildings that can still be built only once, to remain small.
    """
    player, active = view.players[seat], is_to_act(view, seat)
    means = read_player(player)
    everything = layout.panels is not None or seat == (viewer or 0)
    shown = [name for name in BUILDINGS if everything or name in player.buildings]
    cards = []
    for place, name in enumerate(shown):
        built = name in player.buildings
        standing = can_pay_building(view, means, name) if seat == viewer and not built else "unknown"
        at = (8 + STEP * (place % COLUMNS), TOP + (HIGH + 4) * (place // COLUMNS))
        data = offers("build_building", building=name) if active and not built else None
        cards.append(group(_building(name, built, standing, language), at=at, id=f"building-{seat}-{name}", about=name, data=data))
    heading = WORDS.term(language, "board_city" if shown else "board_no_buildings")
    city = text(INNER - 8, 14, heading, 12.5, "faint", "end", True)
    return seat_panel(view, seat, language, layout, TOP + (HIGH + 4) * -(-len(shown) // COLUMNS) + 4, city, *cards)


@lru_cache(maxsize=256)
def _building(name: Building, built: bool, standing: Standing, language: str) -> str:
    """Returns a building: its name, its cost and its points, then its gains and its function."""
    data = BUILDING[name]
    said = WORDS.terms[language].get(f"short_{name}") or WORDS.term(language, name)
    head = text(6, 10.5, said, LEGIBLE, "faint" if standing == "short" else "ink", "start", room=WIDE - 16)
    cost = house(15, 28, 0.7) if built else cost_row(data.cost, data.any, 12, 28, 5.8)[0]
    gain, end = ("", 6.0) if built else gain_row(data.track, data.mana, 0, 6, 43)
    function = "" if built and data.function in ONCE else _function(data, end, 43)
    tick = affordable_sign(standing, WIDE - 12, 44)
    return card(WIDE, HIGH, standing, built) + head + cost + worth(WIDE - 12, 26.5, data.points, 9.5) + gain + function + tick


def _function(data: BuildingData, x: float, y: float) -> str:
    """Returns the sign of a building's function, from x to the right (HEL-7)."""
    match data.function:
        case "unlimited_sun":
            return sun(x + 8, y, 0.66) + text(x + 25, y, "∞", 17, bold=True)
        case "trade_mana":
            arrow = icon(ARROW, x + 25, y, 0.66, None, "faint", 2)
            return mana(x + 8, y, 0.62) + arrow + worth(x + 43, y, data.amount, 9)
        case "lit_temple":
            return temple(x + 10, y, 0.66) + worth(x + 33, y, f"+{data.amount}", 9)
        case "second_cube":
            return (
                sun(x + 8, y, 0.6) + icon(ARROW, x + 24, y, 0.66, None, "faint", 2) + any_cube(x + 38, y, 0.66) + any_cube(x + 53, y, 0.66)
            )
        case "temple_price":
            return temple(x + 10, y, 0.66) + text(x + 27, y, "=", 14, bold=True) + any_cube(x + 42, y, 0.66)
        case "draw_lands":
            return text(x, y, f"+{data.amount}", LEGIBLE, anchor="start", bold=True) + tile_sign(x + 31, y, 0.66)
        case "orbit":
            return icon(ORBIT, x + 8, y, 0.62, None, "accent", 3) + worth(x + 28, y, data.amount, 9)
        case "bonus_action":
            return rect(x - 2, y - 7, 14, 14, "gray", "edge", 0.8) + text(x + 5, y, "+", 14, "bright", bold=True)
        case _:
            return ""
