"""Live feeds with positions: CPU time of a move and of its delivery, against plain feeds.

Run it as `arbiter bench feeds`. Three ways are measured in turns, on the same moves and with the same listeners: a plain feed, a feed with
`include=position`, and a plain feed whose listeners each read the session after every move. The goal is that a feed with positions takes
less CPU time than the reads that it replaces.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from engine.games import GAMES
from service.operations.embedded_redis import EmbeddedRedis
from service.referee.moves import AnyGame
from tests.bench.listeners import Listeners
from tests.bench.positions import table
from tests.bench.sessions import APP, ENOUGH, Connection, one_by_one, recorded, session_calls
from tests.support.server import Server

GOAL_READS = 1.0
ROUNDS, MOVES = 5, 40
PLAIN, POSITIONS, READS = "plain", "positions", "reads"
QUERIES = {PLAIN: "", POSITIONS: "?include=position", READS: ""}
LISTENERS = {"2 players": 0, "2 players and 30 spectators": 30}
"""The number of spectators beside the players."""


def measure_way(port: int, line: Connection, game: AnyGame, way: str, spectators: int) -> float:
    """Microseconds of the process's CPU time for each move of a new session, its delivery to all listeners, and their reads if any."""
    calls = session_calls(line, game, 2, 1, one_by_one(recorded(game, 2, 1, MOVES)))
    session = calls[0].path.removesuffix("/moves")
    tokens = {call.headers["Authorization"].removeprefix("Bearer ") for call in calls}
    holders = [*sorted(tokens), *[None] * spectators]
    following = Listeners(port, f"{session}/events{QUERIES[way]}", holders)
    reader = threading.Thread(target=following.read, args=(len(calls),), daemon=True)
    before = float(line.send("GET", "/baseline/cpu"))
    reader.start()
    for call in calls:
        line.post(call)
        for token in holders if way == READS else ():
            line.send("GET", session, headers={"Authorization": f"Bearer {token}"} if token else {})
    reader.join(timeout=60)
    spent = float(line.send("GET", "/baseline/cpu")) - before
    if len(following.received) != len(calls) * len(holders):
        raise SystemExit(f"{way}: {len(following.received)} of {len(calls) * len(holders)} entries arrived")
    following.close()
    return spent / len(calls) * 1e6


def measure(port: int, game: AnyGame, listeners: str) -> dict[str, Any]:
    """The median of each way, and of the ratios within each round."""
    line = Connection(port)
    rounds = [{way: measure_way(port, line, game, way, LISTENERS[listeners]) for way in QUERIES} for _ in range(ROUNDS + 1)][1:]
    return {
        "game": game.id,
        "listeners": listeners,
        **{f"{way} us": round(statistics.median(each[way] for each in rounds)) for way in QUERIES},
        **{f"{POSITIONS} : {way}": statistics.median(each[POSITIONS] / each[way] for each in rounds) for way in (PLAIN, READS)},
    }


def main() -> int:
    """Prints the table, also as JSON; fails if the goal is missed."""
    settings = {"WEB_CONCURRENCY": "1", "ARBITER_THREADS": "300", "ARBITER_STREAMS": "250"}
    settings |= {f"ARBITER_{name}_PER_MINUTE": ENOUGH for name in ("SESSION_CALLS", "STREAMS")} | {"ARBITER_STREAMS_PER_ADDRESS": "250"}
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedRedis(Path(folder) / "redis") as redis,
        Server(redis.url, Path(folder), APP, **settings) as live,
    ):
        rows = [measure(live.port, game, listeners) for game in GAMES.values() for listeners in LISTENERS]
    print(table(list(rows[0]), [list(row.values()) for row in rows]))
    print(json.dumps(rows))
    return 0 if all(row[f"{POSITIONS} : {READS}"] <= GOAL_READS for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
