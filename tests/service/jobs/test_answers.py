"""Every answer about AI jobs and about the service itself matches the specification, for every game, player count and level."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.ai import LEVELS
from engine.words import LANGUAGES
from tests.support.checked_client import CheckedClient, operations
from tests.support.referee import PLAYER_COUNTS

PATIENT = {"Prefer": "wait=10"}
ENOUGH_MS = 10_000
"""Time in which every search here can finish, and of which the budget of one minute is enough for all of them."""

OPERATIONS = {"requestAiMove", "requestHint", "getJob", "cancelJob"}
SERVICE = {"getHealth", "getReadiness", "getMetrics", "drawQrCode"}


def test_there_is_a_call_for_every_operation_of_jobs_and_the_service() -> None:
    named = {operation["operationId"] for _, _, operation in operations() if {"AI players", "service"} & {*operation["tags"]}}
    assert named == OPERATIONS | SERVICE


@pytest.mark.parametrize(("game", "seats"), PLAYER_COUNTS)
def test_every_answer_about_a_job_is_as_specified(client: FlaskClient, game: str, seats: int) -> None:
    checked, path = CheckedClient(client, game), f"/v1/games/{game}"
    state = checked.good("POST", f"{path}/states", {"seats": seats, "seed": 1})["state"]
    for level, language in zip(LEVELS, cycle(LANGUAGES), strict=False):
        wish = {"state": state, "level": level, "analysis": True, "iterations": 20, "deadline_ms": ENOUGH_MS, "turn": level == "normal"}
        job = checked.good("POST", f"{path}/ai-moves", wish, Accept_Language=language)
        done = checked.good("GET", f"/v1/jobs/{job['id']}", **PATIENT)
        assert done["status"] == "done" and done["result"]["analysis"]
        assert checked.good("DELETE", f"/v1/jobs/{job['id']}") == done
    cancelled = checked.good("POST", f"{path}/ai-moves", {"state": state, "level": "hard", "deadline_ms": ENOUGH_MS})
    checked.good("DELETE", f"/v1/jobs/{cancelled['id']}")
    hint(checked, game, seats)
    refuse(checked, path, state)
    assert {name for name, status in checked.answered if status < 300} >= OPERATIONS
    assert {status for _, status in checked.answered} >= {200, 202, 401, 403, 404, 405, 406, 409, 422}


def hint(checked: CheckedClient, game: str, seats: int) -> None:
    """A hint for the seat to act, and none for others."""
    body = {"game": game, "seats": [{"kind": "human", "name": "Zoë"}] * seats, "seed": 1, "options": {"first_seat": 0}}
    made = checked.good("POST", "/v1/sessions", body)
    path, wish = f"/v1/sessions/{made['id']}/ai-moves", {"level": "easy", "analysis": True}
    tokens = [seat["token"] for seat in made["seats"]]
    first, again = (checked.call("POST", path, wish, tokens[0], Idempotency_Key=made["id"], **PATIENT) for _ in range(2))
    assert first.status == 200 and again.body == first.body
    for status, token in ((401, None), (403, made["host_token"]), (409, tokens[1])):
        assert checked.call("POST", path, wish, token).status == status
    checked.good("DELETE", f"/v1/sessions/{made['id']}", token=made["host_token"])


def refuse(checked: CheckedClient, path: str, state: Any) -> None:
    for status, sent in [
        (404, checked.call("GET", "/v1/jobs/unknown")),
        (404, checked.call("DELETE", f"/v1/jobs/{'x' * 24}")),
        (405, checked.call("PUT", "/v1/jobs/unknown")),
        (406, checked.call("GET", "/v1/jobs/unknown", Accept="text/html")),
        (422, checked.call("POST", f"{path}/ai-moves", {"state": state, "level": "genius"})),
        (422, checked.call("POST", f"{path}/ai-moves", {"state": {}, "level": "easy"})),
    ]:
        assert sent.status == status, sent.json


def test_every_answer_about_the_service_is_as_specified(client: FlaskClient) -> None:
    checked = CheckedClient(client, "orbis")
    for path in ("/healthz", "/readyz", "/metrics"):
        checked.good("GET", path)
        assert checked.call("POST", path).status == 405
    checked.good("POST", "/v1/qr-codes", {"text": "https://arbiter.example/#7KQM-2WXR-9TNB"})
    assert checked.call("POST", "/v1/qr-codes", {"text": ""}).status == 422
    assert {name for name, _ in checked.answered} == SERVICE | {""}
