"""The schemas of the games' own types: states, moves, decisions, events, options, content."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from engine.games import GAMES
from service.openapi.naming import aliases, joined, msgspec_name, prefix, record_names, union_aliases
from service.openapi.rewriting import Schema, named_enums, named_unions, ref, referring, rewritten, tidied, union
from service.referee.moves import AnyGame

SHARED = ("State", "Move", "Decision", "Event", "Options", "Content")
"""The types of which every game has its own; the name alone means that of any game."""


def of_any_game() -> dict[str, Schema]:
    """The unions over all games. Only states name their game; tags of moves, decisions and events may occur in two games."""
    unions: dict[str, Schema] = {
        name: {"anyOf": [ref(prefix(game) + name) for game in GAMES.values()]} for name in SHARED if name != "Content"
    }
    return unions | {"State": by_game("State")}


def by_game(name: str) -> Schema:
    """The union over all games of a type that names its game."""
    return union("id" if name == "GameDetail" else "game", {game.id: prefix(game) + name for game in GAMES.values()})


def of_game(game: AnyGame) -> dict[str, Schema]:
    """All schemas of one game, by name."""
    kinds = (
        game.state,
        game.options,
        *game.moves,
        *game.decisions,
        *game.events,
        game.content_type,
        *dict.fromkeys(game.preview_types.values()),
    )
    _, found = msgspec.json.schema_components(kinds, ref_template="{name}")
    names = record_names(game, found)
    unions = _unions(game, found, names)
    schemas = {names[name]: rewritten(schema, tidied, referring(names, unions)) for name, schema in found.items()}
    _add_labels(game, schemas, {kind: names[msgspec_name(kind, found)] for kind in kinds})
    owners = {spec: joined(prefix(game), name.rpartition(".")[2]) for name, spec in names.items()}
    known = aliases({kind.__module__ for kind in kinds}, prefix(game)) | {prefix(game) + "GameId": (game.id,)}
    return named_unions(named_enums(schemas | unions, known, owners))


def _unions(game: AnyGame, found: Iterable[str], names: Mapping[str, str]) -> dict[str, Schema]:
    groups: dict[str, tuple[type[msgspec.Struct], ...]] = {"Move": game.moves, "Decision": game.decisions, "Event": game.events}
    return {prefix(game) + name: _tagged(kinds, found, names) for name, kinds in (union_aliases(game) | groups).items()}


def _tagged(kinds: Iterable[type[msgspec.Struct]], found: Iterable[str], names: Mapping[str, str]) -> Schema:
    return union("type", {str(kind.__struct_config__.tag): names[msgspec_name(kind, found)] for kind in kinds})


def _add_labels(game: AnyGame, schemas: dict[str, Schema], names: Mapping[type, str]) -> None:
    """Events always have a label. Moves and decisions have one in answers; in requests the label is ignored."""
    for kind in (*game.moves, *game.decisions, *game.events):
        schemas[names[kind]]["properties"]["label"] = ref("Label")
    for kind in game.events:
        schemas[names[kind]]["required"] = [*schemas[names[kind]].get("required", []), "label"]
    for kind, preview in game.preview_types.items():
        schemas[names[kind]]["properties"]["preview"] = ref(names[preview])
