"""Dry runs: the position that moves would lead to, unless it would reveal something; nothing changes."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from flask import Flask

from engine.game import apply
from engine.games import GAMES
from service.sessions.model import state_of
from service.sessions.store import SessionStore
from tests.support.http_client import Answer
from tests.support.stores import raw
from tests.support.tables import GAME_IDS, InProcess, Table, code_of, new_table, quiet_move


def dry_run(table: Table, move: Any, version: int, token: str | None = None, **headers: str) -> Answer:
    body = {"move": move, "dry_run": True}
    return table.caller.call("POST", f"{table.path}/moves", body, token or table.acting(), If_Match=f'"{version}"', **headers)


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_dry_run_answers_as_the_move_would(caller: InProcess, game: str) -> None:
    table = new_table(caller, game)
    move, token = quiet_move(table), table.acting()
    before = table.read(token)
    tried = dry_run(table, move, 0, token)
    assert tried.status == 200 and tried.headers["etag"] == '"0"', "the session is still at its version"
    assert table.read(token) == before and table.history() == []
    made = table.move(move, 0, token)
    assert changing(tried.json) == changing(made.json)


def changing(position: dict[str, Any]) -> dict[str, Any]:
    """A position without the time at which its session expires."""
    return {name: value for name, value in position.items() if name != "expires_at"}


def test_a_dry_run_stores_nothing_and_asks_no_ai(app: Flask, store: SessionStore) -> None:
    caller = InProcess(app.test_client())
    made = caller.call(
        "POST", "/v1/sessions", {"game": "orbis", "seed": 7, "seats": [{"kind": "human"}, {"kind": "ai"}], "options": {"first_seat": 0}}
    )
    table = Table(caller, made.json)
    move = quiet_move(table)
    stored = everything(store)
    assert dry_run(table, move, 0, Idempotency_Key="once").status == 200
    assert everything(store) == stored
    assert table.move(move, 0, Idempotency_Key="once").status == 200, "the key is still free"


def everything(store: SessionStore) -> dict[bytes, bytes | None]:
    """All data in Redis."""
    client = raw(store)
    return {key: client.dump(key) for key in client.scan_iter()}


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_dry_run_never_reveals_anything(caller: InProcess, store: SessionStore, game_id: str) -> None:
    """In a random game every move is tried first: it is refused exactly if it reveals something, and shows the seat's view otherwise."""
    game, rng, refused = GAMES[game_id], Random(1), 0
    table = new_table(caller, game_id, 2, options={"round_limit": 3} if game_id == "blue_moon_city" else {})
    while (state := state_of(store.find(table.id))).pending:
        seat, move = state.pending[-1].seat, rng.choice(game.legal_moves(state))
        after, events = apply(game, state, move)
        sent, version = msgspec.to_builtins(move), table.read()["version"]
        answer = dry_run(table, sent, version, table.tokens[seat])
        if any(event.reveals for event in events):
            assert code_of(answer) == (409, "dry_run_reveals")
            refused += 1
        else:
            assert answer.json["view"] == msgspec.json.decode(msgspec.json.encode(game.view(after, seat)))
            assert "seed" not in answer.json and "salt" not in answer.json
        assert table.move(sent, version, table.tokens[seat]).status == 200
    assert refused > 0


def test_a_dry_run_is_refused_like_a_move(caller: InProcess) -> None:
    table = new_table(caller)
    move, seat = quiet_move(table), table.tokens.index(table.acting())
    path, body = f"{table.path}/moves", {"move": move, "dry_run": True}
    assert code_of(caller.call("POST", path, body, table.tokens[seat])) == (428, "if_match_missing")
    assert code_of(dry_run(table, move, 0, table.tokens[1 - seat])) == (409, "not_your_turn")
    assert code_of(dry_run(table, move, 0, table.host)) == (403, "not_allowed")
    assert code_of(dry_run(table, {"type": "nonsense"}, 0)) == (422, "move_invalid")
    assert code_of(caller.call("POST", path, body | {"dry_run": 1}, table.tokens[seat], If_Match='"0"')) == (422, "body_invalid")
    table.play(1)
    assert code_of(dry_run(table, move, 0)) == (412, "version_stale")
