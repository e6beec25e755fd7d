"""kill -9 of a worker, of all workers, of Redis: every AI seat moves afterwards, and no move is made twice."""

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
from tests.support.workers import Workers, figures, workers_alive


def thinking(client: FlaskClient) -> bool:
    """Whether a worker has a job."""
    return int(figures(client)["running"]) >= 1


def played_once(client: FlaskClient, session_id: str) -> bool:
    """Whether every version is one move by an AI."""
    entries = history(client, session_id)
    return [(entry["version"], entry["by"]) for entry in entries] == [(number + 1, "ai") for number in range(len(entries))]


def test_a_killed_workers_turn_is_taken_by_another(own: FlaskClient, own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    with Workers(own_redis.url, tmp_path, processes=2) as workers:
        eventually(lambda: workers_alive(own) == 2)
        session = new_session(own, "hard", "hard")
        eventually(lambda: thinking(own))
        killed = workers.kill_children()
        moved(own, session["id"], 1)
        assert played_once(own, session["id"])
        eventually(lambda: len(workers.children()) == len(killed) == 3)
        assert not set(killed) & set(workers.children())


def test_new_workers_continue_after_all_were_killed(own: FlaskClient, own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    with Workers(own_redis.url, tmp_path, processes=1) as workers:
        eventually(lambda: workers_alive(own) == 1)
        session = new_session(own, "hard", "hard")
        answer = ask(own, new_state(own), level="hard", iterations=50)
        eventually(lambda: thinking(own))
        workers.kill_all()
    with Workers(own_redis.url, tmp_path, processes=1) as replaced:
        eventually(replaced.children)
        moved(own, session["id"], 1)
        done = eventually(lambda: job if (job := own.get(answer.headers["Location"]).get_json())["status"] == "done" else {})
        assert done["result"]["rung"] == "search" and done["result"]["iterations"] == 50
    assert played_once(own, session["id"])


def test_a_turn_is_taken_once_a_killed_redis_is_back(own: FlaskClient, own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    with Workers(own_redis.url, tmp_path, processes=1):
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
def single(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A client of a service with one worker for analysis."""
    folder = tmp_path_factory.mktemp("single")
    with EmbeddedRedis(folder / "redis") as server, proved(server.url), Workers(server.url, folder, processes=1):
        app = create_app(Settings(redis_url=server.url, log_requests=False))
        eventually(lambda: workers_alive(app.test_client()) == 1)
        yield app.test_client()
        close(app)


def test_a_seat_does_not_wait_for_a_long_analysis(single: FlaskClient) -> None:
    answer = ask(single, new_state(single), **LONG)
    eventually(lambda: thinking(single))
    session = new_session(single, "easy", None)
    moved(single, session["id"], 1)
    assert single.delete(answer.headers["Location"]).get_json()["status"] == "cancelled", "the analysis was still running"


@pytest.mark.parametrize(
    ("task", "reason"), [("never_ends", "JobTimeoutException"), ("ignores_alarms", None), ("exhausts_memory", "MemoryError")]
)
def test_a_misbehaving_task_does_not_block_a_worker(single: FlaskClient, task: str, reason: str | None) -> None:
    """An alarm interrupts an endless task, a task that ignores alarms is killed, and memory beyond the limit is refused."""
    queue = Queue(rq_queue_name("analysis"), connection=jobs_of(single.application).server.client, serializer="json")
    work = queue.enqueue(f"tests.support.misbehaving_tasks.{task}", job_timeout=1, result_ttl=0, failure_ttl=60)
    address = ask(single, new_state(single), level="easy", deadline_ms=30_000).headers["Location"]
    assert eventually(lambda: single.get(address).get_json()["status"] == "done")
    assert queue.is_empty()
    ended = work.latest_result()
    assert (ended is None) if reason is None else (ended is not None and reason in str(ended.exc_string))


def test_a_task_without_heartbeat_is_ended_before_its_time_out(single: FlaskClient) -> None:
    queue = Queue(rq_queue_name("analysis"), connection=jobs_of(single.application).server.client, serializer="json")
    queue.enqueue("tests.support.misbehaving_tasks.ignores_alarms", job_timeout=600, result_ttl=0, failure_ttl=60)
    address = ask(single, new_state(single), level="easy").headers["Location"]
    assert eventually(lambda: single.get(address).get_json()["status"] == "done")


def test_sessions_of_ai_seats_do_not_delay_an_analysis(single: FlaskClient) -> None:
    sessions = [new_session(single, "hard", "hard") for _ in range(4)]
    for session in sessions:
        moved(single, session["id"], 1)
    address = ask(single, new_state(single), level="easy", deadline_ms=30_000).headers["Location"]
    eventually(lambda: single.get(address).get_json()["status"] == "done")
    for session in sessions:
        assert look(single, session["id"])["to_act"] is not None, "the games go on meanwhile"
        single.delete(f"/v1/sessions/{session['id']}", headers={"Authorization": f"Bearer {session['host_token']}"})


def test_workers_store_the_current_result_when_they_stop(own: FlaskClient, own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    with Workers(own_redis.url, tmp_path, processes=1) as workers:
        eventually(lambda: workers_alive(own) == 1)
        answer = ask(own, new_state(own), level="hard", deadline_ms=2500)
        eventually(lambda: thinking(own))
        os.kill(workers.process.pid, signal.SIGTERM)
        assert workers.process.wait(timeout=PATIENCE) == 0
    assert own.get(answer.headers["Location"], headers=WAIT).get_json()["status"] == "done"


def test_sessions_and_the_queue_may_each_have_a_redis_of_their_own(own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    """Neither Redis holds keys of the other: the one of sessions may be a cluster, the one of the queue never is."""
    with EmbeddedRedis(tmp_path / "queue") as other, Workers(own_redis.url, tmp_path, processes=1, ARBITER_QUEUE_URL=other.url):
        app = create_app(Settings(redis_url=own_redis.url, queue_url=other.url, log_requests=False))
        session = new_session(app.test_client(), "random", "easy")
        moved(app.test_client(), session["id"], 6)
        store, jobs = sessions_of(app).store, jobs_of(app)
        assert not list(store.server.client.scan_iter("rq:*")) + list(store.server.client.scan_iter("arbiter:job*"))
        assert not list(jobs.server.client.scan_iter("arbiter:{*")) + list(jobs.server.client.scan_iter("arbiter:outbox"))
        close(app)


def test_workers_find_the_embedded_redis_of_a_data_directory(own: FlaskClient, own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    session = new_session(own, "random", None)
    with Workers("", tmp_path, processes=1, DATA_DIR=str(own_redis.data)):
        moved(own, session["id"], 1)


def test_workers_without_a_redis_explain_what_they_need(tmp_path: Path) -> None:
    with Workers("", tmp_path, processes=1, DATA_DIR=str(tmp_path / "nothing")) as workers:
        assert workers.process.wait(timeout=PATIENCE) == 1
    assert "REDIS_URL" in workers.log.read_text()
