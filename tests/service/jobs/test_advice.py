"""Advice in a session: only for the seat to act, from its view, without making a move."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.games import GAMES
from tests.support.api_calls import look


def opened(client: FlaskClient, game: str = "orbis") -> dict[str, Any]:
    body = {"game": game, "seats": [{"kind": "human"}] * 2, "seed": 3, "options": {"first_seat": 0}}
    made: dict[str, Any] = client.post("/v1/sessions", json=body).get_json()
    return made


def ask(client: FlaskClient, session: dict[str, Any], token: str | None, body: dict[str, Any], **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()} | {"Prefer": "wait=20"}
    if token:
        named["Authorization"] = f"Bearer {token}"
    return client.post(f"/v1/sessions/{session['id']}/ai-moves", json=body, headers=named)


@pytest.mark.parametrize("game", list(GAMES))
def test_the_seat_to_act_is_advised_a_legal_move(client: FlaskClient, game: str) -> None:
    session = opened(client, game)
    token = session["seats"][0]["token"]
    answer = ask(client, session, token, {"level": "normal", "analysis": True, "seed": 1}, Accept_Language="de")
    seen = client.get(f"/v1/sessions/{session['id']}", headers={"Authorization": f"Bearer {token}", "Accept-Language": "de"}).get_json()
    assert answer.status_code == 200
    assert answer.get_json()["result"]["move"] in seen["legal_moves"]
    assert answer.get_json()["result"]["analysis"]
    assert seen["version"] == 0, "no move was made"
    analysis = answer.get_json()["result"]["analysis"]
    assert sum(candidate["probability"] for candidate in analysis) == pytest.approx(1)
    assert all(sum(candidate["expected"]) == pytest.approx(1) for candidate in analysis)
    assert all(candidate["move"] in seen["legal_moves"] for candidate in analysis)


def test_only_the_seat_to_act_is_advised(client: FlaskClient) -> None:
    session = opened(client)
    codes = [
        ask(client, session, token, {"level": "easy"}).get_json()["code"]
        for token in (None, session["host_token"], session["seats"][1]["token"], "seat_of_nobody")
    ]
    assert codes == ["token_missing", "not_allowed", "not_your_turn", "token_unknown"]


def test_invalid_requests_for_advice_are_refused(client: FlaskClient) -> None:
    session = opened(client)
    token = session["seats"][0]["token"]
    assert ask(client, session, token, {"level": "genius"}).get_json()["code"] == "body_invalid"
    assert ask(client, session, token, {"level": "easy", "state": {}}).get_json()["code"] == "body_invalid"
    assert ask(client, {"id": "0" * 20}, token, {"level": "easy"}).get_json()["code"] == "session_unknown"
    assert ask(client, {"id": "nonsense"}, token, {"level": "easy"}).get_json()["code"] == "session_unknown"


def test_a_repeated_request_gets_its_first_answer(client: FlaskClient) -> None:
    session = opened(client)
    token = session["seats"][0]["token"]
    first, again = (ask(client, session, token, {"level": "random"}, Idempotency_Key="advice-1") for _ in range(2))
    assert first.data == again.data
    assert again.headers["Idempotency-Replayed"] == "true"
    while look(client, session["id"])["to_act"]["seat"] == 0:
        seen = client.get(f"/v1/sessions/{session['id']}", headers={"Authorization": f"Bearer {token}"}).get_json()
        headers = {"Authorization": f"Bearer {token}", "If-Match": f'"{seen["version"]}"'}
        assert client.post(f"/v1/sessions/{session['id']}/moves", json={"move": seen["legal_moves"][0]}, headers=headers).status_code == 200
    late = ask(client, session, token, {"level": "random"}, Idempotency_Key="advice-1")
    assert late.data == first.data, "also after the turn has passed"
    other = ask(client, session, token, {"level": "easy"}, Idempotency_Key="advice-1")
    assert other.get_json()["code"] == "idempotency_key_reused"
