"""Every answer of the stateless referee matches the specification: in random games of every player count, open and sealed, in every
language, and with every refusal that a client can cause."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.decoding import LISTED_ONLY
from engine.words import LANGUAGES
from tests.support.checked_client import CheckedClient, operations
from tests.support.referee import PLAYER_COUNTS

OPTIONS: dict[str, Any] = {"blue_moon_city": {"expansion": True, "round_limit": 4}}
QUERIES = ("", "?legal_moves=false", "?previews=false", "?legal_moves=true&previews=true")

OPERATIONS = {"createGame", "makeMoves", "listLegalMoves", "viewState", "checkState", "drawBoard", "verifyRecord"}
CATALOGUE = {"listGames", "getGame", "getRules"}


@pytest.fixture
def checked(client: FlaskClient, request: pytest.FixtureRequest) -> CheckedClient:
    return CheckedClient(client, request.node.callspec.params["game"])


def test_there_is_a_call_for_every_operation_of_the_referee() -> None:
    named = {operation["operationId"] for _, _, operation in operations() if {"games", "referee"} & {*operation["tags"]}}
    assert named == OPERATIONS | CATALOGUE


@pytest.mark.parametrize(("game", "seats"), PLAYER_COUNTS)
def test_every_answer_of_a_random_game_is_as_specified(checked: CheckedClient, game: str, seats: int) -> None:
    rng, path = Random(seats), f"/v1/games/{game}"
    body = {"seats": seats, "seed": 2**52, "options": OPTIONS.get(game, {})}
    position = checked.good("POST", f"{path}/states", body, Accept_Language="de")
    state, moves = position["state"], []
    while listed := checked.good("POST", f"{path}/legal-moves", {"state": state}, Accept_Language=rng.choice(LANGUAGES))["legal_moves"]:
        move = {name: value for name, value in rng.choice(listed).items() if name not in LISTED_ONLY}
        wishes: list[dict[str, Any]] = [{"move": move}, {"moves": [move]}, {"move": move, "dry_run": True}]
        language = rng.choice(LANGUAGES)
        position = checked.good(
            "POST", f"{path}/moves{rng.choice(QUERIES)}", {"state": state, **rng.choice(wishes)}, Accept_Language=language
        )
        if rng.random() < 0.1 or position["outcome"]:
            look(checked, path, position["state"], seats)
        state = position["state"]
        moves.append(move)
    seats_played = [{"kind": "human"}, *[{"kind": "ai", "level": "easy"}] * (seats - 1)]
    told = {"game": game, "rules_version": position["rules_version"], "outcome": position["outcome"]}
    record = {**told, "format": "arbiter-record/1", "options": body["options"], "seed": body["seed"], "seats": seats_played, "moves": moves}
    assert checked.good("POST", f"{path}/records", {"record": record})["position"]["state"] == state
    assert {name for name, status in checked.answered if status < 300} == OPERATIONS


def look(checked: CheckedClient, path: str, state: Any, seats: int) -> None:
    """Checks a position, and views and draws it as every seat."""
    assert checked.good("POST", f"{path}/checks", {"state": state}) == {"valid": True, "defects": []}
    for seat, language in zip((None, *range(seats)), (*LANGUAGES, *LANGUAGES), strict=False):
        checked.good("POST", f"{path}/views", {"state": state, "seat": seat})
        checked.good("POST", f"{path}/boards", {"state": state, "seat": seat}, Accept_Language=language)


@pytest.mark.parametrize(("game", "seats"), PLAYER_COUNTS)
def test_every_answer_of_a_sealed_game_is_as_specified(checked: CheckedClient, game: str, seats: int) -> None:
    rng, path = Random(seats), f"/v1/games/{game}"
    position = checked.good("POST", f"{path}/states", {"seats": seats, "sealed": True, "options": OPTIONS.get(game, {})})
    keys = position["seat_keys"]
    while position["outcome"] is None:
        token, seat = position["token"], position["to_act"]["seat"]
        own = rng.choice([{"seat_key": keys[seat]}, {"seat_keys": keys}])
        listed = checked.good("POST", f"{path}/legal-moves?previews=false", {"token": token, **own})["legal_moves"]
        if rng.random() < 0.1:
            checked.good("POST", f"{path}/views", {"token": token, "seat": seat, "seat_key": keys[seat]})
            checked.good("POST", f"{path}/boards", {"token": token, "seat": seat, "seat_key": keys[seat]})
            assert checked.call("POST", f"{path}/moves", {"token": token, "move": listed[0]}).status == 403
        body = {"token": token, "move": rng.choice(listed), **own}
        position = checked.good("POST", f"{path}/moves", body, Accept_Language=rng.choice(LANGUAGES))
    checked.good("POST", f"{path}/views", {"token": position["token"], "seat": 0})


@pytest.mark.parametrize("game", dict(PLAYER_COUNTS))
def test_the_catalogue_is_as_specified(checked: CheckedClient, game: str) -> None:
    for path in ("/v1/games", f"/v1/games/{game}", f"/v1/games/{game.replace('_', '-')}/rules"):
        for language in LANGUAGES:
            seen = checked.call("GET", path, Accept_Language=language)
            again = checked.call("GET", path, Accept_Language=language, If_None_Match=seen.headers["etag"])
            assert (seen.status, again.status) == (200, 304)
    assert checked.call("GET", "/v1/games/chess").status == 404
    assert {name for name, status in checked.answered if status < 300} == CATALOGUE


@pytest.mark.parametrize("game", dict(PLAYER_COUNTS))
def test_every_refusal_is_as_specified(checked: CheckedClient, game: str) -> None:
    path, call = f"/v1/games/{game}", checked.call
    position = checked.good("POST", f"{path}/states", {"seats": 2, "seed": 1})
    state, move = position["state"], position["legal_moves"][0]
    sealed = checked.good("POST", f"{path}/states", {"seats": 2, "sealed": True})
    for status, sent in [
        (400, call("POST", f"{path}/states", b"{", Content_Type="application/json")),
        (403, call("POST", f"{path}/views", {"token": sealed["token"], "seat": 0})),
        (403, call("POST", f"{path}/views", {"token": sealed["token"], "seat": 0, "seat_key": "wrong"})),
        (404, call("POST", "/v1/games/chess/states", {"seats": 2})),
        (405, call("GET", f"{path}/moves")),
        (406, call("POST", f"{path}/boards", {"state": state}, Accept="application/json")),
        (409, call("POST", f"{path}/moves", {"state": state, "move": move, "seat": 1 - position["to_act"]["seat"]})),
        (409, call("POST", f"{path}/moves", {"state": state, "moves": [move] * 400})),
        (413, call("POST", f"{path}/moves", b" " * 300_000, Content_Type="application/json")),
        (415, call("POST", f"{path}/moves", b"{}", Content_Type="text/plain")),
        (422, call("POST", f"{path}/moves", {"state": state, "move": {"type": "nonsense"}})),
        (422, call("POST", f"{path}/moves", {"state": {}, "move": move})),
        (422, call("POST", f"{path}/moves", {"token": "forged", "move": move})),
        (422, call("POST", f"{path}/views", {"state": state, "seat": 3})),
        (422, call("POST", f"{path}/states?previews=maybe", {"seats": 2})),
        (422, call("POST", f"{path}/states", {"seats": 2, "options": {"stray": 1}})),
        (422, call("POST", f"{path}/legal-moves", {})),
        (503, call("POST", f"{path}/ai-moves", {"state": state, "level": "easy"})),
        (503, call("POST", "/v1/sessions", {"game": game, "seats": [{"kind": "human"}] * 2})),
    ]:
        assert sent.status == status, sent.json
    assert checked.good("POST", f"{path}/checks", {"state": {"version": "one"}})["valid"] is False
