"""Sealed states: a client holds the game, but can neither read what is hidden nor change anything."""

from __future__ import annotations

import dataclasses
import logging
from random import Random
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from engine.game import start, visible
from engine.games import GAMES
from service import create_app
from service.referee.errors import TokenForged, TokenOutdated
from service.referee.sealing import Sealer, hash_seat_key, new_seat_keys
from service.settings import Settings
from tests.support.referee import PLAYER_COUNTS, Post

SECRET, OTHER_SECRET = "the first secret of the tests", "the second secret of the tests"
LARGEST_TOKEN = 4096
SEED = 9_007_199_254_740_000


@pytest.fixture(scope="module")
def post() -> Post:
    """Posts to a service with a seal key of its own."""
    client = create_app(Settings(log_requests=False, seal_keys=(SECRET,))).test_client()

    def send(path: str, body: Any) -> TestResponse:
        return client.post(f"/v1/games/{path}", json=body)

    return send


def as_told(view: Any) -> Any:
    """A view as decoded JSON."""
    return msgspec.json.decode(msgspec.json.encode(view))


@pytest.fixture
def game_under_seal(post: Post, game_id: str) -> dict[str, Any]:
    answer = post(f"{game_id}/states", {"seats": 2, "seed": SEED, "sealed": True})
    assert answer.status_code == 201
    position: dict[str, Any] = answer.get_json()
    return position


def test_a_new_sealed_game_gives_token_keys_and_the_spectators_view(post: Post, game_id: str, game_under_seal: dict[str, Any]) -> None:
    """Apart from the seat keys, the answer is public: it shows no hidden piece and no legal moves."""
    assert "state" not in game_under_seal
    token, keys, actor = game_under_seal["token"], game_under_seal["seat_keys"], game_under_seal["to_act"]["seat"]
    assert len(set(keys)) == 2
    assert game_under_seal["seat"] is None
    assert game_under_seal["legal_moves"] == []
    state = start(GAMES[game_id], {}, 2, SEED)
    assert game_under_seal["view"] == as_told(GAMES[game_id].view(state, None))
    first = post(f"{game_id}/legal-moves", {"token": token, "seat_key": keys[actor]}).get_json()["legal_moves"][0]
    assert post(f"{game_id}/moves", {"token": token, "move": first, "seat_key": keys[actor]}).status_code == 200


def test_a_forged_token_is_refused_with_its_pointer(post: Post, game_id: str) -> None:
    told = post(f"{game_id}/legal-moves", {"token": "x" * 80}).get_json()
    assert [error["pointer"] for error in told["errors"]] == ["/token"]


@pytest.mark.parametrize(("sent", "pointer"), [({"seat_key": "guess"}, "/seat_key"), ({"seat_keys": ["guess"]}, "/seat_keys/0")])
def test_a_wrong_seat_key_is_refused_with_its_pointer(
    post: Post, game_id: str, game_under_seal: dict[str, Any], sent: dict[str, Any], pointer: str
) -> None:
    told = post(f"{game_id}/legal-moves", {"token": game_under_seal["token"], **sent}).get_json()
    assert (told["status"], [error["pointer"] for error in told["errors"]]) == (403, [pointer])


def test_two_tokens_of_one_state_differ() -> None:
    game = GAMES["orbis"]
    state = start(game, {}, 2, 1)
    sealer = Sealer([SECRET])
    assert sealer.seal(game, state, []) != sealer.seal(game, state, [])


def test_every_single_bit_flip_is_refused(post: Post, game_id: str, game_under_seal: dict[str, Any]) -> None:
    """All bit flips in the sealer, and some over HTTP, where all get the same problem."""
    game, sealer, token = GAMES[game_id], Sealer([SECRET]), game_under_seal["token"]
    flipped = [token[:index] + chr(ord(letter) ^ 1 << bit) + token[index + 1 :] for index, letter in enumerate(token) for bit in range(7)]
    for forged in flipped:
        with pytest.raises(TokenForged):
            sealer.open(game, forged)
    foreign = next(other for other in GAMES if other != game_id)
    answers = [post(f"{game_id}/legal-moves", {"token": forged}) for forged in Random(1).sample(flipped, 40)]
    answers += [
        post(f"{game_id}/legal-moves", {"token": forged}) for forged in (token[:-1], token[:40], token + "A", token + "=", "x", "ü" * 40)
    ]
    answers.append(post(f"{foreign}/legal-moves", {"token": token}))
    stranger = Sealer([OTHER_SECRET]).seal(game, start(game, {}, 2, 1), [])
    answers.append(post(f"{game_id}/legal-moves", {"token": stranger}))
    told = {(answer.status_code, answer.get_json()["code"], answer.get_json()["detail"]) for answer in answers}
    assert len(told) == 1
    assert told.pop()[:2] == (422, "token_forged")


def test_views_and_moves_of_a_seat_need_its_key(post: Post, game_id: str, game_under_seal: dict[str, Any]) -> None:
    token, keys = game_under_seal["token"], game_under_seal["seat_keys"]
    actor = game_under_seal["to_act"]["seat"]
    assert post(f"{game_id}/views", {"token": token, "seat": 0}).get_json()["code"] == "seat_key_missing"
    assert post(f"{game_id}/views", {"token": token, "seat": 0, "seat_key": keys[1]}).status_code == 403
    assert post(f"{game_id}/views", {"token": token, "seat": None}).status_code == 200
    wrong = post(f"{game_id}/legal-moves", {"token": token, "seat_key": "a guess"})
    assert (wrong.status_code, wrong.get_json()["code"]) == (403, "seat_key_wrong")
    assert post(f"{game_id}/legal-moves", {"token": token}).get_json()["legal_moves"] == []
    assert post(f"{game_id}/legal-moves", {"token": token, "seat_key": keys[1 - actor]}).get_json()["legal_moves"] == []
    moves = post(f"{game_id}/legal-moves", {"token": token, "seat_key": keys[actor]}).get_json()["legal_moves"]
    assert moves
    for stranger in ({}, {"seat_key": keys[1 - actor]}):
        refused = post(f"{game_id}/moves", {"token": token, "move": moves[0], **stranger})
        assert (refused.status_code, refused.get_json()["code"]) == (403, "seat_key_missing")
    assert post(f"{game_id}/moves", {"token": token, "move": moves[0], "seat_key": keys[actor]}).status_code == 200
    assert post(f"{game_id}/moves", {"token": token, "move": moves[0], "seat_keys": keys}).status_code == 200


def test_keys_and_tokens_appear_in_no_problem_and_no_log(
    game_id: str, game_under_seal: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    client = create_app(Settings(seal_keys=(SECRET,))).test_client()
    token, keys = game_under_seal["token"], game_under_seal["seat_keys"]
    with caplog.at_level(logging.DEBUG):
        for body in (
            {"token": token[:-2], "seat_key": keys[0]},
            {"token": token, "seat_keys": [keys[0], "nobody's"]},
            {"token": token, "seat_key": keys[0], "state": {}},
            {"token": [token], "seat_key": {"key": keys[0]}},
        ):
            told = client.post(f"/v1/games/{game_id}/legal-moves", json=body).get_data(as_text=True) + caplog.text
            assert token[:-2] not in told
            assert not any(key in told for key in keys)


def test_seal_keys_can_be_rotated(game_id: str) -> None:
    game = GAMES[game_id]
    old, both, new = Sealer([SECRET]), Sealer([OTHER_SECRET, SECRET]), Sealer([OTHER_SECRET])
    state = start(game, {}, 2, 1)
    assert both.open(game, old.seal(game, state, [])).state == state
    assert new.open(game, both.seal(game, state, [])).state == state
    with pytest.raises(TokenForged):
        new.open(game, old.seal(game, state, []))


def test_a_token_whose_state_no_longer_fits_is_refused_as_outdated(game_id: str) -> None:
    game, other = GAMES[game_id], next(other for other in GAMES.values() if other.id != game_id)
    foreign = dataclasses.replace(other, id=game_id, schema_version=game.schema_version)
    with pytest.raises(TokenOutdated):
        Sealer([SECRET]).open(game, Sealer([SECRET]).seal(foreign, start(other, {}, 2, 1), []))


def test_a_token_is_shorter_than_its_state(game_id: str) -> None:
    game = GAMES[game_id]
    state = start(game, {}, 4, 1)
    assert len(Sealer([SECRET]).seal(game, state, [])) < len(msgspec.msgpack.encode(state))


def test_a_short_seal_key_is_refused() -> None:
    with pytest.raises(ValueError, match="16"):
        Sealer(["short"])


@pytest.mark.parametrize(("game_id", "seats"), PLAYER_COUNTS)
def test_separate_clients_play_a_whole_game_with_one_token(post: Post, game_id: str, seats: int) -> None:
    """Each client knows only its own key; its answers equal its view and hold neither the seed nor a state until the game is over."""
    game, sealer, rng = GAMES[game_id], Sealer([SECRET]), Random(seats)
    options = {"round_limit": 6} if game_id == "blue_moon_city" else {}
    position = post(f"{game_id}/states", {"seats": seats, "seed": SEED, "options": options, "sealed": True}).get_json()
    keys = position["seat_keys"]
    largest = compared = 0
    while position["to_act"]:
        seat = position["to_act"]["seat"]
        sight = {"token": position["token"], "seat_key": keys[seat]}
        state = sealer.open(game, position["token"]).state
        moves = post(f"{game_id}/legal-moves", sight).get_json()["legal_moves"]
        answer = post(f"{game_id}/moves", {**sight, "move": rng.choice(moves)})
        assert answer.status_code == 200
        position = answer.get_json()
        largest = max(largest, len(position["token"]))
        assert position["seat"] == seat
        assert "state" not in position
        is_over = position["to_act"] is None
        assert (str(SEED) in answer.get_data(as_text=True).replace(position["token"], "")) == is_over
        if is_over or rng.random() < 0.1:
            state = sealer.open(game, position["token"]).state
            for viewer in (None, *range(seats)):
                key = {} if viewer is None or is_over else {"seat_key": keys[viewer]}
                seen = post(f"{game_id}/views", {"token": position["token"], "seat": viewer, **key})
                assert seen.get_json() == {"seat": viewer, "view": as_told(visible(game, state, viewer))}
                compared += 1
    assert position["outcome"]
    assert position["view"] == as_told(state)
    assert compared > 0
    assert largest <= LARGEST_TOKEN


def test_a_token_holds_seat_keys_only_as_hashes() -> None:
    keys = new_seat_keys(4)
    game = GAMES["orbis"]
    opened = Sealer([SECRET]).open(game, Sealer([SECRET]).seal(game, start(game, {}, 4, 1), [hash_seat_key(key) for key in keys]))
    assert opened.seats_of({"/seat_keys/0": keys[2], "/seat_keys/1": keys[0]}) == (2, 0)
    assert not any(key.encode() in known for key in keys for known in opened.key_hashes)
