"""Records: every golden game is verified through the stateless call, whole or in part, from its beginning or from a base state."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from engine.decoding import read_move, read_state
from engine.game import apply, start
from engine.games import GAMES
from service.referee.documents import RecordSeat
from service.referee.records import build_record, replay_record
from tests.engine.cases import CASES, VARIANTS, case_id
from tests.engine.test_golden import path_of as golden_path
from tests.recorded.finished_games import path_of, read_record, record_game
from tests.support.checked_client import REF, CheckedClient, validate
from tests.support.referee import Post


@pytest.fixture
def record(game_id: str) -> dict[str, Any]:
    """The record of a golden game with two seats."""
    return read_record(game_id, 2, VARIANTS[game_id][0])


def as_json(value: Any) -> Any:
    """A struct as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def played(record: dict[str, Any], count: int) -> Any:
    """The position after some moves of a record."""
    game = GAMES[record["game"]]
    state = start(game, record["options"], len(record["seats"]), record["seed"])
    for move in record["moves"][:count]:
        state, _ = apply(game, state, read_move(game, move))
    return state


def begun_at(record: dict[str, Any], count: int) -> dict[str, Any]:
    """The same game as a record that begins with the position after some moves."""
    base = played(record, count)
    return record | {"base": as_json(base), "options": as_json(base.options), "moves": record["moves"][count:]}


@pytest.mark.parametrize(("game_id", "seats", "options"), CASES, ids=case_id)
def test_the_record_of_every_golden_game_is_verified(post: Post, game_id: str, seats: int, options: dict[str, Any]) -> None:
    record = read_record(game_id, seats, options)
    response = post(f"{game_id}/records", {"record": record})
    told = response.get_json()
    assert response.status_code == 200, told
    assert (told["game"], told["moves"]) == (game_id, len(record["moves"]))
    assert told["outcome"] == told["position"]["outcome"] == record["outcome"]
    assert told["seed_commitment"] == hashlib.sha256(f"{record['seed']}:{record['salt']}".encode()).hexdigest()
    assert told["position"]["to_act"] is None and told["position"]["state"]["seed"] == record["seed"]


@pytest.mark.parametrize(("game_id", "seats", "options"), CASES, ids=case_id)
def test_a_record_has_the_moves_of_its_golden_game(game_id: str, seats: int, options: dict[str, Any]) -> None:
    head, *moves, end = map(msgspec.json.decode, golden_path(game_id, seats, options).read_bytes().splitlines())
    record = read_record(game_id, seats, options)
    assert record["moves"] == [line["move"] for line in moves], "run: make golden"
    assert (record["options"], record["seed"], record["outcome"]) == (head["options"], head["seed"], end["outcome"])


def test_the_stored_records_are_those_that_the_code_builds(game_id: str) -> None:
    case = (game_id, 2, VARIANTS[game_id][0])
    assert record_game(*case) == path_of(*case).read_bytes(), "run: make golden"


def test_records_and_answers_are_as_the_specification_says(client: FlaskClient, game_id: str, record: dict[str, Any]) -> None:
    checked, path = CheckedClient(client, game_id), f"/v1/games/{game_id}/records"
    for sent in (record, begun_at(record, 20), record | {"undone_reveals": 2}):
        validate({"$ref": f"{REF}Record"}, game_id, sent)
        checked.good("POST", path, {"record": sent})
    assert checked.call("POST", path, {"record": record | {"moves": record["moves"][1:]}}).status == 422


@pytest.mark.parametrize("count", [0, 1, 40])
def test_a_game_that_is_not_over_is_verified_to_its_last_move(post: Post, game_id: str, record: dict[str, Any], count: int) -> None:
    told = post(f"{game_id}/records", {"record": record | {"moves": record["moves"][:count], "outcome": None}}).get_json()
    assert (told["moves"], told["outcome"]) == (count, None)
    assert told["position"]["state"] == as_json(played(record, count))
    if count:
        before = as_json(played(record, count - 1))
        assert told["position"] == post(f"{game_id}/moves", {"state": before, "move": record["moves"][count - 1]}).get_json()


def test_a_record_that_begins_with_a_base_state_is_verified(post: Post, game_id: str, record: dict[str, Any]) -> None:
    whole = post(f"{game_id}/records", {"record": record}).get_json()
    told = post(f"{game_id}/records", {"record": begun_at(record, 20)}).get_json()
    assert told == whole | {"moves": len(record["moves"]) - 20}
    ended = begun_at(record, len(record["moves"]))
    assert post(f"{game_id}/records", {"record": ended}).get_json()["outcome"] == record["outcome"]


def test_the_answer_is_written_as_the_client_wants_it(post: Post, game_id: str, record: dict[str, Any]) -> None:
    body = {"record": record | {"moves": record["moves"][:5], "outcome": None}}
    english, french = (post(f"{game_id}/records", body, Accept_Language=language) for language in ("en", "fr"))
    assert french.headers["Content-Language"] == "fr"
    assert english.get_json()["position"]["legal_moves"][0]["label"] != french.get_json()["position"]["legal_moves"][0]["label"]
    short = post(f"{game_id}/records?legal_moves=false", body).get_json()["position"]
    assert "legal_moves" not in short
    plain = post(f"{game_id}/records?previews=false", body).get_json()["position"]["legal_moves"]
    assert plain and not any("preview" in move for move in plain)


def test_listed_moves_may_stand_in_a_record_as_they_came(post: Post, game_id: str) -> None:
    record = read_record(game_id, 2, VARIANTS[game_id][0])
    first = post(f"{game_id}/states", {"seats": 2, "seed": record["seed"], "options": record["options"]}).get_json()
    sent = record | {"moves": [first["legal_moves"][0]], "outcome": None}
    assert post(f"{game_id}/records", {"record": sent}).status_code == 200


def test_without_a_salt_there_is_no_commitment(post: Post, game_id: str, record: dict[str, Any]) -> None:
    del record["salt"]
    told = post(f"{game_id}/records", {"record": record}).get_json()
    assert "seed_commitment" not in told and told["outcome"] == record["outcome"]


def test_replay_gives_every_step_or_the_first_ones_or_the_last_ones(game_id: str, record: dict[str, Any]) -> None:
    game = GAMES[game_id]
    whole = replay_record(game, record)
    assert [as_json(step.move) for step in whole.steps] == record["moves"]
    assert (whole.first, whole.steps[11].after, whole.last) == (played(record, 0), played(record, 12), played(record, len(record["moves"])))
    assert [step.seat for step in whole.steps[1:]] == [step.after.pending[-1].seat for step in whole.steps[:-1]]
    part = replay_record(game, record, count=12)
    assert (part.first, part.steps) == (whole.first, whole.steps[:12]), "the outcome is not compared"
    assert replay_record(game, record, count=0).last == whole.first
    assert replay_record(game, record, keep=1).steps == whole.steps[-1:]


def test_a_built_record_names_only_what_there_is(game_id: str, record: dict[str, Any]) -> None:
    game, base = GAMES[game_id], played(record, 20)
    seats = [RecordSeat(kind="human"), RecordSeat(kind="ai", level="easy")]
    bare = msgspec.to_builtins(build_record(game, options={}, seed=1, salt=None, seats=seats, moves=[], outcome=None))
    assert list(bare) == ["format", "game", "rules_version", "options", "seed", "seats", "moves", "outcome"]
    assert bare["seats"] == [{"kind": "human"}, {"kind": "ai", "level": "easy"}]
    full = build_record(game, options={}, seed=1, salt="s", seats=seats, moves=[], outcome=None, undone_reveals=3, base=base)
    told = as_json(full)
    assert (told["salt"], told["undone_reveals"], told["options"]) == ("s", 3, msgspec.to_builtins(base.options))
    assert read_state(game, told["base"]) == base
    assert replay_record(game, told).last == base
