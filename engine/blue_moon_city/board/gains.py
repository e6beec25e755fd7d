"""Rows that tell what a building or an offering gives and costs."""

from __future__ import annotations

from engine.blue_moon_city.board.signs import CROWN, HAMMER, HOUSES, OBELISK, Draw, card_back, crystal, scale_piece
from engine.blue_moon_city.content import BY_SEATS, TILES
from engine.blue_moon_city.labels import WORDS
from engine.blue_moon_city.records import Bonus
from engine.blue_moon_city.state import State, geometry
from engine.drawing import group, icon, rect, text

WIDE, HIGH = 181.0, 22.0
KINDS = {"majority": (CROWN, "gold"), "construction": (HAMMER, "faint"), "neighbors": (HOUSES, "gold"), "neighborhood": (HOUSES, "faint")}


def gain_rows(view: State, cell: int, language: str) -> list[str]:
    """Returns the bonuses of a building: majority, construction, those of rebuilt neighbours now, and its own for neighbours later."""
    tile = TILES[view.city[cell].tile]
    rows = {"majority": tile.majority, "construction": tile.construction, "neighbors": _beside(view, cell)}
    shown = {"neighborhood": tile.neighborhood} if view.city[cell].rebuilt else {**rows, "neighborhood": tile.neighborhood}
    return [_row(at, name, bonus, language) for at, (name, bonus) in enumerate(shown.items())]


def _beside(view: State, cell: int) -> Bonus:
    """BMC-4.1: returns what the rebuilt buildings side by side with a cell give together."""
    near = [TILES[view.city[other].tile].neighborhood for other in geometry(view).neighbours[cell] if view.city[other].rebuilt]
    return Bonus(sum(bonus.crystals for bonus in near), sum(bonus.scales for bonus in near), sum(bonus.cards for bonus in near))


def _row(at: int, name: str, bonus: Bonus, language: str) -> str:
    shape, paint = KINDS[name]
    return _line(at, name, icon(shape, 12, HIGH / 2, 0.62, paint, "edge", 1), language, _amounts(bonus))


def _line(at: int, name: str, sign: str, language: str, amounts: str) -> str:
    frame = rect(0, 0, WIDE, HIGH, "hollow", None, 1, 4)
    title = text(25, HIGH / 2, WORDS.term(language, f"board_{name}"), 12.5, "ink", "start", room=86)
    return group(frame, sign, title, amounts, at=(0, at * (HIGH + 1.5)), about=name)


def _amounts(bonus: Bonus) -> str:
    """Returns how many crystals, scales and cards a bonus has, from the right; a dash for nothing."""
    given: list[tuple[Draw, int]] = [(card_back, bonus.cards), (scale_piece, bonus.scales), (crystal, bonus.crystals)]
    shown = [(draw, count) for draw, count in given if count]
    if not shown:
        return text(WIDE - 8, HIGH / 2, "–", 13, "faint", "end")
    x = WIDE - 10
    parts = []
    for draw, count in shown:
        parts.append(group(draw(0, 0, 0.72), text(-7, 0, count, 13, anchor="end", bold=True), at=(x, HIGH / 2)))
        x -= 14 + 9 * len(str(count))
    return "".join(parts)


def offering_rows(view: State, seat: int, language: str) -> list[str]:
    """Returns the offerings, crystals and markers of a player on the courtyard (BMC-3.5)."""
    player = view.players[seat]
    offered = f"{view.obelisk.count(seat)} / {BY_SEATS[len(view.players)].offerings_to_win}"
    crystals = "?" if player.crystals is None else player.crystals
    return [
        _line(0, "offering", icon(OBELISK, 12, HIGH / 2, 0.75, "gold", "edge", 1), language, _end(offered)),
        _line(1, "crystal", crystal(12, HIGH / 2, 0.75), language, _end(crystals)),
    ]


def _end(count: object) -> str:
    return text(WIDE - 8, HIGH / 2, count, 13, anchor="end", bold=True)
