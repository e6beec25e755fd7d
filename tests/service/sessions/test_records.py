"""Records of sessions: complete, verified by the stateless call, and playable again from any version."""

from __future__ import annotations

from typing import Any

import pytest

from service.sessions.store import SessionStore
from tests.support.tables import GAME_IDS, InProcess, Table, code_of, new_table, quiet_move

OPTIONS = {"blue_moon_city": {"round_limit": 3}}
PLAYERS = [{"kind": "human"}] * 2


def finished(caller: InProcess, game: str = "orbis") -> Table:
    table = new_table(caller, game, options=OPTIONS.get(game, {}))
    token = table.acting()
    table.move(quiet_move(table), 0, token)
    caller.call("POST", f"{table.path}/undo", {}, token)
    table.play(5000)
    return table


def record_of(table: Table) -> Any:
    answer = table.caller.call("GET", f"{table.path}/record")
    assert answer.status == 200
    return answer.json


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_record_of_a_session_is_verified_by_the_stateless_call(caller: InProcess, game: str) -> None:
    table = finished(caller, game)
    record, over = record_of(table), table.read()
    assert (record["seed"], record["salt"], record["outcome"]) == (over["seed"], over["salt"], over["outcome"])
    assert len(record["moves"]) == over["view"]["version"], "moves that were taken back are left out"
    verified = caller.call("POST", f"/v1/games/{game}/records", {"record": record})
    assert verified.status == 200 and verified.json["position"]["state"] == over["view"]
    assert verified.json["seed_commitment"] == table.made["seed_commitment"]


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_session_starts_from_a_record_at_any_version(caller: InProcess, game: str) -> None:
    table = finished(caller, game)
    record = record_of(table)
    moves = len(record["moves"])
    for version in (0, 1, moves // 2, moves - 1, moves):
        body = {"game": game, "seats": PLAYERS, "record": record, "version": version}
        made = caller.call("POST", "/v1/sessions", body)
        assert made.status == 201 and made.json["version"] == version and made.json["seed_chosen"]
        assert made.json["view"]["version"] == version and (made.json["outcome"] is None) == (version < moves)
        begun = Table(caller, made.json)
        begun.play(5000, seed=version)
        assert begun.read()["outcome"] is not None
        again = caller.call("POST", f"/v1/games/{game}/records", {"record": record_of(begun)})
        assert again.status == 200
    whole = caller.call("POST", "/v1/sessions", {"game": game, "seats": PLAYERS, "record": record}).json
    assert whole["version"] == moves and whole["outcome"] == record["outcome"]


def test_the_record_of_a_fork_of_a_running_game_begins_with_its_position(caller: InProcess) -> None:
    table = new_table(caller)
    table.play(6)
    fork = Table(caller, caller.call("POST", f"{table.path}/forks", {}, table.host).json)
    fork.play(5000)
    record = record_of(fork)
    assert record["base"]["version"] == 6
    assert caller.call("POST", "/v1/games/orbis/records", {"record": record}).status == 200
    made = caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": PLAYERS, "record": record, "version": 2})
    assert made.status == 201 and made.json["view"]["version"] == 8


def test_a_running_game_has_no_record(caller: InProcess) -> None:
    table = new_table(caller)
    assert code_of(caller.call("GET", f"{table.path}/record", token=table.host)) == (409, "game_running")


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"record": {"game": "helios"}}, "/record/game"),
        ({"record": {"rules_version": "0.0.1"}}, "/record/rules_version"),
        ({"record": {"seed": 8}}, "/record/moves/"),
        ({"version": 100_000}, "/version"),
        ({"version": 5000}, "/version"),
        ({"version": -1}, "/version"),
        ({"seats": [{"kind": "human"}] * 3}, "/seats"),
        ({"seed": 1}, "/seed"),
        ({"options": {}}, "/options"),
        ({"record": None}, "/record"),
        ({"record": "a game"}, "/record"),
    ],
)
def test_a_wrong_record_is_refused_and_nothing_is_created(caller: InProcess, store: SessionStore, change: Any, pointer: str) -> None:
    record = record_of(finished(caller))
    known = set(store.ids())
    changed = {**change, "record": {**record, **change["record"]}} if isinstance(change.get("record"), dict) else change
    answer = caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": PLAYERS, "record": record, **changed})
    assert answer.status == 422 and answer.json["errors"][0]["pointer"].startswith(pointer), answer.json
    assert set(store.ids()) == known


def test_a_version_without_a_record_is_refused(caller: InProcess) -> None:
    answer = caller.call("POST", "/v1/sessions", {"game": "orbis", "seats": PLAYERS, "version": 1})
    assert answer.status == 422 and answer.json["errors"][0]["pointer"] == "/version"
