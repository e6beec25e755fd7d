"""The glossary: every sign and piece of the pictures with its name and what it does."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import groupby

from engine.blue_moon_city.content import BOX, BY_SEATS, CARDS, CONSTANTS, DRAGON_OF, DRAGONS, PEOPLE_OF, TILES, VALUE_OF
from engine.blue_moon_city.labels import WORDS, amount
from engine.blue_moon_city.moves import EXTRA_STEPS
from engine.blue_moon_city.native.groups import PAIR_WORTH, TURNS
from engine.blue_moon_city.records import Bonus, People, Tile
from engine.blue_moon_city.rules.movement import DRAGON_STEPS
from engine.blue_moon_city.rules.offering import HOSPITAL_CARDS
from engine.game import GlossaryEntry, GlossaryGroup
from engine.words import Name

BONUSES = ("majority", "construction", "neighbors", "neighborhood")
PIECES = ("crystal", "scale", "card", "marker", "miniature")
PLACES = ("payment", "obelisk", "offering", "deck", "discards", "pool", "dragons")


def _listed(numbers: Iterable[int]) -> Name:
    return Name(" / ".join(map(str, numbers)))


NUMBERS: dict[str, object] = {
    "seats": _listed(sorted(BY_SEATS)),
    "offerings": _listed(BY_SEATS[seats].offerings_to_win for seats in sorted(BY_SEATS)),
    "scales": _listed(BY_SEATS[seats].scales for seats in sorted(BY_SEATS)),
    "most": CONSTANTS.scale_score_sole_most,
    "tied": CONSTANTS.scale_score_tied_most,
    "others": CONSTANTS.scale_score_others,
    "threshold": CONSTANTS.scale_score_threshold,
    "markers": CONSTANTS.markers_per_player,
    "steps": CONSTANTS.base_movement,
    "discards": CONSTANTS.reset_discard_max,
    "extra": CONSTANTS.reset_draw_extra,
}
"""The numbers of the rules that the texts of signs name."""


@cache
def glossary(language: str) -> tuple[GlossaryGroup, ...]:
    """Returns the entries in groups, in the order of the legend."""
    groups = {
        "peoples": [*[_people(language, people) for people in BOX.cards.peoples], _sign(language, "any")],
        "cards": [_card(language, card) for people in BOX.cards.peoples for card in CARDS if PEOPLE_OF[card] is people],
        "bonuses": [_sign(language, name) for name in BONUSES],
        "pieces": [*[_sign(language, name) for name in PIECES], *[_dragon(language, dragon) for dragon in DRAGONS]],
        "places": [_sign(language, name) for name in PLACES],
        "buildings": [_building(language, tile) for tile in TILES.values()],
    }
    return tuple(GlossaryGroup(WORDS.term(language, f"group_{name}"), tuple(entries)) for name, entries in groups.items())


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _sign(language: str, name: str) -> GlossaryEntry:
    """Returns a sign whose text needs nothing but the numbers of the rules."""
    return GlossaryEntry(name, WORDS.term(language, f"sign_{name}"), WORDS.text(language, f"about_{name}", **NUMBERS))


def _people(language: str, people: People) -> GlossaryEntry:
    """Returns a people, whose colour is that of its cards and spaces (BMC-1.2)."""
    values = ", ".join(str(value) for value, count in sorted(people.counts.items()) if count)
    text = WORDS.text(language, "about_people", color=people.color, count=sum(people.counts.values()), values=Name(values))
    return GlossaryEntry(people.color, f"{people.name} ({WORDS.term(language, people.color)})", text)


def _card(language: str, card: str) -> GlossaryEntry:
    """Returns a card with its value and its power (BMC-3.1, BMC-3.3, BMC-3.5)."""
    value = WORDS.text(language, "about_value", value=VALUE_OF[card], color=PEOPLE_OF[card].color)
    return GlossaryEntry(card, WORDS.term(language, card), f"{value} {_power(language, card)}")


def _power(language: str, card: str) -> str:
    value, people = VALUE_OF[card], PEOPLE_OF[card].id
    if value == 3:
        return WORDS.text(language, "power_none")
    if card in DRAGON_OF:
        dragon = f"that_{DRAGONS[DRAGON_OF[card]]}_dragon"
        return WORDS.text(language, f"power_dragon_{value}", dragon=dragon, steps=DRAGON_STEPS)
    numbers = {"steps": EXTRA_STEPS, "worth": PAIR_WORTH, "turned": TURNS.get(card, 0), "crystals": amount(language, "crystal", value)}
    tag = f"power_{people}_{value}" if people in ("flit", "hoax") else f"power_{people}"
    return WORDS.text(language, tag, **numbers)


def _dragon(language: str, dragon: str) -> GlossaryEntry:
    """Returns a dragon (BMC-3.4)."""
    people = next(people.name for people in BOX.cards.peoples if people.dragon == dragon)
    name = _capital(WORDS.term(language, f"{dragon}_dragon"))
    return GlossaryEntry(f"{dragon}_dragon", name, WORDS.text(language, "about_dragon", people=Name(people)))


def _building(language: str, tile: Tile) -> GlossaryEntry:
    """Returns a building with its spaces, bonuses and action (BMC-3.6, BMC-4.1)."""
    texts = [_bonuses(language, tile)] if tile.spaces else []
    if tile.special:
        texts.append(WORDS.text(language, f"about_{tile.special}", cards=amount(language, "card", HOSPITAL_CARDS)))
    return GlossaryEntry(tile.id, WORDS.term(language, tile.id), " ".join(texts))


def _bonuses(language: str, tile: Tile) -> str:
    colors = groupby(tile.spaces, key=lambda space: space.color)
    spaces = " · ".join(f"{WORDS.term(language, color)} {', '.join(str(space.value) for space in alike)}" for color, alike in colors)
    gains = {"majority": tile.majority, "construction": tile.construction, "neighborhood": tile.neighborhood}
    return WORDS.text(language, "about_building", spaces=Name(spaces), **{name: _gain(language, bonus) for name, bonus in gains.items()})


def _gain(language: str, bonus: Bonus) -> Name:
    """Returns a bonus in words."""
    counts = {"crystal": bonus.crystals, "scale": bonus.scales, "card": bonus.cards}
    parts = [amount(language, name, count) for name, count in counts.items() if count]
    return Name(", ".join(parts) or WORDS.term(language, "nothing"))
