"""The work of refusing a body does not grow with its length: it is counted in calls of functions, which no other load changes."""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import Any

import orjson
import pytest
import yaml
from flask.testing import FlaskClient
from marshmallow import Schema, fields
from werkzeug.test import TestResponse

from engine.errors import NAME_SHOWN
from engine.games import GAMES
from service import create_app
from service.http.problems import MAX_ERRORS
from service.http.routes import docs
from service.operations.embedded_redis import EmbeddedRedis
from service.operations.request_framing import HEAD_BYTES
from service.referee.schemas import List, RequestSchema
from service.sessions.schemas import Texts
from service.settings import Settings
from tests.support.example_requests import Page
from tests.support.grown_bodies import hostile_requests, operations_of
from tests.support.stores import close, proved

LIMIT = 16 * 1024
"""Long enough for thousands of items, of which each would cost several calls."""

MOST_CALLS = 30_000
"""More than any refusal takes; a list of 8,000 seats takes a million."""

MOST_BYTES = 20 * 2**20


@pytest.fixture(scope="module")
def client(embedded: EmbeddedRedis) -> Iterator[FlaskClient]:
    """A client of a service with a Redis and without rate limits."""
    with proved(embedded.url):
        app = create_app(Settings(redis_url=embedded.url, log_requests=False, calls_per_minute=0, session_calls_per_minute=0))
        yield app.test_client()
        close(app)


def calls_of(work: Callable[[], Any]) -> int:
    """How many functions the work calls."""
    count = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_work_of_a_refusal_is_bounded_wherever_a_body_grows(client: FlaskClient, game: str) -> None:
    page = Page(client, game)
    for operation_id in operations_of(game):
        for (method, path, headers), grown in hostile_requests(page, operation_id, LIMIT):
            answers: list[TestResponse] = []

            def send(body: bytes = grown.body, path: str = path, method: str = method, headers: Any = headers, to: Any = answers) -> None:
                to.append(client.open(path, method=method, headers=headers, data=body, content_type="application/json"))

            calls, answer = calls_of(send), answers[0]
            at = f"{operation_id}, {grown.place}, {grown.growth}"
            assert answer.status_code < 500, at
            if answer.status_code >= 400:
                assert calls <= MOST_CALLS, f"{at}: {calls} calls"
                assert len(orjson.loads(answer.data)["errors"]) <= MAX_ERRORS, at
                assert len(answer.data) <= 500 * MAX_ERRORS, at


@pytest.mark.parametrize(
    "body", [b'{"seats":[' + b",".join([b"{}"] * 87_000) + b"]}", b"{%s}" % b",".join(b'"%d":{}' % n for n in range(20_000))]
)
def test_the_memory_of_a_refusal_is_bounded(client: FlaskClient, body: bytes) -> None:
    tracemalloc.start()
    answer = client.post("/v1/sessions", data=body, content_type="application/json")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (answer.status_code, answer.get_json()["code"]) == (422, "body_invalid")
    assert peak < MOST_BYTES


@pytest.mark.parametrize("header", ["Accept", "Accept-Language"])
@pytest.mark.parametrize("path", ["/v1/games", "/v1/sessions/00000000000000000000/events"])
def test_the_work_of_a_long_list_of_choices_is_bounded(client: FlaskClient, path: str, header: str) -> None:
    """As long as the head of a request may be; nothing in it is available."""
    choices = {header: "a/b," * (HEAD_BYTES // 4)}
    assert calls_of(lambda: client.get(path, headers=choices)) <= MOST_CALLS


def test_simultaneous_first_requests_convert_the_specification_once(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A conversion takes half a second and 15 MB; a process that has just started may be asked for it by every client."""
    load, begun = yaml.load, []

    def convert(*arguments: Any, **options: Any) -> Any:
        begun.append(arguments)
        time.sleep(0.1)
        return load(*arguments, **options)

    docs._specification_as_json.cache_clear()
    monkeypatch.setattr(yaml, "load", convert)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: client.application.test_client().get("/openapi.json").status_code, range(4)))
    assert (answers, len(begun)) == ([200] * 4, 1)


def schemas(kind: type[Schema] = RequestSchema) -> Iterator[type[Schema]]:
    for direct in kind.__subclasses__():
        yield direct
        yield from schemas(direct)


def inner_fields(field: fields.Field[Any]) -> Iterator[fields.Field[Any]]:
    yield field
    if isinstance(field, fields.List):
        yield from inner_fields(field.inner)


@pytest.mark.parametrize("schema", sorted(schemas(), key=repr))
def test_every_list_and_every_object_of_a_schema_is_bounded(schema: type[Schema]) -> None:
    for field in schema().fields.values():
        for inner in inner_fields(field):
            assert not isinstance(inner, fields.List | fields.Dict) or isinstance(inner, List | Texts)
            assert not isinstance(inner, fields.Nested) or isinstance(inner.schema, RequestSchema)


def test_a_list_that_is_too_long_is_refused_with_the_other_errors_of_the_body(client: FlaskClient) -> None:
    answer = client.post("/v1/sessions", json={"game": "chess", "seats": [{"kind": "nobody"}] * 5}).get_json()
    assert {error["pointer"] for error in answer["errors"]} == {"/game", "/seats"}
    assert next(error["message"] for error in answer["errors"] if error["pointer"] == "/seats") == "Length must be between 1 and 4."


def test_an_object_with_many_unknown_fields_is_refused_as_a_whole(client: FlaskClient) -> None:
    answer = client.post(
        "/v1/sessions", json={"game": "orbis", "seats": [{"kind": "human", **dict.fromkeys(map(str, range(99)))}]}
    ).get_json()
    (error,) = answer["errors"]
    assert error["pointer"] == "/seats/0" and error["message"] == "Has 100 fields; the fields are: kind, level, name."


def test_a_long_name_is_cut_in_the_answer(client: FlaskClient) -> None:
    answer = client.post("/v1/sessions", json={"x" * 100_000: 1}).get_json()
    assert any(error["pointer"] == f"/{'x' * NAME_SHOWN}…" for error in answer["errors"])
