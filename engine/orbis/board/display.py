"""The display: nine tiles with the worshippers that stand on them."""

from __future__ import annotations

from operator import sub

from engine.drawing import INNER, Panel, group, offers, rect, text
from engine.game import is_to_act
from engine.orbis.board.frames import TOP, framed
from engine.orbis.board.regions import OPEN, TILE_HEIGHT, TILE_WIDTH, Prospect, display_region
from engine.orbis.board.signs import worshipper
from engine.orbis.content import COST_OF
from engine.orbis.labels import WORDS
from engine.orbis.moves import Payment, Placement, TakeRegion, Turn
from engine.orbis.native.conversion import read_player
from engine.orbis.preview import TakePreview, previews
from engine.orbis.records import COLORS, DISPLAY_SIZE, REGIONS_PER_WORLD
from engine.orbis.scoring import wilderness_points
from engine.orbis.state import State

HEIGHT = 384
SLOT_HEIGHT = 114
STEP = (TILE_WIDTH + 6, SLOT_HEIGHT + 5)
TOKEN = TILE_WIDTH / len(COLORS)


def display_panel(state: State, viewer: int | None, language: str) -> Panel:
    """Returns the display; for the viewer whose turn it is, each tile shows whether it can be paid and laid."""
    prospects = _prospects(state, viewer)
    slots = [
        group(
            *_slot(state, slot, prospects[slot], language),
            at=(9 + slot % 3 * STEP[0], TOP + slot // 3 * STEP[1]),
            id=f"slot-{slot}",
            data=_data(state, slot),
        )
        for slot in range(DISPLAY_SIZE)
    ]
    return framed(INNER, HEIGHT, WORDS.term(language, "display"), *slots)


def _data(state: State, slot: int) -> dict[str, object] | None:
    """The whole slot is linked to the moves of its tile (ORB-3.1) and of the worshippers on it (ORB-5.5)."""
    return offers("take_region", "remove_worshipper", slot=slot) if state.display[slot] else None


def _slot(state: State, slot: int, prospect: Prospect, language: str) -> list[str]:
    tile = state.display[slot]
    parts = [rect(0, 0, TILE_WIDTH, SLOT_HEIGHT, "hollow", "line", 1, 8)]
    counts = zip(COLORS, state.display_worshippers[slot], strict=True)
    parts += [_token(slot, color, place, count) for place, (color, count) in enumerate(counts) if count]
    if tile is not None:
        drawn = display_region(tile, language, prospect)
        parts.append(group(drawn, id=f"tile-{tile}", about=f"tile-{tile}"))
    return [*parts, rect(0, 0, TILE_WIDTH, SLOT_HEIGHT, None, "accent", 3, 8)] if _is_chosen(state, slot) else parts


def _is_chosen(state: State, slot: int) -> bool:
    """Returns whether this tile has been taken and is about to be laid."""
    return bool(state.pending) and isinstance(decision := state.pending[-1], Placement | Payment) and decision.slot == slot


def _token(slot: int, color: str, place: int, count: int) -> str:
    """Returns the worshippers of one colour, which a volcano may remove (ORB-5.5)."""
    area = rect(1, 0, TOKEN - 2, SLOT_HEIGHT - TILE_HEIGHT - 2, "hollow", round=6)
    shapes = worshipper(color, 7.6, 15, 6.1), text(18.3, 15, count, 14, bold=True, room=11)
    data = offers("remove_worshipper", slot=slot, color=color)
    return group(area, *shapes, at=(place * TOKEN, TILE_HEIGHT), id=f"standing-{slot}-{color}", about=f"worshipper-{color}", data=data)


def _prospects(state: State, viewer: int | None) -> list[Prospect]:
    """Returns by slot what the tile means for the viewer, if the viewer may take a region now."""
    if viewer is None or not is_to_act(state, viewer) or not isinstance(state.pending[-1], Turn):
        return [OPEN] * DISPLAY_SIZE
    player = state.players[viewer]
    if len(player.world) == REGIONS_PER_WORLD:
        return [OPEN] * DISPLAY_SIZE
    lost = wilderness_points(read_player(player))
    found = previews(state, [TakeRegion(slot) for slot in range(DISPLAY_SIZE)])
    return [_prospect(each, lost) for each in found if isinstance(each, TakePreview)]


def _prospect(found: TakePreview, lost: int) -> Prospect:
    """Returns what the tile means; `lost` is what a wilderness costs."""
    return Prospect(
        free=(*map(sub, COST_OF[found.tile], found.price), 0),
        missing=(0,) * 6 if found.payable_after_exchanges else _missing(found),
        needs_exchange=bool(found.exchanges),
        has_place=found.places > 0,
        wilderness=lost if found.becomes_wilderness else None,
    )


def _missing(found: TakePreview) -> tuple[int, ...]:
    """Returns how many of each symbol of the cost, `any` last, the player cannot pay."""
    colored = [max(amount - owned, 0) for owned, amount in zip(found.owned, found.price, strict=True)]
    spare = sum(max(owned - amount, 0) for owned, amount in zip(found.owned, found.price, strict=True))
    return (*colored, max(found.any - spare, 0))
