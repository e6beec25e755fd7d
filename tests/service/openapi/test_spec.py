"""openapi.yaml is valid, says what the code says, and knows every address there is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
import yaml
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from engine.games import GAMES
from service.openapi.generate import current
from service.problem_codes import PROBLEM_CODES
from service.resources import resource_path

METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    """The specification as it is read by machines."""
    loaded: dict[str, Any] = yaml.load(resource_path("openapi.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return loaded


def test_it_is_valid(spec: dict[str, Any]) -> None:
    validate(spec)


def test_its_generated_part_is_what_the_code_says() -> None:
    path = resource_path("openapi.yaml")
    assert current(path) == path.read_text(encoding="utf-8"), "run: arbiter openapi --write"


def test_it_knows_every_address_and_no_other(client: FlaskClient, spec: dict[str, Any]) -> None:
    rules = client.application.url_map.iter_rules()
    served = {(method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)) for rule in rules for method in (rule.methods or set()) & METHODS}
    written = {(method.upper(), path) for path, item in spec["paths"].items() for method in item if method.upper() in METHODS}
    assert served == written


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
    text = resource_path("openapi.yaml").read_text(encoding="utf-8")
    for kind, parts in spec["components"].items():
        unused = [name for name in parts if f"#/components/{kind}/{name}" not in text]
        assert not [name for name in unused if kind != "schemas" and kind != "securitySchemes"], kind


def test_each_game_is_told_apart(spec: dict[str, Any]) -> None:
    schemas = spec["components"]["schemas"]
    assert schemas["GameId"]["enum"] == list(GAMES)
    assert list(schemas["State"]["discriminator"]["mapping"]) == list(GAMES)
    assert list(schemas["Position"]["discriminator"]["mapping"]) == list(GAMES)
    for game in GAMES.values():
        name = "".join(part.capitalize() for part in game.id.split("_"))
        tags = list(schemas[f"{name}Move"]["discriminator"]["mapping"])
        assert tags == [move.__struct_config__.tag for move in game.moves]
        assert schemas[f"{name}Position"]["properties"]["state"] == {"$ref": f"#/components/schemas/{name}State"}


def test_every_example_fits_its_schema(spec: dict[str, Any]) -> None:
    checked = 0
    for where, media in media_types(spec):
        schema = {**media["schema"], "components": spec["components"]}
        shown = [resolved(spec, example)["value"] for example in media.get("examples", {}).values()]
        for value in shown + ([media["example"]] if "example" in media else []):
            assert jsonschema_rs.validator_for(schema).is_valid(value), where
            checked += 1
    assert checked > 20


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
