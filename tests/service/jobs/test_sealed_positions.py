"""AI moves for sealed positions: a token, and the key of the seat to act."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.api_calls import WAIT


@pytest.fixture
def sealed(client: FlaskClient) -> dict[str, Any]:
    position: dict[str, Any] = client.post("/v1/games/helios/states", json={"seats": 2, "seed": 3, "sealed": True}).get_json()
    return position


def ask(client: FlaskClient, **body: Any) -> tuple[int, dict[str, Any]]:
    answer = client.post("/v1/games/helios/ai-moves", json={"level": "easy", **body}, headers=WAIT)
    return answer.status_code, answer.get_json()


def test_the_key_of_the_seat_to_act_gets_a_move(client: FlaskClient, sealed: dict[str, Any]) -> None:
    keys, seat = sealed["seat_keys"], sealed["to_act"]["seat"]
    for given in ({"seat_key": keys[seat]}, {"seat_keys": keys}):
        status, job = ask(client, token=sealed["token"], **given)
        assert (status, job["status"]) == (200, "done")
        after = client.post("/v1/games/helios/moves", json={"token": sealed["token"], **given, "move": job["result"]["move"]})
        assert after.status_code == 200, after.get_json()


def test_without_that_key_the_request_is_refused(client: FlaskClient, sealed: dict[str, Any]) -> None:
    other = sealed["seat_keys"][1 - sealed["to_act"]["seat"]]
    for given, code in (({}, "seat_key_missing"), ({"seat_key": other}, "seat_key_missing"), ({"seat_key": "guess"}, "seat_key_wrong")):
        status, problem = ask(client, token=sealed["token"], **given)
        assert (status, problem["code"]) == (403, code)
        assert "result" not in problem


def test_a_changed_token_is_refused(client: FlaskClient, sealed: dict[str, Any]) -> None:
    token = sealed["token"][:-5] + ("A" if sealed["token"][-5] != "A" else "B") + sealed["token"][-4:]
    status, problem = ask(client, token=token, seat_key=sealed["seat_keys"][0])
    assert (status, problem["code"]) == (422, "token_forged")
