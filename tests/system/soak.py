"""Soak test: clients of every kind play all games while processes are killed, frozen and slowed.

Run it as `make soak` or `python -m tests.system.soak --seconds 600`. It fails if an acknowledged move is lost, a
feed has a gap, a webhook misses something or hears it in another order, a call is answered with a server error, a stateless call fails, an
AI seat stays idle, a clock runs out without a time-out, or memory grows. It writes its figures to tests/bench/results/soak.json.
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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from engine.games import GAMES
from service.operations.embedded_redis import answers
from service.sessions.entries import TimedOut
from service.sessions.store import SessionStore
from service.sessions.verify import verify_session
from tests.support.clocked_load import ClockedPlayer
from tests.support.deployment import Deployment
from tests.support.hooked_load import HookedPlayer
from tests.support.load import BROKEN, IDLE, Analyst, Client, Player, Referee
from tests.support.receiver import Receiver
from tests.support.waiting import eventually
from tests.system import soak_disk
from tests.system.soak_hostile import HostileClients

RESULTS = Path(__file__).parents[1] / "bench" / "results" / "soak.json"

CLOCKED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("blue_moon_city", "ai_seat", {"round_limit": 2}),
    ("orbis", "ai_turn", {}),
)
"""The games with short clocks: the game, what happens on a time-out, and the options."""

PAUSE = 2.0
"""Seconds between two faults."""

CRASHES = ("SIGSEGV", "SIGBUS", "SIGABRT", "WORKER TIMEOUT", "unforeseen error", "Fatal Python error", "MemoryError")
"""Words in a log that no injected fault explains."""

PARTS = ("web", "worker", "webhooks")
"""The kinds of processes whose memory is measured."""

GROWTH = 60.0
"""Megabytes by which the largest process may grow after the first third of the run."""


def soak(seconds: float, folder: Path, seed: int = 1, least: int = 0) -> dict[str, Any]:
    """Runs clients and faults for so many seconds, and for at least so many faults; returns the figures with all failures."""
    with soak_disk.filling(folder / "redis") as disk, Deployment(folder) as deployment, Receiver() as receiver:
        clients: list[Client] = [Referee(deployment.live, seed + number) for number in range(2)] + [Analyst(deployment.live, seed)]
        for number, game in enumerate(GAMES):
            clients += [Player(deployment.live, seed + 10 * number + extra, game, level) for extra, level in enumerate(("random", "easy"))]
        clients += [ClockedPlayer(deployment.live, seed + 100 + number, *wish) for number, wish in enumerate(CLOCKED)]
        clients.append(HookedPlayer(deployment.live, seed + 200, "orbis", "random", receiver))
        began = time.monotonic()
        for client in clients:
            client.start()
        with HostileClients(deployment.live, seed) as hostile:
            injected, memory = inject_faults(deployment, began + seconds, least, Random(seed))
        disk.stop()
        recover(deployment)
        failures = finish(clients) + hostile.failures
        elapsed = time.monotonic() - began
        failures += hanging(deployment) + unsound(deployment) + crashed(deployment)
        time_outs = count_time_outs(deployment)
    failures += grown(memory)
    found = figures(clients, injected, memory, failures, elapsed, time_outs)
    return found | {"hostile": dict(sorted(hostile.counts.items())), "full_disk": disk.figures()}


def inject_faults(deployment: Deployment, until: float, least: int, rng: Random) -> tuple[Counter[str], list[dict[str, float]]]:
    """Injects one fault after the other in random order, each kind equally often; measures memory after each."""
    injected: Counter[str] = Counter()
    memory: list[dict[str, float]] = []
    waiting: list[str] = []
    kinds = deployment.faults()
    while time.monotonic() < until - PAUSE or injected.total() < least:
        if not waiting:
            waiting = rng.sample(list(kinds), len(kinds))
        name = waiting.pop()
        kinds[name](rng)
        injected[name] += 1
        time.sleep(PAUSE)
        memory.append(deployment.megabytes())
    return injected, memory


def recover(deployment: Deployment) -> None:
    """Waits until the deployment has recovered from the last faults: what follows also reads Redis without repeating its calls."""
    eventually(lambda: answers(deployment.redis.url) and deployment.live.call("GET", "/readyz").status == 200)


def finish(clients: Sequence[Client]) -> list[str]:
    """Stops the clients; players then check the games they played."""
    time.sleep(PAUSE)
    for client in clients:
        client.is_done.set()
    for client in clients:
        client.join(timeout=2 * IDLE)
    failures = [failure for client in clients for failure in client.failures]
    failures += [f"{type(client).__name__} hangs" for client in clients if client.is_alive()]
    for client in clients:
        if isinstance(client, Player) and client.table is not None:
            failures += check_unfinished(client)
    return failures


def check_unfinished(player: Player) -> list[str]:
    """Checks an unfinished game after its AI seats have finished their turn."""
    known, table = len(player.failures), player.table
    assert table is not None
    until = time.monotonic() + IDLE
    while time.monotonic() < until:
        try:
            seen = table.read(table.tokens[0])
            if seen["to_act"] is None or seen["to_act"]["seat"] == 0:
                player.check()
                return player.failures[known:]
        except (*BROKEN, AssertionError):
            pass
        time.sleep(0.2)
    return [f"{player.game}: the AI seat stays idle after the last fault"]


@contextmanager
def observer(deployment: Deployment) -> Iterator[SessionStore]:
    """The store, read by a process that is no part of the deployment."""
    store = SessionStore(deployment.redis.url, 3600, beats=False)
    yield store
    store.server.close()


def hanging(deployment: Deployment) -> list[str]:
    """Failures of clocks: nobody plays any more, so every clock that runs must run out and be followed by a time-out."""
    until = time.monotonic() + IDLE
    with observer(deployment) as store:
        waiting = {session.id: session.version for session in map(store.find, store.ids()) if session.clock and session.clock.is_running}
        while waiting and time.monotonic() < until:
            time.sleep(0.2)
            waiting = {session_id: version for session_id, version in waiting.items() if store.find(session_id).version == version}
    return [f"session {session_id}: the clock hangs at version {version}" for session_id, version in waiting.items()]


def count_time_outs(deployment: Deployment) -> int:
    """The time-outs in the logs of all sessions."""
    with observer(deployment) as store:
        return sum(isinstance(entry, TimedOut) for session_id in store.ids() for _, entry in store.entries(session_id, 0))


def unsound(deployment: Deployment) -> list[str]:
    """Failures of the verification of every session against its log."""
    with observer(deployment) as store:
        return [f"session {session_id}: {failure}" for session_id in store.ids() for failure in verify_session(store, session_id)]


def crashed(deployment: Deployment) -> list[str]:
    """Crashes and unexpected errors in the logs: clients cannot tell them from injected faults."""
    lines = [line for part in (deployment.server, deployment.workers, deployment.deliveries) for line in part.log.read_text().splitlines()]
    return [line[:300] for line in lines if any(sign in line for sign in CRASHES)]


def grown(memory: list[dict[str, float]]) -> list[str]:
    """Failures of memory: it must not grow once every part has been used."""
    settled, end = memory[len(memory) // 3 : len(memory) // 3 + 3], memory[-3:]
    failures = []
    for part in PARTS if len(memory) >= 9 else ():
        before, after = max(each[part] for each in settled), max(each[part] for each in end)
        if after > before + GROWTH:
            failures.append(f"memory of the largest {part} process grew from {before:.0f} to {after:.0f} MB")
    return failures


def figures(
    clients: Sequence[Client], injected: Counter[str], memory: list[Any], failures: list[str], elapsed: float, time_outs: int
) -> dict[str, Any]:
    """The figures of the run."""
    counts = sum((client.counts for client in clients), Counter({"time-outs": time_outs}))
    return {
        "seconds": round(elapsed, 1),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "faults": dict(sorted(injected.items())),
        "counts": {name: counts[name] for name in sorted(counts)},
        "answers_per_second": round(counts["answers"] / elapsed, 1),
        "longest_answer_seconds": round(max(client.worst for client in clients), 2),
        "megabytes": {part: [round(each[part], 1) for each in memory[:: max(1, len(memory) // 12)]] for part in PARTS},
        "failures": failures,
    }


def main() -> int:
    """Prints and stores the figures; returns 1 if there are failures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=float(os.environ.get("SOAK_SECONDS", "600")), help="how long (default: 600)")
    parser.add_argument("--seed", type=int, default=1, help="seed of clients and faults (default: 1)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = soak(chosen.seconds, Path(folder), chosen.seed)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")
    print(json.dumps(found, indent=2))
    return 1 if found["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
