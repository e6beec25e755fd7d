"""Fair shares: in which order jobs are claimed, and whose budget of AI time pays for turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import create_app
from service.jobs.model import Claim
from service.jobs.pacing import Pace
from service.jobs.store import JobStore
from service.jobs.sweeper import sweep
from service.jobs.tasks import perform
from service.operations.embedded_redis import EmbeddedRedis
from service.sessions.model import Due
from service.settings import Settings
from service.storage.budgets import WINDOW_MS
from tests.support.api_calls import ask, look, new_session, new_state
from tests.support.stores import close, jobs_of, sessions_of

SECOND = 1000
HARD, EASY = 1000, 250


def turn(queue: JobStore, client: str, session: str, milliseconds: int = HARD, version: int = 1) -> None:
    queue.create_turn(session, Due(version, 0, "hard"), milliseconds, client)


def claim(queue: JobStore) -> Claim:
    found = queue.claim("seats")
    assert found is not None
    return found


def claimed(queue: JobStore, number: int) -> list[str]:
    """The sessions of the next turns, in the order in which workers take them."""
    return [claim(queue).id.removeprefix("seat-").rpartition("-")[0] for _ in range(number)]


def test_clients_take_turns_however_many_sessions_they_have(queue: JobStore) -> None:
    for number in range(6):
        turn(queue, "many", f"a{number}")
    turn(queue, "one", "b")
    turn(queue, "two", "c0")
    turn(queue, "two", "c1")
    assert claimed(queue, 9) == ["a0", "b", "c0", "a1", "c1", "a2", "a3", "a4", "a5"]
    assert queue.claim("seats") is None


def test_a_newcomer_waits_for_one_turn_of_every_other_client_at_most(queue: JobStore) -> None:
    for client in ("p", "q", "r"):
        for number in range(50):
            turn(queue, client, f"{client}{number}")
    claimed(queue, 20)
    turn(queue, "new", "n")
    assert "n" in claimed(queue, 4)


def test_sessions_of_one_client_take_turns(queue: JobStore) -> None:
    """A session in which only AI players sit asks for its next turn as soon as one was made."""
    order = []
    for session in "abc":
        turn(queue, "somebody", session)
    for version in range(2, 8):
        [session] = claimed(queue, 1)
        order.append(session)
        turn(queue, "somebody", session, version=version)
    assert order == ["a", "b", "c", "a", "b", "c"]


def test_a_client_that_always_asks_again_does_not_push_others_aside(queue: JobStore) -> None:
    for number in range(10):
        turn(queue, "patient", f"p{number}")
    order = []
    for version in range(10):
        turn(queue, "eager", "e", version=version)
        order += [session[0] for session in claimed(queue, 2)]
    assert Counter(order[:8]) == {"p": 4, "e": 4}


def test_shares_are_measured_in_ai_time(queue: JobStore) -> None:
    for number in range(40):
        turn(queue, "hard", f"h{number}", HARD)
        turn(queue, "easy", f"e{number}", EASY)
    assert Counter(session[0] for session in claimed(queue, 25)) == {"e": 20, "h": 5}


def test_nobody_is_in_debt_for_a_time_in_which_nobody_waited(queue: JobStore) -> None:
    for version in range(20):
        turn(queue, "alone", "a", version=version)
        assert claimed(queue, 1) == ["a"]
    turn(queue, "alone", "a", version=20)
    turn(queue, "other", "b")
    turn(queue, "other", "c")
    assert claimed(queue, 3) == ["a", "b", "c"]
    assert queue.server.client.exists("arbiter:jobs:seats:served") == 0


def test_a_cancelled_job_does_not_count(idle: FlaskClient, queue: JobStore) -> None:
    address = ask(idle, new_state(idle), level="easy").headers["Location"]
    kept = ask(idle, new_state(idle), level="easy").get_json()["id"]
    idle.delete(address)
    found = queue.claim("analysis")
    assert found is not None and found.id == kept and queue.claim("analysis") is None


def test_a_job_that_expired_is_passed_over(queue: JobStore) -> None:
    for session in "ab":
        turn(queue, "somebody", session)
    queue.server.client.delete("arbiter:job:seat-a-1")
    assert claimed(queue, 1) == ["b"] and queue.load().waiting == 0


def test_a_job_whose_worker_died_is_the_next_of_its_client(queue: JobStore) -> None:
    for session in "abc":
        turn(queue, "somebody", session)
    queue.release(claim(queue))
    assert queue.recover() == ["seat-a-1"]
    assert claimed(queue, 3) == ["a", "b", "c"]


def test_many_turns_of_one_client_shorten_its_own_searches_only(queue: JobStore) -> None:
    queue.heartbeat(["one", "two"], 60)
    for number in range(100):
        turn(queue, "many", f"a{number}")
    turn(queue, "one", "b")
    many, one = claim(queue), claim(queue)
    assert (many.rivals, one.rivals) == (2 * (1 + 99) - 1, 1)
    pace = Pace(queue, one, 3.0)
    assert (pace._until - pace.started) / pace.seconds == pytest.approx(2 / 3)


def test_waiting_turns_leave_room_for_requests(idle: FlaskClient, queue: JobStore) -> None:
    for number in range(10):
        turn(queue, "many", f"a{number}")
    assert [ask(idle, new_state(idle), level="easy").status_code for _ in range(4)] == [202, 202, 202, 503]


def test_one_client_cannot_fill_the_queue_for_all(idle_redis: EmbeddedRedis, queue: JobStore) -> None:
    app = create_app(Settings(redis_url=idle_redis.url, log_requests=False, proxies=1, jobs_open=4))
    client = app.test_client()
    state = new_state(client)

    def asked(number: int, times: int) -> list[int]:
        return [ask(client, state, {"X-Forwarded-For": f"192.0.2.{number}"}, level="easy").status_code for _ in range(times)]

    assert asked(1, 5) == [202] * 4 + [503]
    assert [asked(2, 3), asked(3, 2), asked(4, 1)] == [[202, 202, 503], [202, 503], [202]], "less and less for each, but something"
    assert asked(5, 1) == [503], "twice the maximum"
    close(app)


def test_requests_of_all_clients_take_turns(idle_redis: EmbeddedRedis, queue: JobStore) -> None:
    app = create_app(Settings(redis_url=idle_redis.url, log_requests=False, proxies=1))
    client = app.test_client()
    state = new_state(client)
    asked = [(address, ask(client, state, {"X-Forwarded-For": address}, level="easy")) for address in ["192.0.2.1"] * 4 + ["192.0.2.2"]]
    names = {answer.get_json()["id"]: address for address, answer in asked}
    order = [names[found.id] for _ in range(3) if (found := queue.claim("analysis"))]
    assert order == ["192.0.2.1", "192.0.2.2", "192.0.2.1"]
    close(app)


@pytest.fixture
def limited(idle_redis: EmbeddedRedis, queue: JobStore) -> Iterator[JobStore]:
    """The same queue, in which every client has AI time for one hard turn a minute."""
    jobs = JobStore(idle_redis.url, 100, 60, 1, ai_ms_per_minute=HARD)
    yield jobs
    jobs.server.close()


def pass_a_minute(jobs: JobStore, client: str) -> None:
    """The AI time of the client comes back at once."""
    jobs.server.client.decrby(f"arbiter:budget:ai_ms:{client}", WINDOW_MS)
    jobs.server.client.zincrby("arbiter:jobs:seats:held", -WINDOW_MS, client)


def test_turns_wait_while_the_ai_time_of_their_client_is_spent(limited: JobStore) -> None:
    for number in range(4):
        turn(limited, "many", f"a{number}")
    turn(limited, "one", "b")
    assert claimed(limited, 2) == ["a0", "b"]
    assert limited.claim("seats") is None
    load = limited.load()
    assert (load.waiting, load.held, load.oldest_ms) == (0, 3, 0), "three turns wait, but not for a worker"
    pass_a_minute(limited, "many")
    assert claimed(limited, 1) == ["a1"]
    assert limited.claim("seats") is None and limited.load().held == 2


def test_a_client_rests_until_there_is_enough_for_its_next_turn(limited: JobStore) -> None:
    for session, milliseconds in (("a", HARD), ("b", HARD // 10)):
        turn(limited, "many", session, milliseconds)
    assert claimed(limited, 1) == ["a"] and limited.claim("seats") is None
    rested, budget = (
        limited.server.client.zscore("arbiter:jobs:seats:held", "many"),
        limited.server.client.get("arbiter:budget:ai_ms:many"),
    )
    assert rested == int(budget) - 0.9 * WINDOW_MS


def test_the_sweeper_calls_a_worker_when_there_is_ai_time_again(limited: JobStore, idle_app: Flask) -> None:
    for session in "ab":
        turn(limited, "many", session)
    assert claimed(limited, 1) == ["a"] and limited.claim("seats") is None
    limited.server.client.delete("rq:queue:arbiter-seats")
    limited.recover()
    assert limited.server.client.llen("rq:queue:arbiter-seats") == 0
    pass_a_minute(limited, "many")
    sweep(limited, sessions_of(idle_app))
    assert limited.server.client.llen("rq:queue:arbiter-seats") == 1
    assert claimed(limited, 1) == ["b"]


def test_a_rest_that_another_clock_has_written_ends(limited: JobStore) -> None:
    for session in "ab":
        turn(limited, "many", session)
    assert claimed(limited, 1) == ["a"] and limited.claim("seats") is None
    limited.server.client.zincrby("arbiter:jobs:seats:held", 3600 * SECOND, "many")
    limited.server.client.incrby("arbiter:budget:ai_ms:many", 3600 * SECOND)
    assert claimed(limited, 1) == ["b"]


def test_unused_ai_time_is_given_back(limited: JobStore) -> None:
    for number in range(30):
        turn(limited, "quick", f"a{number}")
    for _ in range(30):
        limited.delete(claim(limited), used_ms=0)
    assert limited.load().held == 0 and limited.server.client.exists("arbiter:budget:ai_ms:quick") == 0


def test_a_second_attempt_is_not_paid_for_again(limited: JobStore) -> None:
    turn(limited, "somebody", "a")
    limited.release(claim(limited))
    limited.recover()
    assert claim(limited).attempt == 2


@pytest.fixture
def remote(idle_redis: EmbeddedRedis, queue: JobStore) -> Iterator[FlaskClient]:
    """A service that sees the addresses of its clients, each of which has a second of AI time a minute."""
    app = create_app(Settings(redis_url=idle_redis.url, log_requests=False, proxies=1, ai_ms_per_minute=SECOND))
    yield app.test_client()
    close(app)


HOST, GUEST = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.2"}


def spent(jobs: JobStore) -> set[str]:
    """The clients that have spent AI time."""
    return {key.decode().removeprefix("arbiter:budget:ai_ms:") for key in jobs.server.client.keys("arbiter:budget:ai_ms:*")}


def test_the_ai_of_a_resigned_seat_is_charged_to_whoever_opened_the_session(remote: FlaskClient) -> None:
    jobs, seats = jobs_of(remote.application), [{"kind": "human"}, {"kind": "human"}]
    session = remote.post("/v1/sessions", json={"game": "orbis", "seats": seats}, headers=HOST).get_json()
    player = {"Authorization": f"Bearer {session['seats'][0]['token']}"} | GUEST
    assert ask(remote, new_state(remote), HOST, level="hard", deadline_ms=SECOND).status_code == 202, "the host spends all it has"
    path = f"/v1/sessions/{session['id']}/seats/0/resignations"
    assert remote.post(path, json={"level": "hard"}, headers=player).status_code == 201
    assert jobs.claim("seats") is None and jobs.load().held == 1, "the turn waits for the AI time of the host"
    assert spent(jobs) == {"address:192.0.2.1"}
    jobs.server.client.delete("arbiter:budget:ai_ms:address:192.0.2.1", "arbiter:jobs:seats:held")
    jobs.server.client.zadd("arbiter:jobs:seats:held", {"address:192.0.2.1": 1})
    perform(jobs, sessions_of(remote.application), claim(jobs))
    assert look(remote, session["id"])["version"] == 2
    assert spent(jobs) <= {"address:192.0.2.1"}


def test_the_ai_that_replaces_a_player_is_charged_to_whoever_opened_the_session(remote: FlaskClient) -> None:
    jobs, seats = jobs_of(remote.application), [{"kind": "invited"}, {"kind": "human"}]
    session = remote.post("/v1/sessions", json={"game": "orbis", "seats": seats}, headers=HOST).get_json()
    headers = {"Authorization": f"Bearer {session['host_token']}"} | GUEST
    replaced = remote.post(f"/v1/sessions/{session['id']}/seats/0/replacements", json={"level": "hard"}, headers=headers)
    assert replaced.status_code == 201 and claim(jobs) and spent(jobs) == {"address:192.0.2.1"}


def test_turns_and_requests_spend_the_same_ai_time(remote: FlaskClient) -> None:
    jobs, seats = jobs_of(remote.application), [{"kind": "ai", "level": "hard"}, {"kind": "human"}]
    assert remote.post("/v1/sessions", json={"game": "orbis", "seats": seats}, headers=HOST).status_code == 201
    assert claim(jobs)
    state = new_state(remote)
    assert [ask(remote, state, who, level="easy", deadline_ms=500).status_code for who in (HOST, GUEST)] == [429, 202]


def test_a_session_that_does_not_tell_who_opened_it_has_a_share_of_its_own(idle: FlaskClient, idle_app: Flask, queue: JobStore) -> None:
    session, sessions = new_session(idle, "easy", None), sessions_of(idle_app)
    queue.server.client.delete(*queue.server.client.keys("arbiter:job*"))
    early = sessions.store.find(session["id"])
    early.facts.opened_by = None
    sessions.on_due(early)
    assert queue.server.client.zrange("arbiter:jobs:seats:clients", 0, -1) == [f"session:{session['id']}".encode()]
