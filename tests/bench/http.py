"""Processor time of `POST .../moves` against a bare Flask view that parses and writes the same bytes, in one gunicorn worker.

Run it as `arbiter bench http`. The two are called in turns, so that whatever else the machine does falls on both; the goal is a ratio of at
most 2.5, better 2.
"""

from __future__ import annotations

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import orjson

from service import create_app
from service.settings import Settings
from tests.bench.positions import cases, random_requests, table

ROOT = Path(__file__).parents[2]
REQUESTS = 24
ROUNDS = 7
REPEATS = 4
GOAL = 2.5


def prepare() -> tuple[dict[str, tuple[str, bytes]], dict[str, Any]]:
    """Each request by its name (path and body), and the service's answer to it."""
    client = create_app(Settings(log_requests=False)).test_client()
    requests, answers = {}, {}
    for game, seats in cases():
        path = f"/v1/games/{game.id}/moves"
        for number, body in enumerate(random_requests(game, seats, seats, REQUESTS)):
            name = f"{game.id}-{seats}-{number}"
            response = client.post(path, data=body, content_type="application/json")
            if response.status_code != 200:
                raise SystemExit(f"{name}: {response.get_data(as_text=True)[:300]}")
            requests[name], answers[name] = (path, body), orjson.loads(response.get_data())
    return requests, answers


class Server:
    """One gunicorn worker with both applications."""

    def __init__(self, answers: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        command = [sys.executable, "-m", "gunicorn", "--config", str(ROOT / "deploy" / "gunicorn.conf.py")]
        command += ["--bind", f"127.0.0.1:{self.port}", "--workers", "1", "--log-level", "warning", "tests.bench.http_app:app"]
        self.process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "BENCH_ANSWERS": str(answers)})
        self.connection = self._connect()

    def _connect(self) -> HTTPConnection:
        for _ in range(200):
            try:
                connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
                connection.connect()
                return connection
            except OSError:
                time.sleep(0.1)
        raise SystemExit("gunicorn does not start.")

    def call(self, method: str, path: str, body: bytes | None = None) -> bytes:
        """The body of the answer."""
        self.connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        response = self.connection.getresponse()
        told = response.read()
        if response.status != 200:
            raise SystemExit(f"{path}: {response.status} {told[:300]!r}")
        return told

    def cpu(self, calls: list[tuple[str, bytes]]) -> float:
        """Microseconds of processor time for each of the calls."""
        before = float(self.call("GET", "/bare/cpu"))
        for path, body in calls:
            self.call("POST", path, body)
        return (float(self.call("GET", "/bare/cpu")) - before) / len(calls) * 1e6

    def stop(self) -> None:
        """Ends the worker."""
        self.connection.close()
        self.process.terminate()
        self.process.wait(timeout=20)


def measure(server: Server, requests: dict[str, tuple[str, bytes]], group: str) -> tuple[float, float]:
    """Microseconds of the service and of the bare view: medians over rounds of calls in turns."""
    names = [name for name in requests if name.startswith(f"{group}-")]
    ours = [requests[name] for name in names] * REPEATS
    bare = [(f"/bare/{name}", requests[name][1]) for name in names] * REPEATS
    pairs = [(server.cpu(ours), server.cpu(bare)) for _ in range(ROUNDS + 1)][1:]
    return statistics.median(pair[0] for pair in pairs), statistics.median(pair[1] for pair in pairs)


def main() -> int:
    """The table, the same as JSON, and failure where the goal is missed."""
    requests, answers = prepare()
    rows: list[list[Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answers.json"
        path.write_bytes(orjson.dumps(answers))
        server = Server(path)
        try:
            for game, seats in cases():
                group = f"{game.id}-{seats}"
                ours, bare = measure(server, requests, group)
                inward = statistics.mean(len(body) for name, (_, body) in requests.items() if name.startswith(f"{group}-"))
                outward = statistics.mean(len(orjson.dumps(told)) for name, told in answers.items() if name.startswith(f"{group}-"))
                rows.append([game.id, seats, round(inward), round(outward), round(ours), round(bare), ours / bare])
        finally:
            server.stop()
    head = ["game", "players", "bytes in", "bytes out", "service us", "bare us", "ratio"]
    print(table(head, rows))
    print(json.dumps([dict(zip(head, row, strict=True)) for row in rows]))
    return 0 if all(row[-1] <= GOAL for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
