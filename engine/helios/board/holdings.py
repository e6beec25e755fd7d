"""The panel of what a player has: points, mana, temples, the sun track, the tiles under the slots, and characters."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.drawing import INNER, Layout, Panel, group, icon, offers, rect, text
from engine.game import is_to_act
from engine.helios.board.characters import owned_card
from engine.helios.board.frames import TOP, card, seat_panel
from engine.helios.board.means import can_activate, can_pay_temple
from engine.helios.board.signs import (
    ARROW,
    LEGIBLE,
    SUN,
    action_about,
    affordable_sign,
    any_cube,
    mana,
    points,
    slot_sign,
    slotted_action,
    temple,
)
from engine.helios.content import BOX, SLOTS, SUN_SYMBOL
from engine.helios.labels import WORDS
from engine.helios.native.conversion import read_player
from engine.helios.rules.building import temple_price
from engine.helios.scoring import final_score
from engine.helios.state import Player, State, temples_of

TALL = 218.0
ROOM = INNER - 16
CARDS = 46.0
"""The height of a card in this panel."""


def holdings_panel(view: State, seat: int, viewer: int | None, language: str, layout: Layout) -> Panel:
    """Returns the holdings of a player; on the viewer's own panel those things that can be paid for differ from the others."""
    player, own = view.players[seat], seat == viewer
    active = is_to_act(view, seat)
    start = group(text(INNER - 8, 13, WORDS.term(language, "board_start"), 12.5, "faint", "end", True), about="start_player")
    parts = [
        start if seat == view.start_seat else "",
        group(_count(points, points_shown(view, seat), 84), at=(8, TOP), about="points"),
        group(_count(mana, player.mana, 78), at=(96, TOP), about="mana"),
        group(
            _temples(view, seat, own), at=(178, TOP), id=f"temples-{seat}", about="temple", data=offers("build_temple") if active else None
        ),
        group(_track(player.track), at=(8, TOP + 50), id=f"track-{seat}", about="track"),
        *(_slot(player, seat, place, active) for place in range(len(SLOTS))),
        *_characters(player, seat, active, own, language),
    ]
    return seat_panel(view, seat, language, layout, TALL, *parts)


def points_shown(view: State, seat: int) -> object:
    """Returns the points that a player has scored, or the final score; a question mark if they are hidden."""
    scored = view.players[seat].points
    return final_score(read_player(view.players[seat])) if not view.pending else "?" if scored is None else scored


def _count(draw: Callable[[float, float, float], str], count: object, width: float) -> str:
    ground = rect(0, 0, width, CARDS - 2, "hollow", "line", 1, 5)
    return ground + draw(20, 22, 1.0) + text(38, 22, count, 20, anchor="start", bold=True, room=width - 40)


def _temples(view: State, seat: int, own: bool) -> str:
    """Returns the temples of a player, and the price and the mana of the next one (HEL-4.5)."""
    player = view.players[seat]
    standing = can_pay_temple(view, read_player(player)) if own else "unknown"
    built = temple(20, 22, 0.95) + text(38, 22, temples_of(player), 20, anchor="start", bold=True)
    price, gained = temple_price(read_player(player)), temples_of(player) + 1
    ink = "faint" if standing == "short" else "ink"
    following = [
        rect(64, 6, 1, 32, "line", None, round=0),
        text(92, 22, price, 16, ink, "end", True) + any_cube(104, 22, 0.95),
        icon(ARROW, 124, 22, 0.8, None, "faint", 2),
        text(146, 22, f"+{gained}", 16, ink, bold=True) + mana(167, 22, 0.75),
    ]
    return card(198, CARDS - 2, standing) + built + "".join(following) + affordable_sign(standing, 187, 11)


@lru_cache(maxsize=32)
def _track(track: int) -> str:
    """Returns the sun track and its marker (HEL-2.3)."""
    spaces = range(BOX.begin.track, SUN_SYMBOL + 1)
    step = ROOM / len(spaces)
    marker = rect(step * spaces.index(track), 0, step, 26, "sun", "edge", 1.5, 5)
    parts = [rect(0, 1, ROOM, 24, "hollow", "line", 1, 5), marker, icon(SUN, ROOM - step / 2, 13, 0.75, "gold", "edge", 1)]
    for place, value in enumerate(spaces[:-1]):
        ink = "dark" if value == track else "ink" if value > track else "faint"
        parts.append(text(step * (place + 0.5), 13, value, LEGIBLE, ink, bold=value == track))
    return "".join(parts)


def _slot(player: Player, seat: int, place: int, active: bool) -> str:
    """Returns a slot with the tiles under it; four earn a bonus action (HEL-4.2)."""
    color, tiles = SLOTS[place], player.slots[place]
    width = (ROOM + 6) / 3 - 6
    step = (width - 26) / BOX.tiles_for_bonus
    ground = rect(0, 0, width, 48, "panel", color, 2, 5) + rect(0, 0, 22, 48, color, "edge", 0.8, 5) + slot_sign(color, 11, 24, 15)
    empty = [rect(25 + step * at, 5, step - 2, 38, "hollow", "line") for at in range(len(tiles), BOX.tiles_for_bonus)]
    laid = [
        group(slotted_action(tile, step - 2, 38), at=(25 + step * at, 5), id=f"action-{seat}-{color}-{at}", about=action_about(tile))
        for at, tile in enumerate(tiles)
    ]
    data = offers("take_action", slot=color) if active else None
    at = (8 + (width + 6) * place, TOP + 80)
    return group(ground, *empty, *laid, at=at, id=f"slot-{seat}-{color}", about="slot", data=data)


def _characters(player: Player, seat: int, active: bool, own: bool, language: str) -> list[str]:
    """Returns the characters of a player, on their night or day side (HEL-5.2)."""
    means = read_player(player)
    owned = [(name, name in player.day) for name in (*player.day, *player.night)]
    if not owned:
        return [group(text(INNER / 2, TOP + 160, WORDS.term(language, "board_no_characters"), 12.5, "faint"), about="characters")]
    step = ROOM / max(len(owned), 4) + 4 / max(len(owned), 4)
    return [
        group(
            owned_card(name, day, can_activate(means, name) if own and not day else "unknown", step - 4, 50, language),
            at=(8 + step * place, TOP + 136),
            id=f"character-{name}",
            about=name,
            data=offers("activate_character", character=name) if active and not day else None,
        )
        for place, (name, day) in enumerate(owned)
    ]
