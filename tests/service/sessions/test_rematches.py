"""A rematch: the same people, options and tokens, a new seed, and the next seat begins."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from service.sessions.store import SessionStore
from tests.service.sessions.test_races import all_at_once
from tests.support.http_client import HttpClient
from tests.support.stores import sessions_of
from tests.support.tables import GAME_IDS, InProcess, Table, code_of, new_table, play_for

OPTIONS = {"blue_moon_city": {"round_limit": 3}}


def finished(caller: InProcess, game: str = "orbis", **wish: Any) -> Table:
    table = new_table(caller, game, options=OPTIONS.get(game, {}), **wish)
    table.play(5000)
    assert table.read()["outcome"] is not None
    return table


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_same_players_begin_again_with_their_tokens(caller: InProcess, game: str) -> None:
    clock = {"move_seconds": 60, "bank_seconds": 60, "on_timeout": "ai_seat", "level": "easy"}
    table = finished(caller, game, seats=3, clock=clock, metadata={"room": "7"})
    answer = caller.call("POST", f"{table.path}/rematches", None, table.tokens[1])
    again = answer.json
    assert answer.status == 201 and answer.headers["location"] == f"/v1/sessions/{again['id']}" and again["seat"] == 1
    assert again["rematch_of"] == table.id and again["metadata"] == {"room": "7"} and again["clock_settings"] == clock
    assert again["seed_chosen"] is False and again["seed_commitment"] != table.made["seed_commitment"]
    assert again["to_act"]["seat"] == (table.made["to_act"]["seat"] + 1) % 3
    rematch = Table(caller, {**again, "host_token": table.host})
    rematch.tokens = table.tokens
    assert rematch.play(3) == 3
    assert caller.call("DELETE", rematch.path, token=table.host).status == 204


def test_repeating_it_gives_the_same_session(caller: InProcess) -> None:
    table = finished(caller)
    first, second, third = (caller.call("POST", f"{table.path}/rematches", {}, token) for token in (*table.tokens, table.host))
    assert [answer.status for answer in (first, second, third)] == [201, 200, 200]
    assert first.json["id"] == second.json["id"] == third.json["id"]
    assert [answer.json["seat"] for answer in (first, second, third)] == [0, 1, None]
    told = [entry for entry in table.history() if entry["type"] == "rematched"]
    assert [entry["session"] for entry in told] == [first.json["id"]]
    assert table.read()["rematch"] == first.json["id"]


def test_a_crash_between_the_two_writes_is_repaired(caller: InProcess, store: SessionStore) -> None:
    """The new session exists, but the old one does not name it yet."""
    table = finished(caller)
    first = caller.call("POST", f"{table.path}/rematches", {}, table.tokens[0]).json["id"]
    store.server.client.hset(f"arbiter:{{{table.id}}}", mapping={"rematch": "", "stamp": "other"})
    again = caller.call("POST", f"{table.path}/rematches", {}, table.tokens[0])
    assert (again.status, again.json["id"]) == (200, first) and table.read()["rematch"] == first


def test_a_player_who_resigned_is_back(caller: InProcess, app: Flask) -> None:
    table = new_table(caller)
    seat = table.made["to_act"]["seat"]
    caller.call("POST", f"{table.path}/seats/{seat}/resignations", {"level": "random"}, table.tokens[seat])
    while table.read()["to_act"]:
        if table.read()["to_act"]["seat"] == seat:
            play_for(sessions_of(app), table.id)
        else:
            table.play(1)
    again = caller.call("POST", f"{table.path}/rematches", {}, table.tokens[seat]).json
    assert [each["kind"] for each in again["seats"]] == ["human", "human"] and not any(each["resigned"] for each in again["seats"])


@pytest.mark.parametrize("is_claimed", [False, True])
def test_a_seat_whose_player_was_invited_again_and_did_not_come_is_free(caller: InProcess, app: Flask, is_claimed: bool) -> None:
    """Nobody holds it: its token ended with the invite. Its code belongs to the game before."""
    table = new_table(caller)
    if is_claimed:
        claim = caller.call("POST", f"{table.path}/seats/1/claims", {"invite_code": table.codes[1]})
        table.tokens[1] = claim.json["token"]
    caller.call("POST", f"{table.path}/seats/1/resignations", {"level": "random"}, table.tokens[1])
    assert caller.call("POST", f"{table.path}/seats/1/invites", {}, table.host).status == 201
    while table.read()["to_act"]:
        if table.read()["to_act"]["seat"] == 1:
            play_for(sessions_of(app), table.id)
        else:
            table.play(1)
    again = caller.call("POST", f"{table.path}/rematches", {}, table.tokens[0]).json
    free = again["seats"][1]
    assert (free["kind"], free["claimed"], free["held_by_host"]) == ("invited", False, False)
    invited = caller.call("POST", f"/v1/sessions/{again['id']}/seats/1/invites", {}, table.host)
    assert invited.status == 201
    assert caller.call("POST", "/v1/claims", {"invite_code": invited.json["invite_code"]}).status == 201


def test_before_the_end_and_for_strangers_it_is_refused(caller: InProcess) -> None:
    table = new_table(caller)
    assert code_of(caller.call("POST", f"{table.path}/rematches", {}, table.tokens[0])) == (409, "game_running")
    assert code_of(caller.call("POST", f"{table.path}/rematches", {})) == (401, "token_missing")
    assert code_of(caller.call("POST", f"{table.path}/rematches", {}, "seat_of_another")) == (401, "token_unknown")
    assert caller.call("POST", f"{table.path}/rematches", {"seed": 1}, table.tokens[0]).status == 422
    assert table.history() == []


def test_players_who_ask_at_the_same_time_get_one_session(live: HttpClient) -> None:
    table = new_table(live)
    table.play(5000)
    answers = all_at_once(live, f"{table.path}/rematches", [{}] * 20, table.tokens[0])
    assert {answer.status for answer in answers} <= {200, 201} and len({answer.json["id"] for answer in answers}) == 1
    assert [entry["type"] for entry in table.history()].count("rematched") == 1
