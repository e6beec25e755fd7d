"""Whole random games over HTTP for every game and number of players: each answer is a valid position, and each game ends."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.decoding import read_options
from engine.games import GAMES
from tests.engine.cases import VARIANTS
from tests.support.referee import PLAYER_COUNTS, Post


def play(post: Post, first: dict[str, Any], seed: int, most: int) -> dict[str, Any]:
    """Plays a random game to its end; returns the last position."""
    rng, position = Random(seed), first
    for played in range(most + 1):
        require_sound(position, played)
        if position["outcome"]:
            return position
        body = {"state": position["state"], "move": rng.choice(position["legal_moves"]), "seat": position["to_act"]["seat"]}
        response = post(f"{first['game']}/moves", body)
        assert response.status_code == 200, response.get_json()
        position = response.get_json()
    raise AssertionError(f"{first['game']} is longer than its bound of {most} moves.")


def require_sound(position: dict[str, Any], played: int) -> None:
    """Checks what holds for every position."""
    assert position["version"] == played
    assert (position["outcome"] is None) == bool(position["legal_moves"]) == (position["to_act"] is not None)
    if position["to_act"]:
        decision = position["to_act"]["decision"]
        assert position["state"]["pending"][-1] == {name: value for name, value in decision.items() if name != "label"}


@pytest.mark.parametrize(("game_id", "seats"), PLAYER_COUNTS)
def test_a_random_game_ends_with_a_score_sheet_and_stays_over(post: Post, game_id: str, seats: int) -> None:
    game, chosen = GAMES[game_id], VARIANTS[game_id][0]
    options, _ = read_options(game, chosen, seats)
    first = post(f"{game_id}/states", {"seats": seats, "seed": 10 + seats, "options": chosen}).get_json()
    end = play(post, first, seats, game.bound(options, seats))
    outcome = end["outcome"]
    assert sorted(seat for place in outcome["ranking"] for seat in place) == list(range(seats))
    assert len(outcome["scores"]) == len(outcome["score_sheet"]) == seats
    assert outcome["reason"]
    refused = post(f"{game_id}/moves", {"state": end["state"], "move": first["legal_moves"][0]})
    assert (refused.status_code, refused.get_json()["code"]) == (409, "game_over")
    assert post(f"{game_id}/legal-moves", {"state": end["state"]}).get_json() == {"to_act": None, "legal_moves": []}
    assert post(f"{game_id}/checks", {"state": end["state"]}).get_json()["valid"]
