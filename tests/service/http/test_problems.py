"""Every refusal is a problem document with a stable code that lists all errors at once."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.games import GAMES
from service import create_app
from service.problem_codes import PROBLEM_CODES
from service.settings import Settings
from tests.support.referee import Post

JSON = {"Content-Type": "application/json"}
GAME = next(iter(GAMES))
STATES = f"/v1/games/{GAME}/states"


def problem(response: TestResponse, code: str) -> dict[str, Any]:
    """Checks what all problem documents share, and returns the document."""
    told: dict[str, Any] = response.get_json()
    status, title = PROBLEM_CODES[code]
    assert response.headers["Content-Type"] == "application/problem+json"
    assert (response.status_code, told["code"]) == (status, code)
    assert list(told) == ["type", "title", "status", "detail", "code", "errors", "instance"]
    assert (told["type"], told["title"], told["status"]) == (f"urn:arbiter:problem:{code}", title, status)
    assert told["instance"] == response.headers["X-Request-Id"]
    assert told["detail"]
    return told


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"{]",
        b"NaN",
        b'{"seats": NaN}',
        b'{"seats": 1e400}',
        b'{"seats": 1' + b"0" * 400 + b"}",
        b'{"seats": "\\ud800"}',
        b"\xff\xfe{}",
        b"\xef\xbb\xbf{}",
        b"[" * 100_000,
        b'{"a":' * 30_000,
        b"{'seats': 2}",
        b'{"seats": 2} x',
    ],
)
def test_a_body_that_is_not_json_is_refused(client: FlaskClient, body: bytes) -> None:
    problem(client.post(STATES, data=body, headers=JSON), "json_malformed")


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ([], [""]),
        ("seats", [""]),
        ({}, ["/seats"]),
        ({"seats": "2"}, ["/seats"]),
        ({"seats": True}, ["/seats"]),
        ({"seats": 2.5}, ["/seats"]),
        ({"seats": None}, ["/seats"]),
        ({"seats": 99}, ["/seats"]),
        ({"seats": 2, "seed": -1}, ["/seed"]),
        ({"seats": 2, "seed": 2**53}, ["/seed"]),
        ({"seats": 2, "seed": 2**64}, ["/seed"]),
        ({"seats": 2, "seed": 1e300}, ["/seed"]),
        ({"seats": 2, "options": []}, ["/options"]),
        ({"seats": "2", "seed": "x", "options": 1, "a/b~c": 1}, ["/seats", "/seed", "/options", "/a~1b~0c"]),
    ],
)
def test_a_body_that_does_not_match_the_schema_is_refused_with_every_error(post: Post, body: Any, pointers: list[str]) -> None:
    told = problem(post(f"{GAME}/states", body), "body_invalid")
    assert sorted(error["pointer"] for error in told["errors"]) == sorted(pointers)
    assert all(error["code"] and error["message"] for error in told["errors"])


def test_integers_written_with_a_fraction_of_zero_are_integers(client: FlaskClient) -> None:
    assert client.post(STATES, data=b'{"seats": 2.0, "seed": 1.0}', headers=JSON).status_code == 201


def test_the_last_of_two_equal_keys_counts(client: FlaskClient) -> None:
    assert client.post(STATES, data=b'{"seats": 99, "seats": 2, "seed": 1}', headers=JSON).status_code == 201


@pytest.mark.parametrize("fields", [{}, {"move": {}, "moves": []}])
def test_exactly_one_of_move_and_moves_is_needed(post: Post, game_id: str, fresh: dict[str, Any], fields: dict[str, Any]) -> None:
    told = problem(post(f"{game_id}/moves", {"state": fresh["state"], **fields}), "body_invalid")
    assert "" in [error["pointer"] for error in told["errors"]]


def test_all_invalid_options_are_reported_at_once(post: Post, game_id: str) -> None:
    body = {"seats": GAMES[game_id].seats[0], "options": {"first_seat": "nobody", "no/such": 1}}
    told = problem(post(f"{game_id}/states", body), "options_invalid")
    assert sorted(error["pointer"] for error in told["errors"]) == ["/options/first_seat", "/options/no~1such"]


def test_all_missing_fields_are_reported_at_once(post: Post, game_id: str) -> None:
    told = problem(post(f"{game_id}/moves", {}), "body_invalid")
    assert [error["message"] for error in told["errors"]] == [
        "Exactly one of these fields is required: state, token.",
        "Exactly one of these fields is required: move, moves.",
    ]


@pytest.mark.parametrize("value", [True, 1.5, -1, 4, "nobody", None])
def test_an_invalid_option_is_explained_without_python_terms(post: Post, game_id: str, value: Any) -> None:
    told = problem(post(f"{game_id}/states", {"seats": GAMES[game_id].seats[0], "options": {"first_seat": value}}), "options_invalid")
    assert told["errors"][0]["pointer"] == "/options/first_seat"
    assert not any(word in told["errors"][0]["message"] for word in ("`", "Expected", "any", "enum"))


def test_defects_of_state_and_moves_are_reported_together(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    state = {**fresh["state"], "version": None, "unknown": 1}
    body = {"state": state, "moves": [fresh["legal_moves"][0], {"type": "no_such_move"}, {}]}
    told = problem(post(f"{game_id}/moves", body), "state_invalid")
    assert {error["pointer"] for error in told["errors"]} == {"/state/version", "/state/unknown", "/moves/1/type", "/moves/2/type"}


def test_a_state_of_another_game_is_refused(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    for other in GAMES.keys() - {game_id}:
        told = problem(post(f"{other}/legal-moves", {"state": fresh["state"]}), "state_invalid")
        assert "/state/game" in [error["pointer"] for error in told["errors"]]


def test_a_state_that_cannot_be_reached_is_refused(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    state = {**fresh["state"], "pending": []}
    told = problem(post(f"{game_id}/legal-moves", {"state": state}), "state_invalid")
    assert told["errors"] and all(error["pointer"].startswith("/state") for error in told["errors"])


def test_a_view_is_refused_as_a_state(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    view = post(f"{game_id}/views", {"state": fresh["state"], "seat": None}).get_json()["view"]
    problem(post(f"{game_id}/moves", {"state": view, "move": fresh["legal_moves"][0]}), "state_invalid")


def test_an_invalid_move_is_refused_with_its_pointer(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    move = {**fresh["legal_moves"][0], "colour": "mauve"}
    told = problem(post(f"{game_id}/moves", {"state": fresh["state"], "move": move}), "move_invalid")
    assert [error["pointer"] for error in told["errors"]] == ["/move/colour"]


def test_a_move_of_another_seat_is_refused(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    acting = fresh["to_act"]["seat"]
    body = {"state": fresh["state"], "move": fresh["legal_moves"][0]}
    assert post(f"{game_id}/moves", {**body, "seat": acting}).status_code == 200
    problem(post(f"{game_id}/moves", {**body, "seat": 1 - acting}), "not_your_turn")


def test_a_view_of_a_seat_that_does_not_exist_is_refused(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    told = problem(post(f"{game_id}/views", {"state": fresh["state"], "seat": 3}), "seat_unknown")
    assert [error["pointer"] for error in told["errors"]] == ["/seat"]


@pytest.mark.parametrize("path", ["chess", "chess/states", "%ff/states", "x%00y", "..%2f"])
def test_an_unknown_game_is_refused_with_404(client: FlaskClient, path: str) -> None:
    response = client.post(f"/v1/games/{path}", json={"seats": 2}) if "/states" in path else client.get(f"/v1/games/{path}")
    assert response.status_code == 404
    problem(response, response.get_json()["code"])


@pytest.mark.parametrize("path", ["/nowhere", "//v1/games", "/v1/games/", "/v1", "/v2/games", "/docs/../secret", "/%", "/%zz"])
def test_an_unknown_path_is_refused_with_404(client: FlaskClient, path: str) -> None:
    problem(client.get(path), "not_found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("POST", "/v1/games", {"GET", "HEAD", "OPTIONS"}),
        ("DELETE", STATES, {"POST", "OPTIONS"}),
        ("TRACE", "/healthz", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_an_unsupported_method_is_refused_with_405(client: FlaskClient, method: str, path: str, allowed: set[str]) -> None:
    response = client.open(path, method=method)
    problem(response, "method_not_allowed")
    assert set(response.headers["Allow"].split(", ")) == allowed


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "application/json;q=0", "*/*;q=0", "image/*"])
def test_an_unacceptable_media_type_is_refused_with_406(client: FlaskClient, accept: str) -> None:
    problem(client.get("/v1/games", headers={"Accept": accept}), "not_acceptable")
    problem(client.post(STATES, json={"seats": 2}, headers={"Accept": accept}), "not_acceptable")


@pytest.mark.parametrize(
    "accept",
    ["*/*", "application/*", "application/json", "text/html, */*;q=0.1", "application/json;q=0.5", "application/json; charset=utf-8"],
)
def test_an_acceptable_media_type_is_answered(client: FlaskClient, accept: str) -> None:
    assert client.get("/v1/games", headers={"Accept": accept}).status_code == 200


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/xml", "application/jsonx"])
def test_a_body_without_a_json_content_type_is_refused_with_415(client: FlaskClient, kind: str) -> None:
    problem(client.post(STATES, data=b'{"seats": 2}', headers={"Content-Type": kind}), "media_type_unsupported")


def test_a_compressed_body_is_refused(client: FlaskClient) -> None:
    problem(client.post(STATES, data=b"{}", headers={**JSON, "Content-Encoding": "gzip"}), "media_type_unsupported")


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8", "Application/JSON"])
def test_every_json_content_type_is_accepted(client: FlaskClient, kind: str) -> None:
    assert client.post(STATES, data=b'{"seats": 2}', headers={"Content-Type": kind}).status_code == 201


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(("extra", "status"), [(0, 201), (1, 413), (70_000, 413)])
def test_a_body_longer_than_the_limit_is_refused_with_413(client: FlaskClient, chunked: bool, extra: int, status: int) -> None:
    start = b'{"seats": 2}'
    body = start + b" " * (256 * 1024 - len(start) + extra)
    if chunked:
        terminated = {"wsgi.input_terminated": True}
        response = client.post(STATES, input_stream=io.BytesIO(body), headers=JSON, environ_overrides=terminated)
    else:
        response = client.post(STATES, data=body, headers=JSON)
    assert response.status_code == status
    if status == 413:
        assert problem(response, "body_too_large")["detail"] == "A body has at most 262144 bytes."


def test_a_405_lists_the_allowed_methods(client: FlaskClient) -> None:
    response = client.get(STATES)
    assert response.headers["Allow"] == "OPTIONS, POST"
    assert problem(response, "method_not_allowed")["detail"] == "This address supports: OPTIONS, POST."


def test_a_list_of_moves_has_a_limit(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    move = fresh["legal_moves"][0]
    told = problem(post(f"{game_id}/moves", {"state": fresh["state"], "moves": [move] * 501}), "body_invalid")
    assert [error["pointer"] for error in told["errors"]] == ["/moves"]
    problem(post(f"{game_id}/moves", {"state": fresh["state"], "moves": []}), "body_invalid")


def test_a_problem_lists_at_most_100_errors(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    state = {"schema_version": GAMES[game_id].schema_version, **{str(number): 0 for number in range(5000)}}
    told = problem(post(f"{game_id}/legal-moves", {"state": state}), "state_invalid")
    assert len(told["errors"]) == 100


def fail() -> str:
    raise KeyError("secret")


@pytest.fixture
def broken() -> Flask:
    """A service with a route that raises an unexpected error."""
    app = create_app(Settings(log_requests=False))
    app.add_url_rule("/broken", view_func=fail)
    return app


def test_an_unexpected_error_is_logged_but_not_disclosed(broken: Flask, caplog: pytest.LogCaptureFixture) -> None:
    response = broken.test_client().get("/broken", headers={"X-Request-Id": "find-me"})
    problem(response, "internal_error")
    assert b"secret" not in response.get_data()
    assert "find-me" in caplog.text
    assert "KeyError" in caplog.text


def test_every_problem_code_has_an_error_status_and_a_title() -> None:
    assert all(400 <= status < 600 and title for status, title in PROBLEM_CODES.values())
