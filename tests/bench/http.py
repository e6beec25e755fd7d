"""CPU time of `POST .../moves` against a plain Flask view that parses and serializes the same JSON, in one gunicorn worker.

Run it as `arbiter bench http`. Both are called in turns, so that other load affects both; the goal is a ratio of at most 2.5.
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
    """The requests (path and body) and the service's answers, both by name."""
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
    """A gunicorn with one worker that serves both applications."""

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
        raise SystemExit("gunicorn did not start.")

    def call(self, method: str, path: str, body: bytes | None = None) -> bytes:
        """The body of the answer."""
        self.connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        response = self.connection.getresponse()
        answer = response.read()
        if response.status != 200:
            raise SystemExit(f"{path}: {response.status} {answer[:300]!r}")
        return answer

    def cpu(self, calls: list[tuple[str, bytes]]) -> float:
        """Microseconds of CPU time per call."""
        before = float(self.call("GET", "/baseline/cpu"))
        for path, body in calls:
            self.call("POST", path, body)
        return (float(self.call("GET", "/baseline/cpu")) - before) / len(calls) * 1e6

    def stop(self) -> None:
        """Stops gunicorn."""
        self.connection.close()
        self.process.terminate()
        self.process.wait(timeout=20)


def measure(server: Server, requests: dict[str, tuple[str, bytes]], group: str) -> tuple[float, float]:
    """Microseconds of CPU time of the service and of the plain view: medians of rounds in turns."""
    names = [name for name in requests if name.startswith(f"{group}-")]
    ours = [requests[name] for name in names] * REPEATS
    plain = [(f"/baseline/{name}", requests[name][1]) for name in names] * REPEATS
    pairs = [(server.cpu(ours), server.cpu(plain)) for _ in range(ROUNDS + 1)][1:]
    return statistics.median(pair[0] for pair in pairs), statistics.median(pair[1] for pair in pairs)


def main() -> int:
    """Prints the table, also as JSON; fails if the goal is missed."""
    requests, answers = prepare()
    rows: list[list[Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answers.json"
        path.write_bytes(orjson.dumps(answers))
        server = Server(path)
        try:
            for game, seats in cases():
                group = f"{game.id}-{seats}"
                ours, plain = measure(server, requests, group)
                received = statistics.mean(len(body) for name, (_, body) in requests.items() if name.startswith(f"{group}-"))
                sent = statistics.mean(len(orjson.dumps(answer)) for name, answer in answers.items() if name.startswith(f"{group}-"))
                rows.append([game.id, seats, round(received), round(sent), round(ours), round(plain), ours / plain])
        finally:
            server.stop()
    head = ["game", "players", "bytes in", "bytes out", "service us", "plain us", "ratio"]
    print(table(head, rows))
    print(json.dumps([dict(zip(head, row, strict=True)) for row in rows]))
    return 0 if all(row[-1] <= GOAL for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
