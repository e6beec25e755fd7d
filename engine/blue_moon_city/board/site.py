"""The site: the building under the acting miniature in large, with its spaces, the payment in progress and all its bonuses."""

from __future__ import annotations

from engine.blue_moon_city.board.cards import WIDTH as CARD
from engine.blue_moon_city.board.cards import card_face
from engine.blue_moon_city.board.city import color_of, space_offers
from engine.blue_moon_city.board.gains import gain_rows, offering_rows
from engine.blue_moon_city.board.signs import (
    ANYWHERE,
    CHECK,
    OBELISK,
    PAWN,
    card_back,
    crystal,
    dragon,
    emblem,
    marker,
    pawn,
    rim_of,
    space_sign,
)
from engine.blue_moon_city.content import COLORS, DRAGONS, TILES
from engine.blue_moon_city.labels import WORDS
from engine.blue_moon_city.moves import Contribution, Payment, Special, cards_of
from engine.blue_moon_city.rules.offering import HOSPITAL_CARDS
from engine.blue_moon_city.state import Building, State, price
from engine.drawing import INNER, Panel, group, icon, offers, panel, rect, text
from engine.game import Names, is_to_act

HEIGHT = 122.0
TOP = 26.0
LEFT, RIGHT = 8.0, 196.5
WIDE, TALL = 184.0, 90.0
ROW = 4
"""The number of spaces or colours in one row."""


def site_panel(view: State, viewer: int | None, language: str, names: Names) -> Panel:
    """Returns the building under the acting miniature, or under the viewer's when the game is over."""
    seat = view.pending[-1].seat if view.pending else viewer or 0
    cell = view.players[seat].miniature
    title = text(LEFT, 13, WORDS.term(language, view.city[cell].tile), 15, bold=True, anchor="start", room=190)
    person = pawn(seat, INNER - 14, 13, 0.8) + text(INNER - 26, 13, WORDS.seat_name(language, names, seat), 12.5, "faint", "end", room=110)
    heading = group(title, about=view.city[cell].tile) + _dragons(view, cell) + person
    return panel(INNER, HEIGHT, "", heading, _content(view, seat, cell, language), active=is_to_act(view, seat))


def _dragons(view: State, cell: int) -> str:
    """Returns the dragons on the building, each of which gives a scale for the first contribution (BMC-3.4)."""
    here = [index for index, place in enumerate(view.dragons) if place == cell]
    drawn = [group(dragon(index, 205 + 18 * at, 14, 0.68), about=f"{DRAGONS[index]}_dragon") for at, index in enumerate(here)]
    return "".join(drawn)


def _content(view: State, seat: int, cell: int, language: str) -> str:
    building = view.city[cell]
    asked = view.pending[-1] if view.pending else None
    if isinstance(asked, Payment):
        return _payment(building, asked, language)
    if building.tile == "courtyard":
        return _offering(view) + group(*offering_rows(view, seat, language), at=(RIGHT, TOP - 2))
    if isinstance(asked, Special):
        left = _special(view, building)
    else:
        left = _standing(building, language) if building.rebuilt else _spaces(building, isinstance(asked, Contribution))
    choosing = isinstance(asked, Contribution) and any(
        taken is None and space.color not in COLORS for space, taken in zip(TILES[building.tile].spaces, building.markers, strict=False)
    )
    right = _colors() if choosing else "".join(gain_rows(view, cell, language))
    return left + group(right, at=(RIGHT, TOP - 2))


def _spaces(building: Building, asked: bool) -> str:
    """Returns the spaces from the left, free or with a marker; free ones are linked to contributions (BMC-3.2)."""
    count = len(building.markers)
    rows = -(-count // ROW)
    high = 60.0 if rows == 1 else TALL / rows - 2
    parts = []
    for index, seat in enumerate(building.markers):
        at = (LEFT + index % ROW * 46.5, TOP + (14 if rows == 1 else 0) + index // ROW * (high + 3))
        parts.append(_space(building.tile, index, seat, at, high, asked))
    return "".join(parts)


def _space(tile: str, index: int, seat: int | None, at: tuple[float, float], high: float, asked: bool) -> str:
    space = TILES[tile].spaces[index]
    if seat is not None:
        return group(rect(0, 0, 44, high, "hollow", "line", 1, 4), marker(seat, 22, high / 2, 16), at=at, about="marker")
    about = space.color if space.color in COLORS else "any"
    data = space_offers(tile, index) if asked else None
    return group(space_sign(space.color, space.value, 44, high), at=at, id=f"space-{index}", about=about, data=data)


def _colors() -> str:
    """Returns the colours from which that of a space of any colour is chosen (BMC-3.2)."""
    parts = []
    for index, color in enumerate(COLORS):
        drawn = rect(0, 0, 42.5, 44, color, "edge", 1, 5) + emblem(color, 21.25, 22, 1.2)
        at = (index % ROW * 45, 2 + index // ROW * 46)
        parts.append(group(drawn, at=at, id=f"color-{color}", about=color, data=offers("contribute", color=color)))
    return "".join(parts)


def _payment(building: Building, asked: Payment, language: str) -> str:
    """Returns the space to be paid for, how much is laid and missing, and the cards laid so far, which are public (BMC-3.2)."""
    space = TILES[building.tile].spaces[asked.space]
    enough = not asked.needed
    frame = rect(0, 0, 96, TALL, "hollow", "accent" if enough else "line", 2.5 if enough else 1, 6)
    sign = group(space_sign(asked.color, space.value, 36, 52), at=(8, 8))
    worth = text(70, 34, f"{asked.worth} / {space.value}", 18, bold=True, room=48)
    left = WORDS.term(language, "board_pay") if enough else WORDS.text(language, "board_missing", count=asked.needed)
    said = icon(CHECK, 18, 77, 0.75, "accent") * enough + text(54 if enough else 48, 76, left, 13, "accent", bold=True, room=72)
    cards = [card for step in asked.laid for card in cards_of(step)]
    step = min(47.0, (INNER - 8 - 112 - CARD) / max(len(cards) - 1, 1))
    laid = [group(card_face(card), at=(112 + step * at, TOP + 14), about=card) for at, card in enumerate(cards)]
    return group(frame, sign, worth, said, at=(LEFT, TOP), id="payment", about="payment", data=offers("pay")) + "".join(laid)


def _standing(building: Building, language: str) -> str:
    """Returns that a building is rebuilt and takes no more contributions (BMC-4.3)."""
    color = color_of(TILES[building.tile]) or "gold"
    frame = rect(0, 0, WIDE, TALL, f"{color}-land" if color != "gold" else "panel", rim_of(color), 2, 6)
    sign = emblem(color, WIDE / 2, 34, 2, color if color not in ("white", "black") else "edge")
    return group(frame, sign, text(WIDE / 2, 74, WORDS.term(language, "board_rebuilt"), 14, bold=True, room=WIDE - 12), at=(LEFT, TOP))


def _offering(view: State) -> str:
    """Returns the next offering on the courtyard (BMC-3.5)."""
    return _action(icon(OBELISK, 56, 45, 2.4, "gold", "edge", 0.6) + _price(view), "offering", offers("offer"))


def _price(view: State) -> str:
    return text(112, 45, price(view), 30, bold=True) + crystal(144, 45, 1.3)


def _special(view: State, building: Building) -> str:
    """Returns the action of a special building; the goal of the Main Hall is chosen in the city (BMC-3.6)."""
    match building.tile:
        case "hospital":
            drawn = card_back(64, 45, 2) + text(116, 45, f"+{HOSPITAL_CARDS}", 30, bold=True)
            return _action(drawn, "hospital", offers("use_hospital"))
        case "golden_shrine":
            drawn = icon(OBELISK, 56, 45, 2.4, "gold", "edge", 0.6) + _price(view)
            return _action(drawn, "golden_shrine", offers("use_golden_shrine"))
        case _:
            drawn = icon(PAWN, 66, 45, 2, "panel", "edge", 1) + icon(ANYWHERE, 122, 45, 2.2, "ink")
            return _action(drawn, "main_hall", offers("use_main_hall"))


def _action(drawn: str, about: str, data: dict[str, object]) -> str:
    return group(rect(0, 0, WIDE, TALL, "hollow", "line", 1, 6), drawn, at=(LEFT, TOP), id="action", about=about, data=data)
