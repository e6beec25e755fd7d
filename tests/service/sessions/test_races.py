"""Many clients at once: exactly one write for a version succeeds, and repetitions change nothing."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, local
from typing import Any

import pytest
from flask import Flask

from service.sessions import moves
from service.sessions.store import SessionStore
from tests.support.http_client import Answer, HttpClient
from tests.support.tables import InProcess, new_invited_table, new_table
from tests.support.waiting import PATIENCE

CLIENTS = 200


def all_at_once(live: HttpClient, path: str, bodies: list[Any], token: str | None, **headers: str) -> list[Answer]:
    """Posts every body from a thread of its own, all at the same moment."""
    gate = Barrier(len(bodies))

    def post(body: Any) -> Answer:
        gate.wait()
        return live.call("POST", path, body, token, **headers)

    with ThreadPoolExecutor(len(bodies)) as clients:
        return list(clients.map(post, bodies))


def test_of_200_moves_for_the_same_version_exactly_one_is_made(live: HttpClient) -> None:
    table = new_table(live)
    token, legal = table.acting(), table.legal()
    bodies = [{"move": legal[number % len(legal)]} for number in range(CLIENTS)]
    answers = all_at_once(live, f"{table.path}/moves", bodies, token, If_Match='"0"')
    assert Counter(answer.status for answer in answers) == {200: 1, 412: CLIENTS - 1}
    winner = next(answer for answer in answers if answer.status == 200).json
    assert winner["version"] == table.read()["version"] == 1
    (entry,) = table.history(token)
    assert entry["seat"] == winner["seat"]


@pytest.mark.parametrize("repeats", [False, True])
def test_of_200_writers_that_read_the_same_version_exactly_one_succeeds(app: Flask, monkeypatch: pytest.MonkeyPatch, repeats: bool) -> None:
    """Every thread reads version 0 before any of them writes: reading and writing in two steps would fail here."""
    table = new_table(InProcess(app.test_client()))
    token, legal = table.acting(), table.legal()
    headers = {"If_Match": '"0"'} | ({"Idempotency_Key": "once"} if repeats else {})
    gate, decided, make = Barrier(CLIENTS), local(), moves._play

    def make_together(*arguments: Any) -> Any:
        made = make(*arguments)
        if not vars(decided):
            decided.once = True
            gate.wait(PATIENCE)
        return made

    def post(number: int) -> Answer:
        move = legal[0 if repeats else number % len(legal)]
        return InProcess(app.test_client()).call("POST", f"{table.path}/moves", {"move": move}, token, **headers)

    monkeypatch.setattr(moves, "_play", make_together)
    with ThreadPoolExecutor(CLIENTS) as clients:
        answers = list(clients.map(post, range(CLIENTS)))
    assert Counter(answer.status for answer in answers) == ({200: CLIENTS} if repeats else {200: 1, 412: CLIENTS - 1})
    assert len({answer.body for answer in answers if answer.status == 200}) == 1
    assert [entry["version"] for entry in table.history()] == [1]


def test_200_repetitions_of_a_move_are_one_move_and_200_equal_answers(live: HttpClient) -> None:
    table = new_table(live)
    token, move = table.acting(), table.legal()[0]
    bodies = [{"move": move}] * CLIENTS
    answers = all_at_once(live, f"{table.path}/moves", bodies, token, If_Match='"0"', Idempotency_Key="once")
    assert {answer.status for answer in answers} == {200}
    assert len({answer.body for answer in answers}) == 1
    assert len(table.history()) == 1


def test_repetitions_of_a_creation_are_one_session(live: HttpClient) -> None:
    wish = {"game": "orbis", "seats": [{"kind": "human"}] * 2}
    answers = all_at_once(live, "/v1/sessions", [wish] * 40, None, Idempotency_Key="one session, please")
    assert {answer.status for answer in answers} == {201} and len({answer.body for answer in answers}) == 1


def test_a_seat_is_claimed_once(live: HttpClient) -> None:
    table = new_table(live)
    bodies = [{"invite_code": table.codes[1], "name": f"Player {number}"} for number in range(40)]
    answers = all_at_once(live, f"{table.path}/seats/1/claims", bodies, None)
    assert Counter(answer.status for answer in answers) == {201: 1, 409: 39}
    winner = next(answer for answer in answers if answer.status == 201).json
    assert table.read(winner["token"])["seats"][1]["name"] == winner["seats"][1]["name"]
    assert [entry["type"] for entry in table.history()] == ["claimed"]


def test_40_players_who_want_two_free_seats_get_two_of_them(live: HttpClient) -> None:
    table = new_invited_table(live, visibility="open")
    answers = all_at_once(live, f"{table.path}/claims", [{"name": f"Player {number}"} for number in range(40)], None)
    assert Counter(answer.status for answer in answers) == {201: 2, 409: 38}
    assert {answer.json["code"] for answer in answers if answer.status == 409} == {"no_free_seat"}
    winners = [answer.json for answer in answers if answer.status == 201]
    assert sorted(winner["seat"] for winner in winners) == [1, 2]
    assert all(table.read(winner["token"])["seat"] == winner["seat"] for winner in winners)
    (listed,) = live.call("GET", "/v1/sessions?status=running").json["sessions"]
    assert (listed["id"], listed["free_seats"]) == (table.id, [])


def test_a_code_alone_claims_its_seat_once(live: HttpClient) -> None:
    table = new_invited_table(live)
    answers = all_at_once(live, "/v1/claims", [{"invite_code": table.codes[1]}] * 40, None)
    assert Counter(answer.status for answer in answers) == {201: 1, 403: 39}


def test_repetitions_of_a_claim_by_code_are_one_claim(live: HttpClient) -> None:
    table = new_invited_table(live)
    answers = all_at_once(live, "/v1/claims", [{"invite_code": table.codes[1]}] * 40, None, Idempotency_Key="joined once")
    assert {answer.status for answer in answers} == {201} and len({answer.body for answer in answers}) == 1


def test_a_store_serves_more_threads_than_the_clients_default_allows(store: SessionStore) -> None:
    gate = Barrier(150)

    def ask(number: int) -> object:
        gate.wait()
        found = store.load(f"{number:020x}")
        gate.wait()
        return found

    with ThreadPoolExecutor(150) as threads:
        assert set(threads.map(ask, range(150))) == {(None, None)}
