"""Matches of the present players against those of an earlier commit, both compiled, in processes of their own.

Run it as `arbiter bench players`, or with a game, a number of seats, a number of games and a budget, such as
`python -m tests.bench.players orbis 2 100 --turn-ms 200` (or `--iterations 400`). A player process reads views and writes moves in the
wire format, one JSON document per line, so each side runs its own engine. One seat is a present player, all others are earlier ones.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from engine.ai import share_of_turn
from engine.ai.evaluation import shares
from engine.ai.selfplay import wilson
from engine.decoding import read_move
from engine.game import start, to_act
from engine.games import GAMES
from tests.bench.positions import table
from tests.support import compiled

BASELINE = "d69490f52f3a9608ffd987d8413e2f1ca0f775e6"
"""The last commit with the players to compare with."""

LEVEL = "hard"
MATCHES = [
    (game, seats, 100, budget)
    for game in GAMES
    for seats in (2, 4)
    for budget in ("turn", "iterations")
    if (seats, budget) != (4, "iterations")
]
TURN_MS, ITERATIONS = 200, 400
LEAST_MS = 5

PLAYER = """
import json, sys, time
import msgspec
from engine.ai import choose
from engine.games import GAMES
for line in sys.stdin:
    asked = json.loads(line)
    game = GAMES[asked["game"]]
    view = msgspec.convert(asked["view"], game.state)
    began = time.monotonic()
    until = began + asked["ms"] / 1000 if asked["ms"] else None
    stop = (lambda: time.monotonic() >= until) if until else (lambda: False)
    limit = asked["iterations"] or 10_000_000
    choice = choose(game, view, asked["seat"], asked["level"], asked["seed"], iterations=limit, stop=stop)
    spent = (time.monotonic() - began) * 1000
    print(json.dumps({"move": msgspec.to_builtins(choice.move), "iterations": choice.iterations, "ms": spent}), flush=True)
"""


@dataclass(frozen=True)
class Budget:
    """What both sides may spend: milliseconds for a whole turn, or iterations for a decision."""

    turn_ms: int | None
    iterations: int | None

    def __str__(self) -> str:
        return f"{self.turn_ms} ms a turn" if self.turn_ms else f"{self.iterations} iterations a decision"


class PlayerProcess:
    """A player that answers from an engine of its own; use it in a `with` block."""

    def __init__(self, folder: Path) -> None:
        self.environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"}
        self.asked = self.iterations = 0

    def __enter__(self) -> PlayerProcess:
        command = [sys.executable, "-c", PLAYER]
        self.process = subprocess.Popen(command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()

    def ask(self, **question: Any) -> Any:
        """The answer to a question."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.asked += answer["iterations"] > 0
        self.iterations += answer["iterations"]
        return answer


@contextmanager
def baseline() -> Iterator[Path]:
    """A folder with the compiled engine of the earlier commit."""
    with tempfile.TemporaryDirectory(prefix="arbiter-baseline-") as name:
        folder = Path(name)
        packed = subprocess.run(["git", "archive", BASELINE], cwd=compiled.ROOT, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder / "source", filter="data")
        command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--target", str(folder / "built")]
        subprocess.run([*command, str(folder / "source")], env=os.environ | {"HATCH_BUILD_HOOKS_ENABLE": "true"}, check=True)
        yield folder / "built"


def play(game_id: str, seats: int, number: int, budget: Budget, present: PlayerProcess, earlier: PlayerProcess) -> float:
    """Plays one game; returns the present player's share of the victory. Its seat changes from game to game; all seats share a seed."""
    game, own, seed = GAMES[game_id], number % seats, 7_000_000 + number // seats
    state = start(game, {"first_seat": 0}, seats, seed)
    spent, acting = 0.0, -1
    while decision := to_act(state):
        seat = decision.seat
        spent = spent if seat == acting else 0.0
        share = max(LEAST_MS, ((budget.turn_ms or 0) - spent) * share_of_turn(game)) if budget.turn_ms else None
        view = msgspec.to_builtins(game.view(state, seat))
        player = present if seat == own else earlier
        answer = player.ask(game=game_id, view=view, seat=seat, level=LEVEL, seed=seed, ms=share, iterations=budget.iterations)
        move = read_move(game, answer["move"])
        spent, acting = spent + answer["ms"], -1 if game.preview(state, move).ends_turn else seat
        game.play(state, move, [])
    outcome = game.outcome(state)
    assert outcome is not None
    return shares(outcome)[own]


def match(game_id: str, seats: int, games: int, budget: Budget, folders: tuple[Path, Path], processes: int) -> dict[str, Any]:
    """Plays a match on this many pairs of processes; returns the win rate of the present player with its interval."""
    with ExitStack() as stack, ThreadPoolExecutor(processes) as pool:
        pairs = [tuple(stack.enter_context(PlayerProcess(folder)) for folder in folders) for _ in range(processes)]

        def part(index: int) -> list[float]:
            return [play(game_id, seats, number, budget, *pairs[index]) for number in range(index, games, processes)]

        won = sum(sum(each) for each in pool.map(part, range(processes)))
        low, high = wilson(won, games)
        speeds = [sum(pair[side].iterations for pair in pairs) / max(1, sum(pair[side].asked for pair in pairs)) for side in (0, 1)]
    return {
        "game": game_id,
        "seats": seats,
        "games": games,
        "budget": str(budget),
        "won": round(won / games, 3),
        "low": round(low, 3),
        "high": round(high, 3),
        "iterations": [round(speed) for speed in speeds],
    }


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", choices=list(GAMES))
    parser.add_argument("seats", nargs="?", type=int, default=2)
    parser.add_argument("games", nargs="?", type=int, default=100)
    parser.add_argument("--turn-ms", type=int)
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, help="a folder with the compiled engine of the earlier players (default: built now)")
    return parser.parse_args()


def matches(chosen: argparse.Namespace) -> list[tuple[str, int, int, Budget]]:
    """The matches that were asked for; all of them by default."""
    budgets: Mapping[str, Budget] = {"turn": Budget(TURN_MS, None), "iterations": Budget(None, ITERATIONS)}
    if chosen.game is None:
        return [(game, seats, games, budgets[budget]) for game, seats, games, budget in MATCHES]
    own = Budget(None, chosen.iterations) if chosen.iterations else Budget(chosen.turn_ms or TURN_MS, None)
    return [(chosen.game, chosen.seats, chosen.games, own)]


def main() -> int:
    """Plays the matches and prints a table."""
    chosen = read_arguments()
    compiled.environment()
    with ExitStack() as stack:
        earlier = chosen.folder or stack.enter_context(baseline())
        rows = []
        for game, seats, games, budget in matches(chosen):
            rows.append(match(game, seats, games, budget, (compiled.FOLDER, earlier), chosen.processes))
            print(json.dumps(rows[-1]), flush=True)
    columns = ["game", "seats", "games", "budget", "won", "low", "high", "iterations"]
    print(table(columns, [[row[column] for column in columns] for row in rows]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
