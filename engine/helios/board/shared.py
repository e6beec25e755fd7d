"""The panels of the shared components: action tiles, lands, special tiles, supply and characters."""

from __future__ import annotations

from engine.drawing import HALF, INNER, MARGIN, Panel, badge, circle, group, icon, mark, offers, panel, rect, text
from engine.helios.board.signs import (
    HEXAGON,
    HOUSE,
    SHAPES,
    SUN,
    action_tile,
    cost_row,
    cube,
    gain_row,
    hexagon,
    house,
    mana,
    tile_face,
)
from engine.helios.content import BAZAAR, BOX, BUILDING, CHARACTER, COLORS, SPECIALS, SYMBOLS, Character
from engine.helios.labels import WORDS, label
from engine.helios.moves import DrawnLands, FaceUp, Trade
from engine.helios.state import State

ACTIONS = 132.0
LANDS = INNER - MARGIN - ACTIONS
TALL = 178.0


def actions_panel(view: State, language: str) -> Panel:
    """Returns the three columns of action tiles; only the lowest tile of each can be taken (HEL-3.1, HEL-4.1, HEL-6.1)."""
    parts = []
    rows = max(BOX.column_length, *map(len, view.columns))
    step = 138 / rows
    for place, (symbol, column) in enumerate(zip(SYMBOLS, view.columns, strict=True)):
        x = 8 + 39.5 * place
        for at, tile in enumerate(column):
            lowest = at == len(column) - 1
            top = 20 + step * (at + rows - len(column))
            ring = rect(-1, -1, 38.5, step, None, "accent", 2, 4) if lowest else ""
            data = offers("take_action", column=symbol) if lowest else None
            parts.append(group(action_tile(tile, 36.5, step - 2), ring, at=(x, top), data=data))
        parts.append(text(x + 18, TALL - 12, f"{len(view.action_stacks[place])} / {len(view.discards[place])}", 8, "faint"))
    return panel(ACTIONS, TALL, WORDS.term(language, "board_actions"), *parts)


def lands_panel(view: State, language: str) -> Panel:
    """Returns the face-up lands with their cubes, the special tiles and the general supply (HEL-1.2, HEL-3.4)."""
    lands = [_stack(view, place, language) for place in range(len(COLORS) + 1)]
    specials = [_special(view, place, language) for place in range(len(SPECIALS))]
    supply = [_supply(color, view.cubes[place], 19 + 28 * place) for place, color in enumerate(COLORS)]
    heading = text(8, 139, WORDS.term(language, "board_supply"), 8.5, "faint", "start", True)
    rest = mana(162, 154, 0.8) + text(162, 170, view.mana, 9.5, bold=True)
    houses = group(house(200, 154, 0.8), text(200, 170, view.houses, 9.5, bold=True), id="houses", data=offers("build_temple"))
    return panel(LANDS, TALL, WORDS.term(language, "board_lands"), *lands, *specials, heading, *supply, rest, houses)


def _stack(view: State, place: int, language: str) -> str:
    """Returns the face-up land of a stack, or its empty place, and the number of lands in the stack."""
    color = COLORS[place] if place < len(COLORS) else "additional"
    land = view.face_up[place]
    left = view.stacks[place] if place < len(COLORS) else len(view.additional)
    named = {"color": color} if color != "additional" else {}
    drawn = (
        face_up(land, 18)
        if land
        else hexagon(18, None, "line") + (mark(SHAPES[color], 0, 0, 4, None, "line") if named else text(0, 0, "+", 12, "faint"))
    )
    sign = text(0, 26, f"+ {left}" if place == len(COLORS) else left, 8, "faint")
    data = offers("lay_tile", "choose_land", source=color, **named)
    return group(drawn, sign, at=(24 + 39.3 * place, 37), id=f"stack-{color}", title=WORDS.term(language, color), data=data)


def face_up(land: FaceUp, radius: float) -> str:
    """Returns a land that is not on a board, with its cube."""
    return tile_face(land.land, radius) + (cube(land.land, 0, 0.2 * radius, 0.3 * radius) if land.cube else "")


def _special(view: State, place: int, language: str) -> str:
    """Returns a kind of special tile: what it counts, the points for each, and the number left (HEL-9.1)."""
    kind, left = SPECIALS[place], view.specials[place]
    points = text(0, 8, f"×{getattr(BOX.scores, kind)}", 8, bold=True)
    drawn = tile_face(kind, 18) + points if left else hexagon(18, None, "line")
    count = text(0, 26, left, 8, "faint")
    name = WORDS.term(language, kind)
    return group(drawn, count, at=(28 + 59 * place, 94), id=f"special-{kind}", title=name, data=offers("lay_tile", source=kind))


def _supply(color: str, left: int, x: float) -> str:
    return group(cube(color, x, 154, 6.5), text(x, 170, left, 9.5, bold=True), id=f"supply-{color}", data=offers("place_cube", color=color))


def choice_panel(view: State, language: str) -> Panel | None:
    """Returns the options of the pending decision that no other panel shows: drawn lands, mana to trade (HEL-7)."""
    match view.pending[-1] if view.pending else None:
        case DrawnLands(lands=lands) as asked:
            parts = [
                group(face_up(land, 20), at=(36 + 52 * place, 40), id=f"drawn-{place}", data=offers("lay_drawn", drawn=place))
                for place, land in enumerate(lands)
            ]
            return panel(INNER, 64, label(view, asked, language), *parts, active=True)
        case Trade(seat=seat) as asked:
            most = view.players[seat].mana
            parts = [_traded(amount) for amount in range(min(most, BUILDING[BAZAAR].limit) + 1)]
            return panel(INNER, 48, label(view, asked, language), *parts, active=True)
        case _:
            return None


def _traded(amount: int) -> str:
    button = rect(0, 0, 46, 24, "hollow", "accent"), text(16, 12, amount, 12, bold=True), mana(31, 12, 0.7)
    return group(*button, at=(8 + 52 * amount, 19), data=offers("trade_mana", mana=amount))


def characters_panel(view: State, language: str, wide: bool) -> Panel:
    """Returns the characters that can be bought (HEL-5.1, HEL-8)."""
    columns, width = (4, INNER) if wide else (2, HALF)
    step = (width - 12) / columns
    rows = max(1, -(-len(view.characters) // columns))
    cards = [
        group(
            _character(name, step - 4, language),
            at=(8 + step * (place % columns), 20 + 50 * (place // columns)),
            id=f"character-{name}",
            data=offers("buy_character", character=name),
        )
        for place, name in enumerate(view.characters)
    ]
    return panel(width, 22 + 50 * rows, WORDS.term(language, "board_characters"), *cards)


def _character(name: Character, width: float, language: str) -> str:
    """Returns a character on its night side: price in mana, activation cost, immediate gains, and points per unit at the end."""
    data = CHARACTER[name]
    head = text(5, 8, WORDS.term(language, name), 8.5, "ink", "start", True, width - 28)
    price = text(width - 15, 8, data.price, 9, anchor="end", bold=True) + mana(width - 9, 8, 0.5)
    cost, end = cost_row(data.cost, data.any, 8, 22, 3.4)
    gain, _ = gain_row(data.track, data.mana, data.cubes, end - 2, 22, 0.5)
    worth = badge(11, 37, data.points, size=6) + _per(data.per, 27, 37)
    return rect(0, 0, width, 46, "hollow", "line", 1, 4) + head + price + cost + gain + worth


def _per(what: str, x: float, y: float) -> str:
    """Returns what a character's points are multiplied by."""
    times = text(x - 6.5, y, "×", 8, "faint") if what != "once" else ""
    match what:
        case "house":
            return times + icon(HOUSE, x + 3, y, 0.45, "gold", "edge", 1.5)
        case "tile":
            return times + icon(HEXAGON, x + 4, y, 0.45, "green-land", "edge", 1.5)
        case "special":
            return times + icon(HEXAGON, x + 4, y, 0.45, "panel", "gold", 4)
        case "colour":
            return times + "".join(cube(color, x + 2 + 8 * place, y, 2.8) for place, color in enumerate(COLORS))
        case "track":
            return times + icon(SUN, x + 3, y, 0.48, "sun", "edge", 1)
        case "edge":
            return times + icon(HEXAGON, x + 4, y, 0.48, "hollow", "line", 2) + circle(x + 4, y, 2.6, "gold")
        case "cube_and_mana":
            return times + cube("any", x + 2, y, 3.4) + mana(x + 12, y, 0.4)
        case _:
            return ""
