"""Absent players do not block a session: the host invites again or lets an AI play, and everybody sees it."""

from __future__ import annotations

from typing import Any

import pytest

from service.sessions.entries import Forked
from service.sessions.store import SessionStore
from tests.support.clocks import leave_for
from tests.support.http_client import Answer
from tests.support.tables import InProcess, Table, code_of, new_table

TWO_MINUTES = 121


@pytest.fixture
def table(caller: InProcess) -> Table:
    return new_table(caller, seats=3)


def post(table: Table, path: str, body: Any = None, token: str | None = None) -> Answer:
    return table.caller.call("POST", f"{table.path}{path}", body, token or table.host)


def invited_table(caller: InProcess, **wish: Any) -> Table:
    body = {"game": "orbis", "seats": [{"kind": "human"}, {"kind": "invited", "name": "Grace"}], "options": {"first_seat": 0}, **wish}
    return Table(caller, caller.call("POST", "/v1/sessions", body).json)


@pytest.mark.parametrize("action", ["invites", "replacements"])
def test_a_player_who_was_just_here_cannot_be_removed(table: Table, store: SessionStore, action: str) -> None:
    leave_for(store, table.id, TWO_MINUTES)
    table.read(table.tokens[1])
    assert code_of(post(table, f"/seats/1/{action}")) == (409, "seat_present")
    assert post(table, f"/seats/2/{action}").status == 201


def test_nobody_can_be_removed_from_a_new_session(table: Table) -> None:
    assert code_of(post(table, "/seats/1/invites")) == (409, "seat_present")


def test_a_new_invite_ends_the_token_at_once(table: Table, store: SessionStore) -> None:
    leave_for(store, table.id, TWO_MINUTES)
    answer = post(table, "/seats/1/invites")
    assert answer.status == 201 and answer.json.keys() == {"id", "seat", "invite_code", "version"}
    assert code_of(table.caller.call("GET", table.path, token=table.tokens[1])) == (401, "token_unknown")
    assert code_of(post(table, "/seats/1/claims", {"invite_code": table.codes[1]})) == (403, "invite_wrong")
    seat = table.read()["seats"][1]
    assert (seat["kind"], seat["claimed"], seat["held_by_host"]) == ("invited", False, False)
    claimed = post(table, "/seats/1/claims", {"invite_code": answer.json["invite_code"], "name": "Zoë"})
    assert claimed.status == 201 and claimed.json["seats"][1]["name"] == "Zoë"
    assert [entry["type"] for entry in table.history()] == ["invited", "claimed"]
    assert "invite_code" not in str(table.history())


def test_an_ai_plays_for_an_absent_player_who_may_come_back(table: Table, store: SessionStore) -> None:
    seat = table.made["to_act"]["seat"]
    leave_for(store, table.id, TWO_MINUTES)
    answer = post(table, f"/seats/{seat}/replacements", {"level": "easy"})
    shown = answer.json["seats"][seat]
    assert answer.status == 201 and (shown["kind"], shown["level"], shown["replaced"]) == ("ai", "easy", True)
    due = store.find(table.id).due
    assert due is not None and (due.seat, due.level) == (seat, "easy")
    assert table.read(table.tokens[seat])["seat"] == seat
    code = post(table, f"/seats/{seat}/invites").json["invite_code"]
    assert store.find(table.id).due == due, "the AI plays until somebody joins"
    claimed = post(table, f"/seats/{seat}/claims", {"invite_code": code})
    assert claimed.json["seats"][seat]["kind"] == "invited" and claimed.json["legal_moves"] and store.find(table.id).due is None
    assert [entry["type"] for entry in table.history()] == ["replaced", "invited", "claimed"]
    assert [entry.get("level") for entry in table.history()] == ["easy", None, None]


def test_only_a_host_may_invite_again_replace_and_add_hosts(table: Table, store: SessionStore) -> None:
    leave_for(store, table.id, TWO_MINUTES)
    for path, body in (("/seats/1/invites", None), ("/seats/1/replacements", None), ("/hosts", {"seat": 1})):
        assert code_of(post(table, path, body, table.tokens[2])) == (403, "not_allowed")
        assert code_of(table.caller.call("POST", f"{table.path}{path}", body)) == (401, "token_missing")
    assert table.history() == []


def test_a_seat_that_was_an_ai_from_the_start_stays_one(caller: InProcess) -> None:
    table = new_table(caller, seats=2, seed=None)
    body = {"game": "orbis", "seats": [{"kind": "human"}, {"kind": "ai", "level": "random"}], "options": {"first_seat": 0}}
    table = Table(caller, caller.call("POST", "/v1/sessions", body).json)
    assert code_of(post(table, "/seats/1/invites")) == (409, "seat_of_ai")
    assert code_of(post(table, "/seats/1/replacements")) == (409, "seat_of_ai")
    assert code_of(post(table, "/hosts", {"seat": 1})) == (409, "seat_of_ai")
    assert code_of(post(table, "/seats/7/invites")) == (404, "seat_not_found")
    assert code_of(post(table, "/hosts", {"seat": 3})) == (404, "seat_not_found")
    assert post(table, "/hosts", {"seat": 99}).status == 422 and post(table, "/hosts", {}).status == 422
    assert table.history() == []


def test_a_second_host_can_do_what_the_first_can(table: Table, store: SessionStore) -> None:
    assert post(table, "/hosts", {"seat": 1}).json["seats"][1]["host"] is True
    assert post(table, "/hosts", {"seat": 1}).status == 201
    assert [entry["type"] for entry in table.history()] == ["host_added"]
    assert table.read(table.tokens[1])["seat"] == 1
    leave_for(store, table.id, TWO_MINUTES)
    own = table.tokens[1]
    assert post(table, "/seats/2/invites", None, own).status == 201
    assert table.caller.call("DELETE", table.path, token=own).status == 204


def test_a_new_player_of_a_hosts_seat_is_not_a_host(table: Table, store: SessionStore) -> None:
    post(table, "/hosts", {"seat": 1})
    leave_for(store, table.id, TWO_MINUTES)
    code = post(table, "/seats/1/invites").json["invite_code"]
    claimed = post(table, "/seats/1/claims", {"invite_code": code}).json
    assert claimed["seats"][1]["host"] is False
    assert code_of(table.caller.call("DELETE", table.path, token=claimed["token"])) == (403, "not_allowed")


def test_nobody_sees_through_an_invited_seat_before_it_is_claimed(caller: InProcess) -> None:
    table = invited_table(caller)
    seat = table.made["seats"][1]
    assert "token" not in seat and seat["invite_code"] and not seat["held_by_host"] and table.made["seats"][0]["held_by_host"]
    assert code_of(post(table, "/hosts", {"seat": 1})) == (409, "seat_free")
    claimed = post(table, "/seats/1/claims", {"invite_code": table.codes[1]})
    assert claimed.status == 201 and claimed.json["seats"][1] | {"claimed": True} == claimed.json["seats"][1]
    assert claimed.json["seats"][1]["kind"] == "invited" and claimed.json["seats"][1]["name"] == "Grace"


def test_a_free_seat_gets_a_new_code_or_an_ai_at_once(caller: InProcess) -> None:
    table = invited_table(caller)
    code = post(table, "/seats/1/invites").json["invite_code"]
    assert code_of(post(table, "/seats/1/claims", {"invite_code": table.codes[1]})) == (403, "invite_wrong")
    assert post(table, "/seats/1/replacements", {"level": "random"}).json["seats"][1]["kind"] == "ai"
    assert code_of(post(table, "/seats/1/claims", {"invite_code": code})) == (409, "seat_taken")


def test_everybody_sees_whether_the_seed_was_chosen(caller: InProcess) -> None:
    assert new_table(caller, seed=5).made["seed_chosen"] is True
    assert new_table(caller, seed=None).made["seed_chosen"] is False


def test_a_fork_of_a_running_game_is_logged_once_for_everybody(table: Table, store: SessionStore) -> None:
    table.play(3)
    forks = [
        table.caller.call("POST", f"{table.path}/forks", {"version": 2}, table.host, Idempotency_Key="the same").json["id"]
        for _ in range(2)
    ]
    assert forks[0] == forks[1]
    entries = [entry for _, entry in store.entries(table.id, 3)]
    assert [(type(entry), entry.session) for entry in entries if isinstance(entry, Forked)] == [(Forked, forks[0])]
    assert table.history(since=3)[0]["type"] == "forked"


def test_non_moves_do_not_make_a_move_stale(table: Table, store: SessionStore) -> None:
    token, move = table.acting(), table.legal()[0]
    acting = table.made["to_act"]["seat"]
    absent = (acting + 1) % 3
    leave_for(store, table.id, TWO_MINUTES)
    post(table, "/hosts", {"seat": acting})
    post(table, f"/seats/{absent}/invites")
    post(table, f"/seats/{absent}/replacements", {"level": "random"})
    table.caller.call("POST", f"{table.path}/forks", {}, table.host)
    other = (acting + 2) % 3
    table.caller.call("POST", f"{table.path}/seats/{other}/resignations", {"level": "random"}, table.tokens[other])
    assert table.read()["version"] == 5
    assert table.move(move, 0, token).status == 200


def test_presence_is_outside_versions_and_etags(table: Table, store: SessionStore) -> None:
    first = table.caller.call("GET", table.path)
    assert [seat["last_seen_at"] for seat in first.json["presence"]] == [None] * 3
    table.read(table.tokens[1])
    second = table.caller.call("GET", table.path)
    assert second.json["presence"][1]["last_seen_at"] and second.headers["etag"] == first.headers["etag"]
    assert second.json["version"] == 0
    assert table.caller.call("GET", table.path, If_None_Match=first.headers["etag"]).status == 304


def test_after_the_end_nobody_is_invited_or_replaced(caller: InProcess, store: SessionStore) -> None:
    table = new_table(caller, seats=2)
    table.play(1000)
    leave_for(store, table.id, TWO_MINUTES)
    assert code_of(post(table, "/seats/1/invites")) == (409, "game_over")
    assert code_of(post(table, "/seats/1/replacements")) == (409, "game_over")
