"""A client that validates every answer against openapi.yaml: status, media type, headers and body.

The specification is read strictly: objects have no members but those that it names, and the types of any game are those of the game that
is played.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import jsonschema_rs
import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.games import GAMES
from service.openapi.games import SHARED
from service.openapi.naming import prefix
from service.resources import resource_path
from tests.support.http_client import Answer, headers_of

Json = dict[str, Any]
REF = "#/components/schemas/"
SSE, LINES = "text/event-stream", "application/x-ndjson"


@cache
def specification() -> Json:
    """openapi.yaml."""
    loaded: Json = yaml.load(resource_path("openapi.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return loaded


@cache
def operations() -> list[tuple[str, re.Pattern[str], Json]]:
    """The method, path and description of every operation."""
    paths = specification()["paths"].items()
    return [
        (method.upper(), re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), found) for path, item in paths for method, found in item.items()
    ]


@cache
def strict_schemas(game: str) -> Json:
    """The schemas with closed objects, in which the types of any game are those of this game."""
    schemas = {name: closed(schema) for name, schema in specification()["components"]["schemas"].items()}
    own = {name: {"$ref": f"{REF}{prefix(GAMES[game])}{name}"} for name in SHARED if name in schemas}
    return {"schemas": schemas | own}


def closed(schema: Any) -> Any:
    """The schema without further members in any object whose members it names."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(part) for name, part in schema.items()}
    return {"additionalProperties": False, **inner} if isinstance(inner.get("properties"), dict) and "type" in inner else inner


@cache
def validator(schema: str, game: str) -> Any:
    """What validates by a schema, given as JSON."""
    return jsonschema_rs.validator_for({**closed(json.loads(schema)), "components": strict_schemas(game)})


def validate(schema: Json, game: str, value: Any) -> None:
    """Raises ValidationError unless the value matches the schema."""
    validator(json.dumps(schema), game).validate(value)


def resolved(part: Json) -> Json:
    """A part of the specification, or what it refers to."""
    if "$ref" not in part:
        return part
    _, _, kind, name = part["$ref"].split("/")
    found: Json = specification()["components"][kind][name]
    return found


class CheckedClient:
    """Calls a service through its test client; remembers the operations that answered ("": none), with their statuses."""

    def __init__(self, client: FlaskClient, game: str) -> None:
        self.client, self.game = client, game
        self.answered: set[tuple[str, int]] = set()

    def call(self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Answer:
        """The answer, once it matches the specification; a body of bytes is sent as it is."""
        sent: Json = {"data": body} if isinstance(body, bytes) else {} if body is None else {"json": body}
        answer = self.client.open(path, method=method, headers=headers_of(token, headers), **sent)
        self.check(method, path, answer, answer.data)
        return Answer(answer.status_code, {name.lower(): value for name, value in answer.headers}, answer.data)

    def good(self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Any:
        """The document of an answer that must not be a refusal."""
        answer = self.call(method, path, body, token, **headers)
        assert answer.status < 300, answer.json
        return json.loads(answer.body) if "json" in answer.headers.get("content-type", "") else None

    def follow(self, path: str, media_type: str, count: int, token: str | None = None, **headers: str) -> list[Json]:
        """The first entries of a live feed."""
        sent = headers_of(token, {**headers, "Accept": media_type})
        answer = self.client.open(path, method="GET", headers=sent, buffered=False)
        try:
            self.check("GET", path, answer, b"")
            assert answer.mimetype == media_type
            return list(islice(self._entries(answer), count))
        finally:
            answer.close()

    def _entries(self, answer: TestResponse) -> Iterator[Json]:
        """The entries of a stream, each once it matches the specification."""
        for chunk in answer.iter_encoded():
            lines = [line for line in chunk.decode().splitlines() if line and not line.startswith((":", "{"))]
            fields = {name: value for name, _, value in (line.partition(": ") for line in lines)}
            data = chunk.decode() if answer.mimetype == LINES else fields.get("data", "")
            if data.strip():
                entry: Json = json.loads(data)
                validate({"$ref": f"{REF}LogEntry"}, self.game, entry)
                assert answer.mimetype == LINES or (fields["id"], fields["event"]) == (str(entry["version"]), entry["type"])
                yield entry

    def check(self, method: str, path: str, answer: TestResponse, body: bytes) -> None:
        """Raises unless status, headers and body are as the specification says; an unknown address or method must be a problem."""
        bare = path.partition("?")[0]
        operation = next((found for verb, pattern, found in operations() if verb == method and pattern.fullmatch(bare)), None)
        responses = operation["responses"] if operation else {"405": {"$ref": "#/components/responses/MethodNotAllowed"}}
        said = str(answer.status_code)
        assert said in responses or answer.status_code >= 400, f"{method} {path} does not declare {said}"
        problem = {"$ref": "#/components/responses/Problem"}
        declared = resolved(responses.get(said) or responses.get("default") or problem)
        self._check_headers(declared, answer)
        self._check_body(declared, answer, body)
        self.answered.add((operation["operationId"] if operation else "", answer.status_code))

    def _check_headers(self, declared: Json, answer: TestResponse) -> None:
        for name, found in declared.get("headers", {}).items():
            header = resolved(found)
            value = answer.headers.get(name)
            assert value is not None or not header.get("required"), f"{name} is missing"
            if value is not None:
                validate(header["schema"], self.game, value)

    def _check_body(self, declared: Json, answer: TestResponse, body: bytes) -> None:
        content = declared.get("content")
        if content is None:
            assert not body, "a body that is not declared"
            return
        media_type = str(answer.mimetype)
        assert media_type in content, f"{media_type} is not declared"
        if media_type not in (SSE, LINES):
            value = json.loads(body) if media_type.endswith("json") else body.decode()
            validate(content[media_type]["schema"], self.game, value)
