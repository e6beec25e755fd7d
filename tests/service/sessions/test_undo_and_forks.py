"""Undo and forks."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from engine.games import GAMES
from service.sessions.model import state_of
from service.sessions.store import SessionStore
from service.sessions.verify import verify_session
from tests.support.http_client import Answer
from tests.support.tables import GAME_IDS, InProcess, Table, code_of, new_table, quiet_move


@pytest.fixture
def table(client: FlaskClient) -> Table:
    return new_table(InProcess(client))


def undo(table: Table, token: str | None, **headers: str) -> Answer:
    return table.caller.call("POST", f"{table.path}/undo", token=token, **headers)


OF_THE_MOMENT = ("version", "expires_at", "id", "created_at", "seed_commitment", "presence")


def without_clock(position: Any) -> Any:
    return {name: value for name, value in position.items() if name not in OF_THE_MOMENT}


def advance_until_revealed(table: Table) -> str:
    """Plays until a move cannot be undone because it revealed something; returns the token of its seat."""
    for seed in range(60):
        token = table.acting()
        table.play(1, seed)
        if undo(table, token).status == 409:
            return token
    raise AssertionError("nothing is ever revealed")


def test_undo_restores_the_position_under_a_new_version(table: Table) -> None:
    token = table.acting()
    before = table.read(token)
    assert table.move(quiet_move(table), 0, token).json["version"] == 1
    answer = undo(table, token)
    assert answer.status == 200 and answer.json["version"] == 2 and answer.json["view"]["version"] == 0
    assert without_clock(answer.json) == without_clock(before)
    assert [(entry["version"], entry["type"]) for entry in table.history()] == [(1, "moved"), (2, "undone")]
    for version, moves in ((0, 0), (1, 1), (2, 0)):
        assert table.caller.call("GET", f"{table.path}/states/{version}").json["view"]["version"] == moves
    assert table.move(table.legal(token)[1], 2, token).json["version"] == 3


def test_undo_of_nothing_is_refused(table: Table) -> None:
    assert code_of(undo(table, None)) == (401, "token_missing")
    for token in table.tokens:
        assert code_of(undo(table, token)) == (409, "undo_nothing")


def test_undo_of_what_was_revealed_is_refused(table: Table) -> None:
    token = advance_until_revealed(table)
    version = table.read()["version"]
    assert code_of(undo(table, token)) == (409, "undo_revealed")
    assert table.read()["version"] == version


def test_undo_after_another_seat_moved_is_refused(table: Table) -> None:
    first = table.acting()
    while table.acting() == first:
        table.play(1)
    table.play(1)
    assert code_of(undo(table, first)) == (409, "undo_others_moved")


def test_undo_of_a_finished_game_is_refused(table: Table) -> None:
    table.play(1000)
    for token in table.tokens:
        assert code_of(undo(table, token)) == (409, "game_over")


def test_undo_checks_if_match_when_it_is_sent(table: Table) -> None:
    token = table.acting()
    table.move(quiet_move(table), 0, token)
    assert code_of(undo(table, token, If_Match='"0"')) == (412, "version_stale")
    assert undo(table, token, If_Match='"1"').status == 200


def test_a_fork_starts_from_any_version(table: Table) -> None:
    version = table.play(9)
    for chosen in (0, 4, version):
        answer = table.caller.call("POST", f"{table.path}/forks", {"version": chosen}, table.host)
        assert answer.status == 201 and answer.json["fork_of"] == table.id
        fork = Table(table.caller, answer.json)
        past = table.caller.call("GET", f"{table.path}/states/{chosen}").json
        assert fork.read()["view"] == past["view"] and fork.read()["version"] == 0
        assert fork.play(2) == 2
    assert [(entry["type"], entry["forked_version"]) for entry in table.history(since=version)] == [("forked", each) for each in (0, 4, 9)]


def test_a_fork_of_a_finished_game_is_exact(table: Table, store: SessionStore) -> None:
    version = table.play(1000)
    for chosen in (0, 4, version):
        answer = table.caller.call("POST", f"{table.path}/forks", {"version": chosen})
        assert answer.status == 201 and "redealt" not in answer.json
        fork = Table(table.caller, answer.json)
        past = table.caller.call("GET", f"{table.path}/states/{chosen}").json
        dealt = msgspec.json.decode(store.find(fork.id).snapshot)
        assert dealt == past["view"], "a finished game hides nothing"
        assert fork.read()["version"] == chosen and fork.history() == table.history()[:chosen]


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_fork_of_a_running_game_reveals_nothing_hidden(client: FlaskClient, store: SessionStore, game: str) -> None:
    """The host gets every seat of the fork, so it must be dealt again where a spectator cannot see."""
    table = new_table(InProcess(client), game, 3, options={"round_limit": 8} if game == "blue_moon_city" else {})
    table.play(12)
    original = state_of(store.find(table.id))
    for _ in range(3):
        answer = table.caller.call("POST", f"{table.path}/forks", token=table.host)
        assert answer.status == 201 and answer.json["redealt"] is True and answer.json["base_version"] == 0
        fork = Table(table.caller, answer.json)
        assert fork.read()["view"] == table.read()["view"], "what everybody sees stays"
        dealt: Any = state_of(store.find(fork.id))
        assert dealt.seed != original.seed
        assert hidden_pieces(game, dealt) != hidden_pieces(game, original)
        if game == "blue_moon_city":
            for token, seat in zip(fork.tokens, range(3), strict=True):
                assert fork.read(token)["view"]["players"][seat]["hand"] == dealt.players[seat].hand
        fork.play(1000)
        assert fork.read()["outcome"] is not None
        assert verify_session(store, fork.id) == []


def hidden_pieces(game: str, state: Any) -> list[Any]:
    """The pieces of a position that a spectator cannot see."""
    match game:
        case "orbis":
            return [*state.piles]
        case "helios":
            return [*state.action_stacks, state.additional]
        case _:
            return [state.deck, *[sorted(player.hand) for player in state.players]]


def test_a_redealt_fork_can_be_undone_and_read_at_every_version(table: Table) -> None:
    fork = Table(table.caller, table.caller.call("POST", f"{table.path}/forks", token=table.host).json)
    token = fork.acting()
    assert fork.move(quiet_move(fork), 0, token).status == 200
    assert undo(fork, token).status == 200
    views = [fork.caller.call("GET", f"{fork.path}/states/{version}").json["view"] for version in range(3)]
    assert views[0] == views[2] == table.read()["view"] != views[1]


def test_a_fork_omits_undone_moves(table: Table) -> None:
    token = table.acting()
    table.move(quiet_move(table), 0, token)
    assert undo(table, token).status == 200
    fork = Table(table.caller, table.caller.call("POST", f"{table.path}/forks", token=table.host).json)
    assert fork.read()["version"] == 0 and fork.read()["view"] == table.read()["view"]


def test_while_a_game_runs_only_its_host_forks_it(table: Table) -> None:
    table.play(2)
    for token in (None, *table.tokens):
        assert code_of(table.caller.call("POST", f"{table.path}/forks", token=token)) == (403, "not_allowed")
    assert code_of(table.caller.call("POST", f"{table.path}/forks", {"version": 3}, table.host)) == (404, "version_unknown")


def test_a_repeated_fork_is_replayed_after_its_parent_was_deleted(table: Table) -> None:
    first = table.caller.call("POST", f"{table.path}/forks", token=table.host, Idempotency_Key="k")
    assert table.caller.call("DELETE", table.path, token=table.host).status == 204
    again = table.caller.call("POST", f"{table.path}/forks", token=table.host, Idempotency_Key="k")
    assert (again.status, again.body) == (201, first.body)


def test_a_fork_issues_new_tokens_for_every_seat(table: Table) -> None:
    claimed = table.caller.call("POST", f"{table.path}/seats/1/claims", {"invite_code": table.codes[1]}).json["token"]
    fork = Table(table.caller, table.caller.call("POST", f"{table.path}/forks", token=table.host).json)
    assert all(fork.tokens) and all(fork.codes) and not fork.made["seats"][1]["claimed"]
    for token in (claimed, *table.tokens):
        assert code_of(fork.caller.call("GET", fork.path, token=token)) == (401, "token_unknown")


def test_anybody_may_fork_a_finished_game_with_other_players(table: Table, store: SessionStore) -> None:
    table.play(1000)
    seats = [{"kind": "human", "name": "Ann"}, {"kind": "ai", "level": "hard"}]
    answer = table.caller.call("POST", f"{table.path}/forks", {"version": 3, "seats": seats})
    assert answer.status == 201 and [seat["kind"] for seat in answer.json["seats"]] == ["human", "ai"]
    answer = table.caller.call("POST", f"{table.path}/forks", {"version": 3, "seats": seats[:1]})
    assert answer.status == 422, "the game has two seats"


@pytest.mark.parametrize("game", GAME_IDS)
def test_undo_works_in_every_game_wherever_it_is_allowed(client: FlaskClient, game: str) -> None:
    table = new_table(InProcess(client), game, 3)
    allowed = 0
    for seed in range(40):
        token = table.acting()
        before = without_clock(table.read(token))
        table.play(1, seed)
        answer = undo(table, token)
        if answer.status == 200:
            allowed += 1
            assert without_clock(answer.json) == before
            table.play(1, seed)
        else:
            assert answer.json["code"] == "undo_revealed"
    assert allowed


def test_the_number_of_undos_is_limited(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.sessions.changes.SPARE_CHANGES", 4 - GAMES["orbis"].bound(GAMES["orbis"].options(), 2))
    token, move = table.acting(), quiet_move(table)
    for version in (0, 2):
        assert table.move(move, version, token).status == 200 and undo(table, token).status == 200
    assert code_of(table.move(move, 4, token)) == (409, "session_full")
    assert table.caller.call("GET", table.path).json["version"] == 4


@pytest.mark.parametrize("game", GAME_IDS)
@pytest.mark.parametrize("count", [1, 3, 4])
def test_a_fork_has_as_many_seats_as_its_game(client: FlaskClient, game: str, count: int) -> None:
    """The moves were made by two players; with more seats they would belong to other players."""
    table = new_table(InProcess(client), game, options={"round_limit": 1} if game == "blue_moon_city" else {})
    table.play(1000)
    answer = table.caller.call("POST", f"{table.path}/forks", {"version": 5, "seats": [{"kind": "human"}] * count})
    assert code_of(answer) == (422, "options_invalid")
    assert [error["pointer"] for error in answer.json["errors"]] == ["/seats"]
