"""kill -9 under load: acknowledged moves are kept, nothing is half written, no feed has a gap."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from service.operations.embedded_redis import EmbeddedRedis, running_url
from service.sessions.store import SessionStore
from service.sessions.verify import verify_session
from tests.support.http_client import HttpClient, Stream
from tests.support.ports import free_port
from tests.support.server import Server, await_port
from tests.support.tables import Table, new_table
from tests.support.waiting import PATIENCE, eventually

BROKEN = (OSError, http.client.HTTPException)
"""The errors of a client whose server dies."""


class Player(threading.Thread):
    """Plays all seats of a session as fast as possible, records acknowledged moves, and continues after every failure."""

    def __init__(self, live: HttpClient, seed: int) -> None:
        super().__init__(daemon=True)
        self.table, self.rng = new_table(live, "orbis", 2, seed), Random(seed)
        self.acknowledged: dict[int, Any] = {}
        self.failures = 0
        self.is_done = threading.Event()

    def run(self) -> None:
        while not self.is_done.is_set():
            try:
                self.step()
            except BROKEN:
                self.failures += 1
                time.sleep(0.02)

    def step(self) -> None:
        seen = self.table.caller.call("GET", self.table.path)
        if seen.status != 200 or seen.json["to_act"] is None:
            self.failures += seen.status == 503
            time.sleep(0.02)
            return
        token = self.table.tokens[seen.json["to_act"]["seat"]]
        legal = self.table.caller.call("GET", f"{self.table.path}/legal-moves", token=token)
        if legal.status == 200 and legal.json["legal_moves"]:
            move = self.rng.choice(legal.json["legal_moves"])
            answer = self.table.move(move, seen.json["version"], token)
            assert answer.status in (200, 412, 503), answer.body
            if answer.status == 200:
                self.acknowledged[answer.json["version"]] = {name: move[name] for name in move if name not in ("label", "preview")}


class Follower(threading.Thread):
    """Reads the feed of a session; after every broken connection it resumes after its last entry."""

    def __init__(self, live: HttpClient, table: Table) -> None:
        super().__init__(daemon=True)
        self.live, self.table = live, table
        self.entries: list[Any] = []
        self.is_done = threading.Event()

    def run(self) -> None:
        while not self.is_done.is_set():
            try:
                self.follow(self.live.stream(self.table.id, Last_Event_ID=str(len(self.entries)), Accept="text/event-stream"))
            except BROKEN:
                time.sleep(0.02)

    def follow(self, stream: Stream) -> None:
        try:
            for entry in stream.entries(self.is_done.is_set) if stream.status == 200 else ():
                self.entries.append(entry)
        finally:
            stream.close()


def play_through(live: HttpClient, inject_fault: Callable[[], None]) -> None:
    """Plays and follows five sessions while faults are injected; then checks every log and every feed."""
    players = [Player(live, seed) for seed in range(5)]
    followers = [Follower(live, player.table) for player in players]
    for thread in (*players, *followers):
        thread.start()
    for _ in range(2):
        eventually(lambda: all(len(player.acknowledged) >= 5 for player in players))
        inject_fault()
        known = [len(player.acknowledged) for player in players]
        eventually(partial(have_played_on, players, known))
    for player in players:
        player.is_done.set()
        player.join(timeout=PATIENCE)
    for player, follower in zip(players, followers, strict=True):
        check(player, follower)


def have_played_on(players: list[Player], known: list[int]) -> bool:
    """Whether every player has more acknowledged moves than before."""
    return all(len(player.acknowledged) > before for player, before in zip(players, known, strict=True))


def check(player: Player, follower: Follower) -> None:
    history = player.table.history()
    assert [entry["version"] for entry in history] == list(range(1, len(history) + 1))
    for version, move in player.acknowledged.items():
        told = {name: value for name, value in history[version - 1]["move"].items() if name != "label"}
        assert told in (move, {"type": move["type"]}), "an acknowledged move is missing"
    eventually(lambda: len(follower.entries) >= len(history))
    follower.is_done.set()
    follower.join(timeout=PATIENCE)
    assert follower.entries == history


def test_nothing_acknowledged_is_lost_when_redis_is_killed(own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    def inject_fault() -> None:
        assert own_redis.process is not None
        os.kill(own_redis.process.pid, signal.SIGKILL)

    with Server(own_redis.url, tmp_path) as live:
        play_through(live, inject_fault)


def test_nothing_acknowledged_is_lost_when_gunicorn_is_killed(own_redis: EmbeddedRedis, tmp_path: Path) -> None:
    server = Server(own_redis.url, tmp_path)

    def inject_fault() -> None:
        server.kill(signal.SIGKILL)
        server.start()

    with server as live:
        play_through(live, inject_fault)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_arbiter_serve_keeps_everything_over_a_restart(tmp_path: Path, number: int) -> None:
    """Also when the command itself is killed: its children end with it, and the next start finds every move."""
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    environment |= {
        "PORT": str(port),
        "DATA_DIR": str(tmp_path / "data"),
        "WEB_CONCURRENCY": "1",
        "ARBITER_LOG_REQUESTS": "false",
        "ARBITER_AI_WORKERS": "0",
    }
    command = [sys.executable, "-m", "service.cli", "serve"]
    live, history = HttpClient(port), list[Any]()
    table: Table | None = None
    for attempt in range(2):
        with open(tmp_path / "serve.log", "ab") as log:
            process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            await_port(port)
            table = table or new_table(live)
            assert table.history() == history
            table.play(6, seed=attempt)
            history = table.history()
        finally:
            process.send_signal(number if attempt == 0 else signal.SIGTERM)
            process.wait(timeout=PATIENCE)
        eventually(lambda: running_url(tmp_path / "data") is None)
    assert len(history) == 12 and table is not None
    with EmbeddedRedis(tmp_path / "data") as server:
        store = SessionStore(server.url, 3600)
        assert verify_session(store, table.id) == []
        store.server.client.close()
