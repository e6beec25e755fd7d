"""Labels of moves, decisions and events."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine.blue_moon_city.content import CONSTANTS, DRAGON_OF, DRAGONS, TILES, VALUE_OF
from engine.blue_moon_city.events import BonusGained, CrystalsShown, DragonMoved, ScalesScored
from engine.blue_moon_city.moves import CallDragon, Draw, EndOfferings, Offer, OfferAgain, Offering, Reset, UseGoldenShrine
from engine.blue_moon_city.state import State, price
from engine.game import Decision, Event, Move, Names
from engine.words import Name, Words

WORDS = Words("engine.blue_moon_city")
SEATS = ("seat", "majority")
WILD = "green"
"""A space of any colour that is paid in green is paid with wild cards alone (BMC-3.2)."""


def label(state: State, record: Move | Decision | Event, language: str, names: Names = ()) -> str:
    """Returns a short text for a move, a decision or an event; a cell is named by its tile."""
    cell: int | None = getattr(record, "cell", None)
    if cell is None and state.pending:
        cell = state.players[state.pending[-1].seat].miniature
    return _text(language, names, record, "" if cell is None else state.city[cell].tile, _number(state, record))


def _number(state: State, record: Move | Decision | Event) -> int:
    """Returns the number in a label that only the position tells: a price, the cards to draw, or whether an offering was made."""
    decision = state.pending[-1] if state.pending else None
    match record:
        case Offer() | UseGoldenShrine() | Offering():
            return price(state)
        case OfferAgain(card=card):
            return price(state) + VALUE_OF[card]
        case Draw() if isinstance(decision, Reset):
            return min(len(state.deck) + len(state.discards), decision.discarded + CONSTANTS.reset_draw_extra)
        case EndOfferings() if isinstance(decision, Offering):
            return int(decision.made)
        case _:
            return 0


@lru_cache(maxsize=16384)
def _text(language: str, names: Names, record: Move | Decision | Event, tile: str, number: int) -> str:
    """Returns the label; it depends on nothing but these values and is therefore cached."""
    values = {name: _value(language, names, name, getattr(record, name)) for name in record.__struct_fields__}
    values = {"tile": tile, "price": number, **values, "to": f"to_{tile}"}
    tag = str(type(record).__struct_config__.tag)
    space: int | None = getattr(record, "space", None)
    if space is not None and tile and space < len(TILES[tile].spaces):
        meant = TILES[tile].spaces[space]
        values = {"color": meant.color, **values, "number": meant.value, "place": _place(language, tile, space)}
        if meant.color == "any" and values["color"] == WILD:
            tag += "_wild"
    match record:
        case Draw():
            values["cards"] = amount(language, "card", number)
        case EndOfferings() if number:
            tag += "_again"
        case Offering(made=True):
            tag += "_again"
        case CallDragon(card=card):
            values["dragon"] = f"{DRAGONS[DRAGON_OF[card]]}_dragon"
        case DragonMoved(dragon=dragon):
            values["dragon"] = f"the_{dragon}_dragon"
        case BonusGained() | ScalesScored() | CrystalsShown():
            values["gains"] = Name(_gains(language, names, record))
    return WORDS.text(language, tag, **values)


def _place(language: str, tile: str, space: int) -> Name:
    """Returns where a space lies on its tile, if the tile has another one of the same colour and number."""
    spaces = TILES[tile].spaces
    return Name(WORDS.text(language, "place", space=space + 1) if spaces.count(spaces[space]) > 1 else "")


def _gains(language: str, names: Names, record: BonusGained | ScalesScored | CrystalsShown) -> str:
    """Returns what one seat gained, or the crystals of each seat."""
    if not isinstance(record, BonusGained):
        shown = [(seat, count) for seat, count in enumerate(record.crystals) if count or isinstance(record, CrystalsShown)]
        return ", ".join(f"{WORDS.seat_name(language, names, seat)} {amount(language, 'crystal', count)}" for seat, count in shown)
    counts = {"crystal": record.crystals, "scale": record.scales, "card": record.cards}
    parts = [amount(language, name, count) for name, count in counts.items() if count]
    if record.owed:
        parts.append(Name(WORDS.text(language, "owed", count=record.owed)))
    return ", ".join(parts)


def amount(language: str, name: str, count: int) -> Name:
    """Returns a number with its noun, `crystal`, `scale` or `card`: 1 card, 2 cards."""
    return Name(WORDS.text(language, f"one_{name}" if count == 1 else f"some_{name}s", count=count))


def _value(language: str, names: Names, name: str, value: Any) -> object:
    """Returns a parameter as people write it: seats and cards by name, unknown cards by number."""
    if name in SEATS:
        return WORDS.seat_name(language, names, value)
    if name == "cards" and isinstance(value, int):
        return amount(language, "card", value)
    if name == "cards" and isinstance(value, tuple):
        if None in value:
            return amount(language, "card", len(value))
        return Name(", ".join(WORDS.term(language, card) for card in value))
    return value
