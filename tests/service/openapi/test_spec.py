"""openapi.yaml is valid, matches the code, and covers every address of the API."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import yaml
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from engine.game import apply, start
from engine.games import GAMES
from service.http.queries import QUERIES
from service.openapi.generate import current
from service.openapi.naming import prefix
from service.problem_codes import PROBLEM_CODES
from service.referee.moves import AnyGame
from service.resources import resource_path
from service.version import version

METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}
OUTSIDE = {"/", "/web/{file}", "/docs", "/docs/{file}", "/board.css", "/openapi.yaml", "/openapi.json"}
"""Pages and their files, and the specification itself: not part of the API that clients are generated from."""


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    """The specification as it is read by machines."""
    loaded: dict[str, Any] = yaml.load(resource_path("openapi.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return loaded


def test_it_is_valid(spec: dict[str, Any]) -> None:
    validate(spec)


def test_its_generated_part_is_what_the_code_says() -> None:
    path = resource_path("openapi.yaml")
    assert current() == path.read_text(encoding="utf-8"), "run: make spec"


def test_it_covers_every_address_of_the_api_and_no_other(client: FlaskClient, spec: dict[str, Any]) -> None:
    rules = client.application.url_map.iter_rules()
    served = {(method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)) for rule in rules for method in (rule.methods or set()) & METHODS}
    written = {(method.upper(), path) for path, item in spec["paths"].items() for method in item if method.upper() in METHODS}
    assert {path for _, path in served} >= OUTSIDE
    assert {(method, path) for method, path in served if path not in OUTSIDE} == written


def test_operations_are_verbs(spec: dict[str, Any]) -> None:
    verbs = "list|get|create|make|view|check|draw|request|cancel|end|undo|fork|claim|resign|follow|verify|add|replace|take|delete"
    names = [operation["operationId"] for item in spec["paths"].values() for operation in item.values()]
    assert not [name for name in names if not re.fullmatch(rf"({verbs})[A-Z]\w*", name)]
    assert len(set(names)) == len(names)


def test_its_version_is_that_of_the_package(spec: dict[str, Any]) -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert spec["info"]["version"] == version() == project["version"]


def test_every_operation_documents_its_refusals(spec: dict[str, Any]) -> None:
    for path, item in spec["paths"].items():
        for method, operation in item.items():
            statuses = operation["responses"].keys()
            assert {"405", "default"} <= statuses, path
            if method == "post" and "requestBody" in operation:
                assert {"400", "413", "415", "422"} <= statuses, path


def test_every_problem_code_is_explained_where_it_can_come(spec: dict[str, Any]) -> None:
    text = resource_path("openapi.yaml").read_text(encoding="utf-8").partition("\n  schemas:")[0]
    missing = [code for code in PROBLEM_CODES if f"`{code}`" not in text]
    assert not missing


def test_everything_shared_is_used(spec: dict[str, Any]) -> None:
    assert unused(spec) == []
    spec = {**spec, "components": {**spec["components"], "schemas": {**spec["components"]["schemas"], "Stray": {"type": "string"}}}}
    assert unused(spec) == ["#/components/schemas/Stray"]


def unused(spec: dict[str, Any]) -> list[str]:
    """Components that no operation refers to, directly or through other components."""
    found: set[str] = set()
    waiting = [spec["paths"]]
    while waiting:
        new = set(references(waiting.pop())) - found
        found |= new
        waiting += [resolved(spec, {"$ref": reference}) for reference in new]
    shared = {f"#/components/{kind}/{name}" for kind, parts in spec["components"].items() if kind != "securitySchemes" for name in parts}
    return sorted(shared - found)


def references(part: Any) -> Iterator[str]:
    """Every reference in a part of the specification, those of discriminators included."""
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    for value in inner:
        if isinstance(value, str) and value.startswith("#/components/"):
            yield value
        yield from references(value)


def test_every_security_scheme_is_used(spec: dict[str, Any]) -> None:
    used = {name for item in spec["paths"].values() for operation in item.values() for scheme in operation["security"] for name in scheme}
    assert used == spec["components"]["securitySchemes"].keys()


def test_every_enum_has_a_name(spec: dict[str, Any]) -> None:
    parts: dict[str, Any] = {"paths": spec["paths"], **{kind: part for kind, part in spec["components"].items() if kind != "examples"}}
    parts["schemas"] = [schema for schema in parts["schemas"].values() if "enum" not in schema]
    assert not list(inline_enums(parts))


def inline_enums(part: Any) -> Iterator[Any]:
    """Schemas inside a part of the specification that list or fix their values."""
    if isinstance(part, dict) and (isinstance(part.get("enum"), list) or isinstance(part.get("const"), str)):
        yield part
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    for value in inner:
        yield from inline_enums(value)


def test_no_name_stutters(spec: dict[str, Any]) -> None:
    words = {name: re.findall("[A-Z][a-z]*", name) for name in spec["components"]["schemas"]}
    assert not [name for name, parts in words.items() if any(first == second for first, second in pairwise(parts))]
    assert not [name for name in words if re.search(r"\d", name)]


def test_it_has_no_control_characters(spec: dict[str, Any]) -> None:
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e]", json.dumps(spec, ensure_ascii=False))


def test_answers_of_sessions_contain_nothing_of_the_stateless_referee(spec: dict[str, Any]) -> None:
    schemas = spec["components"]["schemas"]
    for game in GAMES.values():
        for kind, own in (("Session", set()), ("NewSession", set()), ("ClaimedSeat", {"token"})):
            assert schemas[prefix(game) + kind]["properties"].keys() & {"state", "token", "seat_keys"} == own


def test_entries_of_the_log_are_told_apart_by_type(spec: dict[str, Any]) -> None:
    mapping = spec["components"]["schemas"]["LogEntry"]["discriminator"]["mapping"]
    assert mapping.keys() == {
        *("created", "archived", "moved", "undone", "claimed", "resigned", "invited", "replaced", "host_added", "timed_out"),
        *("forked", "rematched", "ended"),
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_content_and_previews_match_their_declared_types(game: AnyGame) -> None:
    msgspec.json.decode(msgspec.json.encode(game.content), type=game.content_type)
    expanded = {"expansion": True} if game.id == "blue_moon_city" else {}
    for seed in range(12):
        state, chance = start(game, expanded, game.seats[seed % len(game.seats)], seed), Random(seed)
        while moves := game.legal_moves(state):
            for move in moves:
                preview = game.preview(state, move)
                assert msgspec.json.decode(msgspec.json.encode(preview), type=game.preview_types[type(move)]) == preview
            state, _ = apply(game, state, chance.choice(moves))
    assert game.preview_types.keys() == set(game.moves)


def test_each_game_is_told_apart(spec: dict[str, Any]) -> None:
    schemas = spec["components"]["schemas"]
    assert schemas["GameId"]["enum"] == list(GAMES)
    assert list(schemas["State"]["discriminator"]["mapping"]) == list(GAMES)
    assert list(schemas["Position"]["discriminator"]["mapping"]) == list(GAMES)
    for game in GAMES.values():
        name = prefix(game)
        tags = list(schemas[f"{name}Move"]["discriminator"]["mapping"])
        assert tags == [move.__struct_config__.tag for move in game.moves]
        assert schemas[f"{name}Position"]["properties"]["state"] == {"$ref": f"#/components/schemas/{name}State"}


def test_every_body_and_every_answer_has_an_example_that_fits_its_schema(spec: dict[str, Any]) -> None:
    validators: dict[str, Any] = {}
    for where, media in media_types(spec):
        kind = json.dumps(media["schema"])
        validator = validators.setdefault(kind, jsonschema_rs.validator_for({**media["schema"], "components": spec["components"]}))
        assert media.get("examples"), f"{where} has no example"
        for name, example in media["examples"].items():
            assert not [error.message for error in validator.iter_errors(resolved(spec, example)["value"])], f"{where} {name}"


def test_every_example_of_a_problem_has_the_status_of_its_answer(spec: dict[str, Any]) -> None:
    for path, item in spec["paths"].items():
        for method, operation in item.items():
            for status, response in operation["responses"].items():
                media = resolved(spec, response).get("content", {}).get("application/problem+json", {"examples": {}})
                shown = {resolved(spec, example)["value"]["status"] for example in media["examples"].values()}
                assert shown <= {int(status) if status != "default" else 500}, f"{method} {path} {status}"


def test_parameters_of_queries_are_those_that_the_code_declares(spec: dict[str, Any]) -> None:
    for path, item in spec["paths"].items():
        for method, operation in item.items():
            written = {each["name"]: each["schema"] for each in operation["parameters"] if each.get("in") == "query"}
            assert written == {each.name: each.schema for each in QUERIES.get(f"{method.upper()} {path}", ())}
    assert not [name for name, part in spec["components"]["parameters"].items() if part["in"] == "query"]


def test_headers_that_many_answers_share_are_written_everywhere(spec: dict[str, Any]) -> None:
    for path, item in spec["paths"].items():
        for operation in item.values():
            sent = {reference.rpartition("/")[2] for reference in references(operation["parameters"])}
            for status, response in operation["responses"].items():
                headers = resolved(spec, response)["headers"].keys()
                assert not path.startswith("/v1/") or {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"} <= headers
                stored = status.startswith("2") and sent & {"SessionIdempotencyKey", "JobIdempotencyKey"}
                assert ("Idempotency-Replayed" in headers) == bool(stored)
                assert "Retry-After" in headers or status not in ("202", "429", "503")


def test_defaults_are_written_beside_the_fields(spec: dict[str, Any]) -> None:
    schemas = spec["components"]["schemas"]
    assert schemas["SeatRequest"]["properties"]["level"]["description"] == 'Default: "normal".'
    assert schemas["ResignationRequest"]["properties"]["level"]["description"] == 'Default: "normal".'
    assert "1000 for hard" in schemas["HintRequest"]["properties"]["deadline_ms"]["description"]


def media_types(spec: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every body that is sent or answered, with its place."""
    for path, item in spec["paths"].items():
        for method, operation in item.items():
            bodies = {"body": operation["requestBody"]} if "requestBody" in operation else {}
            for name, body in (bodies | operation["responses"]).items():
                for kind, media in resolved(spec, body).get("content", {}).items():
                    yield f"{method} {path} {name} {kind}", media


def resolved(spec: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in part:
        return part
    _, _, kind, name = part["$ref"].split("/")
    found: dict[str, Any] = spec["components"][kind][name]
    return found
