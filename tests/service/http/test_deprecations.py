"""A deprecated operation announces its dates in headers (RFC 9745, RFC 8594) and is marked in the specification."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.http import operations
from service.http.deprecations import DEPRECATED, Deprecation
from service.http.operations import operation_names
from service.openapi.operations import complete_operations
from service.openapi.recorded import Recorded

OLD = Deprecation(since=date(2027, 1, 15), sunset=date(2027, 7, 15), link="https://example.org/changes")
TABLE = {"GET /v1/old/{name}": OLD}


@pytest.fixture
def test_app() -> FlaskClient:
    """An application with a deprecated operation and another one."""
    app = Flask("test")
    for name in ("old", "new"):
        app.add_url_rule(f"/v1/{name}/<name>", name, lambda name: {"name": name})
    operations.install(app, deprecated=TABLE)
    return app.test_client()


def test_a_deprecated_operation_says_since_when_and_until_when(test_app: FlaskClient) -> None:
    headers = test_app.get("/v1/old/x").headers
    assert headers["Deprecation"] == "@1799971200", "a structured date: 2027-01-15 00:00 UTC"
    assert headers["Sunset"] == "Thu, 15 Jul 2027 00:00:00 GMT"
    assert headers["Link"] == '<https://example.org/changes>; rel="deprecation", <https://example.org/changes>; rel="sunset"'


def test_other_operations_say_nothing(test_app: FlaskClient) -> None:
    assert test_app.get("/v1/new/x").headers.get("Deprecation") is None


def test_a_deprecated_operation_is_marked_in_the_specification() -> None:
    spec: dict[str, Any] = {
        "paths": {f"/v1/{name}/{{name}}": {"get": {"operationId": name, "parameters": [], "responses": {}}} for name in ("old", "new")},
        "components": {"responses": {}},
    }
    complete_operations(spec, Recorded(), TABLE)
    old, new = (spec["paths"][f"/v1/{name}/{{name}}"]["get"] for name in ("old", "new"))
    assert old["deprecated"] and "2027-01-15" in old["description"] and "2027-07-15" in old["description"]
    assert "deprecated" not in new


def test_every_deprecated_operation_exists_and_ends_half_a_year_after_its_announcement_or_later(client: FlaskClient) -> None:
    served = {name for rule in client.application.url_map.iter_rules() for name in operation_names(rule)}
    assert DEPRECATED.keys() <= served
    for deprecation in [OLD, *DEPRECATED.values()]:
        assert (deprecation.sunset - deprecation.since).days >= 180
