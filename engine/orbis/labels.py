"""Labels of moves, decisions and events."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from engine.game import Decision, Event, Move, Names
from engine.orbis.content import TILES
from engine.orbis.events import PointsCounted, RegionLaid
from engine.orbis.moves import LayRegion, Placement, TakeRegion, Turn
from engine.orbis.records import COLORS, EXCHANGE_RATE, REGIONS_PER_WORLD, effect_name
from engine.orbis.state import Region, State
from engine.words import Words

WORDS = Words(__package__)

COUNTED = {
    "needed": "worshipper",
    "count": "worshipper",
    "left": "worshipper",
    "points": "point",
    "temple": "point",
}
"""The members that are written with what they count, such as "3 worshippers"."""


def label(state: State, record: Move | Decision | Event, language: str, names: Names = ()) -> str:
    """Returns a short text for a move, a decision or an event; a tile is named by its effect and colour."""
    match record:
        case TakeRegion(slot=slot) | Placement(slot=slot):
            return _text(record, state.display[slot], None, language, names)
        case LayRegion(row=row, column=column) if state.pending:
            return _text(record, None, _place(state.players[state.pending[-1].seat].world, row, column), language, names)
        case RegionLaid(seat=seat, row=row, column=column):
            return _text(record, None, _place(state.players[seat].world, row, column), language, names)
        case Turn(seat=seat):
            player = state.players[seat]
            return WORDS.text(language, "turn_region" if player.god else "turn_god" if len(player.world) == REGIONS_PER_WORLD else "turn")
    return _text(record, None, None, language, names)


def _place(world: Sequence[Region], row: int, column: int) -> tuple[str, ...]:
    """Returns the terms that name a place: its row, and where it is in the row, as seen in the picture of the world."""
    bottom = [region.column for region in world if region.row == 1]
    first, last = min(bottom, default=column), max(bottom, default=column)
    if row > 1:
        return f"row_{row}", f"column_{column - first + 1}"
    if first == last == column:
        return ("row_1",)
    return "row_1", "left_end" if column <= first else "right_end" if column >= last else f"column_{column - first + 1}"


@lru_cache(maxsize=8192)
def _text(record: Move | Decision | Event, tile: str | None, place: tuple[str, ...] | None, language: str, names: Names) -> str:
    values: dict[str, Any] = msgspec.structs.asdict(record)
    tile = values.get("tile", tile)
    written = {name: _value(name, value, language, names) for name, value in values.items() if value is not None}
    if isinstance(record, PointsCounted):
        written["needed"] = record.needed
    if "color" in values:
        written["created"] = written["removed"] = worshippers_of(values["color"], 1, language)
    if tile:
        written = {"color": TILES[tile].color, "effect": effect_name(TILES[tile])} | written
    if place:
        written["place"] = ", ".join(WORDS.term(language, term) for term in place)
    return WORDS.text(language, _tag(record, values), **written)


def _tag(record: Move | Decision | Event, values: dict[str, Any]) -> str:
    """Returns the name of the template: the tag of the record, with a suffix where the sentence differs."""
    tag = str(type(record).__struct_config__.tag)
    if isinstance(record, PointsCounted) and record.line in ("forest", "wilderness", "god", "temple"):
        return f"{tag}_{record.line}"
    if values.get("wilderness"):
        return f"{tag}_wilderness"
    if values.get("god") and "reason" in values and "tile" in values:
        return f"{tag}_god"
    return tag


def _value(name: str, value: Any, language: str, names: Names) -> Any:
    """Returns a parameter as people write it: seats by name, slots by where they are, worshippers and points as words."""
    match name:
        case "seat":
            return WORDS.seat_name(language, names, value)
        case "slot":
            return f"slot_{value}"
        case "slots":
            return ", ".join(WORDS.term(language, f"slot_{slot}") for slot in value)
        case "scores":
            return ", ".join(f"{WORDS.seat_name(language, names, seat)} {score}" for seat, score in enumerate(value))
        case "give":
            return worshippers_of(value, EXCHANGE_RATE, language)
        case "take":
            return worshippers_of(value, 1, language)
        case "worshippers":
            return _worshippers(value, language)
    return counted(COUNTED[name], value, language) if name in COUNTED else value


def _worshippers(counts: Sequence[int], language: str) -> str:
    """Returns worshippers in words: "2 red worshippers", or "3 worshippers (2 red, 1 white)"."""
    owned = [(color, count) for color, count in zip(COLORS, counts, strict=True) if count]
    if len(owned) == 1:
        return worshippers_of(*owned[0], language)
    colors = ", ".join(f"{count} {_colored(color, count, language)}" for color, count in owned)
    return WORDS.text(language, "mixed_bundle", count=sum(counts), noun=noun("worshipper", sum(counts), language), colors=colors)


def worshippers_of(color: str, count: int, language: str) -> str:
    """Returns worshippers of one colour in words."""
    colored = _colored(color, count, language)
    return WORDS.text(language, "bundle", count=count, color=colored, noun=noun("worshipper", count, language))


def counted(name: str, count: int, language: str) -> str:
    """Returns a number with what it counts: "3 worshippers", "1 point"."""
    return f"{count} {noun(name, count, language)}"


def noun(name: str, count: int, language: str) -> str:
    """Returns what is counted, in the singular or plural."""
    return WORDS.term(language, f"{name}_one" if abs(count) == 1 else f"{name}_several")


def _colored(color: str, count: int, language: str) -> str:
    """Returns the name of the colour, in the singular or plural form of the language."""
    return WORDS.term(language, f"{color}_one" if count == 1 else f"{color}_several")
