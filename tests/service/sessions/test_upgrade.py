"""Tokens and sessions recorded with earlier versions of the service play on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.ai import choose
from engine.games import GAMES
from service import create_app
from service.sessions.model import state_of
from service.sessions.moves import make_ai_move
from service.sessions.store import SessionStore
from service.sessions.verify import verify_session
from service.settings import Settings
from service.storage.outbox import TURNS
from tests.recorded import recorded_lines
from tests.support.http_client import Answer
from tests.support.stores import sessions_of
from tests.support.tables import InProcess

LANGUAGES = ("en", "fr", "de")


def described(record: dict[str, Any]) -> str:
    return "-".join(str(record[name]) for name in ("game", "seats", "kind") if name in record)


TOKENS = [json.loads(line) for line in recorded_lines("0.1.0", "tokens.jsonl")]
SESSIONS = [json.loads(line) for line in recorded_lines("0.1.0", "sessions.jsonl")]
of_kind = {kind: [record for record in SESSIONS if record["kind"] == kind] for kind in ("people", "computer", "over")}


def test_every_title_and_player_count_was_recorded() -> None:
    every = {(game.id, seats) for game in GAMES.values() for seats in game.seats}
    assert {(record["game"], record["seats"]) for record in TOKENS} == every
    for kind in ("people", "computer"):
        assert {(record["game"], record["seats"]) for record in of_kind[kind]} == every


@pytest.mark.parametrize("record", TOKENS, ids=described)
def test_a_recorded_token_plays_on(record: dict[str, Any]) -> None:
    client = create_app(Settings(seal_keys=(record["seal_key"],), log_requests=False)).test_client()
    path, rng = f"/v1/games/{record['game']}", Random(1)
    carried = {"token": record["token"], "seat_keys": record["seat_keys"]}
    asked: Any = client.post(f"{path}/legal-moves", json=carried).json
    for made in range(1, 40):
        if asked["to_act"] is None:
            break
        answer = client.post(f"{path}/moves", json=carried | {"move": rng.choice(asked["legal_moves"])})
        assert answer.status_code == 200, answer.json
        asked = answer.json
        assert asked["version"] == record["version"] + made
        assert asked["schema_version"] == asked["view"]["schema_version"] == GAMES[record["game"]].schema_version
        carried["token"] = asked["token"]


class Recorded:
    """A recorded session, put back into Redis as it was."""

    def __init__(self, store: SessionStore, client: FlaskClient, record: dict[str, Any]) -> None:
        self.caller, self.record, self.store = InProcess(client), record, store
        self.id, self.path = record["id"], f"/v1/sessions/{record['id']}"
        self.version = int(record["session"]["version"])
        redis, key = store.server.client, f"arbiter:{{{record['id']}}}"
        redis.hset(key, mapping=record["session"] | {"expires_at": store.expiry()})
        for entry_id, fields in record["log"]:
            redis.xadd(f"{key}:log", fields, id=entry_id)
        if record["outbox"]:
            redis.zadd(TURNS, {record["id"]: 1})

    def call(self, method: str, path: str = "", body: Any = None, token: str | None = None, **headers: str) -> Answer:
        return self.caller.call(method, self.path + path, body, token, **headers)

    def finish(self) -> Any:
        """Plays random moves for the people to the end of the game, or until an AI is to act; returns the last position."""
        rng = Random(2)
        seen = self.call("GET").json
        while seen["to_act"] is not None and (token := self.record["tokens"][seen["to_act"]["seat"]]) is not None:
            move = rng.choice(self.call("GET", "/legal-moves", token=token).json["legal_moves"])
            answer = self.call("POST", "/moves", {"move": move}, token, If_Match=f'"{seen["version"]}"')
            assert answer.status == 200, answer.json
            seen = answer.json
        return seen


@pytest.fixture
def recorded(store: SessionStore, client: FlaskClient, request: pytest.FixtureRequest) -> Iterator[Recorded]:
    yield Recorded(store, client, request.param)


def with_kind(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("recorded", of_kind[kind], ids=described, indirect=True)


@with_kind("people")
def test_a_recorded_session_plays_on(recorded: Recorded) -> None:
    before = recorded.call("GET")
    assert before.status == 200 and before.json["version"] == recorded.version == before.json["base_version"]
    for seat, token in enumerate(recorded.record["tokens"]):
        assert recorded.call("GET", token=token).json["seat"] == seat
    assert recorded.finish()["outcome"] is not None
    assert recorded.call("GET").json["base_version"] == recorded.version, "the base state stays where it was"
    assert verify_session(recorded.store, recorded.id) == []


@with_kind("people")
def test_versions_before_the_upgrade_are_archived(recorded: Recorded) -> None:
    for path in ("/states/{}", "/board.svg?version={}"):
        answer = recorded.call("GET", path.format(recorded.version - 1))
        assert (answer.status, answer.json["code"]) == (410, "version_archived")
        assert str(recorded.version) in answer.json["detail"]
        assert recorded.call("GET", path.format(recorded.version)).status == 200
    fork = recorded.call("POST", "/forks", {"version": recorded.version - 1}, recorded.record["host_token"])
    assert (fork.status, fork.json["code"]) == (410, "version_archived")
    assert recorded.call("POST", "/forks", {}, recorded.record["host_token"]).status == 201


@with_kind("people")
def test_the_log_from_before_the_upgrade_keeps_its_texts(recorded: Recorded) -> None:
    for language in LANGUAGES:
        history = recorded.call("GET", "/history?limit=200", Accept_Language=language).json
        assert [entry["version"] for entry in history["entries"]] == list(range(1, recorded.version + 1))
        archived = [entry for entry in history["entries"] if entry["type"] == "archived"]
        assert len(archived) == recorded.version - 1, "every entry but the claim"
        assert all(entry["event_labels"] or entry["label"] for entry in archived)


@with_kind("people")
def test_undo_stops_at_the_upgrade(recorded: Recorded) -> None:
    for token in recorded.record["tokens"]:
        answer = recorded.call("POST", "/undo", {}, token)
        assert (answer.status, answer.json["code"]) == (409, "undo_nothing")


@with_kind("computer")
def test_an_ai_turn_left_by_the_former_version_is_played(app: Flask, recorded: Recorded) -> None:
    session = recorded.store.find(recorded.id)
    assert session.due is not None and [session_id for session_id, _ in recorded.store.outbox.due()] == [recorded.id]
    view = session.game.view(state_of(session), session.due.seat)
    chosen = choose(session.game, view, session.due.seat, session.due.level, seed=1).move
    make_ai_move(sessions_of(app), recorded.id, session.due, chosen)
    assert recorded.call("GET").json["version"] == recorded.version + 1
    assert verify_session(recorded.store, recorded.id) == []


@with_kind("over")
def test_a_recorded_finished_game_can_be_read(recorded: Recorded) -> None:
    seen = recorded.call("GET").json
    assert seen["outcome"] is not None and seen["to_act"] is None
    assert recorded.call("GET", "/history").status == 200
    assert recorded.call("GET", "/board.svg").status == 200
    assert verify_session(recorded.store, recorded.id) == []
