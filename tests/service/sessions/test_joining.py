"""Joining a game: with an invite code alone, and at an open table without one."""

from __future__ import annotations

from typing import Any

import pytest

from service.sessions.seats import NO_SEAT
from service.sessions.store import INVITE_LIFETIMES, SessionStore
from service.sessions.tokens import hash_token, normal_code
from tests.support.http_client import Answer
from tests.support.tables import InProcess, Table, code_of, new_invited_table

UNKNOWN_CODES = ["7KQM-2WXR-9TNB", "x", "-", "ß" * 64, "arbiter:*", "\u0000"]


@pytest.fixture
def table(caller: InProcess) -> Table:
    return new_invited_table(caller)


def claim(caller: InProcess, code: str | None, name: str | None = None, **headers: str) -> Answer:
    return caller.call("POST", "/v1/claims", {"invite_code": code} | ({"name": name} if name else {}), **headers)


def test_a_code_alone_leads_to_its_seat(caller: InProcess, table: Table) -> None:
    answer = claim(caller, table.codes[2], "Grace")
    assert answer.status == 201 and answer.headers["location"] == table.path
    assert (answer.json["id"], answer.json["seat"], answer.json["version"]) == (table.id, 2, 1)
    assert answer.headers["etag"] == '"1"' and answer.headers["cache-control"] == "no-store"
    assert table.read(answer.json["token"])["seats"][2] == answer.json["seats"][2]
    assert (answer.json["seats"][2]["name"], answer.json["seats"][2]["claimed"]) == ("Grace", True)
    assert [(entry["type"], entry["seat"], entry["name"]) for entry in table.history()] == [("claimed", 2, "Grace")]


def test_the_answer_is_that_of_a_claim_at_the_seats_address(caller: InProcess) -> None:
    one, other = (new_invited_table(caller) for _ in range(2))
    by_code = claim(caller, one.codes[1], "Grace").json
    by_seat = caller.call("POST", f"{other.path}/seats/1/claims", {"invite_code": other.codes[1], "name": "Grace"}).json
    own = ("id", "token", "seed_commitment", "created_at", "expires_at")
    assert {**by_code, **dict.fromkeys(own)} == {**by_seat, **dict.fromkeys(own)}


@pytest.mark.parametrize("change", [str.lower, lambda code: code.replace("-", ""), lambda code: f" {code.replace('-', ' ')} ".lower()])
def test_case_hyphens_and_spaces_of_a_code_do_not_matter(caller: InProcess, table: Table, change: Any) -> None:
    assert claim(caller, change(table.codes[1])).status == 201


def test_a_code_replaces_the_token_of_a_seat_that_the_host_held(caller: InProcess, table: Table) -> None:
    answer = claim(caller, table.codes[0])
    assert answer.json["seat"] == 0 and not answer.json["seats"][0]["held_by_host"]
    assert caller.call("GET", table.path, token=table.tokens[0]).status == 401
    assert table.read(answer.json["token"])["seat"] == 0


@pytest.mark.parametrize("code", UNKNOWN_CODES)
def test_an_unknown_code_is_refused_with_what_to_do(caller: InProcess, code: str) -> None:
    answer = claim(caller, code)
    assert code_of(answer) == (403, "invite_wrong") and answer.json["detail"] == NO_SEAT


def test_a_code_works_once(caller: InProcess, table: Table) -> None:
    assert claim(caller, table.codes[1]).status == 201
    again = claim(caller, table.codes[1])
    assert code_of(again) == (403, "invite_wrong") and again.json["detail"] == NO_SEAT


def test_the_code_of_an_ended_session_leads_nowhere(caller: InProcess, table: Table) -> None:
    assert caller.call("DELETE", table.path, token=table.host).status == 204
    assert code_of(claim(caller, table.codes[1])) == (403, "invite_wrong")


def test_the_code_of_an_expired_session_leads_nowhere(caller: InProcess, table: Table, store: SessionStore) -> None:
    store.server.client.delete(f"arbiter:{{{table.id}}}")
    store.server.client.delete(f"arbiter:{{{table.id}}}:log")
    assert code_of(claim(caller, table.codes[1])) == (403, "invite_wrong")


def test_a_new_invite_replaces_the_old_code(caller: InProcess, table: Table) -> None:
    new = caller.call("POST", f"{table.path}/seats/1/invites", {}, table.host).json["invite_code"]
    assert code_of(claim(caller, table.codes[1])) == (403, "invite_wrong")
    assert claim(caller, new).json["seat"] == 1


def test_the_code_of_a_fork_leads_to_the_fork(caller: InProcess, table: Table) -> None:
    fork = caller.call("POST", f"{table.path}/forks", {}, table.host).json
    assert claim(caller, fork["seats"][1]["invite_code"]).json["id"] == fork["id"]


def test_a_seat_that_an_ai_took_cannot_be_claimed_with_its_old_code(caller: InProcess, table: Table) -> None:
    assert caller.call("POST", f"{table.path}/seats/1/replacements", {"level": "easy"}, table.host).status == 201
    assert code_of(claim(caller, table.codes[1])) == (403, "invite_wrong")


def test_a_repeated_claim_gets_the_same_token(caller: InProcess, table: Table) -> None:
    first, again = (claim(caller, table.codes[1], Idempotency_Key="joined") for _ in range(2))
    assert first.status == again.status == 201 and first.body == again.body
    assert again.headers["idempotency-replayed"] == "true" and again.headers["location"] == table.path
    assert len(table.history()) == 1
    assert code_of(claim(caller, table.codes[1])) == (403, "invite_wrong")


def test_a_key_belongs_to_one_code_even_if_another_code_leads_to_another_session(caller: InProcess, table: Table) -> None:
    other = new_invited_table(caller)
    assert claim(caller, table.codes[1], Idempotency_Key="k").status == 201
    for code in (table.codes[2], other.codes[1]):
        assert code_of(claim(caller, code, Idempotency_Key="k")) == (422, "idempotency_key_reused")
    assert other.history() == [] and len(table.history()) == 1


def test_a_refused_claim_does_not_use_up_its_key(caller: InProcess, table: Table) -> None:
    assert claim(caller, "WRONG", Idempotency_Key="k").status == 403
    assert claim(caller, table.codes[1], Idempotency_Key="k").status == 201


def test_a_body_that_does_not_match_is_refused_with_pointers(caller: InProcess) -> None:
    for body, pointers in [
        ({}, ["/invite_code"]),
        ({"invite_code": ""}, ["/invite_code"]),
        ({"invite_code": "x" * 65, "name": "", "seat": 1}, ["/invite_code", "/name", "/seat"]),
        ({"invite_code": 7, "name": "a\u202eb"}, ["/invite_code", "/name"]),
    ]:
        answer = caller.call("POST", "/v1/claims", body)
        assert code_of(answer) == (422, "body_invalid")
        assert sorted({error["pointer"] for error in answer.json["errors"]}) == pointers


def test_only_hashes_of_codes_are_stored_and_they_outlive_the_session(caller: InProcess, table: Table, store: SessionStore) -> None:
    code = table.codes[1] or ""
    key = f"arbiter:invite:{hash_token(normal_code(code))}"
    assert store.server.client.get(key) == f"{table.id}:1".encode()
    app_lifetime = 30 * 24 * 3600
    assert INVITE_LIFETIMES * app_lifetime - 60 < store.server.client.ttl(key) <= INVITE_LIFETIMES * app_lifetime
    names = b"\n".join(store.server.client.scan_iter(match="arbiter:invite:*", count=1000))
    assert names and code.encode() not in names and normal_code(code).encode() not in names


def test_the_index_alone_does_not_open_a_seat(caller: InProcess, table: Table, store: SessionStore) -> None:
    """An entry is a hint: the session compares the code with its own hash."""
    store.invites.add(table.id, {1: "7KQM-2WXR-9TNB"})
    assert code_of(claim(caller, "7KQM-2WXR-9TNB")) == (403, "invite_wrong")


def test_a_free_seat_of_an_open_session_is_taken_without_a_code(caller: InProcess) -> None:
    table = new_invited_table(caller, visibility="open")
    first = caller.call("POST", f"{table.path}/claims", {"name": "Grace"})
    second = caller.call("POST", f"{table.path}/claims")
    assert [(each.status, each.json["id"], each.json["seat"]) for each in (first, second)] == [(201, table.id, 1), (201, table.id, 2)]
    assert table.read(first.json["token"])["seats"][1]["name"] == "Grace"
    assert code_of(caller.call("POST", f"{table.path}/claims")) == (409, "no_free_seat")
    assert table.read(table.tokens[0])["seat"] == 0, "a seat that the host holds is not free"


def test_a_free_seat_of_a_private_session_needs_its_code(caller: InProcess, table: Table) -> None:
    refused = caller.call("POST", f"{table.path}/claims", {"name": "Grace"})
    assert code_of(refused) == (403, "not_allowed") and "invite code" in refused.json["detail"]


def test_a_repeated_taking_takes_one_seat(caller: InProcess) -> None:
    table = new_invited_table(caller, visibility="open")
    first, again = (caller.call("POST", f"{table.path}/claims", {}, Idempotency_Key="seat, please") for _ in range(2))
    assert first.status == again.status == 201 and first.body == again.body
    assert [seat["claimed"] for seat in table.read()["seats"]] == [False, True, False]


def test_a_free_seat_of_no_session(caller: InProcess) -> None:
    assert code_of(caller.call("POST", f"/v1/sessions/{'0' * 20}/claims")) == (404, "session_unknown")
    assert code_of(caller.call("POST", "/v1/sessions/nonsense/claims")) == (404, "session_unknown")
