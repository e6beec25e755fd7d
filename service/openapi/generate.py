"""Writes the generated part of openapi.yaml: everything below its mark comes from code, everything above is written by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import yaml

import service.jobs.schemas
import service.sessions.schemas  # noqa: F401
from engine.game import apply, start
from engine.games import GAMES
from service.openapi.components import components, prefix
from service.openapi.rewriting import REF, Schema
from service.referee import schemas
from service.referee.documents import View
from service.referee.moves import AnyGame
from service.referee.presentation import present_events, present_legal_moves, present_position

MARK = "  # ---- Written by `arbiter openapi --write` from the types in the code: edit those, not what follows ----\n"


def current(path: Path) -> str:
    """The whole specification as it ought to be, given the hand-written part in the file."""
    by_hand, mark, _ = path.read_text(encoding="utf-8").partition(MARK)
    if not mark:
        raise SystemExit(f"{path} has lost the line that marks where the generated part begins.")
    schemas = dict(sorted((components() | requests()).items()))
    parts = {"schemas": schemas, "requestBodies": request_bodies(by_hand)}
    parts["examples"] = examples(by_hand + str(parts["requestBodies"]))
    return by_hand + MARK + "".join(_yaml(name, part) for name, part in parts.items())


def _yaml(name: str, content: Any) -> str:
    plain = msgspec.to_builtins(content)
    text = yaml.dump({name: plain}, Dumper=_Plain, sort_keys=False, width=140, default_flow_style=None, allow_unicode=True)
    return "".join(f"  {line}" for line in text.splitlines(keepends=True))


class _Plain(yaml.SafeDumper):
    """Repeats a value where it occurs twice: readers of specifications do not all know YAML's anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def requests() -> dict[str, Schema]:
    """The schemas of request bodies, as apispec reads them from marshmallow; apispec is needed only to write, never to serve."""
    from apispec import APISpec
    from apispec.ext.marshmallow import MarshmallowPlugin

    plugin = MarshmallowPlugin()
    APISpec(title="Arbiter", version="1", openapi_version="3.1.0", plugins=[plugin])
    converter: Any = plugin.converter
    converter.add_attribute_function(_referred)
    return {kind.__name__: _request(kind, converter.schema2jsonschema(kind())) for kind in _envelopes(schemas.Envelope)}


def _referred(self: Any, field: Any, **kwargs: Any) -> Schema:
    if not isinstance(field, schemas.Record):
        return {}
    name = field.metadata["component"]
    return {"$ref": REF + name} if name else {"type": "object"}


def _envelopes(kind: type[schemas.Envelope]) -> list[type[schemas.Envelope]]:
    found = [kind for direct in kind.__subclasses__() for kind in (direct, *_envelopes(direct))]
    return [kind for kind in found if kind.__module__.startswith("service.")]


def _request(kind: type[schemas.Envelope], schema: Schema) -> Schema:
    described = {"description": " ".join((kind.__doc__ or "").split()), "type": "object", **schema, "additionalProperties": False}
    choices = [{"oneOf": [{"required": [name]} for name in group]} for group in kind.one_of]
    return described | ({"allOf": choices} if choices else {})  # Directly here, writers of clients would take the choices for types.


def request_bodies(by_hand: str) -> dict[str, Any]:
    """Every request body that an operation takes, with the examples of each game."""
    names = [kind.__name__ for kind in _envelopes(schemas.Envelope)]
    return {name: _request_body(name) for name in names if f"/requestBodies/{name}'" in by_hand}


def _request_body(name: str) -> Schema:
    shown = {game.id: {"$ref": f"#/components/examples/{prefix(game)}{name}"} for game in GAMES.values() if name in _examples(game)}
    content = {"schema": {"$ref": REF + name}} | ({"examples": shown} if shown else {})
    return {"required": True, "content": {"application/json": content}}


def examples(text: str) -> dict[str, Any]:
    """Requests of every game that work as they stand, and answers, as far as the text refers to them."""
    found = {prefix(game) + name: value for game in GAMES.values() for name, value in (_examples(game) | _answers(game)).items()}
    return {name: {"value": value} for name, value in found.items() if f"/examples/{name}'" in text}


def _answers(game: AnyGame) -> dict[str, Any]:
    state = start(game, {}, game.seats[0], 1)
    after, events = apply(game, state, game.legal_moves(state)[0])
    moved = present_position(game, after, "en", carried={"state": after}, events=present_events(game, [(after, events)], "en"))
    return {
        "Position": present_position(game, state, "en", carried={"state": state}),
        "MovedPosition": moved,
        "LegalMoves": present_legal_moves(game, state, "en"),
        "View": View(seat=None, view=game.view(state, None)),
    }


def _examples(game: AnyGame) -> dict[str, Any]:
    state = start(game, {}, game.seats[0], 1)
    move = game.legal_moves(state)[0]
    return {
        "NewSessionRequest": {"game": game.id, "seats": [{"kind": "human"}] * game.seats[0], "seed": 1, "options": {}},
        "NewGameRequest": {"seats": game.seats[0], "seed": 1, "options": {}},
        "MovesRequest": {"state": state, "move": move},
        "SessionMovesRequest": {"move": move},
        "LegalMovesRequest": {"state": state},
        "AiMoveRequest": {"state": state, "level": "easy", "seed": 1},
        "ViewRequest": {"state": state, "seat": None},
        "BoardRequest": {"state": state, "seat": 0},
        "CheckRequest": {"state": state},
    }
