"""The games, player counts and options for which the laws are tested, and random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.game import Event, Game, State, start
from engine.games import GAMES

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "orbis": [{}, {"first_seat": "random"}, {"first_seat": 1, "majority_needs_one": True}],
    "helios": [{}, {"first_seat": "random"}, {"first_seat": 1, "open_scores": False, "bonus_cubes_differ": True}],
    "blue_moon_city": [
        {"round_limit": 12},
        {"first_seat": 1, "expansion": True, "round_limit": 12},
        {"layout": "scattered", "round_limit": 12},
        {"expansion": True, "layout": "scattered", "first_seat": 0},
    ],
}
"""Every value of every option of every game is in at least one variant."""

CASES = [(game_id, seats, options) for game_id, game in GAMES.items() for seats in game.seats for options in VARIANTS[game_id]]


def case_id(value: object) -> str:
    """Returns a readable test id."""
    if isinstance(value, dict):
        return "-".join(f"{name}={chosen}" for name, chosen in value.items()) or "defaults"
    return str(value)


def new_game(game_id: str, seats: int, options: dict[str, Any], seed: int) -> tuple[Game[Any, Any, Any], Any]:
    """Returns the named game and a new position."""
    game = GAMES[game_id]
    return game, start(game, options, seats, seed)


def random_game(game: Game[Any, Any, Any], state: State, seed: int) -> Iterator[tuple[Any, Any, list[Any]]]:
    """Plays random legal moves in place to the end: yields (position, chosen move, legal moves) before each move is made."""
    rng = Random(seed)
    while moves := game.legal_moves(state):
        move = moves[int(rng.random() * len(moves))]
        yield state, move, moves
        events: list[Event] = []
        game.play(state, move, events)
