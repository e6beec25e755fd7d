"""Seconds until an AI answers a person's move, alone and beside the sessions of a client that has opened very many.

Run it as `arbiter bench shares`. One client opens 1,500 sessions with four `hard` seats each, which play for the whole time. A person with
another address plays against one AI, by turns of the level named in the table. The clock runs from the answer to the person's move until
the AI has moved. Goal: the median beside the others is at most ten times that without them.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from service import create_app
from service.operations.embedded_redis import EmbeddedRedis
from service.settings import Settings
from tests.bench.positions import table
from tests.support.waiting import eventually
from tests.support.workers import Workers, figures

SESSIONS, SEATS, TURNS, WORKERS, SAMPLE = 1500, 4, 30, 2, 10
GOAL = 10.0
CROWD, PERSON = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.2"}


def open_session(client: FlaskClient, address: dict[str, str], seats: list[dict[str, str]], seed: int) -> dict[str, Any]:
    """A new session of the client at an address."""
    answer = client.post("/v1/sessions", json={"game": "orbis", "seats": seats, "seed": seed}, headers=address)
    assert answer.status_code == 201, answer.get_json()
    return dict(answer.get_json())


class Person:
    """A person who plays against one AI, and begins another game when one is over."""

    def __init__(self, client: FlaskClient, level: str) -> None:
        self.client, self.level, self.games = client, level, 0
        self.begin()

    def begin(self) -> None:
        """Begins a game."""
        self.games += 1
        session = open_session(self.client, PERSON, [{"kind": "human"}, {"kind": "ai", "level": self.level}], self.games)
        self.path = f"/v1/sessions/{session['id']}"
        self.headers = PERSON | {"Authorization": f"Bearer {session['seats'][0]['token']}"}

    def read(self) -> dict[str, Any]:
        """The session as the person sees it."""
        return dict(self.client.get(self.path, headers=self.headers).get_json())

    def wait(self) -> float:
        """Seconds until the AI has answered the person's next turn."""
        while True:
            seen = eventually(lambda: found if not (found := self.read())["to_act"] or found["legal_moves"] else {}, 600)
            if seen["to_act"] is None:
                self.begin()
                continue
            headers = self.headers | {"If-Match": f'"{seen["version"]}"'}
            after = self.client.post(f"{self.path}/moves", json={"move": seen["legal_moves"][0]}, headers=headers).get_json()
            if after["to_act"] is None or after["to_act"]["seat"] == 0:
                continue
            began = time.monotonic()
            while self.read()["version"] == after["version"]:
                time.sleep(0.002)
            return time.monotonic() - began


def spread(seconds: list[float]) -> tuple[float, float]:
    """The median and the maximum."""
    return statistics.median(seconds), max(seconds)


class Crowd:
    """Sessions of AI players that one client has opened."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        seats = [{"kind": "ai", "level": "hard"}] * SEATS
        self.paths = [f"/v1/sessions/{open_session(client, CROWD, seats, number)['id']}" for number in range(SESSIONS)]
        self.began, self.moves = time.monotonic(), self.count()

    def count(self) -> int:
        """The moves of some of the sessions."""
        return sum(int(self.client.get(path, headers=PERSON).get_json()["version"]) for path in self.paths[::SAMPLE])

    def rate(self) -> float:
        """Moves per second of all sessions since they were opened."""
        return (self.count() - self.moves) * SAMPLE / (time.monotonic() - self.began)


def measure(client: FlaskClient) -> list[dict[str, Any]]:
    """The figures of every level, without the crowd and beside it."""
    people = {level: Person(client, level) for level in ("easy", "hard")}
    alone = {level: [person.wait() for _ in range(TURNS)] for level, person in people.items()}
    crowd = Crowd(client)
    beside = {level: [person.wait() for _ in range(TURNS)] for level, person in people.items()}
    print(f"moves/s of the {SESSIONS} sessions meanwhile: {crowd.rate():.0f}; the queue: {figures(client)}")
    rows = []
    for level in people:
        (median, worst), (median_beside, worst_beside) = spread(alone[level]), spread(beside[level])
        row = {"level": level, "alone s": median, "alone worst s": worst, "beside s": median_beside, "beside worst s": worst_beside}
        rows.append(row | {"ratio": median_beside / median})
    return rows


def main() -> int:
    """Prints the table, also as JSON; fails if the goal is missed."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as parts:
        redis = parts.enter_context(EmbeddedRedis(Path(folder) / "redis"))
        app = create_app(Settings(redis_url=redis.url, log_requests=False, proxies=1))
        parts.enter_context(Workers(redis.url, Path(folder), processes=WORKERS))
        client = app.test_client()
        eventually(lambda: figures(client)["workers"] == WORKERS)
        rows = measure(client)
    print(table(list(rows[0]), [list(row.values()) for row in rows]))
    print(json.dumps(rows))
    return 0 if all(row["ratio"] <= GOAL for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
