"""Moves per second of random games against python-chess (list the legal moves, play one), and the most expensive lists of legal moves.

Run it as `arbiter bench engine`. The engines play in turns, so that other load on the machine affects all of them.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import chess
import msgspec

from engine.game import list_moves, start
from service.referee.moves import AnyGame
from tests.bench.positions import cases, table

ROUNDS = 5
MOVES = 2000
POSITIONS = 10_000


def play_chess(seed: int) -> float:
    """Moves per second of random chess games."""
    rng, board, played = Random(seed), chess.Board(), 0
    began = time.process_time()
    while played < MOVES:
        moves = list(board.legal_moves)
        if not moves or board.halfmove_clock >= 100:
            board = chess.Board()
            continue
        board.push(moves[int(rng.random() * len(moves))])
        played += 1
    return played / (time.process_time() - began)


def play_random(game: AnyGame, seats: int, seed: int) -> float:
    """Moves per second of random games, on native positions."""
    rules, rng, played = game.rules, Random(seed), 0
    position = rules.read_state(start(game, {}, seats, seed))
    began = time.process_time()
    while played < MOVES:
        moves = rules.legal_moves(position)
        if not moves:
            position = rules.read_state(start(game, {}, seats, seed + played))
            continue
        rules.play(position, moves[int(rng.random() * len(moves))], [])
        played += 1
    return played / (time.process_time() - began)


def speeds() -> list[list[Any]]:
    """Moves per second of each game and its ratio to chess."""
    players: dict[str, Callable[[int], float]] = {"chess": play_chess}
    for game, seats in cases():
        players[f"{game.id} {seats}"] = lambda seed, game=game, seats=seats: play_random(game, seats, seed)  # type: ignore[misc]
    rounds = [{name: player(seed) for name, player in players.items()} for seed in range(ROUNDS)]
    median = {name: statistics.median(each[name] for each in rounds) for name in players}
    return [[name, round(speed), speed / median["chess"]] for name, speed in median.items()]


def listing(game: AnyGame, state: Any) -> tuple[int, int, float]:
    """The number of legal moves, the size of their JSON in bytes, and the CPU seconds to list and serialize them."""
    began = time.process_time()
    listed = list_moves(game, state)
    size = len(msgspec.json.encode(listed))
    return len(listed), size, time.process_time() - began


def worst_list(game: AnyGame, seats: int, positions: int) -> list[Any]:
    """The longest, the largest and the slowest list of legal moves among the positions of random games."""
    rng, seed, state = Random(1), 1, start(game, {}, seats, 1)
    most = largest = 0
    slowest = 0.0
    for _ in range(positions):
        count, size, seconds = min((listing(game, state) for _ in range(2)), key=lambda measured: measured[2])
        most, largest, slowest = max(most, count), max(largest, size), max(slowest, seconds)
        moves = game.legal_moves(state)
        if moves:
            game.play(state, moves[int(rng.random() * len(moves))], [])
        else:
            seed += 1
            state = start(game, {}, seats, seed)
    return [game.id, seats, most, largest, round(slowest * 1e6)]


def main() -> int:
    """Prints both tables, and the same as JSON."""
    measured = speeds()
    print(table(["game", "moves/s", "to chess"], measured))
    count = len({game.id for game, _ in cases()})
    worst = [worst_list(game, seats, POSITIONS * count // len(cases())) for game, seats in cases()]
    print(table(["game", "players", "most moves", "most bytes", "slowest us"], worst))
    print(json.dumps({"speeds": measured, "worst lists": worst}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
