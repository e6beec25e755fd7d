"""The glossary: every sign and piece of the pictures with its name and what it does, written from the data."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from engine.game import GlossaryEntry, GlossaryGroup
from engine.orbis.content import GODS, TILES
from engine.orbis.labels import WORDS, counted, worshippers_of
from engine.orbis.records import (
    COLORS,
    EXCHANGE_RATE,
    SUPPLY_LIMIT,
    Conversion,
    Cost,
    EffectName,
    Farm,
    Forest,
    God,
    Irrigation,
    Rock,
    Shrine,
    Tile,
    Village,
    Volcano,
    effect_name,
)

SIGNS = (
    "any",
    "face_up",
    "wilderness",
    "unfulfilled",
    "pending_points",
    "exchange",
    "no_place",
    "privileged",
    "mystic",
    "gods",
    "temples",
    "piles",
)
EFFECTS: tuple[EffectName, ...] = ("conversion", "rock", "farm", "village", "volcano", "irrigation", "forest", "shrine")


@cache
def glossary(language: str) -> tuple[GlossaryGroup, ...]:
    """Returns the entries in groups, in the order of the legend: signs, effects, gods, and the regions of each level."""
    levels = sorted({tile.level for tile in TILES.values()})
    return (
        GlossaryGroup(WORDS.term(language, "glossary_signs"), _signs(language)),
        GlossaryGroup(WORDS.term(language, "glossary_effects"), tuple(_effect(effect, language) for effect in EFFECTS)),
        GlossaryGroup(WORDS.term(language, "glossary_gods"), tuple(_god(god, language) for god in GODS.values())),
        *(GlossaryGroup(WORDS.text(language, "glossary_level", level="I" * level), _regions(level, language)) for level in levels),
    )


def _entry(about: str, name: str, said: str) -> GlossaryEntry:
    return GlossaryEntry(about, name[:1].upper() + name[1:], said)


def _signs(language: str) -> tuple[GlossaryEntry, ...]:
    colored = [
        _entry(f"{sign}-{color}", WORDS.text(language, f"{sign}_name", color=color), _about(language, sign, color=color))
        for sign in ("worshipper", "privilege")
        for color in COLORS
    ]
    plain = [_entry(sign, WORDS.text(language, f"{sign}_name"), _about(language, sign)) for sign in SIGNS]
    return (*colored, *plain)


def _about(language: str, sign: str, **values: object) -> str:
    return WORDS.text(language, f"{sign}_about", rate=EXCHANGE_RATE, limit=SUPPLY_LIMIT, **values)


def _effect(effect: EffectName, language: str) -> GlossaryEntry:
    return _entry(f"effect-{effect}", WORDS.term(language, effect), WORDS.text(language, f"{effect}_effect"))


def _regions(level: int, language: str) -> tuple[GlossaryEntry, ...]:
    return tuple(_region(tile, language) for tile in TILES.values() if tile.level == level)


def _region(tile: Tile, language: str) -> GlossaryEntry:
    """Returns cost, effect, points and mystic value of a tile in words (ORB-1.1)."""
    name = WORDS.text(language, "region_name", color=tile.color, effect=effect_name(tile))
    said = [_cost(tile.cost, language), _effect_of(tile, language)]
    said += [WORDS.text(language, "points_about", points=counted("point", tile.points, language))] if tile.points else []
    said += [WORDS.text(language, "mystic_value_about", mystic=tile.mystic)] if tile.mystic is not None else []
    return _entry(f"tile-{tile.id}", name, " ".join(said))


def _cost(cost: Cost, language: str) -> str:
    parts = [WORDS.text(language, "cost_part", count=count, color=color) for color, count in msgspec.structs.asdict(cost).items() if count]
    return WORDS.text(language, "cost_about", cost=", ".join(parts)) if parts else WORDS.text(language, "cost_nothing_about")


def _effect_of(tile: Tile, language: str) -> str:
    """Returns what the effect of one tile does (ORB-5)."""
    values: dict[str, object] = {}
    tag: str = effect_name(tile)
    match tile.effect:
        case Conversion(color="any", amount=amount):
            tag, values = "conversion_any", {"worshippers": counted("worshipper", amount, language)}
        case Conversion(color=color, amount=amount):
            values = {"worshippers": worshippers_of(color, amount, language)}
        case Farm(color=color) | Irrigation(color=color):
            values = {"color": color}
        case Village(pay=pay):
            values = {"worshippers": counted("worshipper", pay, language)}
        case Volcano(count=count, colors=colors):
            values = {"worshippers": counted("worshipper", count, language), "colors": _either(colors, language)}
        case Forest(count=count, colors=colors):
            values = {"count": count, "colors": _either(colors, language)}
        case Shrine(icons=icons):
            values = {"icons": counted("icon", icons, language)}
        case Rock():
            pass
    return WORDS.text(language, f"{tag}_about", **values)


def _either(names: Sequence[str], language: str) -> str:
    """Returns names as alternatives: "red, blue or white"."""
    *others, last = [WORDS.term(language, name) for name in names]
    return f"{', '.join(others)} {WORDS.term(language, 'or')} {last}" if others else last


def _god(god: God, language: str) -> GlossaryEntry:
    """Returns what a god gives and asks for (ORB-7)."""
    said = []
    if god.gift:
        said.append(WORDS.text(language, "god_gift_about", worshippers=counted("worshipper", god.gift, language)))
    if god.free_wildernesses:
        said.append(WORDS.text(language, "god_free_wildernesses_about"))
    values = {
        "points": counted("point", god.points, language),
        "effects": ", ".join(WORDS.term(language, effect) for effect in god.effects),
        "worshippers": counted("worshipper", god.payment, language),
    }
    return _entry(
        f"god-{god.id}", WORDS.term(language, god.id), " ".join([*said, WORDS.text(language, f"god_{god.scoring}_about", **values)])
    )
