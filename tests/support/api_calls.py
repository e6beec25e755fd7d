"""Calls that tests make with a Flask client: positions, AI moves, sessions with AI seats."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.waiting import eventually

WAIT = {"Prefer": "wait=10"}
LONG: dict[str, Any] = {"level": "hard", "deadline_ms": 30_000, "iterations": 1_000_000}


def new_state(client: FlaskClient, game: str = "orbis", seats: int = 2, seed: int = 1) -> dict[str, Any]:
    """The state of a new game."""
    state: dict[str, Any] = client.post(f"/v1/games/{game}/states", json={"seats": seats, "seed": seed}).get_json()["state"]
    return state


def new_session(client: FlaskClient, *levels: str | None, game: str = "orbis", seed: int = 1) -> dict[str, Any]:
    """A session with one seat for each level; None is a human seat."""
    seats = [{"kind": "human"} if level is None else {"kind": "ai", "level": level} for level in levels]
    answer = client.post("/v1/sessions", json={"game": game, "seats": seats, "seed": seed})
    assert answer.status_code == 201, answer.get_json()
    created: dict[str, Any] = answer.get_json()
    return created


def look(client: FlaskClient, session_id: str, token: str | None = None) -> dict[str, Any]:
    """A session as a seat or a spectator sees it."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    seen: dict[str, Any] = client.get(f"/v1/sessions/{session_id}", headers=headers).get_json()
    return seen


def moved(client: FlaskClient, session_id: str, version: int) -> dict[str, Any]:
    """Waits until the session has reached a version; returns it as a spectator sees it."""
    return eventually(lambda: seen if (seen := look(client, session_id))["version"] >= version else {})


def history(client: FlaskClient, session_id: str) -> list[dict[str, Any]]:
    """Every change of a session, in order."""
    entries: list[dict[str, Any]] = client.get(f"/v1/sessions/{session_id}/history?since=0&limit=200").get_json()["entries"]
    return entries


def ask(client: FlaskClient, state: dict[str, Any], headers: dict[str, str] | None = None, **wishes: Any) -> TestResponse:
    return client.post(f"/v1/games/{state['game']}/ai-moves", json={"state": state, **wishes}, headers=headers or {})


def result(client: FlaskClient, state: dict[str, Any], **wishes: Any) -> dict[str, Any]:
    answer = ask(client, state, WAIT, **wishes)
    assert answer.status_code == 200, answer.get_json()
    found: dict[str, Any] = answer.get_json()["result"]
    return found


def status(client: FlaskClient, address: str) -> str:
    return str(client.get(address).get_json()["status"])
