"""The schemas of request bodies, from the marshmallow schemas. A body with alternatives is a union that names each of them.

apispec, which reads the marshmallow schemas, is needed only to write the specification and never to serve requests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import service.jobs.schemas
import service.sessions.schemas
import service.webhooks.schemas  # noqa: F401
from engine.games import GAMES
from service.openapi.answers import WORDS
from service.openapi.naming import prefix
from service.openapi.rewriting import Schema, named_enums, ref, referring, rewritten, tidied, union
from service.referee import schemas
from service.referee.moves import AnyGame
from service.webhooks.model import WEBHOOK_EVENTS

KNOWN: Mapping[str, tuple[str, ...]] = {**WORDS, "SeatKind": ("human", "invited", "ai"), "WebhookEvent": WEBHOOK_EVENTS}
KEYS = frozenset({"seat_key", "seat_keys"})
"""Fields that make sense only beside a token."""


def requests() -> dict[str, Schema]:
    """Every request body, by name, and the members of those that are unions."""
    found: dict[str, Schema] = {}
    for kind, plain in _plain().items():
        found |= _by_game(kind, plain) if "game" in plain["properties"] else _alternatives(kind, plain)
    return named_enums(found, KNOWN, {})


def request_names() -> list[str]:
    """The names of all request bodies."""
    return [kind.__name__ for kind in _envelopes(schemas.RequestSchema)]


def _plain() -> dict[type[schemas.RequestSchema], Schema]:
    """The request bodies as apispec reads them, without their rules about alternatives."""
    from apispec import APISpec
    from apispec.ext.marshmallow import MarshmallowPlugin

    plugin = MarshmallowPlugin()
    APISpec(title="Arbiter", version="1", openapi_version="3.1.0", plugins=[plugin])
    converter: Any = plugin.converter
    converter.add_attribute_function(_referred)
    return {kind: _closed(kind, converter.schema2jsonschema(kind())) for kind in _envelopes(schemas.RequestSchema)}


def _referred(self: Any, field: Any, **kwargs: Any) -> Schema:
    if not isinstance(field, schemas.EngineObject):
        return {}
    name = field.metadata["component"]
    return ref(name) if name else {"type": "object"}


def _envelopes(kind: type[schemas.RequestSchema]) -> list[type[schemas.RequestSchema]]:
    found = [kind for direct in kind.__subclasses__() for kind in (direct, *_envelopes(direct))]
    return list(dict.fromkeys(kind for kind in found if kind.__module__.startswith("service.")))


def _closed(kind: type[schemas.RequestSchema], schema: Schema) -> Schema:
    """The schema with its description, and no further fields."""
    tidy: Schema = rewritten({"description": kind.__doc__ or "", "type": "object", **schema, "additionalProperties": False}, tidied)
    return tidy


def _by_game(kind: type[schemas.RequestSchema], plain: Schema) -> dict[str, Schema]:
    """A body that names its game: a union with a member for each game."""
    name = kind.__name__
    members = {prefix(game) + name: _of_game(game, plain) for game in GAMES.values()}
    for game in GAMES.values():
        members[prefix(game) + name]["properties"]["game"] = ref(prefix(game) + "GameId")
    branches = {game.id: prefix(game) + name for game in GAMES.values()}
    return members | {name: union("game", branches, description=plain["description"])}


def _of_game(game: AnyGame, plain: Schema) -> Schema:
    """The body with this game's state, moves and options."""
    names = {name: prefix(game) + name for name in ("State", "Move", "Options", "Record")}
    changed: Schema = rewritten(plain, referring(names))
    return changed


def _alternatives(kind: type[schemas.RequestSchema], plain: Schema) -> dict[str, Schema]:
    """A body with groups of fields of which exactly one is needed: a union with a member for each combination."""
    if not kind.one_of:
        return {kind.__name__: plain}
    members = dict(_members(kind, plain))
    return members | {kind.__name__: {"description": plain["description"], "oneOf": [ref(name) for name in members]}}


def _members(kind: type[schemas.RequestSchema], plain: Schema) -> Iterator[tuple[str, Schema]]:
    """Each combination under its name; one with a state exists for each game."""
    for chosen in product(*kind.one_of):
        left_out = {name for group in kind.one_of for name in group} - {*chosen}
        member = _with(plain, chosen, left_out | (KEYS if "state" in chosen else frozenset()))
        name = _member_name(kind.__name__, chosen)
        if "state" in chosen:
            yield from ((prefix(game) + name, _of_game(game, member)) for game in GAMES.values())
        else:
            yield ("Sealed" + name if "token" in chosen else name), member


def _with(plain: Schema, chosen: tuple[str, ...], left_out: set[str] | frozenset[str]) -> Schema:
    properties = {name: field for name, field in plain["properties"].items() if name not in left_out}
    required = [name for name in properties if name in chosen or name in plain.get("required", ())]
    return {**plain, "properties": properties, "required": required}


def _member_name(name: str, chosen: tuple[str, ...]) -> str:
    """MovesRequest is MoveRequest with one move and MoveListRequest with several."""
    if "move" in chosen:
        return name.replace("Moves", "Move")
    return name.replace("Moves", "MoveList") if "moves" in chosen else name
