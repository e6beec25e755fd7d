"""Fixtures of the service tests."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.games import GAMES
from service import create_app
from service.settings import Settings
from tests.support.fixtures import embedded, gunicorn, live, own, own_redis, store
from tests.support.referee import Post

__all__ = ["embedded", "gunicorn", "live", "own", "own_redis", "store"]


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    """A client of a service without Redis and without a request log."""
    return create_app(Settings(log_requests=False)).test_client()


@pytest.fixture(scope="session")
def post(client: FlaskClient) -> Post:
    """Posts a JSON body below /v1/games."""

    def send(path: str, body: Any, **headers: str) -> TestResponse:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return client.post(f"/v1/games/{path}", json=body, headers=named)

    return send


@pytest.fixture(params=list(GAMES))
def game_id(request: pytest.FixtureRequest) -> str:
    """Each game in turn."""
    return str(request.param)


@pytest.fixture
def fresh(post: Post, game_id: str) -> dict[str, Any]:
    """The first position of a game."""
    position: dict[str, Any] = post(f"{game_id}/states", {"seats": GAMES[game_id].seats[0], "seed": 7}).get_json()
    return position
