"""Sessions on a Cluster, AI jobs on a Redis of their own: AI seats play, and a dead node affects only its own slots."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from engine.games import GAMES
from service import create_app
from service.operations.embedded_redis import EmbeddedRedis
from service.sessions.store import SessionStore
from service.sessions.verify import verify_session
from service.settings import Settings
from service.storage.redis_client import CLUSTER_TIMEOUT as TIMED_OUT
from tests.support.api_calls import moved, new_session
from tests.support.cluster import Cluster
from tests.support.ports import free_port
from tests.support.stores import close
from tests.support.tables import InProcess, Table, code_of, new_table
from tests.support.waiting import PATIENCE, eventually
from tests.support.workers import Workers, workers_alive


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[EmbeddedRedis]:
    with EmbeddedRedis(tmp_path / "queue") as server:
        yield server


@pytest.fixture
def both(cluster: Cluster, queue: EmbeddedRedis) -> Iterator[Flask]:
    """A service with two Redis."""
    app = create_app(Settings(sessions_url=cluster.url, queue_url=queue.url, log_requests=False))
    yield app
    close(app)


def test_ai_seats_play_in_a_cluster(both: Flask, cluster: Cluster, queue: EmbeddedRedis, tmp_path: Path) -> None:
    client = both.test_client()
    urls = {"ARBITER_SESSIONS_URL": cluster.url, "ARBITER_QUEUE_URL": queue.url}
    with Workers(queue.url, tmp_path, processes=1, **urls):
        eventually(lambda: workers_alive(client) == 1)
        made = [new_session(client, *["random"] * game.seats[0], game=game.id)["id"] for game in GAMES.values()]
        for session_id in made:
            moved(client, session_id, 12)
    store = SessionStore(cluster.url, 3600)
    assert not any(verify_session(store, session_id) for session_id in made)
    store.server.client.close()


def test_silent_players_are_timed_out_in_a_cluster(both: Flask, cluster: Cluster, queue: EmbeddedRedis, tmp_path: Path) -> None:
    """A whole game, its rematch and its record."""
    caller, urls = InProcess(both.test_client()), {"ARBITER_SESSIONS_URL": cluster.url, "ARBITER_QUEUE_URL": queue.url}
    clock = {"move_seconds": 1, "bank_seconds": 0, "on_timeout": "ai_seat", "level": "random"}
    with Workers(queue.url, tmp_path, processes=1, **urls):
        table = new_table(caller, "blue_moon_city", options={"round_limit": 2}, clock=clock)
        eventually(lambda: table.read()["outcome"] is not None)
        assert [entry["seat"] for entry in table.history() if entry["type"] == "timed_out"] in ([0, 1], [1, 0])
        record = caller.call("GET", f"{table.path}/record").json
        assert caller.call("POST", "/v1/games/blue_moon_city/records", {"record": record}).status == 200
        again = caller.call("POST", f"{table.path}/rematches", {}, table.tokens[0])
        assert again.status == 201 and again.json["clock"]["seat"] == again.json["to_act"]["seat"]
        rematch = Table(caller, {**again.json, "host_token": table.host})
        eventually(lambda: [entry for entry in rematch.history() if entry["type"] == "timed_out"])
    store = SessionStore(cluster.url, 3600)
    assert verify_session(store, table.id) == verify_session(store, rematch.id) == []
    store.server.client.close()


def test_a_service_starts_without_its_cluster() -> None:
    client = create_app(Settings(sessions_url=f"redis+cluster://127.0.0.1:{free_port()}", log_requests=False)).test_client()
    assert client.get("/v1/games").status_code == 200
    refused = client.get("/v1/sessions/00000000000000000000")
    assert (refused.status_code, refused.get_json()["code"]) == (503, "redis_away")


def test_a_frozen_cluster_is_reported_and_recovers(tmp_path: Path, queue: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its client asks every server for the slots: all of them together may take no longer than a single Redis.

    Only calls that must be refused have the time-out of production; a slow machine would refuse the others too.
    """
    assert 4 * TIMED_OUT < 2
    folder = tmp_path / "cluster"
    folder.mkdir()
    with Cluster(folder) as cluster:
        settings = Settings(sessions_url=cluster.url, queue_url=queue.url, log_requests=False)
        patient = create_app(settings)
        monkeypatch.setattr("service.storage.redis_client.CLUSTER_TIMEOUT", TIMED_OUT)
        brief = create_app(settings)
        table = new_table(InProcess(patient.test_client()))
        played, hasty = table.play(3), InProcess(brief.test_client())
        for node in cluster.nodes:
            node.send_signal(signal.SIGSTOP)
        assert code_of(hasty.call("GET", table.path)) == (503, "redis_away")
        assert hasty.call("GET", "/v1/games").status == 200
        for node in cluster.nodes:
            node.send_signal(signal.SIGCONT)
        eventually(lambda: hasty.call("GET", table.path).status == 200)
        eventually(lambda: table.caller.call("GET", table.path).status == 200)
        assert table.play(1) == played + 1
        close(patient)
        close(brief)


def test_a_dead_cluster_node_affects_only_its_own_sessions(tmp_path: Path, queue: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "cluster"
    folder.mkdir()
    with Cluster(folder) as cluster:
        settings = Settings(sessions_url=cluster.url, queue_url=queue.url, log_requests=False)
        patient = create_app(settings)
        monkeypatch.setattr("service.storage.redis_client.CLUSTER_TIMEOUT", 1.0)  # A long wait for one server delays the calls to others.
        brief = create_app(settings)
        caller = InProcess(brief.test_client())
        tables = [new_table(InProcess(patient.test_client()), seed=seed) for seed in range(24)]
        played = {table.id: table.play(3) for table in tables}
        cluster.kill(1)

        def statuses() -> list[int]:
            return [caller.call("GET", table.path).status for table in tables]

        away = eventually(lambda: found if set(found := statuses()) == {200, 503} else [])
        assert 0 < away.count(503) < len(tables)
        assert caller.call("GET", "/v1/games").status == 200
        for number in (0, 2):
            cluster.kill(number)
        assert set(statuses()) == {503}, "a Cluster that is down is reported like a single Redis"
        for number in range(3):
            cluster.nodes[number] = cluster.start(number)
        eventually(lambda: set(statuses()) == {200}, 2 * PATIENCE)
        eventually(lambda: {table.caller.call("GET", table.path).status for table in tables} == {200}, 2 * PATIENCE)
        assert {table.id: table.read()["version"] for table in tables} == played
        close(patient)
        close(brief)
