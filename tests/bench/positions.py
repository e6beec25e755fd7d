"""Positions and moves of random games, and tables of results."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from engine.game import start
from engine.games import GAMES
from service.referee.moves import AnyGame


def random_requests(game: AnyGame, seats: int, seed: int, count: int) -> list[bytes]:
    """Bodies of stateless move requests, spread evenly over one random game."""
    rng, state = Random(seed), start(game, {}, seats, seed)
    bodies = []
    while moves := game.legal_moves(state):
        move = rng.choice(moves)
        bodies.append(msgspec.json.encode({"state": state, "move": move}))
        game.play(state, move, [])
    return [bodies[index * len(bodies) // count] for index in range(count)]


def cases() -> list[tuple[AnyGame, int]]:
    """Every game at every number of players."""
    return [(game, seats) for game in GAMES.values() for seats in game.seats]


def table(head: list[str], rows: list[list[Any]]) -> str:
    """The rows as text, with aligned columns and two decimals."""
    cells = [head, *[[f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in cells)
