"""Labels of moves, decisions and events."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine.blue_moon_city.content import TILES, VALUE_OF
from engine.blue_moon_city.moves import Offer, OfferAgain, Offering, UseGoldenShrine
from engine.blue_moon_city.rules.paying import tally
from engine.blue_moon_city.scoring import price
from engine.blue_moon_city.state import State, building_under
from engine.game import Decision, Event, Move, Names
from engine.words import Words

WORDS = Words("engine.blue_moon_city")
SEATS = ("seat", "majority")
PRICED = (Offer, OfferAgain, UseGoldenShrine, Offering)


def label(state: State, record: Move | Decision | Event, language: str, names: Names = ()) -> str:
    """Returns a short text for a move, a decision or an event; a cell is named by its tile."""
    cell: int | None = getattr(record, "cell", None)
    if cell is not None:
        return _text(language, names, record, state.city[cell].tile, 0)
    tile = building_under(state, state.pending[-1].seat).tile if state.pending else ""
    return _text(language, names, record, tile, price(state) if isinstance(record, PRICED) else 0)


@lru_cache(maxsize=16384)
def _text(language: str, names: Names, record: Move | Decision | Event, tile: str, cost: int) -> str:
    """Returns the label; it depends on nothing but these values and is therefore cached."""
    values = {name: _value(language, names, name, getattr(record, name)) for name in record.__struct_fields__}
    values |= {"tile": values.get("tile", tile), "price": values.get("price", cost)}
    space: int | None = getattr(record, "space", None)
    if space is not None and tile and space < len(TILES[tile].spaces):
        values["number"] = TILES[tile].spaces[space].value
    if isinstance(record, OfferAgain):
        values["price"] = cost + VALUE_OF[record.card]
    return WORDS.text(language, str(type(record).__struct_config__.tag), **values)


def _value(language: str, names: Names, name: str, value: Any) -> object:
    """Returns a parameter as people write it: seats and cards by name, spaces counted from 1, unknown cards by number."""
    if name in SEATS:
        return WORDS.seat_name(language, names, value)
    if name == "space":
        return value + 1
    match value:
        case tuple() if name == "cards":
            if None in value:
                return WORDS.text(language, "unseen_cards", count=len(value))
            return ", ".join(WORDS.term(language, card) for card in value)
        case tuple() if name == "laid":
            return tally(0, value)[0]
        case tuple():
            return " / ".join(map(str, value))
        case _:
            return value
