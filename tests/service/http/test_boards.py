"""Boards over HTTP: open and sealed positions, with and without the stylesheet."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Any
from xml.etree import ElementTree

import msgspec
from flask.testing import FlaskClient

from engine.drawing import STYLE
from engine.games import GAMES
from tests.support.referee import Post

SVG = "{http://www.w3.org/2000/svg}"


def test_a_position_is_drawn_as_the_seat_sees_it(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    answer = post(f"{game_id}/boards?style=false", {"state": fresh["state"], "seat": 1})
    game = GAMES[game_id]
    state = post(f"{game_id}/views", {"state": fresh["state"], "seat": 1}).get_json()["view"]
    assert answer.status_code == 200
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Content-Language"] == "en"
    assert answer.text == game.board(msgspec.convert(state, game.state), 1, "en")


def test_a_board_without_a_seat_is_the_spectators(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    drawn = [post(f"{game_id}/boards", {"state": fresh["state"], **seat}).text for seat in ({}, {"seat": None})]
    assert drawn[0] == drawn[1]


def test_a_spectator_sees_no_hand(post: Post) -> None:
    state = post("blue_moon_city/states", {"seats": 2, "seed": 7}).get_json()["state"]
    cards = [post("blue_moon_city/boards", {"state": state, "seat": seat}).text.count('id="card-') for seat in (None, 0, 1)]
    assert cards[0] == 0
    assert cards[1] == len(set(state["players"][0]["hand"]))
    assert cards[2] == len(set(state["players"][1]["hand"]))


def test_the_stylesheet_is_embedded_or_served_separately(client: FlaskClient, post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    styled, plain = (post(f"{game_id}/boards?style={style}", {"state": fresh["state"]}) for style in ("true", "false"))
    assert ElementTree.fromstring(styled.text).findtext(f"{SVG}style") == STYLE
    assert "<style" not in plain.text
    sheet = client.get("/board.css")
    assert (sheet.mimetype, sheet.text) == ("text/css", STYLE)
    assert client.get("/board.css", headers={"If-None-Match": sheet.headers["ETag"]}).status_code == 304


def test_a_board_opened_directly_may_use_only_its_own_stylesheet(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    policy = post(f"{game_id}/boards", {"state": fresh["state"]}).headers["Content-Security-Policy"]
    digest = b64encode(sha256(STYLE.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'none'"


def test_boards_are_in_the_language_of_the_request(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    answer = post(f"{game_id}/boards", {"state": fresh["state"]}, Accept_Language="de-CH, en;q=0.5")
    assert answer.headers["Content-Language"] == "de"
    assert "Accept-Language" in answer.headers["Vary"]
    assert ElementTree.fromstring(answer.text).get("lang") == "de"


def test_a_sealed_position_shows_a_seats_view_only_with_its_key(post: Post, game_id: str) -> None:
    made = post(f"{game_id}/states", {"seats": 2, "seed": 7, "sealed": True}).get_json()
    sealed = {"token": made["token"]}
    assert post(f"{game_id}/boards", sealed).status_code == 200
    assert post(f"{game_id}/boards", {**sealed, "seat": 1, "seat_key": made["seat_keys"][1]}).status_code == 200
    refused = post(f"{game_id}/boards", {**sealed, "seat": 1, "seat_key": made["seat_keys"][0]})
    assert (refused.status_code, refused.get_json()["code"]) == (403, "seat_key_missing")


def test_an_invalid_board_request_is_refused_with_a_reason(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    state = fresh["state"]
    assert post(f"{game_id}/boards", {}).get_json()["code"] == "body_invalid"
    assert post(f"{game_id}/boards", {"state": {**state, "players": []}}).get_json()["code"] == "state_invalid"
    assert post(f"{game_id}/boards", {"state": state, "seat": 7}).status_code == 422
    assert post(f"{game_id}/boards?style=maybe", {"state": state}).get_json()["code"] == "query_invalid"
    assert post(f"{game_id}/boards", {"state": state}, Accept="application/json").status_code == 406
    assert post(f"{game_id}/boards", {"state": state}, Accept="image/*").status_code == 200
