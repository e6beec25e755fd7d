"""Kill -9 of a worker, of all of them, of Redis: every seat moves soon after, and nothing is played twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from rq import Queue

from service import create_app
from service.jobs.store import rq_queue_name
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Settings
from tests.support.api_calls import LONG, WAIT, ask, history, look, moved, new_session, new_state
from tests.support.stores import close, jobs_of, proved, sessions_of
from tests.support.waiting import PATIENCE, eventually
from tests.support.workers import Crew, figures, workers_alive


def thinking(client: FlaskClient) -> bool:
    """Whether a job is being done now."""
    return int(figures(client)["running"]) >= 1


def played_once(client: FlaskClient, session_id: str) -> bool:
    """Whether every version has one move, by an AI."""
    entries = history(client, session_id)
    return [(entry["version"], entry["by"]) for entry in entries] == [(number + 1, "ai") for number in range(len(entries))]


def test_a_killed_workers_turn_is_taken_by_another(own: FlaskClient, own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    with Crew(own_redis.url, tmp_path, processes=2) as crew:
        eventually(lambda: workers_alive(own) == 2)
        session = new_session(own, "hard", "hard")
        eventually(lambda: thinking(own))
        killed = crew.kill_horses()
        moved(own, session["id"], 1)
        assert played_once(own, session["id"])
        eventually(lambda: len(crew.horses()) == len(killed) == 3)
        assert not set(killed) & set(crew.horses())


def test_when_all_are_killed_the_next_crew_goes_on(own: FlaskClient, own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    with Crew(own_redis.url, tmp_path, processes=1) as crew:
        eventually(lambda: workers_alive(own) == 1)
        session = new_session(own, "hard", "hard")
        answer = ask(own, new_state(own), level="hard", iterations=50)
        eventually(lambda: thinking(own))
        crew.kill_all()
    with Crew(own_redis.url, tmp_path, processes=1) as next_crew:
        eventually(next_crew.horses)
        moved(own, session["id"], 1)
        done = eventually(lambda: job if (job := own.get(answer.headers["Location"]).get_json())["status"] == "done" else {})
        assert done["result"]["rung"] == "search" and done["result"]["iterations"] == 50
    assert played_once(own, session["id"])


def test_when_redis_is_killed_the_turn_is_taken_once_it_is_back(own: FlaskClient, own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    with Crew(own_redis.url, tmp_path, processes=1):
        eventually(lambda: workers_alive(own) == 1)
        session = new_session(own, "hard", "hard")
        eventually(lambda: thinking(own))
        assert own_redis.process is not None
        own_redis.process.kill()
        eventually(lambda: own.get("/readyz").status_code == 200)
        moved(own, session["id"], 1)
        moved(own, session["id"], 2)
        assert played_once(own, session["id"])


@pytest.fixture(scope="module")
def lone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A client of a service with one worker for analysis."""
    folder = tmp_path_factory.mktemp("lone")
    with EmbeddedRedis(folder / "redis") as server, proved(server.url), Crew(server.url, folder, processes=1):
        app = create_app(Settings(redis_url=server.url, log_requests=False))
        eventually(lambda: workers_alive(app.test_client()) == 1)
        yield app.test_client()
        close(app)


def test_a_seat_does_not_wait_for_a_long_analysis(lone: FlaskClient) -> None:
    answer = ask(lone, new_state(lone), **LONG)
    eventually(lambda: thinking(lone))
    session = new_session(lone, "easy", None)
    moved(lone, session["id"], 1)
    assert lone.delete(answer.headers["Location"]).get_json()["status"] == "cancelled", "it was still at work"


@pytest.mark.parametrize(("rogue", "reason"), [("endless", "JobTimeoutException"), ("deaf", ""), ("greedy", "MemoryError")])
def test_rogue_work_does_not_hold_a_worker(lone: FlaskClient, rogue: str, reason: str) -> None:
    """An alarm ends what never ends; who does not hear it is killed; who wants too much memory does not get it."""
    queue = Queue(rq_queue_name("analysis"), connection=jobs_of(lone.application).server.client, serializer="json")
    work = queue.enqueue(f"tests.support.misbehaving_tasks.{rogue}", job_timeout=1, result_ttl=0, failure_ttl=60)
    address = ask(lone, new_state(lone), level="easy", deadline_ms=30_000).headers["Location"]
    assert eventually(lambda: lone.get(address).get_json()["status"] == "done")
    assert queue.is_empty()
    ended = work.latest_result()
    assert reason in str(ended and ended.exc_string)


def test_work_that_gives_no_sign_of_life_is_ended_long_before_its_time(lone: FlaskClient) -> None:
    queue = Queue(rq_queue_name("analysis"), connection=jobs_of(lone.application).server.client, serializer="json")
    queue.enqueue("tests.support.misbehaving_tasks.deaf", job_timeout=600, result_ttl=0, failure_ttl=60)
    address = ask(lone, new_state(lone), level="easy").headers["Location"]
    assert eventually(lambda: lone.get(address).get_json()["status"] == "done")


def test_games_among_computers_keep_nobody_from_an_analysis(lone: FlaskClient) -> None:
    sessions = [new_session(lone, "hard", "hard") for _ in range(4)]
    for session in sessions:
        moved(lone, session["id"], 1)
    address = ask(lone, new_state(lone), level="easy", deadline_ms=30_000).headers["Location"]
    eventually(lambda: lone.get(address).get_json()["status"] == "done")
    for session in sessions:
        assert look(lone, session["id"])["to_act"] is not None, "the games go on meanwhile"
        lone.delete(f"/v1/sessions/{session['id']}", headers={"Authorization": f"Bearer {session['host_token']}"})


def test_a_crew_that_is_told_to_stop_hands_in_what_it_has_and_leaves_the_rest(
    own: FlaskClient, own_redis: EmbeddedRedis, tmp_path: Path
) -> None:
    with Crew(own_redis.url, tmp_path, processes=1) as crew:
        eventually(lambda: workers_alive(own) == 1)
        answer = ask(own, new_state(own), level="hard", deadline_ms=2500)
        eventually(lambda: thinking(own))
        os.kill(crew.process.pid, signal.SIGTERM)
        assert crew.process.wait(timeout=PATIENCE) == 0
    assert own.get(answer.headers["Location"], headers=WAIT).get_json()["status"] == "done"


def test_sessions_and_the_queue_may_each_have_a_redis_of_their_own(own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    """The sessions' may be a cluster, the queue's never is: no key of one is found in the other."""
    with EmbeddedRedis(tmp_path / "queue") as other, Crew(own_redis.url, tmp_path, processes=1, ARBITER_QUEUE_URL=other.url):
        app = create_app(Settings(redis_url=own_redis.url, queue_url=other.url, log_requests=False))
        session = new_session(app.test_client(), "random", "easy")
        moved(app.test_client(), session["id"], 6)
        store, jobs = sessions_of(app).store, jobs_of(app)
        assert not list(store.server.client.scan_iter("rq:*")) + list(store.server.client.scan_iter("arbiter:job*"))
        assert not list(jobs.server.client.scan_iter("arbiter:{*")) + list(jobs.server.client.scan_iter("arbiter:outbox"))
        close(app)


def test_workers_find_the_embedded_redis_of_a_data_directory(own: FlaskClient, own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    session = new_session(own, "random", None)
    with Crew("", tmp_path, processes=1, DATA_DIR=str(own_redis.data)):
        moved(own, session["id"], 1)


def test_workers_without_a_redis_say_what_they_need(tmp_path: Path) -> None:
    with Crew("", tmp_path, processes=1, DATA_DIR=str(tmp_path / "nothing")) as crew:
        assert crew.process.wait(timeout=PATIENCE) == 1
    assert "REDIS_URL" in crew.log.read_text()
