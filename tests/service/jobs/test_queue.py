"""The queue without workers: what it accepts, stores and delivers again."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
import weakref
import zlib
from random import Random
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from engine.ai import choose, player
from engine.ai.search import Tree
from engine.game import start
from engine.games import GAMES
from service import create_app
from service.jobs import pacing
from service.jobs.errors import JobUnknown
from service.jobs.model import QUEUES, Analysis, Claim, Job, Origin
from service.jobs.pacing import Pace
from service.jobs.store import JobStore, rq_queue_name
from service.jobs.tasks import analyse, perform
from service.jobs.worker_pool import worker_queues
from service.operations.embedded_redis import EmbeddedRedis
from service.sessions.model import Due
from service.sessions.moves import make_ai_move
from service.settings import Settings
from service.storage.errors import RedisUnavailable
from tests.support.api_calls import LONG, ask, moved, new_session, new_state, status
from tests.support.stores import close, jobs_of, sessions_of
from tests.support.waiting import PATIENCE, eventually
from tests.support.workers import Workers, workers_alive


def stored(queue: JobStore) -> str:
    """All values that Redis holds about jobs."""
    whole = []
    for key in queue.server.client.scan_iter(match="*job*"):
        if queue.server.client.type(key) == b"hash":
            whole += [value.decode(errors="replace") for value in queue.server.client.hgetall(key).values()]
    return "\n".join(whole)


def waiting_jobs(queue: JobStore, name: str = "analysis") -> list[str]:
    """The ids of the waiting jobs of a queue."""
    return [job_id.decode() for job_id in queue.server.client.zrange(f"arbiter:jobs:{name}:waiting", 0, -1)]


def deliveries(queue: JobStore, name: str = "analysis") -> int:
    """How many deliveries RQ holds for a queue."""
    return int(queue.server.client.llen(f"rq:queue:arbiter-{name}"))


def test_a_queued_job_can_be_cancelled(idle: FlaskClient) -> None:
    answer = ask(idle, new_state(idle), level="easy")
    assert status(idle, answer.headers["Location"]) == "queued"
    assert idle.delete(answer.headers["Location"]).get_json()["status"] == "cancelled"
    assert status(idle, answer.headers["Location"]) == "cancelled"


def test_a_full_queue_refuses_new_jobs_and_keeps_accepted_ones(idle: FlaskClient) -> None:
    state = new_state(idle)
    accepted = [ask(idle, state, level="easy").headers["Location"] for _ in range(3)]
    refused = ask(idle, state, level="easy")
    assert (refused.status_code, refused.get_json()["code"]) == (503, "queue_full")
    assert int(refused.headers["Retry-After"]) > 0
    idle.delete(accepted[0])
    assert ask(idle, state, level="easy").status_code == 202
    assert [status(idle, address) for address in accepted[1:]] == ["queued", "queued"]


def test_a_full_queue_still_accepts_turns_of_ai_seats(idle: FlaskClient, queue: JobStore) -> None:
    for _ in range(3):
        ask(idle, new_state(idle), level="easy")
    new_session(idle, "easy", None)
    assert queue.load().waiting == 4


def test_a_repeated_request_gets_its_first_answer_and_no_second_job(idle: FlaskClient, queue: JobStore) -> None:
    state, key = new_state(idle), {"Idempotency-Key": "key-1"}
    first, second = ask(idle, state, key, level="easy"), ask(idle, state, key, level="easy")
    assert (first.status_code, first.data, first.headers["Location"]) == (second.status_code, second.data, second.headers["Location"])
    assert second.headers["Idempotency-Replayed"] == "true" and "Idempotency-Replayed" not in first.headers
    assert queue.load().waiting == 1
    other = ask(idle, state, key, level="hard")
    assert (other.status_code, other.get_json()["code"]) == (422, "idempotency_key_reused")


def test_a_repetition_during_the_first_request_is_refused_with_409(idle: FlaskClient, queue: JobStore) -> None:
    state, key = new_state(idle), {"Idempotency-Key": "key-2"}
    first: list[int] = []
    waiting = threading.Thread(target=lambda: first.append(ask(idle, state, {**key, "Prefer": "wait=10"}, level="easy").status_code))
    waiting.start()
    [job] = eventually(lambda: waiting_jobs(queue))
    answer = ask(idle, state, key, level="easy")
    queue.cancel(job)
    waiting.join()
    assert (answer.status_code, answer.get_json()["code"], first) == (409, "idempotency_key_busy", [202])


def test_the_number_of_waiting_requests_is_limited(idle: FlaskClient, queue: JobStore) -> None:
    state, wish = new_state(idle), {"Prefer": "wait=10"}
    slow: list[Any] = []
    waiting = threading.Thread(target=lambda: slow.append(ask(idle, state, wish, level="easy")))
    waiting.start()
    places = jobs_of(idle.application)._waiters
    eventually(lambda: places._value == 0)
    quick = ask(idle, state, wish, level="easy")
    assert waiting.is_alive(), "the first request still waits"
    assert (quick.status_code, "Preference-Applied" in quick.headers) == (202, False)
    for job in waiting_jobs(queue):
        queue.cancel(job)
    waiting.join()
    assert (slow[0].status_code, slow[0].headers["Preference-Applied"]) == (202, "wait=10")


@pytest.mark.parametrize("game_id", GAMES)
def test_a_job_stores_only_the_view_of_its_seat(idle: FlaskClient, queue: JobStore, game_id: str) -> None:
    """Two positions that differ only in what the seat does not know are stored alike."""
    game = GAMES[game_id]
    state = start(game, {}, 2, 4)
    seat = state.pending[-1].seat
    twin = game.determinize(game.view(state, seat), seat, Random(9))
    tasks = []
    for position in (state, twin):
        answer = ask(idle, msgspec.to_builtins(position), level="easy", seed=1)
        assert answer.status_code == 202, answer.get_json()
        tasks.append(queue.server.client.hget(f"arbiter:job:{answer.get_json()['id']}", "task"))
    assert tasks[0] == tasks[1]
    assert msgspec.json.decode(tasks[0])["view"] == msgspec.json.decode(msgspec.json.encode(game.view(state, seat)))


def test_a_turn_is_stored_without_a_position(idle: FlaskClient, queue: JobStore) -> None:
    session = new_session(idle, "easy", None, seed=123454321)
    task = msgspec.json.decode(queue.server.client.hget(f"arbiter:job:seat-{session['id']}-0", "task"))
    assert task == {"type": "turn", "session": session["id"], "due": {"version": 0, "seat": 0, "level": "easy", "spent_ms": 0}}
    assert "123454321" not in stored(queue)


def test_rq_receives_only_the_name_of_the_queue(idle: FlaskClient, queue: JobStore) -> None:
    ask(idle, new_state(idle), level="easy")
    [delivery] = queue.server.client.lrange("rq:queue:arbiter-analysis", 0, -1)
    data = zlib.decompress(queue.server.client.hget(f"rq:job:{delivery.decode()}", "data"))
    assert msgspec.json.decode(data) == ["service.jobs.tasks.run", None, ["analysis"], {}]


def test_a_job_belongs_to_one_worker_until_its_lease_expires(idle: FlaskClient, queue: JobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.jobs.store.LEASE_MS", 60_000)
    job_id = ask(idle, new_state(idle), level="easy").get_json()["id"]
    claim = queue.claim("analysis")
    assert claim is not None and (claim.id, claim.attempt) == (job_id, 1)
    assert queue.recover() == [] and queue.claim("analysis") is None, "another worker has it"
    assert queue.renew(claim, 0.5)
    queue.release(claim)
    assert queue.recover() == [job_id]
    again = queue.claim("analysis")
    assert again is not None and again.attempt == 2
    assert not queue.renew(claim, 0.6), "the first worker has lost it"
    queue.finish(again, b'{"answer": 2}')
    queue.finish(claim, b'{"answer": 1}')
    assert queue.find(job_id).result == msgspec.Raw(b'{"answer": 2}')


def test_the_job_of_a_dead_worker_waits_again(idle: FlaskClient, queue: JobStore) -> None:
    job_id = ask(idle, new_state(idle), level="easy").get_json()["id"]
    queue.server.client.delete("rq:queue:arbiter-analysis")
    assert queue.claim("analysis") is not None
    assert eventually(queue.recover) == [job_id]
    assert status(idle, f"/v1/jobs/{job_id}") == "queued" and queue.recover() == []
    assert deliveries(queue) == 1


def test_a_lease_that_another_clock_has_written_is_not_waited_for(idle: FlaskClient, queue: JobStore) -> None:
    claim = claimed(idle, queue, level="easy")
    queue.server.client.zincrby("arbiter:jobs:running", 3600 * 1000, claim.id)
    assert queue.recover() == [claim.id]


def test_a_lost_delivery_is_repeated_once(idle: FlaskClient, queue: JobStore) -> None:
    ask(idle, new_state(idle), level="easy")
    for _ in range(2):
        queue.recover()
        assert deliveries(queue) == 1, "it is still there"
    queue.server.client.delete("rq:queue:arbiter-analysis")
    for _ in range(2):
        queue.recover()
        assert deliveries(queue) == 1


def test_a_worker_that_finds_more_jobs_than_deliveries_calls_another(idle: FlaskClient, queue: JobStore) -> None:
    for _ in range(3):
        ask(idle, new_state(idle), level="easy")
    queue.server.client.delete("rq:queue:arbiter-analysis")
    assert [(queue.claim("analysis") is not None, deliveries(queue)) for _ in range(2)] == [(True, 1)] * 2


def test_a_turn_announced_twice_is_one_job(queue: JobStore) -> None:
    for _ in range(2):
        queue.create_turn("0123456789abcdef0123", Due(7, 1, "easy"), 250, "somebody")
    assert waiting_jobs(queue, "seats") == ["seat-0123456789abcdef0123-7"] and deliveries(queue, "seats") == 1


def test_retries_of_a_failing_job_back_off(idle: FlaskClient, queue: JobStore) -> None:
    job_id = ask(idle, new_state(idle), level="easy").get_json()["id"]
    for attempt in range(1, 5):
        claim = queue.claim("analysis")
        assert claim is not None and claim.attempt == attempt
        queue.release(claim)
        assert queue.recover() == [job_id], "the first retries are immediate"
    claim = queue.claim("analysis")
    assert claim is not None and claim.attempt == 5
    queue.release(claim)
    queue.server.client.hset(f"arbiter:job:{job_id}", "attempts", 10)
    assert queue.recover() == [] and queue.claim("analysis") is None, "later retries wait for up to a minute"
    queue.server.client.zincrby("arbiter:jobs:running", -60_000, job_id)
    assert queue.recover() == [job_id]


def away_for(times: int, step: Any) -> Any:
    """Wraps a step so that it raises RedisUnavailable so many times first."""
    left = iter(range(times))

    def tried(*given: Any) -> Any:
        if next(left, None) is not None:
            raise RedisUnavailable("Redis cannot be reached; try again in a moment.")
        return step(*given)

    return tried


def test_a_result_is_stored_once_redis_is_back(idle: FlaskClient, queue: JobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = sessions_of(idle.application)
    claim = claimed(idle, queue, level="easy")
    monkeypatch.setattr(queue, "finish", away_for(3, queue.finish))
    perform(queue, sessions, claim)
    assert status(idle, f"/v1/jobs/{claim.id}") == "done"
    session = new_session(idle, "easy", "easy")
    turn = queue.claim("seats")
    assert turn is not None
    monkeypatch.setattr("service.jobs.tasks.make_ai_move", away_for(3, make_ai_move))
    perform(queue, sessions, turn)
    assert sessions.store.find(session["id"]).version == 1


def test_storing_a_result_is_given_up_after_a_while(idle: FlaskClient, queue: JobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = claimed(idle, queue, level="easy")
    monkeypatch.setattr("service.jobs.tasks.HAND_IN_SECONDS", 0.2)
    monkeypatch.setattr(queue, "finish", away_for(1000, queue.finish))
    with pytest.raises(RedisUnavailable):
        perform(queue, sessions_of(idle.application), claim)
    assert status(idle, f"/v1/jobs/{claim.id}") == "running", "the sweeper will deliver it again"


def test_an_analysis_fails_after_its_last_attempt(idle: FlaskClient, queue: JobStore) -> None:
    job_id = ask(idle, new_state(idle), level="easy").get_json()["id"]
    queue.server.client.hset(f"arbiter:job:{job_id}", "attempts", 4)
    claim = queue.claim("analysis")
    assert claim is not None and claim.attempt == 5
    perform(queue, sessions_of(idle.application), claim)
    assert queue.find(job_id).status == "failed"


def claimed(idle: FlaskClient, queue: JobStore, **wishes: Any) -> Claim:
    """Requests a job and claims it, as a worker would."""
    job_id = ask(idle, new_state(idle), **wishes).get_json()["id"]
    claim = queue.claim("analysis") or queue.claim("study")
    assert claim is not None and claim.id == job_id
    return claim


def test_the_deadline_counts_the_time_in_the_queue(idle: FlaskClient, queue: JobStore) -> None:
    job_id = ask(idle, new_state(idle), level="easy", deadline_ms=30_000).get_json()["id"]
    queue.server.client.hincrby(f"arbiter:job:{job_id}", "requested_at", -2000)
    claim = queue.claim("study")
    assert claim is not None and claim.waited_ms >= 2000
    assert claim.left_ms == 30_000 - claim.waited_ms


def test_the_deadline_counts_the_time_before_a_job_is_accepted(queue: JobStore) -> None:
    task = Analysis(game="orbis", seat=0, level="easy", seed=1, iterations=None, analysis=False, language="en", view=msgspec.Raw(b"{}"))
    asked = queue.create_analysis(task, 30_000, time.monotonic() - 2, Origin("request-1"))
    assert isinstance(asked, Job)
    claim = queue.claim("study")
    assert claim is not None and claim.waited_ms >= 2000 and claim.left_ms <= 28_000


def test_a_search_of_fixed_iterations_does_not_share_its_time(idle: FlaskClient, queue: JobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    paces: list[Pace] = []

    def at_once(*given: Any, stop: Any, **wishes: Any) -> Any:
        paces.append(stop.__self__)
        return choose(*given, stop=lambda: True, **wishes)

    monkeypatch.setattr("service.jobs.tasks.choose", at_once)
    for wishes in ({"level": "hard", "iterations": 9}, {"level": "hard"}):
        claim = claimed(idle, queue, deadline_ms=30_000, **wishes)
        claim.rivals, claim.workers = 3, 1
        perform(queue, sessions_of(idle.application), claim)
    assert [(pace._until - pace.started) / pace.seconds for pace in paces] == [pytest.approx(1), pytest.approx(1 / 4)]


@pytest.mark.parametrize("left_ms", [20, 30, 40, 60, 250, 1000, 30_000])
def test_a_part_of_the_time_is_reserved_for_storing_the_result(idle: FlaskClient, queue: JobStore, left_ms: int) -> None:
    claim, seconds = claimed(idle, queue, level="hard"), left_ms / 1000
    assert 0.1 * seconds < Pace(queue, claim, seconds).seconds <= max(0.5 * seconds, seconds - 0.04)


def test_a_search_stops_early_when_memory_is_short(idle: FlaskClient, queue: JobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "RENEW_SECONDS", 0.0)
    pace = Pace(queue, claimed(idle, queue, level="hard"), 30.0)
    assert not pace.should_stop()
    monkeypatch.setattr(pacing, "is_short_of_memory", lambda: True)
    assert pace.should_stop() and pace.is_wanted


CRAMPING = """
import mmap, resource
from service.jobs.pacing import is_short_of_memory
assert not is_short_of_memory(), "nothing is said of how much may be taken"
resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32))
assert not is_short_of_memory()
kept = mmap.mmap(-1, 2**32 * 9 // 10)  # Address space alone: no page of it is touched.
assert is_short_of_memory()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory is taken")
def test_a_worker_detects_that_its_memory_is_short() -> None:
    subprocess.run([sys.executable, "-c", CRAMPING], check=True, timeout=PATIENCE)


def test_a_result_is_stored_before_the_search_tree_is_freed(idle: FlaskClient, queue: JobStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeing the tree of a search of 30 s takes 0.5 s, more than is left before the deadline."""
    grown: list[weakref.ref[object]] = []
    seen: list[bool] = []

    class Seen(Tree):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            grown.append(weakref.ref(self))

    monkeypatch.setattr(player, "Tree", Seen)
    monkeypatch.setattr(queue, "finish", lambda *_: seen.append(grown[0]() is not None))
    claim = claimed(idle, queue, level="hard", iterations=20, deadline_ms=30_000)
    assert isinstance(claim.task, Analysis)
    analyse(queue, claim, claim.task)
    assert seen == [True]
    assert grown[0]() is None


@pytest.mark.parametrize("left_ms", [-500, 0])
def test_a_request_for_a_turn_that_waited_until_its_deadline_gets_one_move(idle: FlaskClient, queue: JobStore, left_ms: int) -> None:
    claim = claimed(idle, queue, level="hard", turn=True)
    assert isinstance(claim.task, Analysis)
    claim.left_ms = left_ms
    analyse(queue, claim, claim.task)
    found = queue.find(claim.id)
    assert found.status == "done" and found.result is not None
    assert len(msgspec.json.decode(found.result)["moves"]) == 1


@pytest.mark.parametrize("left_ms", [-500, 0, 1, 10])
def test_a_search_without_time_left_stops_at_once(idle: FlaskClient, queue: JobStore, left_ms: int) -> None:
    assert Pace(queue, claimed(idle, queue, level="hard"), left_ms / 1000).should_stop()


def test_a_turn_shares_its_time_only_with_other_turns(idle: FlaskClient, queue: JobStore) -> None:
    for _ in range(3):
        ask(idle, new_state(idle), level="easy")
    for version in (7, 8):
        queue.create_turn("0123456789abcdef0123", Due(version, 1, "hard"), 1000, "somebody")
    claim = queue.claim("seats")
    assert claim is not None and claim.rivals == 1
    assert queue.renew(claim, 0.5) and claim.rivals == 1


def test_cancelled_jobs_leave_at_most_one_delivery(idle: FlaskClient, queue: JobStore) -> None:
    for _ in range(5):
        address = ask(idle, new_state(idle), level="easy").headers["Location"]
        assert idle.delete(address).get_json()["status"] == "cancelled"
        assert queue.server.client.hget(f"arbiter:job:{address.rpartition('/')[2]}", "task") is None
    assert not waiting_jobs(queue) and deliveries(queue) == 1
    assert queue.claim("analysis") is None, "a worker finds nothing to do"


def test_queues_of_other_rq_users_are_not_touched(idle: FlaskClient, queue: JobStore) -> None:
    for name in ("seats", "analysis", rq_queue_name("seats")):
        queue.server.client.rpush(f"rq:queue:{name}", "somebody")
    assert idle.get("/readyz").status_code == idle.get("/metrics").status_code == 200
    assert not {"seats", "analysis", "study"} & {name for queues in worker_queues(3) for name in map(rq_queue_name, queues)}


def test_every_queue_has_a_worker_of_its_own() -> None:
    for size in (2, 3, 8):
        workers = worker_queues(size)
        assert len(workers) == size + 1 and {queues[0] for queues in workers} >= set(QUEUES) and workers[0] == ("seats",)
        assert ("analysis",) in workers, "turns and studies are not interrupted, so analyses need a worker of their own"
    assert len(worker_queues(1)) == 2 and {name for queues in worker_queues(1) for name in queues} == set(QUEUES)


def test_a_replayed_request_costs_no_budget(idle_redis: EmbeddedRedis, queue: JobStore) -> None:
    client = create_app(Settings(redis_url=idle_redis.url, log_requests=False, ai_ms_per_minute=1000)).test_client()
    state, key = new_state(client), {"Idempotency-Key": "dear"}
    first = ask(client, state, key, level="hard", deadline_ms=1000)
    assert first.status_code == 202 and ask(client, state, level="hard").status_code == 429
    assert ask(client, state, key, level="hard", deadline_ms=1000).data == first.data


def test_a_seat_does_not_wait_for_analyses_and_studies(idle: FlaskClient, idle_redis: EmbeddedRedis, tmp_path: Any) -> None:
    """The searches begin once the workers run, so that a slow start does not use up their time."""
    state = new_state(idle)
    with Workers(idle_redis.url, tmp_path, processes=1):
        eventually(lambda: workers_alive(idle) == 1)
        addresses = [ask(idle, state, **LONG).headers["Location"] for _ in range(2)]
        moved(idle, new_session(idle, "random", None)["id"], 1)
        assert "done" not in [status(idle, address) for address in addresses]
        for address in addresses:
            idle.delete(address)


def test_results_expire_after_the_configured_minutes(idle_redis: EmbeddedRedis, queue: JobStore) -> None:
    app = create_app(Settings(redis_url=idle_redis.url, log_requests=False, job_minutes=3))
    client, jobs = app.test_client(), jobs_of(app)
    claim = claimed(client, jobs, level="easy")
    jobs.finish(claim, b"{}")
    assert 170 < queue.server.client.ttl(f"arbiter:job:{claim.id}") <= 180
    assert status(client, f"/v1/jobs/{claim.id}") == "done"
    queue.server.client.delete(f"arbiter:job:{claim.id}")
    with pytest.raises(JobUnknown):
        jobs.find(claim.id)
    close(app)


def test_readyz_counts_workers_and_is_ready_without_any(idle: FlaskClient, queue: JobStore) -> None:
    assert idle.get("/readyz").get_json()["figures"]["queue"] == {"waiting": 0, "running": 0, "workers": 0, "oldest_ms": 0, "held": 0}
    queue.heartbeat(["one", "two"], 30)
    assert idle.get("/readyz").get_json()["figures"]["queue"]["workers"] == 2


def test_without_redis_ai_moves_are_refused() -> None:
    client = create_app(Settings(log_requests=False)).test_client()
    answer = ask(client, new_state(client), level="easy")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "ai_off")
    assert client.get(f"/v1/jobs/{'A' * 24}").status_code == 503


def test_an_unreachable_redis_is_reported_with_503(tmp_path: Any) -> None:
    client = create_app(Settings(log_requests=False, redis_url=f"unix://{tmp_path}/nothing")).test_client()
    answer = ask(client, new_state(client), {"Prefer": "wait=10"}, level="easy")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "redis_away") and answer.headers["Retry-After"]
    assert client.get("/readyz").status_code == 503
