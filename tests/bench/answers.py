"""Answers of `POST .../moves`: their length with and without previews, plain and compressed, and what each costs in CPU time.

Run it as `arbiter bench answers`. All forms go through the whole application in this process, in turns; the goal is that the
compressed answer is at most half as long as the plain one.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from typing import Any

from flask.testing import FlaskClient

from service import create_app
from service.settings import Settings
from tests.bench.positions import cases, random_requests, table

REQUESTS, ROUNDS = 40, 15
GOAL = 0.5
FORMS = {"plain": ("", "identity"), "gzip": ("", "gzip"), "no previews": ("?previews=false", "identity")}
"""The query and the Accept-Encoding of each form."""


def call(client: FlaskClient, path: str, body: bytes, encoding: str) -> tuple[float, int]:
    """Microseconds of CPU time of one call, and the length of its answer."""
    before = time.process_time()
    response = client.post(path, data=body, content_type="application/json", headers={"Accept-Encoding": encoding})
    spent = time.process_time() - before
    if response.status_code != 200:
        raise SystemExit(response.get_data(as_text=True)[:300])
    return spent * 1e6, len(response.data)


def measure(client: FlaskClient, path: str, bodies: list[bytes]) -> dict[str, tuple[float, float]]:
    """Mean CPU time and mean length of each form: every request is sent in turns, and its best time counts."""
    best = {form: [float("inf")] * len(bodies) for form in FORMS}
    lengths = {form: [0] * len(bodies) for form in FORMS}
    for _ in range(ROUNDS):
        for index, body in enumerate(bodies):
            for form, (query, encoding) in FORMS.items():
                spent, length = call(client, path + query, body, encoding)
                best[form][index], lengths[form][index] = min(best[form][index], spent), length
    return {form: (statistics.mean(best[form]), statistics.mean(lengths[form])) for form in FORMS}


def main() -> int:
    """Prints the table, also as JSON; fails if the goal is missed."""
    client = create_app(Settings(log_requests=False, seal_keys=("a secret for measurements",))).test_client()
    rows: list[list[Any]] = []
    for game, seats in cases():
        found = measure(client, f"/v1/games/{game.id}/moves", random_requests(game, seats, seats, REQUESTS))
        (plain, length), (gzip, short), (bare, brief) = found["plain"], found["gzip"], found["no previews"]
        rows.append([game.id, seats, round(length), round(short), round(brief), short / length, gzip / plain, plain / bare])
    head = ["game", "players", "bytes", "gzip", "no previews", "gzip length", "gzip time", "previews time"]
    print(table(head, rows))
    print(json.dumps([dict(zip(head, row, strict=True)) for row in rows]))
    return 0 if all(row[5] <= GOAL for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
