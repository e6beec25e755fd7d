"""The requests that /docs is prefilled with, once a session and a job of the running service are filled in."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, NamedTuple

import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.openapi.operations import operations
from service.resources import resource_path

SPEC: dict[str, Any] = yaml.load(resource_path("openapi.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
OPERATIONS = {operation["operationId"]: (name, operation) for name, operation in operations(SPEC)}


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in part:
        return part
    _, _, kind, name = part["$ref"].split("/")
    found: dict[str, Any] = SPEC["components"][kind][name]
    return found


class Call(NamedTuple):
    """A request without its body."""

    method: str
    path: str
    headers: dict[str, str]


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
        call = self.call(operation_id)
        return self.client.open(call.path, method=call.method, headers=call.headers, json=self.filled(operation_id, body))

    def call(self, operation_id: str) -> Call:
        """The request that the page shows for an operation, without its body."""
        name, operation = OPERATIONS[operation_id]
        shown = {each["name"]: each for each in map(resolved, operation["parameters"]) if "example" in each}
        filled = {**self.values, "seat": self.seats.get(operation_id)}
        values = {name: filled.get(name, each["example"]) for name, each in shown.items()}
        headers = {each: str(values[each]) for each in values if shown[each]["in"] == "header"}
        scheme = next((scheme for choice in operation["security"] for scheme in choice if scheme in self.tokens), None)
        if scheme:
            headers["Authorization"] = f"Bearer {self.tokens[scheme]}"
        method, _, path = name.partition(" ")
        return Call(method, path.format(**values), headers)

    def filled(self, operation_id: str, body: Any) -> Any:
        """A body of the specification with the session, the tokens and the codes of this page."""
        if operation_id in self.codes:
            body = {**body, "invite_code": self.codes[operation_id]}
        if operation_id == "createWebhook":
            body = {**body, "session": self.values["session_id"]}
        if operation_id == "listStatuses":
            body = {"sessions": [{"id": self.values["session_id"], "token": self.tokens["bearer"]}]}
        return body


def body_examples(operation_id: str) -> dict[str, Any]:
    """The bodies that the page offers for an operation, by name: a game, or `example` for all."""
    body = resolved(OPERATIONS[operation_id][1].get("requestBody", {}))
    examples = body.get("content", {}).get("application/json", {}).get("examples", {})
    return {name: deepcopy(resolved(example)["value"]) for name, example in examples.items()}
