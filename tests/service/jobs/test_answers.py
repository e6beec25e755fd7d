"""Real answers of every operation match the specification: for each game, for seats and for spectators, from the first move to the last."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import jsonschema_rs
import pytest
import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.games import GAMES
from service.resources import resource_path

PATIENT = {"Prefer": "wait=10"}
OPTIONS: dict[str, Any] = {"blue_moon_city": {"expansion": True, "round_limit": 8}}
"""Random games of Blue Moon City are long."""


@cache
def specification() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.load(resource_path("openapi.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return loaded


@cache
def operations() -> list[tuple[str, re.Pattern[str], dict[str, Any]]]:
    """The method, path and description of every operation."""
    paths = specification()["paths"].items()
    return [
        (method.upper(), re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), found) for path, item in paths for method, found in item.items()
    ]


@cache
def validator(operation_id: str, status: str, media_type: str) -> Any:
    """What validates the bodies of one kind of answer."""
    operation = next(found for _, _, found in operations() if found["operationId"] == operation_id)
    answer = operation["responses"].get(status) or operation["responses"]["default"]
    if "$ref" in answer:
        answer = specification()["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    return jsonschema_rs.validator_for({**answer["content"][media_type]["schema"], "components": specification()["components"]})


class Checked:
    """A client that validates every answer, and remembers which operations answered well."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.answered: set[str] = set()

    def call(self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> TestResponse:
        """The answer, once it matches the specification."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = named | ({"Authorization": f"Bearer {token}"} if token else {})
        answer = self.client.open(path, method=method, json=body, headers=sent)
        operation = next(found for verb, pattern, found in operations() if verb == method and pattern.fullmatch(path.partition("?")[0]))
        if answer.is_json or answer.status_code >= 400:
            validator(operation["operationId"], str(answer.status_code), answer.mimetype).validate(answer.get_json(force=True))
        if answer.status_code < 400:
            self.answered.add(operation["operationId"])
        return answer

    def get(self, path: str, token: str | None = None, **headers: str) -> Any:
        """The document at this address."""
        answer = self.call("GET", path, token=token, **headers)
        assert answer.status_code == 200, answer.text
        return answer.get_json(silent=True)

    def post(self, path: str, body: Any, token: str | None = None, **headers: str) -> Any:
        """The answer to this body, which must be a good one."""
        answer = self.call("POST", path, body, token, **headers)
        assert answer.status_code < 300, answer.text
        return answer.get_json(silent=True)


@pytest.fixture
def checked(client: FlaskClient) -> Iterator[Checked]:
    """Every operation must have answered well by the end of the test."""
    checked = Checked(client)
    yield checked
    assert checked.answered == {operation["operationId"] for _, _, operation in operations()}


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_matches_the_specification(checked: Checked, game: str) -> None:
    for path in ("/healthz", "/readyz", "/metrics", "/v1/games", f"/v1/games/{game}", f"/v1/games/{game}/rules"):
        checked.get(path)
    stateless(checked, f"/v1/games/{game}", OPTIONS.get(game, {}))
    sealed(checked, f"/v1/games/{game}")
    jobs(checked, f"/v1/games/{game}")
    session(checked, game)


def stateless(checked: Checked, path: str, options: dict[str, Any]) -> None:
    """A whole random game of which the client keeps the state, looked at from everywhere every now and then."""
    chance = Random(path)
    position = checked.post(f"{path}/states", {"seats": 3, "seed": 2**52, "options": options})
    while position["outcome"] is None:
        state = position["state"]
        if position["version"] % 20 == 0:
            checked.post(f"{path}/legal-moves", {"state": state})
            checked.post(f"{path}/checks", {"state": state})
            for seat in (None, 0, 2):
                checked.post(f"{path}/views", {"state": state, "seat": seat})
                checked.post(f"{path}/boards", {"state": state, "seat": seat})
        position = checked.post(f"{path}/moves", {"state": state, "move": chance.choice(position["legal_moves"])}, Accept_Language="fr")
    assert checked.call("POST", f"{path}/moves", {"state": position["state"], "move": {"type": "pass"}}).status_code in (409, 422)
    checked.post(f"{path}/checks", {"state": {"version": "one"}})


def sealed(checked: Checked, path: str) -> None:
    """The first moves of a sealed game."""
    chance = Random(path)
    position = checked.post(f"{path}/states", {"seats": 2, "sealed": True})
    keys = position["seat_keys"]
    for _ in range(10):
        token = position["token"]
        listed = checked.post(f"{path}/legal-moves", {"token": token, "seat_keys": keys})
        for seat in (0, 1):
            checked.post(f"{path}/views", {"token": token, "seat": seat, "seat_key": keys[seat]})
        position = checked.post(f"{path}/moves", {"token": token, "seat_keys": keys, "move": chance.choice(listed["legal_moves"])})
    assert checked.call("POST", f"{path}/moves", {"token": token, "move": listed["legal_moves"][0]}).status_code == 403


def jobs(checked: Checked, path: str) -> None:
    """AI moves of every kind."""
    state = checked.post(f"{path}/states", {"seats": 2, "seed": 1})["state"]
    for wish in ({"level": "random"}, {"level": "easy", "analysis": True}, {"level": "normal", "iterations": 20, "analysis": True}):
        job = checked.post(f"{path}/ai-moves", {"state": state, **wish})
        assert checked.get(f"/v1/jobs/{job['id']}", **PATIENT)["status"] == "done"
        checked.call("DELETE", f"/v1/jobs/{job['id']}")


def session(checked: Checked, game: str) -> None:
    """A whole game that the service keeps, as its seats, its host and spectators see it."""
    chance = Random(game)
    wish = {"game": game, "seats": [{"kind": "human", "name": "Ada"}, {"kind": "human"}], "seed": 2**52, "options": OPTIONS.get(game, {})}
    made = checked.post("/v1/sessions", wish)
    path, host = f"/v1/sessions/{made['id']}", made["host_token"]
    claimed = checked.post(f"{path}/seats/1/claims", {"invite_code": made["seats"][1]["invite_code"], "name": "Bo"})
    tokens = [made["seats"][0]["token"], claimed["token"]]
    position = checked.get(path, tokens[0])
    checked.post(f"{path}/ai-moves", {"level": "easy"}, tokens[position["to_act"]["seat"]], **PATIENT)
    while position["outcome"] is None:
        position = turn(checked, path, tokens, position, chance)
    look(checked, path, [*tokens, host, None], position["version"])
    fork(checked, path, host)
    assert checked.call("DELETE", path, token=host).status_code == 204
    entries = checked.get(f"{path}/events?wait=0&since={position['version']}")["entries"]
    assert [entry["type"] for entry in entries] == ["ended"]


def turn(checked: Checked, path: str, tokens: list[str], position: dict[str, Any], chance: Random) -> Any:
    """The session after one random move, which is taken back now and then."""
    token = tokens[position["to_act"]["seat"]]
    moves = checked.get(f"{path}/legal-moves", token)["legal_moves"]
    version = f'"{position["version"]}"'
    position = checked.post(f"{path}/moves", {"move": chance.choice(moves)}, token, If_Match=version, Accept_Language="de")
    if chance.random() < 0.2:
        checked.call("POST", f"{path}/undo", None, token)
        checked.get(path)
    return checked.get(path, tokens[0])


def look(checked: Checked, path: str, tokens: list[str | None], version: int) -> None:
    """Log, feed, pictures and earlier positions, from everywhere."""
    for token in tokens:
        since: int | None = 0
        while since is not None:
            since = checked.get(f"{path}/history?since={since}&limit=200", token)["next"]
        checked.get(f"{path}/events?wait=0&since=0", token)
        checked.get(f"{path}/board.svg", token)
        for earlier in range(0, version, max(1, version // 5)):
            checked.get(f"{path}/states/{earlier}", token)


def fork(checked: Checked, path: str, host: str) -> None:
    """A fork with new players, one of whom resigns."""
    body = {"version": 3, "seats": [{"kind": "human"}, {"kind": "ai", "level": "easy"}]}
    forked = checked.post(f"{path}/forks", body, host)
    token = forked["seats"][0]["token"]
    checked.post(f"/v1/sessions/{forked['id']}/seats/0/resignations", {"level": "random"}, token)
    checked.get(f"/v1/sessions/{forked['id']}/history", token)
    checked.call("DELETE", f"/v1/sessions/{forked['id']}", token=forked["host_token"])
