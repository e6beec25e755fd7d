"""What lies beside the display: the gods, the general supply, the piles and the temples."""

from __future__ import annotations

from functools import lru_cache

from engine.drawing import HALF, Panel, badge, group, icon, lines, offers, rect, text
from engine.orbis.board.frames import TOP, framed, seat_sign
from engine.orbis.board.signs import effect_icon, row_of_signs, signed, worshipper
from engine.orbis.content import BY_SEATS, GODS
from engine.orbis.labels import WORDS
from engine.orbis.native.rules import RULES
from engine.orbis.records import COLORS, God
from engine.orbis.scoring import temples
from engine.orbis.state import State

GOD_HEIGHT = 44
TEMPLE = "M-16 13V-3L0-13L16-3V13Z"
SUPPLY_HEIGHT = 236


def gods_panel(state: State, language: str) -> Panel:
    """Returns the gods on the table (ORB-2.1), each in its own place; the place of a taken god shows who has it."""
    owners = {player.god: seat for seat, player in enumerate(state.players) if player.god is not None}
    drawn = [god for god in GODS if god in state.gods or god in owners]
    tiles = [_god_place(god, owners.get(god), language, (7, TOP + (GOD_HEIGHT + 3) * place)) for place, god in enumerate(drawn)]
    height = TOP + (GOD_HEIGHT + 3) * BY_SEATS[len(state.players)].gods + 5
    return framed(HALF, height, WORDS.term(language, "gods"), *tiles)


def _god_place(god: str, owner: int | None, language: str, at: tuple[float, float]) -> str:
    width = HALF - 14
    if owner is None:
        return group(god_tile(god, width, language), at=at, id=f"god-{god}", about=f"god-{god}", data=offers("take_god", god=god))
    place = rect(0, 0, width, GOD_HEIGHT, None, "line", 1, 7) + seat_sign(owner, 9, GOD_HEIGHT / 2)
    return group(place, lines(38, GOD_HEIGHT / 2, WORDS.term(language, god), 12.5, width - 44, "faint", "start"), at=at, about=f"god-{god}")


def god_tile(god: str, width: float, language: str, unfulfilled: bool = False) -> str:
    """Returns a god with its sign and its points; the unpaid God of Death has none (ORB-7.7)."""
    frame = rect(0, 0, width, GOD_HEIGHT, "hollow", "accent" if unfulfilled else "gold", 1.8, 7)
    name = lines(44, GOD_HEIGHT / 2, WORDS.term(language, god), 13.5, width - 70, "faint" if unfulfilled else "ink", "start")
    return frame + god_sign(god, 22, GOD_HEIGHT / 2) + name + god_badge(god, width - 14, GOD_HEIGHT / 2, 10.5, unfulfilled)


def god_badge(god: str, x: float, y: float, size: float, unfulfilled: bool) -> str:
    """Returns the points of a god; hollow if it was not paid."""
    return badge(x, y, 0, "panel", "ink", size) if unfulfilled else badge(x, y, GODS[god].points, size=size)


@lru_cache(maxsize=256)
def god_sign(god: str, x: float, y: float, scale: float = 1.0) -> str:
    """Returns what a god asks for or gives, as a sign (ORB-7)."""
    return _god_sign(GODS[god], x, y, scale)


def _god_sign(god: God, x: float, y: float, scale: float) -> str:
    if god.gift or god.payment:
        return row_of_signs([f"+{god.gift}" if god.gift else f"−{god.payment}", "any"], x, y, 5.8 * scale)
    if god.free_wildernesses:
        return _wildernesses(x, y, "0", scale)
    if god.scoring == "fewest_wildernesses":
        return _wildernesses(x - 5 * scale, y, signed(-1), scale) + icon("M0-7V7M-3 4L0 8L3 4", x + 13 * scale, y, scale, None, "ink", 1.8)
    if len(god.effects) > 1:
        step = 30 * scale / len(god.effects)
        first = x - step * (len(god.effects) - 1) / 2
        return "".join(
            effect_icon(effect, first + step * place, y + (place % 2 * 16 - 8) * scale, 0.55 * scale)
            for place, effect in enumerate(god.effects)
        )
    if god.effects:
        crown = icon("M-8 5L-10-5L-4-1L0-7L4-1L10-5L8 5Z", x - 12 * scale, y - 12 * scale, 0.62 * scale, "gold", "edge", 1)
        return effect_icon(god.effects[0], x, y + 2 * scale, scale) + crown
    return icon("M0-13L3.5-4H13L5.5 2L8 11L0 6L-8 11L-5.5 2L-13-4H-3.5Z", x, y, 0.95 * scale, "gold", "edge", 1)


def _wildernesses(x: float, y: float, said: str, scale: float) -> str:
    """Returns the back of a tile with what the god makes of wildernesses."""
    side = 26 * scale
    marks = [worshipper(color, x + (place - 2) * side / 6, y - side * 0.24, side / 15) for place, color in enumerate(COLORS)]
    return (
        rect(x - side / 2, y - side / 2, side, side, "panel", "edge", 1, 4)
        + "".join(marks)
        + text(x, y + side * 0.16, said, 14 * scale, bold=True)
    )


def supply_panel(state: State, language: str) -> Panel:
    """Returns the general supply, the piles and the temples (ORB-1.2, ORB-1.3, ORB-2.3)."""
    below = TOP + 2 * 48 + 2
    parts = [_supply(language), group(_section(language, "piles"), _piles(state), at=(0, below), about="piles")]
    parts.append(group(_section(language, "temples"), _temples(state), at=(0, below + 57), about="temples"))
    return framed(HALF, SUPPLY_HEIGHT, WORDS.term(language, "supply"), *parts)


def _section(language: str, name: str) -> str:
    return text(9, 9, WORDS.term(language, name), 13.5, "faint", "start", True, HALF - 18)


def _supply(language: str) -> str:
    """Returns one worshipper of each colour, to take in an exchange (ORB-3.2); three in the first row, two in the second."""
    parts = []
    for place, color in enumerate(COLORS):
        wide = 56 if place < 3 else 85.5
        at = (7 + (place % 3) * (wide + 3), TOP + place // 3 * 48)
        shapes = rect(0, 0, wide, 45, "hollow", "line", 1, 7), worshipper(color, wide / 2, 22.5, 11)
        parts.append(group(*shapes, at=at, id=f"supply-{color}", about=f"worshipper-{color}", data=offers("exchange", take=color)))
    return "".join(parts)


def _piles(state: State) -> str:
    """Returns the number of tiles left of each level; the level is written on the back."""
    parts = []
    for place, pile in enumerate(state.piles):
        x, ink = 9 + 58 * place, "ink" if pile else "faint"
        parts += [rect(x + 4, 20, 50, 30, "hollow", "line", 1, 5)] if len(pile) > 1 else []
        parts.append(rect(x, 23, 50, 30, "hollow" if pile else None, "line", 1, 5))
        parts += [text(x + 8, 38, "I" * (place + 1), 12.5, "faint", "start"), text(x + 44, 38, len(pile), 15, ink, "end", True)]
    return "".join(parts)


def _temples(state: State) -> str:
    """Returns the points of each temple and, at the end, who has it (ORB-6.2)."""
    owners = [(temple, seat) for seat, temple in temples(RULES.read_state(state)).items()] if not state.pending else []
    values = BY_SEATS[len(state.players)].temples
    step = min((HALF - 18) / len(values), 58)
    parts = []
    for place, value in enumerate(values):
        x = 9 + step * (place + 0.5)
        parts += [icon(TEMPLE, x, 36, 1.05, "hollow", "gold", 1.6), text(x, 39, signed(value), 15, bold=True)]
        owner = next((claim for claim in owners if claim[0] == value), None)
        if owner:
            owners.remove(owner)
            parts.append(seat_sign(owner[1], x - 2, 22))
    return "".join(parts)
