"""Webhooks with real workers and real receivers: nothing is lost, the order is kept, and a repetition has the same id."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from service import create_app
from service.operations.embedded_redis import EmbeddedRedis
from service.operations.supervisor import die_with_parent
from service.settings import Settings
from service.webhooks.store import LEASE_MS
from tests.support.deployment import children
from tests.support.ports import free_port, listens
from tests.support.receiver import Call, Receiver, Reply, read_calls
from tests.support.stores import close
from tests.support.waiting import PATIENCE, eventually
from tests.support.webhooks import KEYS, Caller
from tests.support.workers import WebhookWorkers, Workers

ENTRIES = tuple(entry for _, entry in KEYS.values())
ALLOWED: dict[str, Any] = {
    "ARBITER_WEBHOOK_HTTP": "true",
    "ARBITER_WEBHOOK_NETWORKS": "127.0.0.0/8",
    "ARBITER_API_KEYS": ",".join(ENTRIES),
}

LONG_PATIENCE = PATIENCE + LEASE_MS / 1000
"""What was lost with a worker is delivered when its lease has ended."""


@pytest.fixture
def caller(own_redis: EmbeddedRedis) -> Iterator[Caller]:
    """Calls a service on the test's own Redis."""
    networks = ("127.0.0.0/8",)
    app = create_app(Settings(redis_url=own_redis.url, log_requests=False, api_keys=ENTRIES, webhook_http=True, webhook_networks=networks))
    yield Caller(app.test_client())
    close(app)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver that answers well until a test changes its behaviour."""
    with Receiver() as receiver:
        yield receiver


def expected(caller: Caller, session: Any) -> list[tuple[str, int]]:
    """What the log of a session of two people gives to tell, in order."""
    entries = [entry for entry in caller.entries(session) if entry["type"] == "moved" and entry["to_act"] != entry["seat"]]
    return [("turn", 0), *(("over" if entry["to_act"] is None else "turn", entry["version"]) for entry in entries)]


def first_told(calls: Sequence[Call], session: Any) -> list[tuple[str, int]]:
    """What was told about a session, without repetitions; a repetition must be one, byte for byte."""
    bodies: dict[str, str] = {}
    found: list[tuple[str, int]] = []
    for call in calls:
        if call.json["data"].get("session") == session["id"]:
            assert bodies.get(call.id, call.body) == call.body, "another body with the same id"
            if call.id not in bodies:
                found.append((call.json["type"], call.json["data"]["version"]))
            bodies[call.id] = call.body
    return found


def is_complete(caller: Caller, calls: Sequence[Call], sessions: Sequence[Any]) -> bool:
    """Whether everything was told, in order; a wrong order fails at once."""
    for session in sessions:
        told, wanted = first_told(calls, session), expected(caller, session)
        assert told == wanted[: len(told)], "a wrong order"
        if told != wanted:
            return False
    return True


def play(caller: Caller, count: int, moves: int, key: str = "acme") -> list[Any]:
    """Sessions with some moves each."""
    sessions = [caller.new_session(key=key) for _ in range(count)]
    for session in sessions:
        caller.move(session, moves)
    return sessions


def test_slow_wrong_and_silent_receivers_do_not_delay_others(caller: Caller, own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    """When the good receiver has everything, the others still keep their callers waiting."""
    released = threading.Event()

    def wait(call: Call) -> Reply:
        released.wait(PATIENCE)
        return Reply()

    with Receiver() as good, Receiver(wait) as silent, Receiver(lambda call: Reply(500)) as wrong:
        for url in (silent.url, wrong.url):
            caller.new_webhook(url, key="bolt")
        stuck = play(caller, 20, 2, key="bolt")
        with WebhookWorkers(own_redis.url, tmp_path, ARBITER_WEBHOOK_THREADS="20", **ALLOWED):
            eventually(lambda: silent.calls and wrong.calls)
            caller.new_webhook(good.url)
            sessions = play(caller, 10, 8)
            eventually(lambda: is_complete(caller, good.calls, sessions))
            assert not any(len(first_told(silent.calls, session)) > 1 for session in stuck)
            assert silent.most_under_way <= 8 and wrong.most_under_way <= 8
            released.set()
            eventually(lambda: is_complete(caller, silent.calls, stuck), LONG_PATIENCE)


def test_a_worker_killed_in_the_middle_of_a_call_loses_nothing(
    caller: Caller, own_redis: EmbeddedRedis, tmp_path: Path, receiver: Receiver
) -> None:
    released = threading.Event()

    def hold(call: Call) -> Reply:
        released.wait(PATIENCE)
        return Reply()

    receiver.behave = hold
    caller.new_webhook(receiver.url)
    sessions = play(caller, 2, 6)
    with WebhookWorkers(own_redis.url, tmp_path, **ALLOWED) as workers:
        eventually(lambda: len(receiver.calls) == len(sessions))
        workers.process.kill()
    released.set()
    held = {call.id for call in receiver.calls}
    with WebhookWorkers(own_redis.url, tmp_path, **ALLOWED):
        eventually(lambda: is_complete(caller, receiver.calls, sessions), LONG_PATIENCE)
    ids = [call.id for call in receiver.calls]
    assert {call_id for call_id in ids if ids.count(call_id) > 1} == held, "what was under way, and nothing else, came again"


def test_killed_workers_are_replaced(caller: Caller, own_redis: EmbeddedRedis, tmp_path: Path, receiver: Receiver) -> None:
    caller.new_webhook(receiver.url)
    with WebhookWorkers(own_redis.url, tmp_path, processes=2, **ALLOWED) as workers:
        eventually(lambda: len(children_of(workers)) == 2)
        sessions = play(caller, 3, 6)
        for _ in range(3):
            killed = eventually(lambda: children_of(workers))
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
            caller.move(sessions[0], 2)
            eventually(lambda: len(children_of(workers)) == 2 and not set(children_of(workers)) & set(killed))  # noqa: B023
        eventually(lambda: is_complete(caller, receiver.calls, sessions), LONG_PATIENCE)


def test_a_worker_that_is_told_to_stop_finishes_its_calls(
    caller: Caller, own_redis: EmbeddedRedis, tmp_path: Path, receiver: Receiver
) -> None:
    called, released = threading.Event(), threading.Event()

    def hold(call: Call) -> Reply:
        called.set()
        released.wait(PATIENCE)
        return Reply()

    receiver.behave = hold
    webhook = caller.new_webhook(receiver.url)
    caller.new_session()
    with WebhookWorkers(own_redis.url, tmp_path, **ALLOWED) as workers:
        assert called.wait(PATIENCE)
        workers.process.terminate()
        released.set()
        assert workers.process.wait(PATIENCE) == 0
    found = caller.good("GET", f"/webhooks/{webhook['id']}/deliveries")["deliveries"]
    assert [each["result"] for each in found] == ["delivered"] and len(receiver.calls) == 1


def children_of(workers: Workers) -> list[int]:
    """The processes that deliver; each was started by a thread of its own."""
    return children(workers.process.pid)


class ReceiverProcess:
    """A receiver that can be killed."""

    def __init__(self, folder: Path) -> None:
        self.port, self.file = free_port(), folder / "calls"
        self.url = f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.support.receiver", str(self.port), str(self.file)]
        self.process = subprocess.Popen(command, preexec_fn=die_with_parent)
        eventually(lambda: listens(self.port))

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)


def test_a_receiver_that_is_killed_and_comes_back_gets_everything(caller: Caller, own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    receiver = ReceiverProcess(tmp_path)
    receiver.start()
    webhook = caller.new_webhook(receiver.url)
    with WebhookWorkers(own_redis.url, tmp_path, **ALLOWED):
        sessions = play(caller, 4, 4)
        eventually(lambda: read_calls(receiver.file))
        receiver.kill()
        for session in sessions:
            caller.move(session, 6)
        eventually(lambda: caller.good("GET", f"/webhooks/{webhook['id']}")["failing_since"])
        receiver.start()
        try:
            eventually(lambda: is_complete(caller, read_calls(receiver.file), sessions), LONG_PATIENCE)
        finally:
            receiver.kill()
    assert caller.good("GET", f"/webhooks/{webhook['id']}")["last_error"]["error"]


def test_everything_is_delivered_once_a_killed_redis_is_back(
    caller: Caller, own_redis: EmbeddedRedis, tmp_path: Path, receiver: Receiver
) -> None:
    called, released = threading.Event(), threading.Event()

    def hold(call: Call) -> Reply:
        called.set()
        released.wait(PATIENCE)
        return Reply()

    receiver.behave = hold
    caller.new_webhook(receiver.url)
    sessions = play(caller, 3, 6)
    with WebhookWorkers(own_redis.url, tmp_path, **ALLOWED):
        assert called.wait(PATIENCE)
        assert own_redis.process is not None
        own_redis.process.kill()
        released.set()
        eventually(lambda: caller.call("GET", "/webhooks").status_code == 200)
        for session in sessions:
            caller.move(session, 4)
        eventually(lambda: is_complete(caller, receiver.calls, sessions), LONG_PATIENCE)


def test_arbiter_worker_does_both_kinds_of_work_in_processes_of_their_own(
    caller: Caller, own_redis: EmbeddedRedis, tmp_path: Path, receiver: Receiver
) -> None:
    caller.new_webhook(receiver.url, ["turn", "job"])
    with Workers(own_redis.url, tmp_path, processes=1, ARBITER_WEBHOOK_WORKERS="1", **ALLOWED) as workers:
        session = caller.new_session("ai", "human")
        state = caller.good("POST", "/games/orbis/states", {"seats": 2, "seed": 1})["state"]
        job = caller.good("POST", "/games/orbis/ai-moves", {"state": state, "level": "random"})
        eventually(lambda: {call.json["type"] for call in receiver.calls} == {"turn", "job"})
    assert workers.process.returncode == 0
    told = {call.json["type"]: call.json["data"] for call in receiver.calls}
    assert told["job"] == {"job": job["id"], "status": "done"}
    assert (told["turn"]["session"], told["turn"]["seat"], told["turn"]["entry"]["by"]) == (session["id"], 1, "ai")
