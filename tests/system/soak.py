"""Load and faults together: clients of every kind on all games while processes are killed, frozen and slowed.

Run it as `make soak` or `python -m tests.system.soak --seconds 600`. Fails if an acknowledged move is lost, a feed has a gap, a call is
answered with an error of ours, a stateless call fails at all, an AI's seat stands still, or memory grows. The figures are kept in
tests/bench/results/soak.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine.games import GAMES
from service.sessions.store import SessionStore
from service.sessions.verify import verify_session
from tests.support.deployment import Stage
from tests.support.load import BROKEN, Analyst, Client, Player, Referee

RESULTS = Path(__file__).parents[1] / "bench" / "results" / "soak.json"

PAUSE = 2.0
"""Seconds between two disasters."""

CRASHES = ("SIGSEGV", "SIGBUS", "SIGABRT", "WORKER TIMEOUT", "unforeseen error", "Fatal Python error", "MemoryError")
"""What a log says that should not have happened by itself."""

GROWTH = 60.0
"""Megabytes that the largest process may have grown by at the end, after the first third of the time."""


def soak(seconds: float, folder: Path, seed: int = 1) -> dict[str, Any]:
    """Runs everything for so long; gives the figures, with all faults."""
    with Stage(folder) as stage:
        clients: list[Client] = [Referee(stage.live, seed + number) for number in range(2)] + [Analyst(stage.live, seed)]
        for number, game in enumerate(GAMES):
            clients += [Player(stage.live, seed + 10 * number + extra, game, level) for extra, level in enumerate(("random", "easy"))]
        began = time.monotonic()
        for client in clients:
            client.start()
        happened, memory = strike(stage, began + seconds, Random(seed))
        faults = finish(clients)
        elapsed = time.monotonic() - began
        faults += sound(stage) + crashed(stage)
    faults += grown(memory)
    return figures(clients, happened, memory, faults, elapsed)


def strike(stage: Stage, until: float, rng: Random) -> tuple[Counter[str], list[dict[str, float]]]:
    """One disaster after the other, each kind as often as the others, in an order that chance chooses; memory is looked at in between."""
    happened: Counter[str] = Counter()
    memory: list[dict[str, float]] = []
    waiting: list[str] = []
    disasters = stage.disasters()
    while time.monotonic() < until - PAUSE:
        if not waiting:
            waiting = rng.sample(list(disasters), len(disasters))
        name = waiting.pop()
        disasters[name](rng)
        happened[name] += 1
        time.sleep(PAUSE)
        memory.append(stage.megabytes())
    return happened, memory


def finish(clients: Sequence[Client]) -> list[str]:
    """Lets every client come to an end of its own, and players check what they played."""
    time.sleep(PAUSE)
    for client in clients:
        client.is_done.set()
    for client in clients:
        client.join(timeout=90)
    faults = [fault for client in clients for fault in client.faults]
    faults += [f"{type(client).__name__} hangs" for client in clients if client.is_alive()]
    for client in clients:
        if isinstance(client, Player) and client.table is not None:
            faults += last_look(client)
    return faults


def last_look(player: Player) -> list[str]:
    """Checks a game that is not over: first its AI players finish their turn."""
    known, table = len(player.faults), player.table
    assert table is not None
    until = time.monotonic() + 45
    while time.monotonic() < until:
        try:
            seen = table.read(table.tokens[0])
            if seen["to_act"] is None or seen["to_act"]["seat"] == 0:
                player.leave()
                return player.faults[known:]
        except (*BROKEN, AssertionError):
            pass
        time.sleep(0.2)
    return [f"{player.game}: the AI's seat stands still after everything is well again"]


def sound(stage: Stage) -> list[str]:
    """Every session, played again from its log, must be what is stored."""
    store = SessionStore(stage.redis.url, 3600)
    faults = [f"session {session_id}: {fault}" for session_id in store.ids() for fault in verify_session(store, session_id)]
    store.server.client.close()
    return faults


def crashed(stage: Stage) -> list[str]:
    """Processes that died of themselves, and errors nobody foresaw: clients may take them for one of our disasters, the log does not."""
    lines = stage.server.log.read_text().splitlines() + stage.crew.log.read_text().splitlines()
    return [line[:300] for line in lines if any(sign in line for sign in CRASHES)]


def grown(memory: list[dict[str, float]]) -> list[str]:
    """Faults of memory: it must not grow once everything has been used."""
    settled, end = memory[len(memory) // 3 : len(memory) // 3 + 3], memory[-3:]
    faults = []
    for part in ("web", "worker") if len(memory) >= 9 else ():
        before, after = max(each[part] for each in settled), max(each[part] for each in end)
        if after > before + GROWTH:
            faults.append(f"memory of the largest {part} process grew from {before:.0f} to {after:.0f} MB")
    return faults


def figures(clients: Sequence[Client], happened: Counter[str], memory: list[Any], faults: list[str], elapsed: float) -> dict[str, Any]:
    """Everything that was counted."""
    counts = sum((client.counts for client in clients), Counter[str]())
    return {
        "seconds": round(elapsed, 1),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "disasters": dict(sorted(happened.items())),
        "counts": {name: counts[name] for name in sorted(counts)},
        "answers_per_second": round(counts["answers"] / elapsed, 1),
        "longest_answer_seconds": round(max(client.worst for client in clients), 2),
        "megabytes": {part: [round(each[part], 1) for each in memory[:: max(1, len(memory) // 12)]] for part in ("web", "worker")},
        "faults": faults,
    }


def main() -> int:
    """Prints and keeps the figures; fails where there are faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=float(os.environ.get("SOAK_SECONDS", "600")), help="how long (default: 600)")
    parser.add_argument("--seed", type=int, default=1, help="seed of clients and disasters (default: 1)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = soak(chosen.seconds, Path(folder), chosen.seed)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")
    print(json.dumps(found, indent=2))
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
