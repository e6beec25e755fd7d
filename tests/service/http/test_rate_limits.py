"""Rate limits, limits of open feeds and sessions, and API keys; with Redis and without."""

from __future__ import annotations

import hashlib
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.http.api_keys import new_key
from service.http.rate_limits import MOVES_PER_CALL
from service.operations.embedded_redis import EmbeddedRedis
from service.referee.documents import MAX_RECORD_MOVES
from service.settings import Settings
from service.storage import budgets as budgets_module
from service.storage.budgets import WINDOW_MS, Budgets
from service.storage.redis_client import connect
from service.storage.scripts import Script
from tests.support.stores import close
from tests.support.waiting import eventually

GAMES = "/v1/games"
SESSION = {"game": "orbis", "seats": [{"kind": "human"}, {"kind": "human"}], "seed": 1}
RECORD = {
    "format": "arbiter-record/1",
    "game": "orbis",
    "rules_version": "1.1.0",
    "options": {},
    "seed": 1,
    "seats": [{"kind": "human"}] * 2,
    "outcome": None,
}


def test_a_budget_is_shared_by_all_processes_and_shown_on_every_answer(limited: Callable[..., FlaskClient]) -> None:
    first, second = limited(calls_per_minute=6), limited(calls_per_minute=6)
    answers = [client.get(GAMES) for client in (first, second, first, second, first, second, first, second)]
    assert [answer.status_code for answer in answers] == [200] * 6 + [429] * 2
    assert [answer.headers["RateLimit-Remaining"] for answer in answers] == ["5", "4", "3", "2", "1", "0", "0", "0"]
    assert answers[0].headers["RateLimit-Limit"] == "6" and 1 <= int(answers[0].headers["RateLimit-Reset"]) <= 60
    refusal = answers[-1]
    assert refusal.get_json()["code"] == "rate_limited"
    assert 1 <= int(refusal.headers["Retry-After"]) <= 10


def test_each_kind_of_call_has_a_budget_of_its_own(limited: Callable[..., FlaskClient]) -> None:
    client = limited(calls_per_minute=1, session_calls_per_minute=2, streams_per_minute=1)
    assert [client.get(GAMES).status_code for _ in range(2)] == [200, 429]
    made = client.post("/v1/sessions", json=SESSION)
    assert made.status_code == 201
    path = made.headers["Location"]
    assert [client.get(path).status_code for _ in range(2)] == [200, 429]
    for method, other in (("POST", "/v1/claims"), ("POST", f"{path}/claims"), ("POST", "/v1/sessions/statuses"), ("GET", "/v1/sessions")):
        assert client.open(other, method=method).status_code == 429
    assert [client.get(f"{path}/events?wait=0").status_code for _ in range(2)] == [200, 429]
    assert {client.get(path).status_code for path in ("/healthz", "/readyz", "/metrics", "/openapi.yaml")} == {200}


@pytest.mark.parametrize("path", ["/v1/games/orbis/records", "/v1/sessions"])
def test_a_long_record_costs_more_than_one_call(limited: Callable[..., FlaskClient], path: str) -> None:
    """All its moves may be replayed before it is refused; the tenth of a second of 3,000 moves is not for the price of a call."""
    client = limited(calls_per_minute=120, session_calls_per_minute=120)
    record = RECORD | {"moves": [{}] * (20 * MOVES_PER_CALL)}
    body = {"record": record} if path.endswith("/records") else {"game": "orbis", "seats": SESSION["seats"], "record": record}
    answers = [client.post(path, json=body) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [422] * 5 + [429]
    assert [answer.headers["RateLimit-Remaining"] for answer in answers[:5]] == ["99", "78", "57", "36", "15"]


def test_the_longest_record_is_accepted_whatever_the_budget(limited: Callable[..., FlaskClient]) -> None:
    client = limited(calls_per_minute=20)
    answer = client.post("/v1/games/orbis/records", json={"record": RECORD | {"moves": [{}] * MAX_RECORD_MOVES}})
    assert (answer.status_code, answer.headers["RateLimit-Remaining"]) == (422, "9")


def test_ai_time_is_limited_in_milliseconds(limited: Callable[..., FlaskClient]) -> None:
    client = limited(ai_ms_per_minute=5_000)
    state = client.post("/v1/games/orbis/states", json={"seats": 2, "seed": 1}).get_json()["state"]

    def ask(milliseconds: int) -> int:
        return client.post("/v1/games/orbis/ai-moves", json={"state": state, "level": "easy", "deadline_ms": milliseconds}).status_code

    assert [ask(3_000), ask(3_000), ask(1_500)] == [202, 429, 202]


def test_a_job_that_is_not_accepted_costs_a_call_but_no_ai_time(limited: Callable[..., FlaskClient]) -> None:
    client = limited(ai_ms_per_minute=6_000, calls_per_minute=12, jobs_open=1)
    state = client.post("/v1/games/orbis/states", json={"seats": 2, "seed": 1}).get_json()["state"]
    body = {"state": state, "level": "easy", "deadline_ms": 3_000}
    answers = [client.post("/v1/games/orbis/ai-moves", json=body) for _ in range(8)]
    assert [answer.status_code for answer in answers] == [202] + [503] * 7
    client.delete(answers[0].headers["Location"])
    assert client.post("/v1/games/orbis/ai-moves", json=body).status_code == 202, "the AI time was given back"
    client.delete("/v1/jobs/unknown")
    refused = client.post("/v1/games/orbis/ai-moves", json=body)
    assert (refused.status_code, refused.get_json()["detail"].split(";")[0]) == (429, "The limit is 12 calls per minute")


def test_a_resignation_is_accepted_whatever_was_spent(limited: Callable[..., FlaskClient]) -> None:
    client = limited(session_calls_per_minute=1, ai_ms_per_minute=1)
    made = client.post("/v1/sessions", json=SESSION)
    path, player = made.headers["Location"], {"Authorization": f"Bearer {made.get_json()['seats'][0]['token']}"}
    assert client.get(path).status_code == 429
    resigned = client.post(f"{path}/seats/0/resignations", json={"level": "hard"}, headers=player)
    assert (resigned.status_code, resigned.headers["RateLimit-Remaining"]) == (201, "0")
    assert client.post(f"{path}/seats/0/resignations", json={}, headers=player).status_code == 429, "they are limited too"


HOUR_MS = 3600 * 1000


def test_a_clock_that_was_set_back_does_not_lock_a_budget(limited: Callable[..., FlaskClient], redis: EmbeddedRedis) -> None:
    """What another clock has written lies further ahead than any budget needs to become full."""
    client, stored = limited(calls_per_minute=2), connect(redis.url)
    assert [client.get(GAMES).status_code for _ in range(3)] == [200, 200, 429]
    [key] = stored.keys("arbiter:budget:calls:*")
    stored.set(key, int(stored.get(key)) + HOUR_MS)
    assert [client.get(GAMES).status_code for _ in range(3)] == [200, 200, 429]
    stored.close()


def test_a_budget_holds_while_the_clock_is_set_back_and_forward(
    limited: Callable[..., FlaskClient], redis: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The script itself runs by a clock that the test sets."""
    stored, stepped = connect(redis.url), Script(Path(budgets_module.__file__).with_name("gcra.lua"))
    text = budgets_module.BUDGETS.text.replace("redis.call('TIME')", "{redis.call('GET', 'clock'), 0}")
    stepped.text, stepped.digest = text, hashlib.sha1(text.encode()).hexdigest()
    monkeypatch.setattr(budgets_module, "BUDGETS", stepped)
    client, now = limited(calls_per_minute=2), 1_800_000_000

    def calls_at(seconds: int) -> list[int]:
        stored.set("clock", seconds)
        return [client.get(GAMES).status_code for _ in range(3)]

    assert calls_at(now) == [200, 200, 429]
    assert calls_at(now - 3600) == [200, 200, 429], "an hour back"
    assert calls_at(now - 3600 + 30) == [200, 429, 429], "half a minute later half of the budget is back"
    assert calls_at(now + 7200) == [200, 200, 429]
    stored.close()


def test_a_place_is_not_taken_for_longer_after_the_clock_was_set_back(limited: Callable[..., FlaskClient], redis: EmbeddedRedis) -> None:
    limited()
    budgets, stored = Budgets(redis.url), connect(redis.url)
    assert budgets.hold("x", 1, 60, "first")
    stored.zincrby("arbiter:places:x", HOUR_MS, "first")
    assert not budgets.hold("x", 1, 60, "second")
    seconds, _ = stored.time()
    assert stored.zscore("arbiter:places:x", "first") <= (seconds + 61) * 1000
    stored.zincrby("arbiter:places:x", -61_000, "first")
    assert budgets.hold("x", 1, 60, "second")
    budgets.close()
    stored.close()


def test_what_is_given_back_can_be_spent_again(limited: Callable[..., FlaskClient], redis: EmbeddedRedis) -> None:
    limited()
    for budgets in (Budgets(redis.url), Budgets(None)):
        assert [budgets.spend("x", 2).is_enough for _ in range(3)] == [True, True, False]
        assert budgets.refund("x", 2).remaining == 1
        assert [budgets.spend("x", 2).is_enough for _ in range(2)] == [True, False]
        assert budgets.refund("x", 2, 100).remaining == 2, "never more than the whole budget"
        budgets.close()


def test_a_budget_is_replenished_steadily() -> None:
    now = [0.0]
    budgets = Budgets(None, lambda: now[0])
    assert [budgets.spend("x", 4).is_enough for _ in range(5)] == [True] * 4 + [False]
    now[0] += WINDOW_MS / 1000 / 4
    assert [budgets.spend("x", 4).is_enough for _ in range(2)] == [True, False]
    assert budgets.spend("y", 4).remaining == 3
    now[0] += 2 * WINDOW_MS / 1000
    assert budgets.spend("x", 4).remaining == 3


def test_a_cost_above_the_limit_takes_the_whole_budget() -> None:
    budgets = Budgets(None)
    assert budgets.spend("x", 100, 1000).is_enough
    assert not budgets.spend("x", 100).is_enough


def test_a_replayed_answer_does_not_count_as_an_open_session(limited: Callable[..., FlaskClient]) -> None:
    client, key = limited(sessions_per_address=1), {"Idempotency-Key": "k"}
    made = client.post("/v1/sessions", json=SESSION, headers=key)
    ended = client.delete(made.headers["Location"], headers={"Authorization": f"Bearer {made.get_json()['host_token']}"})
    again = client.post("/v1/sessions", json=SESSION, headers=key)
    assert (ended.status_code, again.status_code, again.data) == (204, 201, made.data)
    assert client.post("/v1/sessions", json=SESSION).status_code == 201


def test_open_feeds_and_sessions_of_one_client_are_limited(limited: Callable[..., FlaskClient]) -> None:
    client = limited(streams_per_address=1, sessions_per_address=2, pulse_seconds=1)
    key = {"Idempotency-Key": "the second"}
    made = [client.post("/v1/sessions", json=SESSION, headers=headers) for headers in ({}, key, {})]
    assert [answer.status_code for answer in made] == [201, 201, 429]
    assert client.post("/v1/sessions", json=SESSION, headers=key).data == made[1].data, "a replayed answer needs no free place"
    assert made[2].get_json()["code"] == "too_many_sessions" and "Retry-After" in made[2].headers
    path, host = made[0].headers["Location"], made[0].get_json()["host_token"]
    first = client.get(f"{path}/events", headers={"Accept": "application/x-ndjson"}, buffered=False)
    assert next(first.iter_encoded()) == b"\n"
    assert client.get(f"{path}/events").get_json()["code"] == "too_many_streams"
    first.close()
    again = client.get(f"{path}/events", headers={"Accept": "application/x-ndjson"}, buffered=False)
    assert again.status_code == 200
    again.close()
    assert client.delete(path, headers={"Authorization": f"Bearer {host}"}).status_code == 204
    assert client.post("/v1/sessions", json=SESSION).status_code == 201


@pytest.mark.slow
def test_while_redis_is_away_each_process_limits_calls_by_itself(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path / "redis") as server:
        app = create_app(Settings(redis_url=server.url, log_requests=False, calls_per_minute=4))
        client = app.test_client()
        assert [client.get(GAMES).status_code for _ in range(2)] == [200, 200]
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGSTOP)
        try:
            assert [client.get(GAMES).status_code for _ in range(6)] == [200] * 4 + [429] * 2
        finally:
            os.kill(server.process.pid, signal.SIGCONT)
        eventually(lambda: client.get(GAMES).status_code == 200)
        close(app)


def with_keys(**settings: Any) -> tuple[FlaskClient, dict[str, dict[str, str]]]:
    """A client of a service with three API keys, and the headers for each key."""
    made = {name: new_key(name, scopes) for name, scopes in {"player": ["play"], "bot": ["play", "ai"], "boss": ["admin"]}.items()}
    app = create_app(Settings(log_requests=False, api_keys=tuple(entry for _, entry in made.values()), **settings))
    return app.test_client(), {name: {"X-Api-Key": key} for name, (key, _) in made.items()}


def test_a_service_that_requires_api_keys_refuses_calls_without_one() -> None:
    client, keys = with_keys(api_key_required=True)
    assert client.get(GAMES).get_json()["code"] == "api_key_missing"
    unknown = client.get(GAMES, headers={"X-Api-Key": "key_guess"})
    assert (unknown.status_code, unknown.get_json()["code"]) == (401, "api_key_unknown")
    assert "WWW-Authenticate" in unknown.headers
    assert client.get(GAMES, headers=keys["player"]).status_code == 200
    assert client.get("/healthz").status_code == 200
    assert client.options(GAMES).status_code == 200


def test_an_api_key_is_valid_only_for_its_scopes() -> None:
    client, keys = with_keys()
    assert client.get(GAMES).status_code == 200, "keys are not required here"
    asked = {"json": {"state": {}, "level": "easy"}}
    assert client.post("/v1/games/orbis/ai-moves", headers=keys["player"], **asked).get_json()["code"] == "scope_missing"
    assert client.post("/v1/games/orbis/ai-moves", headers=keys["bot"], **asked).get_json()["code"] == "ai_off"
    assert client.get(GAMES, headers=keys["boss"]).status_code == 403
    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", headers=keys["player"]).status_code == 403
    assert client.get("/metrics", headers=keys["boss"]).status_code == 200


def test_sessions_with_ai_seats_need_the_ai_scope(limited: Callable[..., FlaskClient]) -> None:
    key, entry = new_key("player", ["play"])
    client = limited(api_keys=(entry,))
    with_ai = {**SESSION, "seats": [{"kind": "human"}, {"kind": "ai", "level": "easy"}]}
    assert client.post("/v1/sessions", json=with_ai, headers={"X-Api-Key": key}).get_json()["code"] == "scope_missing"
    made = client.post("/v1/sessions", json=SESSION, headers={"X-Api-Key": key})
    assert made.status_code == 201
    headers = {"X-Api-Key": key, "Authorization": f"Bearer {made.get_json()['host_token']}"}
    forks = f"/v1/sessions/{made.get_json()['id']}/forks"
    assert client.post(forks, json={"seats": with_ai["seats"]}, headers=headers).get_json()["code"] == "scope_missing"


def test_each_key_and_each_address_has_its_own_budget() -> None:
    client, keys = with_keys(calls_per_minute=1, proxies=1)
    forwarded = [{"X-Forwarded-For": address} for address in ("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2", "2001:db8:1::")]
    callers = [keys["player"], keys["bot"], *forwarded]
    assert [client.get(GAMES, headers=headers).status_code for headers in callers] == [200, 200, 200, 200, 200, 429, 200]


def test_x_forwarded_for_is_ignored_unless_proxies_are_configured() -> None:
    client = create_app(Settings(log_requests=False, calls_per_minute=1)).test_client()
    assert [client.get(GAMES, headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code for number in range(2)] == [200, 429]


@pytest.mark.parametrize("entry", ["acme", "acme:play", "acme:fly:" + "0" * 64, ":play:" + "0" * 64])
def test_an_invalid_api_key_entry_stops_the_start(entry: str) -> None:
    with pytest.raises(SystemExit, match="ARBITER_API_KEYS"):
        create_app(Settings(log_requests=False, api_keys=(entry,)))
