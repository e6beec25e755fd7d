"""CPU time that each shortcut saves: code that is faster than the plainest way, against that way.

Run it as `arbiter bench shortcuts` or `python -m tests.bench.shortcuts`. The rule: a shortcut that uses undocumented interfaces
of a library (gunicorn_worker.py) must save at least 5 % of a call, be it a move in a session or a stateless move; else it should
go. The others use documented interfaces and are reported without a goal. A shortcut that is no longer in the code is left out
with a message.

Two tables: calls under gunicorn with our worker class against its own `gthread`; and what each shortcut saves of a whole call.
For the latter the same call runs in this process with the shortcut and the plain way in turns, and the best time of each request
counts. The savings are divided by the CPU time of the call the plain way under gunicorn, measured in the same run.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import flask
from flask import Flask
from werkzeug.test import create_environ

from engine.games import GAMES
from service import create_app
from service.http import middleware
from service.observability import metrics
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Settings
from tests.bench.sessions import APP, ENOUGH, Call, Connection, endless_calls, one_by_one, recorded, report, send_calls, session_calls
from tests.support.server import Server

LEAST_PERCENT = 5.0
MOVES, ROUNDS = 40, 15
CONNECTIONS, WORKER_ROUNDS = (1, 8), 7
WORKER_CLASSES = {"keep-alive": (), "gthread": ("--worker-class", "gthread")}


def plain_headers() -> dict[str, Any]:
    """Flask sets the fixed headers on each response."""
    add_headers = middleware._add_headers

    def add_all_headers(request: flask.Request, response: flask.Response, origins: tuple[str, ...]) -> None:
        add_headers(request, response, origins)
        for name, value in (*middleware.SECURITY_HEADERS, *(middleware.ANY_ORIGIN if "*" in origins else ())):
            response.headers[name] = value
        for name, value in middleware.DEFAULT_POLICY:
            response.headers.setdefault(name, value)

    return {
        "service.http.middleware._with_fixed_headers": lambda inner, _: inner,
        "service.http.middleware._add_headers": add_all_headers,
    }


def plain_labels() -> dict[str, Any]:
    """`labels()` finds the metric of every observation."""
    cached = {name: value.__wrapped__ for name, value in vars(metrics).items() if hasattr(value, "cache_info")}
    return {f"service.observability.metrics.{name}": function for name, function in cached.items()}


def plain_request() -> dict[str, Any]:
    """Every access to the request goes through Flask's proxy."""
    users = [name for name, module in sys.modules.items() if name.startswith("service.http.") and hasattr(module, "current_request")]
    return {f"{name}.current_request": lambda: flask.request for name in users}


SHORTCUTS: dict[str, Callable[[], dict[str, Any]]] = {
    "metrics.py, cached labels": plain_labels,
    "middleware.py, fixed headers": plain_headers,
    "context.py, current_request": plain_request,
}
"""By name: the plain way, as replacements for what the shortcut defines."""


class Variant(NamedTuple):
    """An application and the replacements that are in effect while it is built and called."""

    app: Flask
    replacements: dict[str, Any]

    def send(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> bytes:
        """The body of the answer."""
        return self.call(method, Call(path, body or b"", headers or {}))[0]

    def call(self, method: str, call: Call) -> tuple[bytes, float]:
        """The body of the answer, and the microseconds of CPU time of this thread until it was complete."""
        environ = create_environ(call.path, method=method, data=call.body, headers=call.headers, content_type="application/json")
        status = ""

        def start_response(line: str, headers: Any, failure: Any = None) -> Callable[[bytes], object]:
            nonlocal status
            status = line
            return lambda _: None

        with replaced(self.replacements):
            before = time.thread_time()
            parts = self.app(environ, start_response)
            body = b"".join(parts)
            parts.close()  # type: ignore[attr-defined]
            spent = time.thread_time() - before
        if not status.startswith("2"):
            raise SystemExit(f"{call.path}: {status} {body[:300]!r}")
        return body, spent * 1e6


@contextmanager
def replaced(replacements: dict[str, Any]) -> Iterator[None]:
    """Replaces attributes of modules, given by their full names, in the `with` block."""
    with ExitStack() as patches:
        for name, value in replacements.items():
            patches.enter_context(mock.patch(name, value))
        yield


def build_variant(redis_url: str, replacements: dict[str, Any]) -> Variant:
    """An application with the default settings, except that no rate limit is reached."""
    settings = Settings(redis_url=redis_url, calls_per_minute=int(ENOUGH), session_calls_per_minute=int(ENOUGH))
    with replaced(replacements):
        return Variant(create_app(settings), replacements)


def session_moves(variant: Variant) -> list[Call]:
    """The calls of a new session of every game."""
    games = [(game, recorded(game, 2, 1, MOVES)) for game in GAMES.values()]
    return [call for game, steps in games for call in session_calls(variant, game, 2, 1, one_by_one(steps))]


def stateless_moves(_: object = None) -> list[Call]:
    """The same moves without sessions."""
    games = [(game, recorded(game, 2, 1, MOVES)) for game in GAMES.values()]
    return [Call(f"/v1/games/{game.id}/moves", step.stateless, {}) for game, steps in games for step in steps]


KINDS: dict[str, Callable[[Variant], list[Call]]] = {"session": session_moves, "stateless": stateless_moves}


def saved(shortcut: Variant, plain: Variant, prepare: Callable[[Variant], list[Call]]) -> float:
    """Microseconds that the shortcut saves per call: the difference of the best times of the same requests, on average."""
    variants = (shortcut, plain)
    best = [[float("inf")] * len(stateless_moves()) for _ in variants]
    for number in range(ROUNDS):
        calls = [prepare(variant) for variant in variants]
        for index in range(len(calls[0])):
            for side in (number % 2, 1 - number % 2):
                best[side][index] = min(best[side][index], variants[side].call("POST", calls[side][index])[1])
    return statistics.mean(best[1]) - statistics.mean(best[0])


def measure_savings(redis_url: str, served: dict[str, float]) -> list[dict[str, Any]]:
    """What each shortcut saves of calls that take `served` microseconds under gunicorn with all shortcuts."""
    shortcut, rows = build_variant(redis_url, {}), []
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        for name, replacements in SHORTCUTS.items():
            try:
                plain = build_variant(redis_url, replacements())
            except AttributeError as error:
                print(f"{name} left out: {error}.", file=sys.stderr)
                continue
            if not plain.replacements:
                print(f"{name} left out: it is no longer used.", file=sys.stderr)
                continue
            microseconds = {kind: saved(shortcut, plain, prepare) for kind, prepare in KINDS.items()}
            rows.append(saving(name, microseconds, {kind: served[kind] + microseconds[kind] for kind in KINDS}))
    return rows


def saving(name: str, microseconds: dict[str, float], calls: dict[str, float]) -> dict[str, Any]:
    """A row: what a shortcut saves per call, and in percent of the call the plain way."""
    percent = {f"of {kind}": 100 * microseconds[kind] / calls[kind] for kind in KINDS}
    return {"shortcut": name, **{f"{kind} us": microseconds[kind] for kind in KINDS}, **percent}


def measure_workers(redis_url: str, folder: Path) -> list[dict[str, Any]]:
    """CPU time per call and calls per second of one process with each worker class, in turns."""
    limits = {"ARBITER_SESSION_CALLS_PER_MINUTE": ENOUGH, "ARBITER_CALLS_PER_MINUTE": ENOUGH}
    settings = {"WEB_CONCURRENCY": "1", "ARBITER_LOG_REQUESTS": "true", **limits}
    with ExitStack() as servers:
        ports = {
            name: servers.enter_context(Server(redis_url, folder, *arguments, APP, **settings)).port
            for name, arguments in WORKER_CLASSES.items()
        }
        return [measure_worker(ports, kind, connections) for kind in KINDS for connections in CONNECTIONS]


def measure_worker(ports: dict[str, int], kind: str, connections: int) -> dict[str, Any]:
    """The row of one kind of move and one number of connections: CPU time of the best round, median of calls per second."""
    games = [(game, recorded(game, 2, 1, MOVES)) for game in GAMES.values()]
    clients: dict[str, list[Iterator[Call]]] = {}
    for name, port in ports.items():
        if kind == "session":
            clients[name] = endless_calls(Connection(port), games, connections, one_by_one)
        else:
            clients[name] = [cycle(stateless_moves()) for _ in range(connections)]
    rounds = [{name: load(port, clients[name]) for name, port in ports.items()} for _ in range(WORKER_ROUNDS + 1)][1:]
    cpu = {name: min(each[name][0] for each in rounds) for name in ports}
    rate = {name: statistics.median(each[name][1] for each in rounds) for name in ports}
    return {
        "move": kind,
        "connections": connections,
        **{f"{name} us": round(cpu[name]) for name in ports},
        **{f"{name} calls/s": round(rate[name]) for name in ports},
        "CPU ratio": cpu["keep-alive"] / cpu["gthread"],
        "rate ratio": statistics.median(each["keep-alive"][1] / each["gthread"][1] for each in rounds),
    }


def load(port: int, clients: list[Iterator[Call]]) -> tuple[float, float]:
    """Microseconds of CPU time per call, and calls per second."""
    probe = Connection(port)
    before = float(probe.send("GET", "/baseline/cpu"))
    calls, seconds = send_calls(port, clients)
    spent = float(probe.send("GET", "/baseline/cpu")) - before
    probe.connection.close()
    return spent / calls * 1e6, calls / seconds


def main() -> int:
    """Prints two tables; fails if the shortcut that uses undocumented interfaces saves less than it must."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder) / "redis") as redis:
        workers = measure_workers(redis.url, Path(folder))
        report(workers)
        alone = {row["move"]: row for row in workers if row["connections"] == 1}
        plain = {kind: row["gthread us"] for kind, row in alone.items()}
        savings = [saving("gunicorn_worker.py", {kind: row["gthread us"] - row["keep-alive us"] for kind, row in alone.items()}, plain)]
        savings += measure_savings(redis.url, {kind: row["keep-alive us"] for kind, row in alone.items()})
        report(savings)
    return 0 if max(savings[0]["of session"], savings[0]["of stateless"]) >= LEAST_PERCENT else 1


if __name__ == "__main__":
    sys.exit(main())
