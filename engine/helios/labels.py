"""Labels of moves, decisions and events. Fields are named by their ring and their direction, as on the face of a clock."""

from __future__ import annotations

from functools import cache, lru_cache
from math import atan2, pi, sqrt
from typing import Any

from engine.game import Decision, Event, Move, Names
from engine.helios.content import BAZAAR, BUILDING, HEXES, LIGHT, SPECIALS, START, SUN_SYMBOL
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
from engine.helios.native.moves import ADDITIONAL
from engine.helios.state import State
from engine.hexes import distance
from engine.words import Words

WORDS = Words(__package__)
EXACT = 0.05
"""How far a direction may be from a full hour, in hours, to be called by it."""


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


@cache
def place_name(field: int, language: str) -> str:
    """Returns where a field is: its ring round the starting land, and its direction from there in hours."""
    if field == START:
        return WORDS.labels[language]["place_centre"]
    ring = "rim" if field >= LIGHT else "inner" if distance(HEXES[field], HEXES[START]) == 1 else "outer"
    return WORDS.labels[language][f"place_{ring}"].format(hour=_hour(field, language))


def _hour(field: int, language: str) -> str:
    """Returns the direction of a field from the starting land, to the full hour or between two."""
    q, r = HEXES[field][0] - HEXES[START][0], HEXES[field][1] - HEXES[START][1]
    hours = atan2(1.5 * q, -sqrt(3) * (r + q / 2)) * 6 / pi % 12
    if abs(hours - round(hours)) < EXACT:
        return WORDS.labels[language]["hour"].format(hour=round(hours) % 12 or 12)
    return WORDS.labels[language]["hour_between"].format(hour=int(hours) or 12, next=int(hours) + 1)


@lru_cache(maxsize=1024)
def _land_text(template: str, land: str, field: int, language: str) -> str:
    return WORDS.text(language, template, land=land, field=place_name(field, language))


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
            return place_name(value[-1], language)
        case "field", int():
            return place_name(value, language)
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
