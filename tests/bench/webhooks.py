"""Webhooks: what they cost a move, and how many deliveries a worker makes.

Run it as `arbiter bench webhooks`. The CPU time of a move, of the web process and of Redis together, in a session of a key with a webhook
may be at most 1.1 times that in a session of a key without, measured in turns. Deliveries per second are those of one worker process to a
receiver on this machine that answers at once, over http, one connection for each call, from a backlog of sessions.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import redis

from engine.games import GAMES
from service.http.api_keys import new_key
from service.operations.embedded_redis import EmbeddedRedis
from service.referee.moves import AnyGame
from service.webhooks.store import WebhookStore
from tests.bench.clocks import cpu_seconds
from tests.bench.sessions import APP, ENOUGH, Connection, one_by_one, recorded, report, session_calls
from tests.support.ports import free_port, listens
from tests.support.server import Server
from tests.support.waiting import eventually
from tests.support.workers import WebhookWorkers

GOAL_RATIO = 1.1
ROUNDS = 21
SESSIONS, MOVES = 120, 40
KEYS = {name: new_key(name, ["play"]) for name in ("plain", "hooked", "second", "third", "fourth")}
ANSWER = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"


class Keyed(Connection):
    """A connection that sends an API key with every call."""

    def __init__(self, port: int, key: str) -> None:
        super().__init__(port)
        self.key = KEYS[key][0]

    def send(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> bytes:
        return super().send(method, path, body, {**(headers or {}), "X-Api-Key": self.key})

    def register(self, url: str) -> None:
        """Registers a webhook of the key."""
        self.send("POST", "/v1/webhooks", json.dumps({"url": url, "events": ["turn", "over"]}).encode())


def measure_cost(lines: dict[str, Keyed], server: redis.Redis, game: AnyGame) -> dict[str, Any]:
    """Microseconds of CPU time per move of the web process and Redis, with a webhook and without, in turns."""
    steps = recorded(game, 2, 1)
    times: dict[str, list[float]] = {name: [] for name in lines}
    for number in range(ROUNDS + 1):
        for name, line in lines.items():
            calls = session_calls(line, game, 2, 1, one_by_one(steps))
            before = cpu_seconds(line, server)
            for call in calls:
                line.post(call)
            if number:
                times[name].append((cpu_seconds(line, server) - before) / len(calls) * 1e6)
    ratio = statistics.median(hooked / plain for hooked, plain in zip(times["hooked"], times["plain"], strict=True))
    medians = {name: round(statistics.median(found)) for name, found in times.items()}
    return {"game": game.id, "with a webhook us": medians["hooked"], "without us": medians["plain"], "ratio": ratio}


def measure_rate(redis_url: str, folder: Path, live: Server, owners: list[str]) -> dict[str, Any]:
    """Deliveries per second of one worker, from a backlog of the sessions of so many keys with a webhook each."""
    port = free_port()
    receiver = subprocess.Popen([sys.executable, "-m", __spec__.name, "receive", str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    eventually(lambda: listens(port))
    game = GAMES["orbis"]
    steps = recorded(game, 2, 1, MOVES)
    for number in range(SESSIONS):
        line = Keyed(live.port, owners[number % len(owners)])
        if number < len(owners):
            line.register(f"http://127.0.0.1:{port}/")
        for call in session_calls(line, game, 2, 1, one_by_one(steps)):
            line.post(call)
        line.connection.close()
    store = WebhookStore(redis_url)
    with WebhookWorkers(redis_url, folder, 1, **settings()):
        eventually(lambda: store.load().workers == 1)
        eventually(lambda: store.load().waiting == 0 and not store.server.client.zcard("{arbiter:outbox}:news"), 600)
    store.server.close()
    said = json.loads(receiver.communicate(b"")[0])
    return {"webhooks": len(owners), "deliveries": said["count"], "deliveries/s": said["count"] / said["seconds"]}


def settings() -> dict[str, Any]:
    """The settings of the service: API keys, receivers on this machine, and limits that nobody reaches."""
    return {
        "ARBITER_API_KEYS": ",".join(entry for _, entry in KEYS.values()),
        "ARBITER_WEBHOOK_HTTP": "true",
        "ARBITER_WEBHOOK_NETWORKS": "127.0.0.0/8",
        "ARBITER_WEBHOOK_CALLS_PER_MINUTE": "0",
        "ARBITER_SESSION_CALLS_PER_MINUTE": ENOUGH,
        "ARBITER_SESSIONS_PER_ADDRESS": "0",
    }


async def receive(port: int) -> None:
    """Accepts deliveries until standard input ends; prints how many there were, and the seconds from the first to the last."""
    moments: list[float] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n") if not reader.at_eof() else b""
        length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        await reader.readexactly(length)
        moments.append(time.perf_counter())
        writer.write(ANSWER)
        await writer.drain()
        writer.close()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(accept, "127.0.0.1", port, backlog=512)
    await asyncio.to_thread(sys.stdin.read)
    server.close()
    print(json.dumps({"count": len(moments), "seconds": moments[-1] - moments[0] if moments else 0.0}))


def main() -> int:
    """Prints two tables, also as JSON; fails if the goal is missed."""
    if sys.argv[1:2] == ["receive"]:
        asyncio.run(receive(int(sys.argv[2])))
        return 0
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder) / "redis") as embedded:
        server = redis.Redis.from_url(embedded.url)
        served = Server(embedded.url, Path(folder), APP, WEB_CONCURRENCY="1", **settings())
        with served as live:
            lines = {name: Keyed(live.port, name) for name in ("plain", "hooked")}
            lines["hooked"].register("https://93.184.216.34/")
            costs = [measure_cost(lines, server, game) for game in GAMES.values()]
            rates = []
            for owners in (["second"], ["second", "third", "fourth"]):
                server.flushall()
                rates.append(measure_rate(embedded.url, Path(folder), served, owners))
        server.close()
    for rows in (costs, rates):
        report(rows)
    return 0 if all(row["ratio"] <= GOAL_RATIO for row in costs) else 1


if __name__ == "__main__":
    sys.exit(main())
