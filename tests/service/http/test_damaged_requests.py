"""Requests with random damage to bytes or values: every answer is well-formed, and none is a server error."""

from __future__ import annotations

from random import Random
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from engine.games import GAMES

STRANGE: list[Any] = [None, True, -1, 1, 2**53, -(2**63), 2**64 - 1, 1.5, 1e300, "", "\u0000", "x" * 300, [], [[]], {}, {"type": []}]
CALLS = ("moves", "legal-moves", "views", "checks")


def requests(client: FlaskClient, game_id: str) -> list[tuple[str, bytes]]:
    """One valid request for each path."""
    first = client.post(f"/v1/games/{game_id}/states", json={"seats": GAMES[game_id].seats[0], "seed": 2}).get_json()
    bodies: list[dict[str, Any]] = [
        {"move": first["legal_moves"][0], "seat": first["to_act"]["seat"], "dry_run": False},
        {},
        {"seat": 0},
        {},
    ]
    sound = zip(CALLS, bodies, strict=True)
    return [(f"/v1/games/{game_id}/{call}", orjson.dumps({"state": first["state"], **body})) for call, body in sound]


def damaged_value(body: bytes, rng: Random) -> bytes:
    """The body with one value or one name replaced."""
    data = orjson.loads(body)
    holder: Any = data
    while True:
        key: Any = rng.choice(list(holder)) if isinstance(holder, dict) else rng.randrange(len(holder))
        inner = holder[key]
        if not (isinstance(inner, dict | list) and inner and rng.random() < 0.8):
            break
        holder = inner
    if isinstance(holder, dict) and rng.random() < 0.2:
        holder[key + "x"] = holder.pop(key)
    else:
        holder[key] = rng.choice(STRANGE)
    return orjson.dumps(data)


def damaged_bytes(body: bytes, rng: Random) -> bytes:
    """The body with a few bytes replaced, or truncated."""
    spoiled = bytearray(body)
    for _ in range(rng.randrange(1, 4)):
        spoiled[rng.randrange(len(spoiled))] = rng.randrange(256)
    return bytes(spoiled[: rng.randrange(len(spoiled))] if rng.random() < 0.2 else spoiled)


@pytest.mark.parametrize("damage", [damaged_value, damaged_bytes])
def test_damaged_requests_are_answered_or_refused(client: FlaskClient, game_id: str, damage: Any) -> None:
    rng = Random(5)
    for path, body in requests(client, game_id):
        assert client.post(path, data=body, content_type="application/json").status_code == 200
        for _ in range(100):
            sent = damage(body, rng)
            response = client.post(path, data=sent, content_type="application/json")
            told = orjson.loads(response.get_data())
            assert response.status_code in (200, 400, 409, 422), (path, sent)
            assert response.status_code == 200 or told["status"] == response.status_code
