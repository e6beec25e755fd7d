"""CPU time of `POST .../moves` with a sealed token against the same call with an open state, and the length of tokens.

Run it as `arbiter bench sealed`. Both go through the whole application in this process, in turns; the goal is a ratio of at most 1.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from typing import Any

import msgspec
from flask.testing import FlaskClient

from engine.game import to_act
from service import create_app
from service.referee.moves import AnyGame
from service.referee.sealing import Sealer, hash_seat_key, new_seat_keys
from service.settings import Settings
from tests.bench.positions import cases, random_requests, table

SECRET = "a secret for measurements"
REQUESTS, ROUNDS = 40, 25
GOAL = 1.0


def sealed_bodies(game: AnyGame, seats: int, bodies: list[bytes]) -> tuple[list[bytes], list[int]]:
    """The same requests with tokens instead of states, and the lengths of the tokens."""
    sealer, keys = Sealer([SECRET]), new_seat_keys(seats)
    found, lengths = [], []
    for body in bodies:
        request = msgspec.json.decode(body)
        state = msgspec.convert(request["state"], game.state)
        decision = to_act(state)
        token = sealer.seal(game, state, [hash_seat_key(key) for key in keys])
        found.append(msgspec.json.encode({"token": token, "move": request["move"], "seat_key": keys[decision.seat if decision else 0]}))
        lengths.append(len(token))
    return found, lengths


def cpu(client: FlaskClient, path: str, body: bytes) -> float:
    """Microseconds of CPU time of one call."""
    before = time.process_time()
    response = client.post(path, data=body, content_type="application/json")
    spent = time.process_time() - before
    if response.status_code != 200:
        raise SystemExit(response.get_data(as_text=True)[:300])
    return spent * 1e6


def measure(client: FlaskClient, path: str, tokens: list[bytes], bodies: list[bytes]) -> tuple[float, float]:
    """Mean CPU time of both forms: every request is sent in turns, and its best time counts."""
    best = [[float("inf")] * len(bodies), [float("inf")] * len(bodies)]
    for number in range(ROUNDS):
        for index, forms in enumerate(zip(tokens, bodies, strict=True)):
            for form in (number % 2, 1 - number % 2):
                best[form][index] = min(best[form][index], cpu(client, path, forms[form]))
    return statistics.mean(best[0]), statistics.mean(best[1])


def main() -> int:
    """Prints the table, also as JSON; fails if the goal is missed."""
    client = create_app(Settings(log_requests=False, seal_keys=(SECRET,))).test_client()
    rows: list[list[Any]] = []
    for game, seats in cases():
        path = f"/v1/games/{game.id}/moves"
        bodies = random_requests(game, seats, seats, REQUESTS)
        tokens, lengths = sealed_bodies(game, seats, bodies)
        sealed, plain = measure(client, path, tokens, bodies)
        rows.append([game.id, seats, round(statistics.mean(lengths)), max(lengths), round(sealed), round(plain), sealed / plain])
    head = ["game", "players", "token", "longest", "sealed us", "open us", "ratio"]
    print(table(head, rows))
    print(json.dumps([dict(zip(head, row, strict=True)) for row in rows]))
    return 0 if all(row[-1] <= GOAL for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
