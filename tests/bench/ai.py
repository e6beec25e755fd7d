"""Iterations and evaluated positions per second of the tree search, beside OpenSpiel's MCTS, and the memory of a node.

OpenSpiel's MCTS runs in Python on its Python games, and in C++ on backgammon, which has dice as our games have hidden pieces.

Run it as `arbiter bench ai`. The search runs from its sources and compiled (`make compiled`); OpenSpiel comes with the extra `bench`. A
side that is not installed is left out with a message. The sides run in turns, each in a process of its own, and CPU time counts. An
iteration of our search expands a node and evaluates the moves there; an iteration of OpenSpiel's expands a node and evaluates it by one
random game. So two figures are compared: iterations, and evaluated positions.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Mapping
from importlib.util import find_spec
from random import Random
from typing import Any

from engine.ai.evaluations import EVALUATIONS
from engine.ai.search import Tree
from engine.game import start
from service.referee.moves import AnyGame
from tests.bench.positions import cases, table
from tests.support import compiled

ROUNDS = 5
POSITIONS = 6
ITERATIONS = 200

OPEN_SPIEL = """
import json, time, numpy, pyspiel
import open_spiel.python.games
from open_spiel.python.algorithms import mcts
found = {}
for name in ("python_tic_tac_toe", "python_block_dominoes", "python_team_dominoes", "python_liars_poker"):
    game = pyspiel.load_game(name)
    speeds = []
    for seed in range(3):
        random, state = numpy.random.RandomState(seed), game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(random.choice([action for action, _ in state.chance_outcomes()]))
        bot = mcts.MCTSBot(game, 1.4, 200, mcts.RandomRolloutEvaluator(1, random), random_state=random)
        began = time.process_time()
        bot.step(state)
        speeds.append(200 / (time.process_time() - began))
    found[name] = sorted(speeds)[1]
print(json.dumps(found))
"""

BACKGAMMON = """
import random, time, pyspiel
game, speeds = pyspiel.load_game("backgammon"), []
for seed in range(3):
    chance, state = random.Random(seed), game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice([action for action, _ in state.chance_outcomes()]))
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 1.4, 1000, 1000, False, seed, False)
    began = time.process_time()
    bot.step(state)
    speeds.append(1000 / (time.process_time() - began))
print(sorted(speeds)[1])
"""


def positions(game: AnyGame, seats: int, seed: int) -> list[Any]:
    """Positions with a choice, spread evenly over a random game."""
    rng, state = Random(seed), start(game, {}, seats, seed)
    reached = []
    while moves := game.legal_moves(state):
        if len(moves) > 1:
            reached.append(game.copy(state))
        game.play(state, moves[int(rng.random() * len(moves))], [])
    return [reached[index * len(reached) // POSITIONS] for index in range(POSITIONS)]


def count_nodes(node: Any) -> int:
    """The nodes of a tree; each is one evaluated position."""
    return 1 + sum(count_nodes(child) for child in node.children.values())


def tree_of(game: AnyGame, position: Any, seed: int) -> Tree:
    """The tree for the decision of a position."""
    seat = position.pending[-1].seat
    return Tree(game.rules, EVALUATIONS[game.id], game.rules.read_state(game.view(position, seat)), seat, Random(seed))


def search(game: AnyGame, seats: int, seed: int) -> tuple[float, float]:
    """Iterations and evaluated positions per second."""
    evaluated, seconds = 0, 0.0
    for position in positions(game, seats, seed):
        tree = tree_of(game, position, seed)
        began = time.process_time()
        tree.think(ITERATIONS, lambda: False, None)
        seconds += time.process_time() - began
        evaluated += count_nodes(tree.root)
    return POSITIONS * ITERATIONS / seconds, evaluated / seconds


def node_bytes(game: AnyGame, seats: int, seed: int) -> float:
    """The memory of a tree per node, after the positions of the last world are dropped."""
    tree = tree_of(game, positions(game, seats, seed)[0], seed)
    tracemalloc.start()
    tree.think(10 * ITERATIONS, lambda: False, None)
    tree.sample_world()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return taken / count_nodes(tree.root)


def searches(seed: int, environment: Mapping[str, str]) -> list[tuple[float, float, float]]:
    """The results of `search` and `node_bytes` for every game and number of players, from a process with this environment."""
    command = [sys.executable, "-m", "tests.bench.ai", str(seed)]
    answer = subprocess.run(command, cwd=compiled.ROOT, env=environment, capture_output=True, text=True, check=True)
    speeds, taken = json.loads(answer.stdout)
    return [(iterations, evaluated, size) for (iterations, evaluated), size in zip(speeds, taken, strict=True)]


def open_spiel() -> dict[str, float] | None:
    """Iterations per second of OpenSpiel's bot, by game, each with one evaluated position; None if it is not installed."""
    if find_spec("pyspiel") is None:
        return None
    answer = subprocess.run([sys.executable, "-c", OPEN_SPIEL], capture_output=True, text=True, check=True)
    return dict(json.loads(answer.stdout.splitlines()[-1]))


def backgammon() -> float | None:
    """Iterations per second of OpenSpiel's bot in C++ on its backgammon in C++; None if it is not installed."""
    if find_spec("pyspiel") is None:
        return None
    return float(subprocess.run([sys.executable, "-c", BACKGAMMON], capture_output=True, text=True, check=True).stdout)


def medians(rounds: list[list[tuple[float, float, float]]]) -> list[list[Any]]:
    """A row for each game and number of players: iterations and evaluated positions per second, bytes per node."""
    return [
        [game.id, seats, *(round(statistics.median(each[index][kind] for each in rounds)) for kind in (0, 1, 2))]
        for index, (game, seats) in enumerate(cases())
    ]


def main() -> int:
    """Prints one table per side, and all of them as JSON."""
    missing = compiled.why_not()
    machine_code = {} if missing else compiled.environment()
    plain, fast, theirs, native = [], [], [], []
    for seed in range(1, ROUNDS + 1):
        plain.append(searches(seed, os.environ))
        fast += [searches(seed, machine_code)] if machine_code else []
        theirs.append(open_spiel())
        native.append(backgammon())
    rows, compiled_rows = medians(plain), medians(fast) if fast else []
    others = [[name, round(statistics.median(each[name] for each in theirs if each))] for name in theirs[0] or ()]
    in_cpp = [["backgammon", round(statistics.median(speed for speed in native if speed))]] if native[0] else []
    columns = ["players", "iterations/s", "positions/s", "bytes per node"]
    print(table(["game", *columns], rows))
    print(table(["compiled", *columns], compiled_rows) if fast else f"Compiled build left out: {missing}.")
    print(table(["OpenSpiel, MCTS in C++", "iterations/s"], in_cpp) if in_cpp else "OpenSpiel in C++ left out: it is not installed.")
    print(table(["OpenSpiel, MCTS in Python", "iterations/s"], others) if others else "OpenSpiel left out: it is not installed.")
    print(json.dumps({"search": rows, "compiled": compiled_rows, "open_spiel": others, "open_spiel_cpp": in_cpp}))
    return 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps([[measure(game, seats, int(sys.argv[1])) for game, seats in cases()] for measure in (search, node_bytes)]))
        sys.exit()
    sys.exit(main())
