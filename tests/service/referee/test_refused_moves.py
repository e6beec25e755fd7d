"""A move that is not legal is refused with the wrong parameter, what would be legal there, and the nearest legal moves."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import TestResponse

from engine.games import GAMES
from tests.support.referee import Post

UNLISTED: dict[str, dict[str, Any]] = {
    "orbis": {"type": "take_god", "god": "nobody"},
    "helios": {"type": "choose_land", "color": "black"},
    "blue_moon_city": {"type": "step", "cell": 0},
}
"""For each game a move that is never legal at first."""


FAR = 19
"""A cell that nobody reaches with one step from the middle of the city."""


def refused(response: TestResponse) -> dict[str, Any]:
    told: dict[str, Any] = response.get_json()
    assert (response.status_code, told["code"]) == (409, "move_not_available"), told
    return told


@pytest.fixture
def two_moves(post: Post) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """A position of Blue Moon City, a legal step in it, and the position after that step."""
    before = post("blue_moon_city/states", {"seats": 2, "seed": 7}).get_json()
    step = next(move for move in before["legal_moves"] if move["type"] == "step")
    return before, step, post("blue_moon_city/moves", {"state": before["state"], "move": step}).get_json()


def test_the_wrong_parameter_is_named_with_what_would_be_legal(post: Post, two_moves: Any) -> None:
    *_, after = two_moves
    cells = [move["cell"] for move in after["legal_moves"] if move["type"] == "step"]
    told = refused(post("blue_moon_city/moves", {"state": after["state"], "move": {"type": "step", "cell": FAR}}))
    assert told["errors"] == [
        {
            "pointer": "/move/cell",
            "code": "not_available",
            "message": f"cell cannot be {FAR} now; legal: {', '.join(map(str, cells))}.",
        }
    ]


def test_near_moves_are_listed_as_legal_moves_are(post: Post, two_moves: Any) -> None:
    *_, after = two_moves
    told = refused(post("blue_moon_city/moves", {"state": after["state"], "move": {"type": "step", "cell": FAR}}))
    steps = [move for move in after["legal_moves"] if move["type"] == "step"]
    assert told["near_moves"] == sorted(steps, key=lambda step: abs(step["cell"] - FAR))[:5]


def test_labels_of_near_moves_are_in_the_language_of_the_request(post: Post, two_moves: Any) -> None:
    *_, after = two_moves
    move = {"type": "step", "cell": FAR}
    english, french = (
        refused(post("blue_moon_city/moves", {"state": after["state"], "move": move}, Accept_Language=language))
        for language in ("en", "fr")
    )
    assert english["near_moves"][0]["label"] != french["near_moves"][0]["label"]


def test_a_list_of_moves_points_at_the_move_that_is_not_legal(post: Post, two_moves: Any) -> None:
    before, move, after = two_moves
    wrong = {"type": "step", "cell": FAR}
    told = refused(post("blue_moon_city/moves", {"state": before["state"], "moves": [move, wrong]}))
    assert [error["pointer"] for error in told["errors"]] == ["/moves/1/cell"]
    assert all(near in after["legal_moves"] for near in told["near_moves"]), "those of the position that refused it"


def test_a_sealed_game_says_the_same(post: Post, game_id: str) -> None:
    """The nearest moves of a sealed game are those of its open twin, and nothing else of the position is told."""
    seats = GAMES[game_id].seats[0]
    sealed = post(f"{game_id}/states", {"seats": seats, "seed": 7, "sealed": True}).get_json()
    key = sealed["seat_keys"][sealed["to_act"]["seat"]]
    sealed |= post(f"{game_id}/legal-moves", {"token": sealed["token"], "seat_key": key}).get_json()
    opened = post(f"{game_id}/states", {"seats": seats, "seed": 7}).get_json()
    move = UNLISTED[game_id]
    told = refused(post(f"{game_id}/moves", {"token": sealed["token"], "seat_key": key, "move": move}))
    twin = refused(post(f"{game_id}/moves", {"state": opened["state"], "move": move}))
    assert {**told, "instance": ""} == {**twin, "instance": ""}


def test_other_refusals_have_no_near_moves(post: Post, two_moves: Any) -> None:
    *_, after = two_moves
    told = post("blue_moon_city/moves", {"state": after["state"], "move": {"type": "draw"}}).get_json()
    assert told["code"] == "wrong_decision" and "near_moves" not in told
    assert [error["pointer"] for error in told["errors"]] == ["/move"]
