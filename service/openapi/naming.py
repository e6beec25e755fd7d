"""How the schemas of openapi.yaml are named. Decided once, so that generated clients read well:

* What belongs to one game starts with the game: `HeliosState`, `OrbisColor`, `BlueMoonCityContent`. The name without the game is the
  union over all games: `State` is `HeliosState`, `OrbisState` or `BlueMoonCityState`.
* Moves and events keep the name of their class: moves are verbs (`HeliosMoveSun`), events are participles (`HeliosSunMoved`).
* Decisions are nouns that could be mistaken for pieces, so they end in `Decision`: `HeliosBonusCubeDecision`.
* An enum has the name of the Python alias that declares it (`HeliosColor`, `JobStatus`), or that of its owner and its field
  (`OrbisRegionFace`). A record's tag is an enum of one word, `HeliosMoveSunType`: generators that ignore discriminators can tell
  records apart by it, and none has to invent a name for a nested enum.
* A request body with alternatives is a union. Its members name the alternative: `HeliosMoveRequest` carries a state of Helios and one
  move, `HeliosMoveListRequest` several moves, `SealedMoveRequest` a token.
* Entries of the log end in `Entry`: `MovedEntry`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from service.referee.moves import AnyGame

SPEC_NAMES = {
    "SessionPosition": "Session",
    "Kind": "SeatKind",
    "Status": "JobStatus",
    "Rung": "AiRung",
    "Reason": "EndReason",
    "Laid": "LaidCards",
}
"""Names that are clear in their module but not among all schemas, and what the spec calls them."""

ENUM_NAMES = {
    "HeliosOptionsFirstSeat": "RandomSeat",
    "OrbisOptionsFirstSeat": "RandomSeat",
    "BlueMoonCityOptionsFirstSeat": "RandomSeat",
    "BlueMoonCityOptionsLayout": "BlueMoonCityLayoutOption",
    "HeliosBuildingDataFunction": "HeliosBuildingFunction",
    "HeliosCharacterDataPer": "HeliosCharacterScoring",
    "HeliosTileTile": "HeliosTileKind",
    "HeliosTileLaidTile": "HeliosTileKind",
}
"""Better names for enums that have no alias, by the name their owner and field would give them."""


def prefix(game: AnyGame) -> str:
    """What the names of a game's schemas start with: blue_moon_city -> BlueMoonCity."""
    return camel(game.id)


def camel(words: str) -> str:
    """first_seat -> FirstSeat."""
    return "".join(part.capitalize() for part in words.split("_"))


def joined(front: str, name: str) -> str:
    """Both in one; a word that ends the first and starts the second is not repeated: BlueMoonCity, CityStands -> BlueMoonCityStands."""
    last = re.findall("[A-Z][a-z]*", front)[-1]
    return front.removesuffix(last) + name if name.startswith(last) else front + name


def msgspec_name(kind: type, found: Iterable[str]) -> str:
    """What msgspec called the type: its name, or its full path if two types share the name."""
    full = f"{kind.__module__}.{kind.__qualname__}"
    return full if full in found else kind.__name__


def record_names(game: AnyGame, found: Iterable[str]) -> dict[str, str]:
    """From msgspec's names of a game's types to the names in the spec; raises ValueError if two types would share one."""
    decisions = {msgspec_name(kind, found) for kind in game.decisions}
    names = {name: joined(prefix(game), name.rpartition(".")[2]) + ("Decision" if name in decisions else "") for name in found}
    if len(set(names.values())) < len(names):
        raise ValueError(f"Two types would share one name in the spec: {sorted(names.values())}")
    return names


def aliases(modules: Iterable[str], front: str = "") -> dict[str, tuple[Any, ...]]:
    """The names that modules give to sets of words, with the words."""
    named = ((name, value) for module in sorted(modules) for name, value in vars(sys.modules[module]).items())
    return {front + SPEC_NAMES.get(name, name): words for name, value in named if not name.startswith("_") and (words := _words(value))}


def union_aliases(game: AnyGame) -> dict[str, tuple[type[msgspec.Struct], ...]]:
    """The names that a game's modules give to unions of records, without a leading `Any`, with the records."""
    package = game.state.__module__.rpartition(".")[0] + "."
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith(package)]
    named = ((name, get_args(value)) for module in modules for name, value in vars(module).items() if _is_union(value))
    return {
        SPEC_NAMES.get(name, name).removeprefix("Any"): kinds
        for name, kinds in named
        if all(isinstance(kind, type) and issubclass(kind, msgspec.Struct) for kind in kinds)
    }


def _words(alias: Any) -> tuple[Any, ...]:
    """The words of a Literal or of a union of Literals; none for any other value."""
    if get_origin(alias) is Literal:
        return get_args(alias)
    parts = get_args(alias) if _is_union(alias) else ()
    words = [_words(part) for part in parts]
    return tuple(word for part in words for word in part) if all(words) else ()


def _is_union(alias: Any) -> bool:
    return get_origin(alias) in (Union, UnionType)


def enum_name(words: Iterable[Any], known: Mapping[str, tuple[Any, ...]], otherwise: str) -> str:
    """The alias of this set of words, or the name that owner and field give it."""
    wanted = sorted(map(str, words))
    found = next((name for name, listed in known.items() if sorted(map(str, listed)) == wanted), None)
    return found or ENUM_NAMES.get(otherwise, otherwise)
