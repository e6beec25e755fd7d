"""Records that do not follow the rules are refused: the problem names the first wrong move, or the member that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from engine.decoding import read_move
from engine.game import apply, start
from engine.games import GAMES
from service.referee.documents import MAX_RECORD_MOVES
from tests.engine.cases import VARIANTS
from tests.recorded.finished_games import read_record
from tests.service.http.test_damaged_requests import damaged_bytes, damaged_value
from tests.service.referee.test_records import as_json, begun_at
from tests.support.referee import Post

Record = dict[str, Any]
OTHER_OPTIONS: dict[str, Any] = {"orbis": {"first_seat": 1}, "helios": {"first_seat": 1}, "blue_moon_city": {"round_limit": 11}}
"""Options with which the moves of the first golden game lead elsewhere."""


@pytest.fixture
def record(game_id: str) -> Record:
    """The record of a golden game with two seats."""
    return read_record(game_id, 2, VARIANTS[game_id][0])


def first_fault(record: Record) -> str | None:
    """Where a replay by lists of legal moves first goes wrong."""
    game = GAMES[record["game"]]
    state = start(game, record["options"], len(record["seats"]), record["seed"])
    for number, sent in enumerate(record["moves"]):
        move = read_move(game, sent)
        if move not in game.legal_moves(state):
            return f"/record/moves/{number}"
        state, _ = apply(game, state, move)
    return None if as_json(game.outcome(state)) == record["outcome"] else "/record/outcome"


def tampered(record: Record) -> Iterator[tuple[str, Record]]:
    """Changed copies of a record: at three places in turn another legal move, an illegal move, a dropped move and a swapped pair."""
    game, moves = GAMES[record["game"]], record["moves"]
    state = start(game, record["options"], len(record["seats"]), record["seed"])
    places = {len(moves) // 4, len(moves) // 2, len(moves) * 3 // 4}
    for number, sent in enumerate(moves):
        if number in places:
            others = [move for listed in game.legal_moves(state) if (move := as_json(listed)) != sent]
            if others:
                yield "another legal move", record | {"moves": [*moves[:number], others[-1], *moves[number + 1 :]]}
            yield "dropped", record | {"moves": moves[:number] + moves[number + 1 :]}
            yield "swapped", record | {"moves": [*moves[:number], moves[number + 1], sent, *moves[number + 2 :]]}
        state, _ = apply(game, state, read_move(game, sent))
    yield "repeated", record | {"moves": [*moves[:9], moves[8], *moves[9:]]}
    yield "one move too many", record | {"moves": [*moves, moves[0]]}
    yield "last move missing", record | {"moves": moves[:-1]}
    yield "another seed", record | {"seed": record["seed"] + 1}
    yield "other options", record | {"options": record["options"] | OTHER_OPTIONS[record["game"]]}
    yield "no outcome", record | {"outcome": None}
    yield "another outcome", record | {"outcome": record["outcome"] | {"scores": [999, 0]}}


def refused(post: Post, game_id: str, record: Any) -> dict[str, Any]:
    response = post(f"{game_id}/records", {"record": record})
    told: dict[str, Any] = response.get_json()
    assert (response.status_code, told["code"]) == (422, "record_invalid"), told
    return told


def test_the_first_wrong_move_of_a_tampered_record_is_named(post: Post, game_id: str, record: Record) -> None:
    assert first_fault(record) is None
    wrong = [(name, changed, fault) for name, changed in tampered(record) if (fault := first_fault(changed))]
    assert {name for name, *_ in wrong} == {name for name, _ in tampered(record)}
    for name, changed, fault in wrong:
        assert refused(post, game_id, changed)["errors"][0]["pointer"] == fault, name
    for name, changed in tampered(record):
        if first_fault(changed) is None:
            assert post(f"{game_id}/records", {"record": changed}).status_code == 200, name


def test_a_move_that_is_not_legal_comes_with_near_moves(post: Post) -> None:
    record = read_record("blue_moon_city", 2, VARIANTS["blue_moon_city"][0])
    changed = record | {"moves": [{"type": "step", "cell": 0}]}
    told = refused(post, "blue_moon_city", changed)
    assert [error["pointer"] for error in told["errors"]] == ["/record/moves/0", "/record/moves/0/cell"]
    assert told["errors"][0]["code"] == "move_not_available" and "not among" in told["errors"][0]["message"]
    assert told["detail"].startswith("The first wrong move is /record/moves/0.")
    assert 0 < len(told["near_moves"]) <= 5 and all(move["label"] for move in told["near_moves"])
    french = post("blue_moon_city/records", {"record": changed}, Accept_Language="fr").get_json()
    assert french["near_moves"][0]["label"] != told["near_moves"][0]["label"]


def test_a_move_after_the_end_is_refused_as_such(post: Post, game_id: str, record: Record) -> None:
    told = refused(post, game_id, record | {"moves": [*record["moves"], record["moves"][0]]})
    assert [(error["pointer"], error["code"]) for error in told["errors"]] == [(f"/record/moves/{len(record['moves'])}", "game_over")]


def test_what_is_no_move_of_the_game_is_named_with_its_place(post: Post, game_id: str, record: Record) -> None:
    told = refused(post, game_id, record | {"moves": [*record["moves"][:3], {"type": "dance"}, {}]})
    assert told["errors"][0]["pointer"] == "/record/moves/3" and told["errors"][0]["code"] == "move_invalid"
    assert all(error["pointer"].startswith("/record/moves/3") for error in told["errors"])


Change = Callable[[Record], Record]
WRONG: list[tuple[Change, list[str]]] = [
    (lambda _: {"format": "arbiter-record/2"}, ["/format"]),
    (lambda _: {"game": "chess"}, ["/game"]),
    (lambda record: {"game": next(game for game in GAMES if game != record["game"])}, ["/game"]),
    (lambda _: {"format": "", "game": "", "rules_version": ""}, ["/format", "/game"]),
    (lambda _: {"format": "", "rules_version": ""}, ["/format", "/rules_version"]),
    (lambda _: {"rules_version": "0.0.1"}, ["/rules_version"]),
    (lambda _: {"options": {"speed": 3, "first_seat": "nobody"}}, ["/options/speed", "/options/first_seat"]),
    (lambda record: {"seats": record["seats"][:1]}, ["/seats"]),
    (lambda record: {"moves": [], "outcome": record["outcome"]}, ["/outcome"]),
    (lambda _: {"outcome": {}}, ["/outcome"]),
    (lambda record: {"base": begun_at(record, 20)["base"] | {"version": -5}}, ["/base/version"]),
    (lambda record: {"base": {}, "options": {"speed": 3}}, ["/options/speed", "/base"]),
    (lambda record: begun_at(record, 20) | {"seats": [*record["seats"], {"kind": "ai"}]}, ["/seats"]),
    (lambda record: begun_at(record, 20) | {"options": OTHER_OPTIONS[record["game"]]}, ["/options"]),
]


@pytest.mark.parametrize(("change", "pointers"), WRONG)
def test_every_wrong_member_is_named(post: Post, game_id: str, record: Record, change: Change, pointers: list[str]) -> None:
    told = refused(post, game_id, record | change(record))
    found = [error["pointer"] for error in told["errors"]]
    for pointer in pointers:
        assert any(each == f"/record{pointer}" or each.startswith(f"/record{pointer}/") for each in found), found
    assert all(each.startswith(tuple(f"/record{pointer}" for pointer in pointers)) for each in found), found


def test_other_rules_are_refused_with_the_version_that_is_played(post: Post, game_id: str, record: Record) -> None:
    told = refused(post, game_id, record | {"rules_version": "0.0.1"})
    assert GAMES[game_id].rules_version in told["errors"][0]["message"]


def test_a_record_longer_than_any_game_is_not_replayed(post: Post) -> None:
    record = read_record("orbis", 2, {})
    told = refused(post, "orbis", record | {"moves": [{"type": "dance"}] * 500})
    assert [(error["pointer"], error["code"]) for error in told["errors"]] == [("/record/moves", "too_long")]


@pytest.mark.parametrize(
    ("member", "value", "pointer"),
    [
        ("moves", [{}] * (MAX_RECORD_MOVES + 1), "/moves"),
        ("moves", [7], "/moves/0"),
        ("moves", None, "/moves"),
        ("seats", [], "/seats"),
        ("seats", [{"kind": "computer"}, {"level": "easy"}, {"kind": "ai", "level": "god"}], "/seats/0/kind"),
        ("seats", 2, "/seats"),
        ("seed", -1, "/seed"),
        ("seed", "1", "/seed"),
        ("salt", "é", "/salt"),
        ("salt", "a\n", "/salt"),
        ("salt", "", "/salt"),
        ("undone_reveals", -1, "/undone_reveals"),
        ("outcome", [], "/outcome"),
        ("options", None, "/options"),
        ("base", None, "/base"),
        ("comment", "good game", "/comment"),
    ],
)
def test_a_body_without_the_form_of_a_record_is_refused(post: Post, member: str, value: Any, pointer: str) -> None:
    record = read_record("orbis", 2, {})
    response = post("orbis/records", {"record": record | {member: value}})
    assert (response.status_code, response.get_json()["code"]) == (422, "body_invalid")
    assert f"/record{pointer}" in [error["pointer"] for error in response.get_json()["errors"]]


@pytest.mark.parametrize("member", ["format", "game", "rules_version", "options", "seed", "seats", "moves", "outcome"])
def test_members_that_every_record_needs(post: Post, member: str) -> None:
    record = read_record("orbis", 2, {})
    del record[member]
    told = post("orbis/records", {"record": record}).get_json()
    assert [(error["pointer"], error["code"]) for error in told["errors"]] == [(f"/record/{member}", "missing_field")]


def test_a_body_that_is_too_large_is_refused_as_elsewhere(client: FlaskClient) -> None:
    response = client.post("/v1/games/orbis/records", data=b" " * 300_000, content_type="application/json")
    assert (response.status_code, response.get_json()["code"]) == (413, "body_too_large")


def test_an_unknown_game_is_not_found(post: Post) -> None:
    assert post("chess/records", {"record": {}}).get_json()["code"] == "game_unknown"


@pytest.mark.parametrize("damage", [damaged_value, damaged_bytes])
def test_damaged_records_are_answered_or_refused(client: FlaskClient, game_id: str, record: Record, damage: Any) -> None:
    rng = Random(5)
    shorter = record | {"moves": record["moves"][:20], "outcome": None, "undone_reveals": 1}
    for sound in (shorter, shorter | begun_at(record, 20) | {"moves": record["moves"][20:30], "outcome": None}):
        body = json.dumps({"record": sound}).encode()
        assert client.post(f"/v1/games/{game_id}/records", data=body, content_type="application/json").status_code == 200
        for _ in range(100):
            sent = damage(body, rng)
            response = client.post(f"/v1/games/{game_id}/records", data=sent, content_type="application/json")
            told = orjson.loads(response.get_data())
            assert response.status_code in (200, 400, 422), sent
            assert response.status_code == 200 or told["status"] == response.status_code
