"""Query parameters: every operation takes those it declares and refuses all others, with every error at once."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.http.operations import operation_names
from service.http.queries import QUERIES, SINCE, WITH_LEGAL_MOVES, Flag, Number, chosen_variant, parse_query
from tests.support.referee import Post

PATH_VALUES = {
    "webhook_id": "5c1e0d9f8a7b64e3d2c1b0a9",
    "game": "orbis",
    "session_id": "0" * 20,
    "seat": "0",
    "version": "0",
    "job_id": "x" * 24,
}


def errors(response: TestResponse) -> list[tuple[str, str, str]]:
    """The parameter, code and message of every error of a refused query."""
    told: dict[str, Any] = response.get_json()
    assert (response.status_code, told["code"]) == (422, "query_invalid"), told
    assert all(error["pointer"] == "" for error in told["errors"])
    return [(error["parameter"], error["code"], error["message"]) for error in told["errors"]]


def operations(client: FlaskClient) -> list[str]:
    return [name for rule in client.application.url_map.iter_rules() for name in operation_names(rule)]


def test_every_declared_operation_exists(client: FlaskClient) -> None:
    assert QUERIES.keys() <= set(operations(client))


def test_every_operation_refuses_unknown_parameters_and_lists_the_known_ones(client: FlaskClient) -> None:
    for name in operations(client):
        method, _, path = name.partition(" ")
        response = client.open(f"{path.format(**PATH_VALUES)}?colour=mauve", method=method, json={} if method == "POST" else None)
        known = ", ".join(parameter.name for parameter in QUERIES.get(name, ()))
        sentence = f"There is no such parameter; {'the parameters are: ' + known if known else 'this call takes none'}."
        assert errors(response) == [("colour", "unknown_parameter", sentence)], name


@pytest.mark.parametrize("value", ["yes", "0", "True", ""])
def test_a_flag_is_true_or_false(post: Post, value: str) -> None:
    response = post(f"orbis/states?legal_moves={value}", {"seats": 2})
    assert errors(response) == [("legal_moves", "wrong_value", "legal_moves must be true or false.")]


@pytest.mark.parametrize("value", ["", "-1", "201", "0", "1.0", "1e1", "٣", "1_0", "99999999999"])
def test_a_number_is_an_integer_in_its_range(client: FlaskClient, value: str) -> None:
    response = client.get(f"/v1/sessions/{'0' * 20}/history?limit={value}")
    assert errors(response) == [("limit", "wrong_value", "limit must be an integer from 1 to 200.")]


def test_all_errors_of_a_query_are_reported_at_once(client: FlaskClient) -> None:
    response = client.get(f"/v1/sessions/{'0' * 20}/history?limit=0&page=2&since=1&since=2")
    assert [(name, code) for name, code, _ in errors(response)] == [
        ("limit", "wrong_value"),
        ("page", "unknown_parameter"),
        ("since", "repeated_parameter"),
    ]


@pytest.mark.parametrize("path", ["/", "/docs", "/openapi.yaml", "/board.css", "/web/main.js"])
def test_pages_ignore_parameters_that_other_programs_add_to_links(client: FlaskClient, path: str) -> None:
    assert client.get(f"{path}?utm_source=mail").status_code == 200


def test_a_preflight_request_ignores_the_query(client: FlaskClient) -> None:
    assert client.options("/v1/games?colour=mauve").status_code == 200


def test_values_are_parsed() -> None:
    assert parse_query((WITH_LEGAL_MOVES, SINCE), [("legal_moves", "false"), ("since", "12")]) == ({"legal_moves": False, "since": 12}, [])


def test_a_variant_names_what_differs_from_the_defaults() -> None:
    declared = (Flag("shown", "", default=True), Number("width", "", 1, 9), Number("since", "", 0, 9, default=0))
    assert chosen_variant(declared, {}) == chosen_variant(declared, {"shown": True, "since": 0}) == ""
    assert chosen_variant(declared, {"since": 3, "shown": False, "width": 4}) == "shown=false.width=4.since=3"
