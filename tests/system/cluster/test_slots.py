"""No script and no pipeline touches keys of two slots; a server in cluster mode checks it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
import redis

from service import create_app
from service.operations.embedded_redis import answers
from service.operations.redis_binary import find_binary
from service.operations.supervisor import die_with_parent
from service.sessions.store import SessionStore
from service.sessions.verify import verify_session
from service.settings import Settings
from tests.support.ports import free_port
from tests.support.stores import close
from tests.support.tables import InProcess, new_table, quiet_move
from tests.support.waiting import PATIENCE, eventually

SLOTS = 16384


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """One node that holds all slots."""
    monkeypatch.setattr("service.storage.redis_client.CLUSTER_TIMEOUT", 5.0)  # The time-out is tested elsewhere.
    port = free_port()
    settings = ["--port", str(port), "--bind", "127.0.0.1", "--cluster-enabled", "yes", "--cluster-port", str(free_port())]
    command = [find_binary(), *settings, "--dir", str(tmp_path), "--save", ""]
    with open(tmp_path / "log", "wb") as log:
        node = subprocess.Popen(command, stdout=log, stderr=log, preexec_fn=die_with_parent)
    try:
        give_all_slots(f"redis://127.0.0.1:{port}")
        yield f"redis+cluster://127.0.0.1:{port}"
    finally:
        node.terminate()
        node.wait(timeout=PATIENCE)


def give_all_slots(url: str) -> None:
    eventually(lambda: answers(url))
    with redis.Redis.from_url(url, decode_responses=True) as client:
        client.execute_command("CLUSTER ADDSLOTS", *range(SLOTS))
        eventually(lambda: client.execute_command("CLUSTER INFO")["cluster_state"] == "ok")


def test_a_cluster_holds_sessions(cluster: str) -> None:
    app = create_app(Settings(sessions_url=cluster, log_requests=False))
    caller = InProcess(app.test_client())
    seats = [{"kind": "human"}, {"kind": "human"}]
    made = caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": seats}, Idempotency_Key="k")
    assert (
        made.status == 201 and caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": seats}, Idempotency_Key="k").body == made.body
    )
    table = new_table(caller)
    token = table.acting()
    assert table.move(quiet_move(table), 0, token, Idempotency_Key="k").status == 200
    assert caller.call("POST", f"{table.path}/undo", token=token).status == 200
    assert table.play(10) == 12
    assert caller.call("POST", f"{table.path}/seats/1/resignations", token=table.tokens[1]).status == 201
    assert caller.call("POST", f"{table.path}/forks", token=table.host).status == 201
    assert caller.call("GET", f"{table.path}/events?wait=1&since=14").json["entries"] == []
    store = SessionStore(cluster, 3600)
    assert len(list(store.ids())) == 3 and not any(verify_session(store, session_id) for session_id in store.ids())
    store.server.client.close()
    close(app)


def test_a_feed_follows_a_cluster(cluster: str) -> None:
    app = create_app(Settings(sessions_url=cluster, log_requests=False, stream_seconds=60, pulse_seconds=1))
    table = new_table(InProcess(app.test_client()))
    response = app.test_client().get(f"{table.path}/events", headers={"Accept": "application/x-ndjson"}, buffered=False)
    lines = response.iter_encoded()
    told = (json.loads(line)["version"] for line in lines if line.strip())
    table.play(1)
    assert next(told) == 1
    table.play(3)
    assert list(islice(told, 3)) == [2, 3, 4]
    response.close()
    close(app)
