"""Perft: the number of legal move sequences to depth n from given seeds. `python -m tests.engine.test_perft` counts them again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.game import apply
from engine.games import GAMES
from tests.engine.cases import new_game, random_game

FILE = Path(__file__).parent / "golden" / "perft.json"
LIMIT = 30_000
"""Counting stops at the first depth with more than this many sequences."""


def count(game: Any, state: Any, depth: int) -> int:
    """Returns the number of sequences of `depth` legal moves; a finished game counts as one."""
    moves = game.legal_moves(state)
    if depth == 1 or not moves:
        return len(moves) or 1
    return sum(count(game, apply(game, state, move)[0], depth - 1) for move in moves)


def positions(game_id: str, seats: int) -> list[Any]:
    """Returns the initial position and two positions of a random game, which exercise different rules."""
    game, state = new_game(game_id, seats, {"first_seat": 0}, seed=seats)
    reached = [game.copy(position) for position, _, _ in random_game(game, state, seats)]
    return [reached[0], reached[len(reached) // 3], reached[2 * len(reached) // 3]]


def counts(game_id: str, seats: int) -> list[list[int]]:
    """Returns for each position the numbers for depth 1, 2, ..."""
    found = []
    for position in positions(game_id, seats):
        numbers: list[int] = []
        while len(numbers) < 5 and (not numbers or numbers[-1] * max(numbers[0], 2) < LIMIT):
            numbers.append(count(GAMES[game_id], position, len(numbers) + 1))
        found.append(numbers)
    return found


EVERY = [(game_id, seats) for game_id, game in GAMES.items() for seats in game.seats]


@pytest.mark.parametrize(("game_id", "seats"), EVERY)
def test_number_of_move_sequences(game_id: str, seats: int) -> None:
    assert counts(game_id, seats) == json.loads(FILE.read_text())[f"{game_id}-{seats}"]


def main() -> None:
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps({f"{game_id}-{seats}": counts(game_id, seats) for game_id, seats in EVERY}, indent=1) + "\n")


if __name__ == "__main__":
    main()
