"""Places for open sessions and live feeds: never more than allowed, and given back when nothing is open any more."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.http.rate_limits import RESERVATION_SECONDS
from service.operations.embedded_redis import EmbeddedRedis
from service.storage.budgets import Budgets
from tests.recorded.finished_games import read_record
from tests.support.stores import raw, sessions_of
from tests.support.waiting import PATIENCE

SESSION = {"game": "orbis", "seats": [{"kind": "human"}, {"kind": "human"}], "seed": 1}
LINES = {"Accept": "application/x-ndjson"}
ELSEWHERE = {"X-Forwarded-For": "192.0.2.7"}

SIMULTANEOUS, CAP = 60, 5

Services = Callable[..., FlaskClient]


def at_once(call: Callable[[int], TestResponse]) -> list[TestResponse]:
    """The answers to calls that many threads make at the same moment."""
    together = threading.Barrier(SIMULTANEOUS)

    def one(number: int) -> TestResponse:
        together.wait(PATIENCE)
        return call(number)

    with ThreadPoolExecutor(SIMULTANEOUS) as threads:
        return list(threads.map(one, range(SIMULTANEOUS)))


def opened(client: FlaskClient, **headers: str) -> dict[str, Any]:
    answer = client.post("/v1/sessions", json=SESSION, headers=headers)
    assert answer.status_code == 201, answer.get_json()
    return dict(answer.get_json())


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def places(client: FlaskClient) -> set[str]:
    """Who holds the places of the client's address."""
    held: Any = raw(sessions_of(client.application).store).zrange("arbiter:places:sessions:address:127.0.0.1", 0, -1)
    return {holder.decode() for holder in held}


def test_of_many_simultaneous_openings_as_many_succeed_as_may(limited: Services) -> None:
    services = [limited(sessions_per_address=CAP) for _ in range(3)]
    answers = at_once(lambda number: services[number % 3].application.test_client().post("/v1/sessions", json=SESSION))
    assert Counter(answer.status_code for answer in answers) == {201: CAP, 429: SIMULTANEOUS - CAP}
    assert places(services[0]) == {answer.get_json()["id"] for answer in answers if answer.status_code == 201}


def test_of_many_simultaneous_feeds_as_many_open_as_may(limited: Services) -> None:
    services = [limited(streams_per_address=CAP, threads=400, streams=200) for _ in range(3)]
    path = f"/v1/sessions/{opened(services[0])['id']}/events"
    answers = at_once(lambda number: services[number % 3].application.test_client().get(path, headers=LINES, buffered=False))
    try:
        assert Counter(answer.status_code for answer in answers) == {200: CAP, 429: SIMULTANEOUS - CAP}
    finally:
        for answer in answers:
            answer.close()
    again = services[0].get(path, headers=LINES, buffered=False)
    assert again.status_code == 200, "closed feeds give their places back"
    again.close()


def test_a_session_that_is_not_created_takes_no_place(limited: Services) -> None:
    client = limited(sessions_per_address=1)
    assert client.post("/v1/sessions", json={**SESSION, "options": {"colour": "red"}}).status_code == 422
    session = opened(client)
    assert client.post("/v1/sessions", json=SESSION).get_json()["code"] == "too_many_sessions"
    assert places(client) == {session["id"]}


def test_of_simultaneous_repetitions_only_one_takes_a_place(limited: Services) -> None:
    client = limited(sessions_per_address=SIMULTANEOUS)
    key = {"Idempotency-Key": "once"}
    answers = at_once(lambda _: client.application.test_client().post("/v1/sessions", json=SESSION, headers=key))
    assert {answer.status_code for answer in answers} == {201}
    assert places(client) == {answer.get_json()["id"] for answer in answers} and len(places(client)) == 1


def test_whoever_ends_a_session_its_place_returns_to_the_client_that_opened_it(limited: Services) -> None:
    client = limited(sessions_per_address=1, proxies=1)
    here = {"X-Forwarded-For": "192.0.2.1"}
    session = opened(client, **here)
    assert client.post("/v1/sessions", json=SESSION, headers=here).status_code == 429
    assert opened(client, **ELSEWHERE), "another address has places of its own"
    assert client.delete(f"/v1/sessions/{session['id']}", headers=ELSEWHERE | bearer(session["host_token"])).status_code == 204
    assert opened(client, **here)
    assert client.post("/v1/sessions", json=SESSION, headers=ELSEWHERE).status_code == 429, "the other address has given nothing back"


def test_forks_are_sessions_of_their_maker(limited: Services) -> None:
    client = limited(sessions_per_address=2, proxies=1)
    session = opened(client, **{"X-Forwarded-For": "192.0.2.1"})
    forks, headers = f"/v1/sessions/{session['id']}/forks", ELSEWHERE | bearer(session["host_token"])
    assert [client.post(forks, json={}, headers=headers).status_code for _ in range(3)] == [201, 201, 429]
    assert opened(client, **{"X-Forwarded-For": "192.0.2.1"}), "the maker of the first session has a place left"


def test_a_rematch_is_one_session_of_its_maker(limited: Services) -> None:
    client = limited(sessions_per_address=1, proxies=1)
    ended = {**SESSION, "record": read_record("orbis", 2, {})}
    del ended["seed"]
    session = client.post("/v1/sessions", json=ended, headers={"X-Forwarded-For": "192.0.2.1"}).get_json()
    path, headers = f"/v1/sessions/{session['id']}/rematches", ELSEWHERE | bearer(session["seats"][0]["token"])
    assert [client.post(path, json={}, headers=headers).status_code for _ in range(2)] == [201, 200]
    assert client.post("/v1/sessions", json=SESSION, headers=ELSEWHERE).status_code == 429
    rematch = client.post(path, json={}, headers=headers).get_json()["id"]
    assert client.delete(f"/v1/sessions/{rematch}", headers=bearer(session["host_token"])).status_code == 204
    assert opened(client, **ELSEWHERE)


def test_a_refused_fork_takes_no_place(limited: Services) -> None:
    client = limited(sessions_per_address=2)
    session = opened(client)
    answer = client.post(f"/v1/sessions/{session['id']}/forks", json={"version": 99}, headers=bearer(session["host_token"]))
    assert answer.status_code >= 400
    assert places(client) == {session["id"]}


def test_nobody_is_shown_which_client_opened_a_session(limited: Services) -> None:
    client = limited(proxies=1)
    session = opened(client, **ELSEWHERE)
    host = bearer(session["host_token"])
    for path in ("", "/history", "/events?wait=0", "/states/0"):
        assert b"192.0.2.7" not in client.get(f"/v1/sessions/{session['id']}{path}", headers=host).data


@pytest.fixture
def budgets(limited: Services, redis: EmbeddedRedis) -> Any:
    made = Budgets(redis.url)
    yield made
    made.close()


def test_a_reservation_of_a_process_that_died_does_not_end_the_other_places(budgets: Budgets, redis: EmbeddedRedis) -> None:
    assert budgets.hold("x", 2, 3600, "kept") and budgets.hold("x", 2, RESERVATION_SECONDS, "reserved", 3600)
    assert not budgets.hold("x", 2, RESERVATION_SECONDS, "third", 3600)
    assert budgets._redis is not None
    client = budgets._redis.client
    assert client.pttl("arbiter:places:x") > RESERVATION_SECONDS * 1000
    client.zincrby("arbiter:places:x", -RESERVATION_SECONDS * 1000, "reserved")
    assert budgets.hold("x", 2, RESERVATION_SECONDS, "third", 3600)
    assert client.zrange("arbiter:places:x", 0, -1) == [b"third", b"kept"]
