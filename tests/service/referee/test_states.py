"""The stateless referee: new games, moves, legal moves, views and checks, for every game."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

import pytest

from engine.decoding import read_state
from engine.games import GAMES
from engine.words import LANGUAGES
from tests.support.referee import Post

POSITION = [
    "game",
    "rules_version",
    "schema_version",
    "version",
    "state",
    "to_act",
    "legal_moves",
    "events",
    "outcome",
]


def test_a_new_game_is_a_whole_position(post: Post, game_id: str) -> None:
    game = GAMES[game_id]
    response = post(f"{game_id}/states", {"seats": game.seats[-1], "seed": 5, "options": {}})
    position = response.get_json()
    assert response.status_code == 201
    assert list(position) == POSITION
    assert (position["game"], position["version"], position["outcome"]) == (game_id, 0, None)
    opening = game.opening(read_state(game, position["state"]))
    assert [event["type"] for event in position["events"]] == [type(event).__struct_config__.tag for event in opening]
    assert position["rules_version"] == game.rules_version
    assert position["schema_version"] == game.schema_version
    assert position["state"]["seed"] == 5
    assert len(position["state"]["players"]) == game.seats[-1]
    decision = position["to_act"]["decision"]
    assert decision["seat"] == position["to_act"]["seat"]
    assert decision["label"]
    assert position["legal_moves"]
    assert all(move["type"] and move["label"] for move in position["legal_moves"])


def test_without_a_seed_a_random_one_is_chosen(post: Post, game_id: str) -> None:
    seeds = {post(f"{game_id}/states", {"seats": GAMES[game_id].seats[0]}).get_json()["state"]["seed"] for _ in range(4)}
    assert len(seeds) == 4


def test_hyphens_may_stand_for_underscores(post: Post, game_id: str) -> None:
    body = {"seats": GAMES[game_id].seats[0], "seed": 1}
    assert post(f"{game_id.replace('_', '-')}/states", body).get_data() == post(f"{game_id}/states", body).get_data()


def test_every_listed_move_can_be_sent_back_as_it_came(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    for move in fresh["legal_moves"]:
        response = post(f"{game_id}/moves", {"state": fresh["state"], "move": move})
        assert response.status_code == 200
        assert response.get_json()["version"] == 1
        assert all(event["label"] for event in response.get_json()["events"])


def test_the_same_state_and_move_give_the_same_bytes(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    body = {"state": fresh["state"], "move": fresh["legal_moves"][-1]}
    first = post(f"{game_id}/moves", body).get_data()
    post(f"{game_id}/moves", {"state": fresh["state"], "move": fresh["legal_moves"][0]})
    assert post(f"{game_id}/moves", body).get_data() == first


def test_a_list_of_moves_gives_the_same_as_single_moves(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    position, moves, events = fresh, [], []
    for _ in range(4):
        moves.append(position["legal_moves"][0])
        position = post(f"{game_id}/moves", {"state": position["state"], "move": moves[-1]}).get_json()
        events += position["events"]
    together = post(f"{game_id}/moves", {"state": fresh["state"], "moves": moves}).get_json()
    assert together == {**position, "events": events}


def test_a_refused_list_points_at_the_move_that_is_illegal(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    moves, stale = until_a_first_move_is_gone(post, fresh)
    response = post(f"{game_id}/moves", {"state": fresh["state"], "moves": [*moves, stale, stale]})
    assert response.status_code == 409
    assert response.get_json()["code"] in ("move_not_available", "wrong_decision")
    assert all(re.match(rf"/moves/{len(moves)}(/|$)", error["pointer"]) for error in response.get_json()["errors"])


def until_a_first_move_is_gone(post: Post, fresh: dict[str, Any]) -> tuple[list[Any], Any]:
    """Moves after which a move that was legal at first is illegal, and that move."""
    position, moves = fresh, []
    for _ in range(30):
        moves.append(position["legal_moves"][-1])
        position = post(f"{fresh['game']}/moves", {"state": position["state"], "move": moves[-1]}).get_json()
        legal = [bare(move) for move in position["legal_moves"]]
        for move in fresh["legal_moves"]:
            if bare(move) not in legal:
                return moves, move
    raise AssertionError("Every first move stayed legal.")


def bare(move: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in move.items() if name not in ("label", "preview")}


def test_previews_can_be_left_out(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    without = [{name: move[name] for name in move if name != "preview"} for move in fresh["legal_moves"]]
    assert without != fresh["legal_moves"]
    start, body = {"seats": GAMES[game_id].seats[0], "seed": 7}, {"state": fresh["state"]}
    assert post(f"{game_id}/states?previews=false", start).get_json()["legal_moves"] == without
    assert post(f"{game_id}/legal-moves?previews=false", body).get_json()["legal_moves"] == without
    moved = post(f"{game_id}/moves?previews=false", body | {"move": without[0]}).get_json()["legal_moves"]
    assert moved and not any("preview" in move for move in moved)
    assert post(f"{game_id}/moves?previews=no", body | {"move": without[0]}).get_json()["code"] == "query_invalid"


def test_legal_moves_can_be_left_out(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    body = {"state": fresh["state"], "move": fresh["legal_moves"][0]}
    short = post(f"{game_id}/moves?legal_moves=false", body).get_json()
    long = post(f"{game_id}/moves?legal_moves=true", body).get_json()
    assert {**short, "legal_moves": long["legal_moves"]} == long
    assert "legal_moves" not in short
    assert "legal_moves" not in post(f"{game_id}/states?legal_moves=false", {"seats": GAMES[game_id].seats[0]}).get_json()


def test_a_dry_run_shows_the_position_that_would_follow(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    body = {"state": fresh["state"], "move": fresh["legal_moves"][0]}
    dry, wet = (post(f"{game_id}/moves", {**body, "dry_run": dry_run}) for dry_run in (True, False))
    assert dry.status_code == 200
    assert dry.get_json() == wet.get_json()


def test_a_dry_run_of_an_illegal_move_is_refused_like_the_move(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    body = {"state": fresh["state"], "move": fresh["legal_moves"][0], "seat": 1 - fresh["to_act"]["seat"]}
    dry, wet = (post(f"{game_id}/moves", {**body, "dry_run": dry_run}, X_Request_Id="the-same") for dry_run in (True, False))
    assert (dry.status_code, dry.get_json()["code"]) == (409, "not_your_turn")
    assert dry.data == wet.data


def test_legal_moves_are_those_of_the_position(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    listed = post(f"{game_id}/legal-moves", {"state": fresh["state"]}).get_json()
    assert listed == {"to_act": fresh["to_act"], "legal_moves": fresh["legal_moves"]}


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_view_hides_the_seed(post: Post, game_id: str, fresh: dict[str, Any], seat: int | None) -> None:
    seen = post(f"{game_id}/views", {"state": fresh["state"], "seat": seat}).get_json()
    assert list(seen) == ["seat", "view"]
    assert seen["seat"] == seat
    assert seen["view"]["seed"] is None
    assert seen["view"].keys() == fresh["state"].keys()
    assert seen["view"] != fresh["state"]


def test_a_sound_position_checks_as_valid(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    assert post(f"{game_id}/checks", {"state": fresh["state"]}).get_json() == {"valid": True, "defects": []}


def test_a_check_reports_every_defect_with_its_pointer(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    state = deepcopy(fresh["state"])
    state["version"], state["extra"] = "four", 1
    del state["players"][1]["god" if "god" in state["players"][1] else next(iter(state["players"][1]))]
    response = post(f"{game_id}/checks", {"state": state})
    found = response.get_json()
    assert (response.status_code, found["valid"]) == (200, False)
    pointers = [defect["pointer"] for defect in found["defects"]]
    assert "/state/version" in pointers
    assert "/state/extra" in pointers
    assert any(pointer.startswith("/state/players/1/") for pointer in pointers)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fr", "fr"),
        ("de-AT,de;q=0.9", "de"),
        ("fr-CH, en;q=0.5", "fr"),
        ("en;q=0.1, DE", "de"),
        ("fr;q=0", "en"),
        ("ja", "en"),
        ("*", "en"),
        ("", "en"),
    ],
)
def test_labels_come_in_the_language_asked_for(post: Post, game_id: str, fresh: dict[str, Any], header: str, language: str) -> None:
    body = {"state": fresh["state"]}
    response = post(f"{game_id}/legal-moves", body, Accept_Language=header)
    assert response.headers["Content-Language"] == language
    assert "Accept-Language" in response.headers["Vary"]
    assert response.get_json() == post(f"{game_id}/legal-moves", body, Accept_Language=language).get_json()


def test_languages_differ_in_labels_only(post: Post, game_id: str, fresh: dict[str, Any]) -> None:
    def listed(language: str) -> list[dict[str, Any]]:
        answer = post(f"{game_id}/legal-moves", {"state": fresh["state"]}, Accept_Language=language)
        moves: list[dict[str, Any]] = answer.get_json()["legal_moves"]
        return moves

    assert [move["label"] for move in listed("en")] != [move["label"] for move in listed("fr")] != [move["label"] for move in listed("de")]
    assert [{**move, "label": ""} for move in listed("en")] == [{**move, "label": ""} for move in listed("de")]


def test_an_idempotency_key_is_accepted_and_changes_nothing(post: Post, game_id: str) -> None:
    body = {"seats": GAMES[game_id].seats[0], "seed": 3}
    first, second = (post(f"{game_id}/states", body, Idempotency_Key="a").get_data() for _ in range(2))
    assert first == second == post(f"{game_id}/states", body).get_data()


def test_the_catalogue_lists_every_game(client: Any) -> None:
    listed = client.get("/v1/games").get_json()["games"]
    assert [game["id"] for game in listed] == list(GAMES)


def test_the_catalogue_describes_a_game_completely(client: Any, game_id: str) -> None:
    game = GAMES[game_id]
    told = client.get(f"/v1/games/{game_id}").get_json()
    assert (told["id"], told["title"], told["seats"]) == (game_id, game.title, list(game.seats))
    assert told["languages"] == ["en", "fr", "de"]
    assert len(told["move_types"]) == len(game.moves)
    assert len(told["decisions"]) == len(game.decisions)
    assert all(record["type"] and record["description"] for record in told["move_types"] + told["decisions"] + told["events"])
    assert {option["name"] for option in told["options"]} == set(game.options.__struct_fields__)
    assert all(option["schema"] and "default" in option for option in told["options"])
    assert told["content"]


def test_the_catalogue_speaks_the_language_of_the_request(client: Any, game_id: str) -> None:
    words = GAMES[game_id].description.words
    for language in LANGUAGES:
        headers = {"Accept-Language": language}
        listed, told = client.get("/v1/games", headers=headers), client.get(f"/v1/games/{game_id}", headers=headers)
        summary = next(game for game in listed.get_json()["games"] if game["id"] == game_id)
        assert summary["about"] == told.get_json()["about"] == words[language].about
        assert {option["name"]: option["label"] for option in told.get_json()["options"]} == {
            name: option.label for name, option in words[language].options.items()
        }
        for answer in (listed, told):
            assert answer.headers["Content-Language"] == language and "Accept-Language" in answer.headers["Vary"]


def test_every_value_of_an_option_that_is_a_word_has_a_label(client: Any, game_id: str) -> None:
    for option in client.get(f"/v1/games/{game_id}").get_json()["options"]:
        schemas = option["schema"].get("anyOf", [option["schema"]])
        words = {value for schema in schemas for value in schema.get("enum", []) if isinstance(value, str)}
        assert option["value_labels"].keys() == words


def test_the_catalogue_is_cached_and_revalidated(client: Any, game_id: str) -> None:
    for path in ("/v1/games", f"/v1/games/{game_id}"):
        first = client.get(path)
        again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.get_data()) == (304, b"")
        assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def with_decimals(value: Any) -> Any:
    """The value with a decimal point in every number."""
    if isinstance(value, dict):
        return {name: with_decimals(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [with_decimals(inner) for inner in value]
    return float(value) if type(value) is int and value < 2**53 else value


def test_a_whole_number_with_a_decimal_point_is_an_integer_everywhere(post: Post, fresh: dict[str, Any], game_id: str) -> None:
    move = {name: value for name, value in fresh["legal_moves"][0].items() if name not in ("label", "preview")}
    plain = post(f"{game_id}/moves", {"state": fresh["state"], "move": move})
    assert post(f"{game_id}/moves", with_decimals({"state": fresh["state"], "move": move})).data == plain.data
    assert post(f"{game_id}/states", {"seats": 2.0, "seed": 7.0, "options": {"first_seat": 1.0}}).status_code == 201
    halved = post(f"{game_id}/checks", {"state": {**fresh["state"], "version": 0.5}}).get_json()
    assert [defect["pointer"] for defect in halved["defects"]] == ["/state/version"]
