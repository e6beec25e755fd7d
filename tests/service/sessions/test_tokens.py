"""Tokens: each gives access to its own seat only."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.games import GAMES
from service.sessions.auth import find_bearer
from service.sessions.entries import Moved
from service.sessions.errors import TokenUnknown
from service.sessions.log import events_of, move_of
from service.sessions.model import Facts, Seat, Session, state_of
from service.sessions.store import SessionStore
from service.sessions.tokens import CODE_ALPHABET, CODE_LENGTH, hash_token, new_code, new_token
from tests.support.tables import GAME_IDS, InProcess, Table, new_table

OPEN = settings(
    max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def tables(app: Flask) -> list[Table]:
    """Two sessions of three seats; the tokens of one must not be valid in the other."""
    caller = InProcess(app.test_client())
    return [new_table(caller, GAME_IDS[0], 3, seed) for seed in (1, 2)]


@OPEN
@given(data=st.data())
def test_a_token_opens_its_own_seat_only(tables: list[Table], data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(tables))
    holders = {token: (other.id, seat) for other in tables for seat, token in enumerate(other.tokens) if token}
    known = [*holders, *(other.host for other in tables)]
    damaged = st.sampled_from(known).flatmap(lambda token: st.sampled_from([token[:-1], token.swapcase(), token[::-1], hash_token(token)]))
    token = data.draw(st.sampled_from(known) | damaged | st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1))
    answer = table.caller.call("GET", table.path, token=token)
    if token == table.host:
        assert answer.status == 200 and answer.json["seat"] is None
    elif holders.get(token, ("", -1))[0] == table.id:
        assert answer.status == 200 and answer.json["seat"] == holders[token][1]
    else:
        assert answer.status == 401 and answer.headers["www-authenticate"].startswith("Bearer")
        posts = [("POST", path) for path in ("/moves", "/undo", "/seats/0/resignations", "/feed-tickets")]
        for method, path in [*posts, ("DELETE", ""), ("GET", "/events"), ("GET", "/events?include=position")]:
            body = {"move": {"type": "x"}} if path == "/moves" else None
            assert table.caller.call(method, table.path + path, body, token, If_Match='"0"').status == 401


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic abc", "seat_x", "Token seat_x"])
def test_tokens_are_accepted_only_as_bearer(tables: list[Table], header: str) -> None:
    assert tables[0].caller.call("GET", tables[0].path, Authorization=header).status == 401


@pytest.mark.parametrize("name", ["token", "access_token"])
def test_a_token_in_the_query_is_refused(tables: list[Table], name: str) -> None:
    answer = tables[0].caller.call("GET", f"{tables[0].path}?{name}={tables[0].tokens[0]}")
    assert answer.status == 422 and (tables[0].tokens[0] or "").encode() not in answer.body


@pytest.mark.parametrize("game", GAME_IDS)
def test_each_bearer_gets_exactly_the_view_of_its_seat(app: Flask, store: SessionStore, game: str) -> None:
    """Positions, past positions and logs equal the seat's view of the game; the host sees what spectators see."""
    table = new_table(InProcess(app.test_client()), game, 3)
    table.play(25)
    state = state_of(store.find(table.id))
    for seat, token in [(None, None), (None, table.host), *enumerate(table.tokens)]:
        view = json.loads(json.dumps(_builtins(GAMES[game].view(state, seat))))
        assert table.read(token)["view"] == view
        version = table.read()["version"]
        assert table.caller.call("GET", f"{table.path}/states/{version}", token=token).json["view"] == view
        (last,) = table.caller.call("GET", f"{table.path}/events?include=position&wait=0&since={version - 1}", token=token).json["entries"]
        assert last["position"]["view"] == view
        for (_, entry), told in zip(store.entries(table.id, 0), table.history(token), strict=True):
            assert isinstance(entry, Moved)
            events = events_of(GAMES[game], entry)
            seen = [GAMES[game].view_event(event, seat) for event in events]
            assert [{name: event[name] for name in event if name != "label"} for event in told["events"]] == [*map(_builtins, seen)]
            assert all(event["label"] for event in told["events"])
            assert told["move"].items() >= _builtins(move_of(GAMES[game], entry)).items(), "every move of these games is public"


def _builtins(record: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(record))


def test_tokens_and_codes_are_long_and_never_the_same() -> None:
    assert len({new_token("seat") for _ in range(1000)}) == len({new_code() for _ in range(1000)}) == 1000
    assert len(new_token("seat")) >= 32 and len(CODE_ALPHABET) ** CODE_LENGTH >= 2**60
    assert len(set(CODE_ALPHABET)) == 32


def test_an_empty_token_does_not_match_a_seat_without_one() -> None:
    facts = Facts(game="g", options={}, seed=1, salt="", host=hash_token("host_x"), created_at=0)
    session = Session(id="s", facts=facts, seats=[Seat(kind="ai")], version=0, steady=0, snapshot=b"", expires_at=0)
    assert find_bearer(session, "host_x").host
    with pytest.raises(TokenUnknown):
        find_bearer(session, "")
