"""Registering, reading and deleting webhooks: who may, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.sessions.changes import Sessions
from service.storage.owners import JOB_OWNERS, SESSION_OWNERS
from tests.support.stores import raw
from tests.support.webhooks import Caller

URL = "https://93.184.216.34/hooks"


def test_a_new_webhook_is_shown_with_its_secret(caller: Caller) -> None:
    answer = caller.call("POST", "/webhooks", {"url": URL, "events": ["turn", "over", "turn"]})
    made = answer.get_json()
    assert answer.status_code == 201 and answer.headers["Location"] == f"/v1/webhooks/{made['id']}"
    assert answer.headers["Cache-Control"] == "no-store"
    seen = caller.good("GET", f"/webhooks/{made['id']}")
    assert seen == {name: value for name, value in made.items() if name != "secret"}
    assert (seen["url"], seen["events"], seen["state"], seen["last_error"]) == (URL, ["turn", "over"], "on", None)
    assert caller.good("GET", "/webhooks") == {"webhooks": [seen]}


def test_each_key_sees_its_own(caller: Caller) -> None:
    made = caller.new_webhook(URL)
    for method, path in (("GET", ""), ("DELETE", ""), ("GET", "/deliveries"), ("POST", "/tests"), ("POST", "/secrets")):
        for key in ("bolt", None):
            assert caller.code(method, f"/webhooks/{made['id']}{path}", {} if method == "POST" else None, key) == "webhook_unknown"
    assert caller.good("GET", "/webhooks", key="bolt") == {"webhooks": []}
    assert caller.good("GET", "/webhooks") != {"webhooks": []}


def test_without_a_key_a_session_is_needed(caller: Caller) -> None:
    assert caller.code("POST", "/webhooks", {"url": URL, "events": ["turn"]}, key=None) == "webhook_owner_missing"
    assert caller.code("GET", "/webhooks", key=None) == "webhook_owner_missing"


def test_only_the_host_of_a_session_registers_reads_and_deletes(caller: Caller) -> None:
    session, other = caller.new_session(), caller.new_session()
    body = {"url": URL, "events": ["turn"], "session": session["id"]}
    wrong = {
        None: "token_missing",
        session["seats"][0]["token"]: "not_allowed",
        other["host_token"]: "token_unknown",
    }
    for token, code in wrong.items():
        assert caller.code("POST", "/webhooks", body, token=token) == code
        assert caller.code("GET", f"/webhooks?session={session['id']}", token=token) == code
    made = caller.good("POST", "/webhooks", body, key=None, token=session["host_token"])
    for token, code in wrong.items():
        assert caller.code("GET", f"/webhooks/{made['id']}", token=token) == code
        assert caller.code("DELETE", f"/webhooks/{made['id']}", token=token) == code
    listed = caller.good("GET", f"/webhooks?session={session['id']}", key=None, token=session["host_token"])
    assert [each["id"] for each in listed["webhooks"]] == [made["id"]]
    assert caller.good("GET", "/webhooks") == {"webhooks": []}
    assert caller.call("DELETE", f"/webhooks/{made['id']}", key=None, token=session["host_token"]).status_code == 204
    assert caller.code("GET", f"/webhooks/{made['id']}", key=None, token=session["host_token"]) == "webhook_unknown"


def test_a_player_who_became_a_host_may_register(caller: Caller) -> None:
    session = caller.new_session()
    caller.good("POST", f"/sessions/{session['id']}/hosts", {"seat": 1}, token=session["host_token"])
    body = {"url": URL, "events": ["turn"], "session": session["id"]}
    assert caller.good("POST", "/webhooks", body, key=None, token=session["seats"][1]["token"])["session"] == session["id"]


@pytest.mark.parametrize(
    ("body", "code", "pointers"),
    [
        ({}, "body_invalid", {"/url", "/events"}),
        ({"url": URL, "events": []}, "body_invalid", {"/events"}),
        ({"url": URL, "events": ["turn", "moved"]}, "body_invalid", {"/events/1"}),
        ({"url": URL, "events": ["turn"], "session": "x"}, "body_invalid", {"/session"}),
        ({"url": URL, "events": ["turn"], "secret": "x"}, "body_invalid", {"/secret"}),
        ({"url": "ftp://example.com/", "events": ["turn"]}, "body_invalid", {"/url"}),
        ({"url": f"https://example.com/{'a' * 2000}", "events": ["turn"]}, "body_invalid", {"/url"}),
        ({"url": "https://10.0.0.1/", "events": ["turn"]}, "webhook_refused", {"/url"}),
        ({"url": "https://user@example.com/", "events": ["turn"]}, "webhook_refused", {"/url"}),
    ],
)
def test_what_is_wrong_with_a_registration_is_said(caller: Caller, body: Any, code: str, pointers: set[str]) -> None:
    answer = caller.call("POST", "/webhooks", body)
    problem = answer.get_json()
    assert (answer.status_code, problem["code"]) == (422, code) and {error["pointer"] for error in problem["errors"]} == pointers


def test_a_session_has_no_jobs(caller: Caller) -> None:
    session = caller.new_session()
    body = {"url": URL, "events": ["job"], "session": session["id"]}
    assert caller.code("POST", "/webhooks", body, token=session["host_token"]) == "webhook_refused"


def test_an_unknown_session_is_refused(caller: Caller) -> None:
    assert caller.code("POST", "/webhooks", {"url": URL, "events": ["turn"], "session": "0" * 20}) == "session_unknown"


@pytest.mark.parametrize("webhook_id", ["x", "0" * 24, "0" * 23 + "G"])
def test_an_unknown_webhook_is_refused(caller: Caller, webhook_id: str) -> None:
    assert caller.code("GET", f"/webhooks/{webhook_id}") == "webhook_unknown"


def test_a_key_has_a_limited_number_of_webhooks(caller: Caller, sessions: Sessions) -> None:
    for _ in range(20):
        caller.new_webhook(URL)
    answer = caller.call("POST", "/webhooks", {"url": URL, "events": ["turn"]})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "too_many_webhooks")
    caller.new_webhook(URL, key="bolt")
    assert raw(sessions.store).hgetall(SESSION_OWNERS) == {b"acme": b"20", b"bolt": b"1"}
    caller.good("DELETE", f"/webhooks/{caller.good('GET', '/webhooks')['webhooks'][0]['id']}")
    caller.new_webhook(URL)


def test_a_session_has_a_limited_number_of_webhooks(caller: Caller) -> None:
    session = caller.new_session()
    body = {"url": URL, "events": ["turn"], "session": session["id"]}
    for _ in range(5):
        caller.good("POST", "/webhooks", body, token=session["host_token"])
    assert caller.code("POST", "/webhooks", body, token=session["host_token"]) == "too_many_webhooks"


def test_after_the_last_webhook_nothing_is_written_for_its_key(caller: Caller, sessions: Sessions) -> None:
    made = [caller.new_webhook(URL) for _ in range(2)]
    for webhook in made:
        assert raw(sessions.store).hexists(SESSION_OWNERS, "acme") and raw(sessions.store).hexists(JOB_OWNERS, "acme")
        caller.good("DELETE", f"/webhooks/{webhook['id']}")
    assert not raw(sessions.store).exists(SESSION_OWNERS, JOB_OWNERS)


@pytest.mark.parametrize("path", ["", "/{id}/secrets", "/{id}/tests"])
def test_a_repeated_request_gets_its_first_answer(caller: Caller, path: str) -> None:
    made = caller.new_webhook(URL)
    body: Any = {} if path else {"url": URL, "events": ["turn"]}
    address = f"/webhooks{path.format(id=made['id'])}"
    first, again = (caller.call("POST", address, body, Idempotency_Key="once") for _ in range(2))
    assert first.get_json() == again.get_json() and first.status_code == again.status_code
    assert again.headers["Idempotency-Replayed"] == "true" and "Idempotency-Replayed" not in first.headers
    other = caller.call("POST", address, body, Idempotency_Key="twice")
    assert other.get_json() != first.get_json()
    if not path:
        assert len(caller.good("GET", "/webhooks")["webhooks"]) == 3
        reused = caller.call("POST", address, {"url": URL, "events": ["over"]}, Idempotency_Key="once")
        assert reused.get_json()["code"] == "idempotency_key_reused"


def test_a_server_without_redis_has_no_webhooks(client: FlaskClient) -> None:
    from service import create_app
    from service.settings import Settings

    bare = create_app(Settings(log_requests=False)).test_client()
    answer = bare.get("/v1/webhooks")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "webhooks_off")


def test_metrics_tell_the_load(app: Flask, caller: Caller) -> None:
    caller.new_webhook(URL)
    caller.call("POST", f"/webhooks/{caller.good('GET', '/webhooks')['webhooks'][0]['id']}/tests", {})
    text = app.test_client().get("/metrics").get_data(as_text=True)
    assert "arbiter_webhooks 1.0" in text and "arbiter_webhook_waiting 1.0" in text and "arbiter_webhooks_off 0.0" in text
