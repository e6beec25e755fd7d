"""The glossary: every sign and piece of the pictures with its name and what it does, from the data files."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.game import GlossaryEntry, GlossaryGroup
from engine.helios.content import BOX, BUILDING, BUILDINGS, CHARACTER, CHARACTERS, COLORS, SPECIALS, SYMBOLS, Building, Character, Color
from engine.helios.labels import WORDS

FIELDS = ("light_field", "cube_field", "mana_field", "edge_field", "gold_line", "opposite", "rim")
SUN = ("sun", "sun_armed", "track", "orbit")
TABLE = ("slot", "action_stack", "additional", "start_player", "affordable", "exchange")
HOLDINGS = ("points", "mana", "cubes", "temple", "house", "characters")
NUMBERS: dict[str, object] = {
    "mana_field": BOX.gains.mana_field,
    "orbit": BOX.gains.orbit,
    "edge": BOX.scores.edge,
    "mana": BOX.scores.mana,
    "tiles": BOX.tiles_for_bonus,
    "room": BOX.tile_room,
    "track": BOX.begin.track,
    "last": BOX.track.last,
}
"""The numbers of the data files that the texts quote."""


@cache
def glossary(language: str) -> tuple[GlossaryGroup, ...]:
    """Returns the entries in groups, in the order of the legend."""
    groups = {
        "actions": [*_actions(language), *_entries(TABLE, language)],
        "lands": [*_lands(language), *_cubes(language)],
        "specials": [_special(kind, language) for kind in SPECIALS],
        "board": _entries((*SUN, *FIELDS), language),
        "holdings": _entries(HOLDINGS, language),
        "city": [_building(name, language) for name in BUILDINGS],
        "characters": [_character(name, language) for name in CHARACTERS],
    }
    return tuple(GlossaryGroup(_text(language, f"group_{name}"), tuple(entries)) for name, entries in groups.items())


def _text(language: str, tag: str, **values: object) -> str:
    return WORDS.text(language, tag, **{**NUMBERS, **values})


def _entries(names: Iterable[str], language: str) -> list[GlossaryEntry]:
    return [GlossaryEntry(name, _text(language, f"name_{name}"), _text(language, f"about_{name}")) for name in names]


def _actions(language: str) -> list[GlossaryEntry]:
    """Returns the action of each symbol, then its gray tile, which goes under any slot (HEL-4.1)."""
    entries = []
    for symbol in SYMBOLS:
        action = _text(language, f"about_action_{symbol}")
        entries.append(GlossaryEntry(f"action_{symbol}", _text(language, "name_action", action=symbol), action))
        gray = f"{action} {_text(language, 'about_action_gray')}"
        entries.append(GlossaryEntry(f"action_{symbol}_gray", _text(language, "name_action_gray", action=symbol), gray))
    return entries


def _lands(language: str) -> list[GlossaryEntry]:
    return [GlossaryEntry(f"land_{color}", _named("land", color, language), _text(language, "about_land", color=color)) for color in COLORS]


def _cubes(language: str) -> list[GlossaryEntry]:
    cubes = [
        GlossaryEntry(f"cube_{color}", _named("cube", color, language), _text(language, "about_cube", color=color)) for color in COLORS
    ]
    return [*cubes, *_entries(("cube_any",), language)]


def _named(kind: str, color: Color, language: str) -> str:
    return _text(language, f"name_{kind}", color=color)


def _special(kind: str, language: str) -> GlossaryEntry:
    """HEL-9.1: what a special tile counts at the end."""
    told = _text(language, f"about_special_{kind}", points=getattr(BOX.scores, kind))
    return GlossaryEntry(f"special_{kind}", _text(language, "name_special", kind=kind), told)


def _building(name: Building, language: str) -> GlossaryEntry:
    """HEL-7: cost, immediate gains, function and points of a city building."""
    data = BUILDING[name]
    told = [_text(language, "about_cost", cost=_cost(data.cost, data.any, language))]
    told += _gains(data.track, data.mana, 0, language)
    if data.function:
        told.append(_text(language, f"function_{data.function}", amount=data.amount, limit=data.limit))
    told.append(_text(language, "about_value", points=data.points))
    return GlossaryEntry(name, WORDS.term(language, name), " ".join(told))


def _character(name: Character, language: str) -> GlossaryEntry:
    """HEL-8: price, cost of the activation, immediate gains and points of a character."""
    data = CHARACTER[name]
    told = [_text(language, "about_price", mana=data.price, cost=_cost(data.cost, data.any, language))]
    told += _gains(data.track, data.mana, data.cubes, language)
    told.append(_text(language, f"per_{data.per}", points=data.points))
    return GlossaryEntry(name, WORDS.term(language, name), " ".join(told))


def _cost(cost: Iterable[Iterable[Color]], any_: int, language: str) -> str:
    """Returns the cubes of a cost as a list (HEL-4.7)."""
    between = f" {_text(language, 'either')} "
    cubes = [between.join(WORDS.term(language, color) for color in choices) for choices in cost]
    return ", ".join(cubes + ([_text(language, "cubes_any", count=any_)] if any_ else []))


def _gains(track: int, mana: int, cubes: int, language: str) -> list[str]:
    """Returns a sentence about what is gained at once, if anything is (HEL-4.6, HEL-5.2)."""
    gained = [
        *([_text(language, "gain_track", count=track)] if track else []),
        *([_text(language, "gain_mana", count=mana)] if mana else []),
        *([_text(language, "gain_cubes", count=cubes)] if cubes else []),
    ]
    return [_text(language, "about_gains", gains=", ".join(gained))] if gained else []
