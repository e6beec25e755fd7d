"""What clients send, decoded and validated: options, states and moves. Refusals carry every defect at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from engine.errors import MOST_DEFECTS, Defect, MoveInvalid, StateInvalid, escape_pointer
from engine.shape import has_float, oversized, shape_defects, with_integers

if TYPE_CHECKING:
    from engine.game import Game, Move, Options, State

S = TypeVar("S", bound="State")
M = TypeVar("M", bound="Move")
O = TypeVar("O", bound="Options")


def read_options(game: Game[Any, Any, O], given: Mapping[str, Any], seats: int) -> tuple[O | None, list[Defect]]:
    """Decodes options; returns them and no defects, or None and every defect."""
    fields = {field.name: field for field in msgspec.structs.fields(game.options)}
    options = {name: with_integers(value) if name in fields else value for name, value in given.items()}
    defects = [
        Defect(f"/options/{escape_pointer(name)}", "unknown_option", f"Unknown option; the options are: {', '.join(fields) or 'none'}.")
        for name in islice((name for name in options if name not in fields), MOST_DEFECTS)
    ]
    for name, field in fields.items():
        if name in options:
            try:
                msgspec.convert(options[name], field.type)
            except msgspec.ValidationError as error:
                found = shape_defects(options[name], field.type) or [_located(error, "", "")]
                defects += [Defect(f"/options/{name}{defect.pointer}", "wrong_value", defect.message) for defect in found]
    defects += game.options.defects(options, seats)
    if defects:
        return None, defects
    return msgspec.convert(options, game.options), []


def migrate(game: Game[Any, Any, Any], data: Any) -> Any:
    """Returns the plain JSON of a state in the current schema version; raises StateInvalid if its version is unknown."""
    if not isinstance(data, dict) or data.get("schema_version") == game.schema_version:
        return data
    version = with_integers(data.get("schema_version", 1))
    if type(version) is not int or not 1 <= version < game.schema_version:
        sentence = f"The schema version must be an integer from 1 to {game.schema_version}."
        raise StateInvalid("This version of the state is unknown.", [Defect("/schema_version", "out_of_range", sentence)])
    if found := oversized(data, game.state):
        raise StateInvalid(f"The state does not match the schema of version {version}.", found)
    data = with_integers(data)
    try:
        for step in game.migrations[version - 1 :]:
            data = step(data)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        sentence = f"The state does not match the schema of version {version}."
        raise StateInvalid(sentence, [Defect("", "wrong_shape", sentence)]) from None
    return data | {"schema_version": game.schema_version, "rules_version": game.rules_version}


def read_state(game: Game[S, Any, Any], data: Any) -> S:
    """Decodes and validates a state sent by a client, migrating one of an earlier version; raises StateInvalid with every defect."""
    data = migrate(game, data)
    try:
        state: S = _convert(data, game.state)
    except msgspec.ValidationError as error:
        defects = shape_defects(data, game.state) or [_located(error, "", "wrong_shape")]
        raise StateInvalid("The state does not match this game's schema.", defects) from None
    defects = game.check(state)
    if defects:
        raise StateInvalid("No sequence of legal moves leads to this state.", defects)
    return state


def _convert(data: Any, kind: Any) -> Any:
    """Decodes plain JSON in which whole numbers may have a decimal point, which is rare; raises ValidationError of msgspec."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        if not has_float(error):
            raise
        return msgspec.convert(with_integers(data), kind)


LISTED_ONLY = ("label", "preview")
"""The members of a listed move that are not parameters; `read_move` ignores them."""


def read_move(game: Game[Any, M, Any], data: Any) -> M:
    """Decodes a move sent by a client, with or without the members that `list_moves` adds; raises MoveInvalid with every defect."""
    if isinstance(data, dict):
        data = {name: value for name, value in data.items() if name not in LISTED_ONLY}
    try:
        move: M = _convert({"move": data}, holder_of(game.move_type)).move
    except msgspec.ValidationError as error:
        bare = msgspec.ValidationError(str(error).replace("`$.move", "`$", 1))
        defects = shape_defects(data, game.move_type) or [_located(bare, "", "wrong_shape")]
        raise MoveInvalid("This is not a move of this game.", defects) from None
    return move


@cache
def holder_of(move_type: Any) -> Any:
    """Returns a struct with the one field `move`: msgspec caches the decoder of a struct, but rebuilds that of a union on every call."""
    return msgspec.defstruct("Holder", [("move", move_type)])


def _located(error: msgspec.ValidationError, base: str, code: str) -> Defect:
    """Converts an error of msgspec: the path in "... - at `$.players[0].mana`" becomes the JSON pointer /players/0/mana."""
    sentence, _, path = str(error).partition(" - at `$")
    steps = re.findall(r"\.([^.\[\]`]+)|\[(\d+|\.\.\.)\]", path)
    pointer = "".join(f"/{escape_pointer(name or index)}" for name, index in steps)
    return Defect(base + pointer, code, sentence.rstrip(".") + ".")
