"""The panels of the players: land, city, sun track, slots, characters and supplies."""

from __future__ import annotations

from functools import lru_cache

from engine.drawing import HALF, INNER, Panel, badge, group, icon, mark, offers, panel, rect, text
from engine.game import is_to_act
from engine.helios.board.land import land_board
from engine.helios.board.signs import MOON, SLOT_NUMERALS, SUN, action_tile, cost_row, gain_row, house, mana, sun
from engine.helios.content import BOX, BUILDING, BUILDINGS, SLOTS, SUN_SYMBOL, Building, Character
from engine.helios.labels import WORDS
from engine.helios.scoring import final_scores
from engine.helios.state import Player, State, temples_of

SIDE = 140.0
"""The width of the holdings beside a land."""


def player_panel(view: State, seat: int, language: str, wide: bool) -> Panel:
    """Returns the panel of one player; a wide panel has the holdings beside the land, and the city with its costs below."""
    player = view.players[seat]
    active = is_to_act(view, seat)
    heading = _heading(view, seat, language)
    width = INNER if wide else HALF
    land, height = land_board(player, seat, active, width - SIDE - 24 if wide else width - 12)
    holdings, below = _holdings(player, seat, active, language, SIDE if wide else HALF - 16)
    place = (width - SIDE - 8, 20.0) if wide else (8.0, 24 + height)
    foot = 24 + max(height, below) if wide else 24 + height + below
    city, tall = _city(player, seat, active, language, wide)
    start = text(width - 10, 11, WORDS.term(language, "board_start"), 8.5, "faint", "end") if seat == view.start_seat else ""
    drawn = group(land, at=(8 if wide else 6, 20)), group(holdings, at=place), group(city, at=(8, foot))
    return panel(width, foot + tall + 6, heading, start, *drawn, active=active)


def _heading(view: State, seat: int, language: str) -> str:
    if view.pending:
        return WORDS.text(language, "board_player", seat=seat + 1)
    return WORDS.text(language, "board_player_scored", seat=seat + 1, points=final_scores(view)[seat])


def _holdings(player: Player, seat: int, active: bool, language: str, width: float) -> tuple[str, float]:
    """Returns points, mana, temples and track, the tiles under the slots and the characters; and the height."""
    points = "?" if player.points is None else player.points
    track = "∞" if player.track == SUN_SYMBOL else player.track
    stats = [(_points, points), (mana, player.mana), (house, temples_of(player)), (sun, track)]
    step = width / len(stats)
    parts = [
        draw(step * at + 8, 10, 0.68) + text(step * at + 18, 10, count, 10, anchor="start", bold=True, room=20)
        for at, (draw, count) in enumerate(stats)
    ]
    parts += [
        group(
            _slot(player, place, width),
            at=(0, 24 + 22 * place),
            id=f"seat-{seat}-slot-{slot}",
            data=offers("take_action", slot=slot) if active else None,
        )
        for place, slot in enumerate(SLOTS)
    ]
    characters = [(name, name in player.day) for name in (*player.night, *player.day)]
    for place, (name, day) in enumerate(characters):
        at = (width / 2 * (place % 2), 92.0 + 19 * (place // 2))
        data = offers("activate_character", character=name) if active and not day else None
        parts.append(group(_owned(name, day, width / 2 - 3, language), at=at, id=f"owned-{name}", data=data))
    return "".join(parts), 94.0 + 19 * -(-len(characters) // 2)


def _points(x: float, y: float, scale: float) -> str:
    return mark("star", x, y, 9 * scale, "gold")


def _slot(player: Player, place: int, width: float) -> str:
    """Returns the tiles under a slot; four earn a bonus action (HEL-4.2)."""
    color = SLOTS[place]
    step = (width - 22) / BOX.tiles_for_bonus
    sign = rect(0, 0, 19, 19, color, "edge", 0.8) + text(
        9.5, 9.5, SLOT_NUMERALS[color], 9, "dark" if color == "yellow" else "bright", bold=True
    )
    places = [rect(22 + step * at, 0, step - 2, 19, "hollow", "line", 0.8) for at in range(len(player.slots[place]), BOX.tiles_for_bonus)]
    tiles = [group(action_tile(tile, step - 2, 19), at=(22 + step * at, 0)) for at, tile in enumerate(player.slots[place])]
    return sign + "".join(places + tiles)


def _owned(name: Character, day: bool, width: float, language: str) -> str:
    """Returns a character of the player, on its night side until it is activated (HEL-5.2)."""
    frame = rect(0, 0, width, 16, "hollow", "gold" if day else "line", 1.6 if day else 1, 4)
    sign = icon(SUN, 9, 8, 0.5, "sun", "edge", 1) if day else icon(MOON, 9, 8, 0.5, "faint")
    return frame + sign + text(18, 8, WORDS.term(language, name), 8, "ink", "start", day, width - 20)


def _city(player: Player, seat: int, active: bool, language: str, wide: bool) -> tuple[str, float]:
    """Returns the twelve buildings, built ones with a house (HEL-7), and the height; if wide, with costs and gains, below the sun track."""
    columns, height = (4, 31.0) if wide else (2, 15.5)
    step = ((INNER if wide else HALF) - 14) / columns
    top = 26.0 if wide else 0.0
    parts = [_track(player.track)] if wide else []
    for place, name in enumerate(BUILDINGS):
        built = name in player.buildings
        drawn = _building(name, built, step - 3, language) if wide else _building_name(name, built, step - 3, language)
        at = (step * (place % columns), top + height * (place // columns))
        data = offers("build_building", building=name) if active and not built else None
        parts.append(group(drawn, at=at, id=f"seat-{seat}-{name}", title=WORDS.term(language, name), data=data))
    return "".join(parts), top + height * len(BUILDINGS) / columns


@lru_cache(maxsize=32)
def _track(track: int) -> str:
    """Returns the sun track and its marker (HEL-2.3)."""
    step = (INNER - 14) / (SUN_SYMBOL - BOX.begin.track + 1)
    parts = []
    for place, value in enumerate(range(BOX.begin.track, SUN_SYMBOL + 1)):
        here = value == track
        parts.append(rect(step * place, 3, step - 2, 18, "sun" if here else "hollow", "edge" if here else "line"))
        middle = step * place + step / 2 - 1
        last = value == SUN_SYMBOL
        parts.append(
            icon(SUN, middle, 12, 0.55, "gold", "edge", 1) if last else text(middle, 12, value, 9, "dark" if here else "ink", bold=here)
        )
    return "".join(parts)


@lru_cache(maxsize=256)
def _building(name: Building, built: bool, width: float, language: str) -> str:
    """Returns a building with its cost, its immediate gains and its points."""
    data = BUILDING[name]
    frame = rect(0, 0, width, 28, "panel" if built else "hollow", "gold" if built else "line", 1.8 if built else 1, 4)
    head = text(4, 8, WORDS.term(language, name), 8, "ink", "start", True, width - 8)
    if built:
        return frame + head + house(10, 19.5, 0.55) + badge(width - 10, 19, data.points, size=6)
    cost, end = cost_row(data.cost, data.any, 8, 19.5, 3.4)
    gain, _ = gain_row(data.track, data.mana, 0, end - 2, 19.5, 0.5)
    return frame + head + cost + gain + badge(width - 10, 19, data.points, size=6)


@lru_cache(maxsize=256)
def _building_name(name: Building, built: bool, width: float, language: str) -> str:
    frame = rect(0, 0, width, 13.5, "panel" if built else "hollow", "gold" if built else "line", 1.6 if built else 0.8)
    sign = house(8, 6.8, 0.42) if built else ""
    return (
        frame
        + sign
        + text(15 if built else 4, 6.8, WORDS.term(language, name), 7.5, "ink" if built else "faint", "start", built, width - 18)
    )
