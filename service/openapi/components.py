"""The `components/schemas` of openapi.yaml, taken from the types the code works with, so that spec and code cannot drift."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec

import service.jobs.documents
import service.sessions.documents  # noqa: F401
from engine.games import GAMES
from service.openapi.rewriting import REF, Schema, described, named_enums, referring, rewritten
from service.problem_codes import PROBLEM_CODES
from service.referee.documents import Answer
from service.referee.moves import AnyGame

SHARED = ("State", "Move", "Decision", "Event", "Options")
"""What every game has its own schema of; the name alone means that of any game."""

PER_GAME = ("Position", "ToAct")
"""Answers that get a schema for each game too, so that typed clients know which state goes with which moves."""


def components() -> dict[str, Schema]:
    """Every schema that games and answers give, by name."""
    answers = _answers()
    schemas: dict[str, Schema] = {
        "GameId": {"type": "string", "enum": list(GAMES)},
        "ProblemCode": {"type": "string", "enum": list(PROBLEM_CODES)},
        "Label": {"type": "string", "description": "Short text for people, in the language asked for."},
        **{name: _of_any_game(name) for name in SHARED},
        **answers,
        "Position": _of_any_game("Position"),
    }
    for game in GAMES.values():
        schemas |= _of_game(game) | _answers_of_game(game, answers)
    return schemas


def prefix(game: AnyGame) -> str:
    """blue_moon_city -> BlueMoonCity: what the names of a game's schemas begin with."""
    return "".join(part.capitalize() for part in game.id.split("_"))


def _of_any_game(name: str) -> Schema:
    """Games are told apart by `game` where it is there; types of moves may occur in two games."""
    branches = {game.id: REF + prefix(game) + name for game in GAMES.values()}
    if name in ("State", "Position"):
        return _union("game", branches)
    return {"anyOf": [{"$ref": branch} for branch in branches.values()]}


def _union(tag: str, branches: Mapping[str, str]) -> Schema:
    refs = [{"$ref": branch} for branch in branches.values()]
    return {"oneOf": refs, "discriminator": {"propertyName": tag, "mapping": dict(branches)}}


def _answers() -> dict[str, Schema]:
    """All answer types that the service defines, wherever it does."""
    kinds = sorted((kind for kind in _subclasses(Answer) if kind.__module__.startswith("service.")), key=lambda kind: kind.__name__)
    _, found = msgspec.json.schema_components(kinds, ref_template="{name}")
    return {name: rewritten(schema, described, referring({})) for name, schema in found.items()}


def _subclasses(kind: type[Answer]) -> set[type[Answer]]:
    direct = set(kind.__subclasses__())
    return direct.union(*map(_subclasses, direct))


def _answers_of_game(game: AnyGame, answers: Mapping[str, Schema]) -> dict[str, Schema]:
    names = {name: prefix(game) + name for name in (*SHARED, *PER_GAME)}
    schemas: dict[str, Schema] = {names[name]: rewritten(answers[name], referring(names)) for name in PER_GAME}
    schemas[names["Position"]]["properties"]["game"] = {"type": "string", "const": game.id}
    return schemas


def _of_game(game: AnyGame) -> dict[str, Schema]:
    """The game's own schemas, each name with the game's in front."""
    groups: dict[str, tuple[type[msgspec.Struct], ...]] = {"Move": game.moves, "Decision": game.decisions, "Event": game.events}
    kinds = (game.state, game.options, *game.moves, *game.decisions, *game.events)
    _, found = msgspec.json.schema_components(kinds, ref_template="{name}")
    names = _names(prefix(game), found, groups)
    unions = {prefix(game) + group: _tagged(types, found, names) for group, types in groups.items()}
    change = referring(names, unions)
    schemas = {names[name]: rewritten(schema, described, change) for name, schema in found.items()}
    for group, types in groups.items():
        for kind in types:
            _label(schemas[names[_found_name(kind, found)]], group)
    return named_enums(schemas | unions, {prefix(game) + name: values for name, values in _literals(kinds).items()})


def _names(front: str, found: Iterable[str], groups: Mapping[str, Iterable[type]]) -> dict[str, str]:
    """From msgspec's names to the spec's: moves, decisions and events say what they are."""
    suffixed = {_found_name(kind, found): kind.__name__ + group for group, types in groups.items() for kind in types}
    names = {name: front + suffixed.get(name, name.rpartition(".")[2]) for name in found}
    if len(set(names.values())) < len(names):
        raise ValueError(f"Two types would share one name in the spec: {sorted(names.values())}")
    return names


def _found_name(kind: type, found: Iterable[str]) -> str:
    """What msgspec called the type: its name, or the full path where two types share it."""
    full = f"{kind.__module__}.{kind.__qualname__}"
    return full if full in found else kind.__name__


def _tagged(types: Iterable[type[msgspec.Struct]], found: Iterable[str], names: Mapping[str, str]) -> Schema:
    return _union("type", {str(kind.__struct_config__.tag): REF + names[_found_name(kind, found)] for kind in types})


def _label(schema: Schema, group: str) -> None:
    """Events always carry a label; moves in lists (ignored when sent back) and decisions in `to_act`."""
    schema["properties"]["label"] = {"$ref": REF + "Label"}
    if group == "Event":
        schema["required"] = [*schema.get("required", []), "label"]
    if group == "Move":
        schema["properties"]["preview"] = {"type": "object", "description": "What the move would bring, where that is worth telling."}


def _literals(kinds: Iterable[type]) -> dict[str, tuple[Any, ...]]:
    """The names that the game's modules give to sets of words."""
    modules = {kind.__module__ for kind in kinds}
    named = ((name, value) for module in sorted(modules) for name, value in vars(sys.modules[module]).items())
    return {name: get_args(value) for name, value in named if get_origin(value) is Literal}
