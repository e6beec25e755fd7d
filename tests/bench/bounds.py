"""What a refusal costs: CPU time and memory where one value has grown to the longest body, against a bare echo of the same bytes.

Run it as `arbiter bench bounds`.
"""

from __future__ import annotations

import gc
import json
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from flask import Flask, Response, request
from flask.testing import FlaskClient

from engine.games import GAMES
from service import create_app
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Settings
from tests.bench.positions import table
from tests.support.example_requests import Page
from tests.support.grown_bodies import hostile_requests, operations_of
from tests.support.stores import close

LIMIT = Settings().max_body_bytes
GOAL_ECHOES = 10.0
"""A refusal takes at most as long as so many echoes."""

GOAL_MS = 50.0
GOAL_MEGABYTES = 20.0
REPEATS = 5
"""Measurements of a body that seems expensive, of which the fastest counts: on a busy machine one may be slow for no reason of ours."""

SHALLOW = 1
"""How deep the values lie that grow here; tests/service/http/test_bounded_work.py counts the work for all of them."""

SHOWN = 5
"""The most expensive refusals that are printed for each figure."""


class Refusal(NamedTuple):
    """What the refusal of one body cost."""

    operation: str
    game: str
    place: str
    growth: str
    status: int
    milliseconds: float
    echoes: float
    megabytes: float


echo = Flask("echo")


@echo.post("/")
def repeat_body() -> Response:
    """Parses the body and sends it back; one that is not JSON, or nested too deeply to be encoded, as it came."""
    try:
        return Response(orjson.dumps(orjson.loads(request.get_data())))
    except (TypeError, ValueError):
        return Response(request.get_data())


def fastest(call: Callable[[], Any], repeats: int) -> float:
    """Milliseconds of CPU time of the fastest of some calls."""
    found = []
    for _ in range(repeats):
        began = time.process_time()
        call()
        found.append((time.process_time() - began) * 1000)
    return min(found)


def megabytes(call: Callable[[], Any]) -> float:
    """The peak of the memory that a call takes."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


def measure(client: FlaskClient, plain: FlaskClient, page: Page, operation_id: str) -> Iterator[Refusal]:
    """The refusals of an operation."""
    for (method, path, headers), grown in hostile_requests(page, operation_id, LIMIT):
        if grown.place.count("/") > SHALLOW:
            continue

        def send(method: str = method, path: str = path, headers: dict[str, str] = headers, body: bytes = grown.body) -> int:
            return client.open(path, method=method, headers=headers, data=body, content_type="application/json").status_code

        def repeat(body: bytes = grown.body) -> None:
            plain.post("/", data=body)

        if (status := send()) < 400 and operation_id != "checkState":
            continue
        cost, bare = fastest(send, 1), fastest(repeat, 1)
        if cost > bare * GOAL_ECHOES / 2:
            cost, bare = fastest(send, REPEATS), fastest(repeat, REPEATS)
        memory = megabytes(send) if page.game == next(iter(GAMES)) else 0.0
        yield Refusal(operation_id, page.game, grown.place, grown.growth, status, cost, cost / bare, memory)


def main() -> int:
    """Prints the most expensive refusals, and the figures as JSON; fails if a goal is missed."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder)) as redis:
        app = create_app(Settings(redis_url=redis.url, log_requests=False, calls_per_minute=0, session_calls_per_minute=0))
        client, plain = app.test_client(), echo.test_client()
        gc.collect()
        gc.freeze()  # As service/wsgi.py does.
        pages = [Page(client, game) for game in GAMES]
        found = [each for page in pages for name in operations_of(page.game) for each in measure(client, plain, page, name)]
        close(app)
    columns = ("echoes", "milliseconds", "megabytes")
    worst = {column: sorted(found, key=lambda each, column=column: -getattr(each, column))[:SHOWN] for column in columns}  # type: ignore[misc]
    for column, rows in worst.items():
        print(f"most {column}")
        print(table(list(Refusal._fields), [list(row) for row in rows]))
    figures = {"refusals": len(found), **{column: round(getattr(rows[0], column), 2) for column, rows in worst.items()}}
    figures["server errors"] = sum(each.status >= 500 for each in found)
    print(json.dumps([figures]))
    is_met = figures["echoes"] <= GOAL_ECHOES and figures["milliseconds"] <= GOAL_MS and figures["megabytes"] <= GOAL_MEGABYTES
    return 0 if is_met and not figures["server errors"] else 1


if __name__ == "__main__":
    sys.exit(main())
