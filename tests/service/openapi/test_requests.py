"""The requests that /docs is prefilled with work as they stand, once a session and a job of the running service are filled in."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.games import GAMES
from service import create_app
from service.openapi.operations import operations
from service.operations.embedded_redis import EmbeddedRedis
from service.resources import resource_path
from service.settings import Settings
from tests.support.stores import close, proved

SPEC: dict[str, Any] = yaml.load(resource_path("openapi.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
OPERATIONS = {operation["operationId"]: (name, operation) for name, operation in operations(SPEC)}
REFUSED = {
    "createInvite": (409, "seat_present"),
    "replacePlayer": (409, "seat_present"),
    "createRematch": (409, "game_running"),
    "getSessionRecord": (409, "game_running"),
    "takeFreeSeat": (403, "not_allowed"),
    "getWebhook": (404, "webhook_unknown"),
    "deleteWebhook": (404, "webhook_unknown"),
    "replaceWebhookSecret": (404, "webhook_unknown"),
    "listWebhookDeliveries": (404, "webhook_unknown"),
    "createWebhookTest": (404, "webhook_unknown"),
    "listWebhooks": (401, "webhook_owner_missing"),
}
"""Operations that a private session just created refuses, with status and code of the refusal; it has no webhook yet."""

LAST = ("claimSeat", "resignSeat", "cancelJob", "endSession")
"""Operations after which others no longer work; the rest works in the order of the specification."""


@pytest.fixture(scope="module")
def client(embedded: EmbeddedRedis) -> Iterator[FlaskClient]:
    """A client of a service with a Redis."""
    with proved(embedded.url):
        app = create_app(Settings(redis_url=embedded.url, log_requests=False, stream_seconds=1, pulse_seconds=1))
        yield app.test_client()
        close(app)


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in part:
        return part
    _, _, kind, name = part["$ref"].split("/")
    found: dict[str, Any] = SPEC["components"][kind][name]
    return found


class Page:
    """What service/web/docs/start.js fills in: a session of a game, its tokens, and a job."""

    def __init__(self, client: FlaskClient, game: str) -> None:
        self.client, self.game = client, game
        made: dict[str, Any] = client.post("/v1/sessions", json=body_examples("createSession")[game]).get_json()
        acting = made["to_act"]["seat"]
        invited = next(seat for seat in made["seats"] if seat["seat"] != acting)
        self.tokens = {"bearer": made["seats"][acting]["token"], "host": made["host_token"]}
        job = client.post(f"/v1/games/{game}/ai-moves", json=body_examples("requestAiMove")[game]).get_json()
        self.values = {"session_id": made["id"], "job_id": job["id"], "game": game}
        self.seats = dict.fromkeys(("claimSeat", "createInvite", "replacePlayer"), invited["seat"]) | {"resignSeat": acting}
        other: dict[str, Any] = client.post("/v1/sessions", json=body_examples("createSession")[game]).get_json()
        self.codes = {"claimSeat": invited["invite_code"], "claimByCode": other["seats"][0]["invite_code"]}  # A code works once.

    def send(self, operation_id: str, body: Any = None) -> TestResponse:
        """Sends the request that the page shows for an operation, with its examples."""
        name, operation = OPERATIONS[operation_id]
        shown = {each["name"]: each for each in map(resolved, operation["parameters"]) if "example" in each}
        filled = {**self.values, "seat": self.seats.get(operation_id)}
        values = {name: filled.get(name, each["example"]) for name, each in shown.items()}
        headers = {each: str(values[each]) for each in values if shown[each]["in"] == "header"}
        scheme = next((scheme for choice in operation["security"] for scheme in choice if scheme in self.tokens), None)
        if scheme:
            headers["Authorization"] = f"Bearer {self.tokens[scheme]}"
        if operation_id in self.codes:
            body = {**body, "invite_code": self.codes[operation_id]}
        if operation_id == "createWebhook":
            body = {**body, "session": self.values["session_id"]}
        if operation_id == "listStatuses":
            body = {"sessions": [{"id": self.values["session_id"], "token": self.tokens["bearer"]}]}
        method, _, path = name.partition(" ")
        return self.client.open(path.format(**values), method=method, headers=headers, json=body)


def body_examples(operation_id: str) -> dict[str, Any]:
    """The bodies that the page offers for an operation, by name: a game, or `example` for all."""
    body = resolved(OPERATIONS[operation_id][1].get("requestBody", {}))
    examples = body.get("content", {}).get("application/json", {}).get("examples", {})
    return {name: deepcopy(resolved(example)["value"]) for name, example in examples.items()}


def in_order() -> list[str]:
    """The operations in an order in which each can succeed."""
    return sorted(OPERATIONS, key=lambda name: LAST.index(name) if name in LAST else -1)


@pytest.mark.parametrize("game", GAMES)
def test_every_prefilled_request_is_answered_with_success(client: FlaskClient, game: str) -> None:
    page = Page(client, game)
    for operation in in_order():
        bodies = body_examples(operation)
        chosen = bodies.get(game, bodies.get("example"))
        response = page.send(operation, chosen)
        if operation in REFUSED:
            assert (response.status_code, response.get_json()["code"]) == REFUSED[operation]
        else:
            assert 200 <= response.status_code < 300, (operation, response.get_data(as_text=True))
        assert not bodies or chosen is not None, f"{operation} has no body for {game}"


def test_every_operation_with_a_body_shows_one_for_each_game_or_one_for_all() -> None:
    for operation_id, (_, operation) in OPERATIONS.items():
        names = list(body_examples(operation_id))
        assert names in (list(GAMES), ["example"]) if "requestBody" in operation else not names, operation_id


def test_the_first_body_belongs_to_the_game_that_the_path_is_prefilled_with() -> None:
    assert SPEC["components"]["parameters"]["Game"]["example"] == next(iter(GAMES))


def test_every_path_parameter_is_prefilled() -> None:
    for _, operation in OPERATIONS.values():
        assert all("example" in each for each in map(resolved, operation["parameters"]) if each["in"] == "path")
