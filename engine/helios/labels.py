"""Labels of moves, decisions and events. Fields have the numbers that the picture of the board shows."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine.game import Decision, Event, Move, Names
from engine.helios.content import BAZAAR, BUILDING, SPECIALS, SUN_SYMBOL
from engine.helios.events import (
    ActionsDiscarded,
    ActionSkipped,
    BonusActionEarned,
    CubeGained,
    LandRemoved,
    ManaGained,
    PointsCounted,
    PointsScored,
    TileLaid,
    TurnStarted,
)
from engine.helios.moves import (
    BonusAction,
    BonusCube,
    CharacterTurn,
    DrawnLands,
    FaceUp,
    LayDrawn,
    LayTile,
    MoveSun,
    Pass,
    Payment,
    TradeMana,
)
from engine.helios.rules.laying import ADDITIONAL
from engine.helios.state import State
from engine.words import Words

WORDS = Words(__package__)


def label(state: State, record: Move | Decision | Event, language: str, names: Names = ()) -> str:
    """Returns a short text for a move, a decision or an event."""
    match record:
        case LayTile(source="additional", field=field) if (top := state.face_up[ADDITIONAL]) is not None:
            return _land_text("lay_tile_additional", top.land, field, language)
        case LayDrawn(drawn=drawn, field=field):
            match state.pending[-1:]:
                case [DrawnLands(lands=lands)] if drawn < len(lands):
                    return _land_text("lay_drawn_land", lands[drawn].land, field, language)
        case Pass():
            match state.pending[-1:]:
                case [CharacterTurn(acted=True)]:
                    return WORDS.labels[language]["pass_acted"]
    return _text(record, language, names)


@lru_cache(maxsize=1024)
def _land_text(template: str, land: str, field: int, language: str) -> str:
    return WORDS.text(language, template, land=land, field=field)


@lru_cache(maxsize=8192)
def _text(record: Move | Decision | Event, language: str, names: Names) -> str:
    """Returns the label of a record; it depends on nothing but these values and is therefore cached."""
    values = {name: _value(name, getattr(record, name), language, names) for name in record.__struct_fields__}
    if isinstance(record, TradeMana):
        values["points"] = record.mana * BUILDING[BAZAAR].amount
    return WORDS.labels[language][_template(record)].format_map(values)


def _template(record: Move | Decision | Event) -> str:
    """Returns the id of the template: the record's tag, with a suffix where a field decides between several sentences."""
    tag = str(record.__struct_config__.tag)
    match record:
        case MoveSun(orbit=True):
            return f"{tag}_orbit"
        case LayTile(source=kind) | TileLaid(tile=kind) if kind in SPECIALS:
            return f"{tag}_special"
        case BonusCube(field=int()):
            return f"{tag}_on_field"
        case BonusAction(slot=None) | BonusActionEarned(slot=None):
            return f"{tag}_palace"
        case Payment(any=0):
            return f"{tag}_colored"
        case Payment(required=()):
            return f"{tag}_any"
        case TradeMana(mana=0):
            return f"{tag}_none"
        case CharacterTurn(acted=True):
            return f"{tag}_acted"
        case _:
            return f"{tag}{_suffix(record)}"


def _suffix(record: Move | Decision | Event) -> str:
    """Returns the suffix of an event's template that depends on its reason."""
    match record:
        case PointsScored(reason=reason) | CubeGained(reason=reason) | ManaGained(reason=reason) | ActionsDiscarded(reason=reason):
            return f"_{reason}"
        case TurnStarted(phase=phase):
            return f"_{phase}"
        case LandRemoved(source="drawn"):
            return "_drawn"
        case ActionSkipped(action="bonus"):
            return "_bonus"
        case PointsCounted(field=int()):
            return "_field"
        case PointsCounted(building=str()):
            return "_building"
        case _:
            return ""


def _value(name: str, value: Any, language: str, names: Names) -> Any:
    """Returns a parameter as people write it: seats and pieces by their names."""
    match name, value:
        case (("seat" | "start_seat"), int()):
            return WORDS.seat_name(language, names, value)
        case "drawn", int():
            return value + 1
        case "track", int():
            return "☀" if value == SUN_SYMBOL else value
        case "slot", str():
            return WORDS.term(language, f"slot_{value}")
        case "columns", tuple():
            return sum(map(len, value))
        case "path", tuple():
            return value[-1]
        case "required", tuple():
            return ", ".join(" / ".join(WORDS.term(language, color) for color in choices) for choices in value)
        case (("points" | "scores"), tuple()):
            return ", ".join(f"{WORDS.seat_name(language, names, seat)}: {points}" for seat, points in enumerate(value))
        case _, tuple():
            return ", ".join(str(_value("", item, language, names)) for item in value if item is not None)
        case _, FaceUp():
            return WORDS.term(language, value.land)
        case _, str():
            return WORDS.term(language, value)
        case _:
            return value
