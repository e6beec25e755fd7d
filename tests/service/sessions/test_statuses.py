"""The statuses of many sessions in one call: each entry stands for itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from flask import Flask

from service.sessions.schemas import MAX_STATUSES
from service.sessions.store import SessionStore
from tests.support.stores import sessions_of
from tests.support.tables import GAME_IDS, InProcess, Table, code_of, new_invited_table, new_table

NOBODY = "0" * 20


def ask(caller: InProcess, wanted: Sequence[tuple[str, str | None]]) -> Any:
    answer = caller.call("POST", "/v1/sessions/statuses", {"sessions": [{"id": each, "token": token} for each, token in wanted]})
    assert answer.status == 200, answer.json
    assert answer.headers["cache-control"] == "no-store"
    return answer.json


def status(caller: InProcess, table: Table, token: str | None) -> Any:
    (found,) = ask(caller, [(table.id, token)])["statuses"]
    return found


def test_a_status_tells_what_a_list_of_games_shows(caller: InProcess) -> None:
    clock = {"move_seconds": 60, "bank_seconds": 600, "on_timeout": "ai_turn"}
    table = new_table(caller, metadata={"room": "Friday"}, clock=clock, options={"first_seat": 1})
    answer = ask(caller, [(table.id, table.tokens[1])])
    seen, (found,) = table.read(table.tokens[1]), answer["statuses"]
    assert found == {
        "id": table.id,
        "game": "orbis",
        "seat": 1,
        "seats": seen["seats"],
        "version": 0,
        "status": "running",
        "to_act": 1,
        "your_turn": True,
        "clock": {**seen["clock"], "now": answer["now"]},
        "outcome": None,
        "metadata": {"room": "Friday"},
        "expires_at": seen["expires_at"],
    }


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_status_agrees_with_a_read_from_the_first_move_to_the_last(caller: InProcess, game: str) -> None:
    options = {"round_limit": 2} if game == "blue_moon_city" else {}
    table = new_table(caller, game, 3, options=options)
    while True:
        seen = table.read()
        acting = seen["to_act"]["seat"] if seen["to_act"] else None
        found = ask(caller, [(table.id, table.host), *((table.id, token) for token in table.tokens)])["statuses"]
        for seat, each in zip((None, 0, 1, 2), found, strict=True):
            assert (each["seat"], each["to_act"], each["your_turn"]) == (seat, acting, seat is not None and seat == acting)
            assert [each[name] for name in ("version", "outcome", "metadata")] == [
                seen[name] for name in ("version", "outcome", "metadata")
            ]
            assert each["status"] == ("over" if seen["outcome"] else "running")
        if acting is None:
            return
        table.play(7, seed=seen["version"])


def test_statuses_come_in_the_order_of_the_request(caller: InProcess) -> None:
    tables = [new_table(caller, game) for game in (*GAME_IDS, *GAME_IDS)]
    wanted = [(table.id, token) for table in tables[::-1] for token in (table.tokens[1], table.host, table.tokens[0], table.tokens[1])]
    found = ask(caller, wanted)["statuses"]
    assert [each["id"] for each in found] == [each for each, _ in wanted]
    assert [each["seat"] for each in found] == [1, None, 0, 1] * len(tables)


def test_an_unknown_session_and_a_wrong_token_are_errors_of_their_entries_alone(caller: InProcess) -> None:
    table, other = new_table(caller), new_table(caller)
    ended = new_table(caller)
    caller.call("DELETE", ended.path, token=ended.host)
    wanted = [(NOBODY, table.host), (table.id, other.tokens[0]), (table.id, table.tokens[0]), (ended.id, ended.host), (table.id, "x")]
    found = ask(caller, wanted)["statuses"]
    assert [each["id"] for each in found] == [each for each, _ in wanted]
    assert [(each["problem"]["status"], each["problem"]["code"]) if "problem" in each else each["seat"] for each in found] == [
        (404, "session_unknown"),
        (401, "token_unknown"),
        0,
        (404, "session_unknown"),
        (401, "token_unknown"),
    ]
    refused = found[0]
    assert refused.keys() == {"id", "problem"} and refused["problem"].keys() == {"code", "status", "title", "detail"}
    assert all(refused["problem"].values())


def test_a_session_that_waits_for_players_says_so(caller: InProcess) -> None:
    table = new_invited_table(caller)
    assert status(caller, table, table.host)["status"] == "waiting"


def test_a_turn_that_an_ai_plays_is_not_yours(caller: InProcess) -> None:
    table = new_table(caller, options={"first_seat": 0})
    caller.call("POST", f"{table.path}/seats/0/resignations", {"level": "easy"}, table.tokens[0])
    found = status(caller, table, table.tokens[0])
    assert (found["to_act"], found["your_turn"]) == (0, False)


def test_a_finished_game_names_its_rematch(caller: InProcess) -> None:
    table = new_table(caller)
    table.play(1000)
    assert "rematch" not in status(caller, table, table.tokens[0])
    rematch = caller.call("POST", f"{table.path}/rematches", {}, table.host).json["id"]
    found = status(caller, table, table.tokens[0])
    assert (found["status"], found["rematch"], found["outcome"]) == ("over", rematch, table.read()["outcome"])
    assert ask(caller, [(rematch, table.tokens[1])])["statuses"][0]["seat"] == 1


@pytest.mark.parametrize("game", GAME_IDS)
def test_nothing_hidden_is_told(caller: InProcess, store: SessionStore, game: str) -> None:
    """Games that differ in what is hidden have the same status for everybody, and no secret occurs in the answer."""
    tables = [new_table(caller, game, seed=seed, options={"first_seat": 0}) for seed in range(5)]
    for token in ("host", 0, 1):
        wanted = [(table.id, table.host if token == "host" else table.tokens[int(token)]) for table in tables]
        answer = caller.call("POST", "/v1/sessions/statuses", {"sessions": [{"id": each, "token": own} for each, own in wanted]})
        told = [{**each, "id": None, "expires_at": None} for each in answer.json["statuses"]]
        assert told == told[:1] * len(tables)
        for table in tables:
            session = store.find(table.id)
            for secret in (session.facts.salt, session.facts.host, table.host, *table.tokens, *table.codes):
                assert secret is None or secret.encode() not in answer.body


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/sessions"]),
        ({"sessions": []}, ["/sessions"]),
        ({"sessions": [{"id": NOBODY, "token": "seat_x"}] * (MAX_STATUSES + 1)}, ["/sessions"]),
        ({"sessions": NOBODY}, ["/sessions"]),
        ({"sessions": [NOBODY, None]}, ["/sessions/0", "/sessions/1"]),
        ({"sessions": [{}]}, ["/sessions/0/id", "/sessions/0/token"]),
        ({"sessions": [{"id": NOBODY, "token": None}]}, ["/sessions/0/token"]),
        ({"sessions": [{"id": NOBODY, "token": "seat_x", "seat": 1}], "now": 1}, ["/now", "/sessions/0/seat"]),
        (
            {
                "sessions": [
                    {"id": NOBODY, "token": "seat_x"},
                    *({"id": each, "token": "x"} for each in ("", "0" * 19, "G" * 20, "0" * 20 + "\n")),
                ]
            },
            [f"/sessions/{number}/id" for number in range(1, 5)],
        ),
        (
            {"sessions": [{"id": NOBODY, "token": each} for each in ("", "a b", "é", "x" * 101, "x\n")]},
            [f"/sessions/{number}/token" for number in range(5)],
        ),
    ],
)
def test_a_body_that_does_not_match_is_refused_with_pointers(caller: InProcess, body: Any, pointers: list[str]) -> None:
    answer = caller.call("POST", "/v1/sessions/statuses", body)
    assert code_of(answer) == (422, "body_invalid")
    assert sorted(error["pointer"] for error in answer.json["errors"]) == pointers


def test_fifty_sessions_are_read_in_one_step(app: Flask, caller: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [new_table(caller) for _ in range(MAX_STATUSES)]
    store, loads = sessions_of(app).store, list[int]()
    load_all = store.load_all

    def counted(wanted: Sequence[str]) -> Any:
        loads.append(len(wanted))
        return load_all(wanted)

    monkeypatch.setattr(store, "load_all", counted)
    monkeypatch.setattr(store, "load", None)
    assert len(ask(caller, [(table.id, table.tokens[0]) for table in tables])["statuses"]) == MAX_STATUSES
    assert loads == [MAX_STATUSES]


def test_asking_counts_as_presence(caller: InProcess, store: SessionStore) -> None:
    tables = [new_table(caller) for _ in range(3)]
    ask(caller, [(table.id, table.tokens[1]) for table in tables] + [(tables[0].id, tables[0].host), (NOBODY, "x")])
    for table in tables:
        absent, seen = store.presence.read(store.find(table.id))
        assert absent.at == 0 and store.now_ms() - seen.at < 60_000


def test_the_address_of_statuses_takes_posts_only(caller: InProcess) -> None:
    for method in ("GET", "DELETE", "PUT"):
        answer = caller.call(method, "/v1/sessions/statuses")
        assert code_of(answer) == (405, "method_not_allowed") and answer.headers["allow"] == "OPTIONS, POST"
    assert sorted(caller.call("OPTIONS", "/v1/sessions/statuses").headers["allow"].split(", ")) == ["OPTIONS", "POST"]
    for word in ("status", "statusesx", "nonsense"):
        assert code_of(caller.call("GET", f"/v1/sessions/{word}")) == (404, "session_unknown")


def test_a_status_needs_no_idempotency_key_and_changes_nothing(caller: InProcess) -> None:
    table = new_table(caller)
    body = {"sessions": [{"id": table.id, "token": table.tokens[0]}]}
    first = caller.call("POST", "/v1/sessions/statuses", body, Idempotency_Key="k").json["statuses"]
    table.play(1)
    assert first != caller.call("POST", "/v1/sessions/statuses", body, Idempotency_Key="k").json["statuses"]
