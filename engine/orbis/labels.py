"""Labels of moves, decisions and events."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from engine.game import Decision, Event, Move, Names
from engine.orbis.content import COLORS, EXCHANGE_RATE, TILES
from engine.orbis.moves import Placement, TakeRegion
from engine.orbis.scoring import effect_name
from engine.orbis.state import State
from engine.words import Words

WORDS = Words(__package__)


def label(state: State, record: Move | Decision | Event, language: str, names: Names = ()) -> str:
    """Returns a short text for a move, a decision or an event; a tile is named by its effect and colour."""
    match record:
        case TakeRegion(slot=slot) | Placement(slot=slot):
            return _text(record, state.display[slot], language, names)
    return _text(record, None, language, names)


@lru_cache(maxsize=8192)
def _text(record: Move | Decision | Event, tile: str | None, language: str, names: Names) -> str:
    values: dict[str, Any] = msgspec.structs.asdict(record)
    tile = values.get("tile", tile)
    if tile:
        values.update(color=TILES[tile].color, effect=effect_name(TILES[tile]))
    tag = str(type(record).__struct_config__.tag)
    if values.pop("wilderness", False):
        tag += "_wilderness"
    return WORDS.text(language, tag, **{name: _value(name, value, language, names) for name, value in values.items()})


def _value(name: str, value: Any, language: str, names: Names) -> Any:
    """Returns a parameter as people write it: seats by name, slots counted from 1, worshippers as words."""
    match name:
        case "seat":
            return WORDS.seat_name(language, names, value)
        case "slot":
            return value + 1
        case "slots":
            return ", ".join(str(slot + 1) for slot in value)
        case "scores":
            return ", ".join(map(str, value))
        case "give":
            return _colored(value, EXCHANGE_RATE, language)
        case "take":
            return _colored(value, 1, language)
        case "worshippers":
            return ", ".join(f"{count} {_colored(color, count, language)}" for color, count in zip(COLORS, value, strict=True) if count)
    return value


def _colored(color: str, count: int, language: str) -> str:
    """Returns the name of the colour, in the singular or plural form of the language."""
    return WORDS.term(language, f"{color}_one" if count == 1 else f"{color}_several")
