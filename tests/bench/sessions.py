"""Sessions: CPU time of a move in a session against a stateless one, moves per second, and the delay of live feeds.

Run it as `arbiter bench sessions`. All goals are ratios within one run, measured in turns. A move in a session may take at most twice the
CPU time of a stateless one. Moves per second are compared with two kinds of servers, for 1, 8 and 32 clients:

- a Flask application that echoes an answer of the mean size, with as many processes and threads (goal: at least half of its calls);
- boardgame.io, which accepts moves of tic-tac-toe over its own transport, with each of its storages. Like for like is durable storage
  against durable storage (goals: 2 times FlatFile and 5 times Postgres). Arbiter writes a move to Redis' log before it answers, and the log
  is forced to disk with it; FlatFile never forces, Postgres forces every move unless `fsync` is off. The ratio to boardgame.io's
  storage in memory, which loses every match at a restart, is measured as well (goal: at least 0.5).

Sessions and matches are created before the clock starts. Moves are sent one per call and, as bots may do, one turn per call.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

import msgspec

from engine.game import Event, start
from engine.games import GAMES
from service.operations.embedded_redis import EmbeddedRedis
from service.referee.moves import AnyGame
from tests.bench.boardgame_io import BoardgameIo, boardgame_io
from tests.bench.flask_echo import flask_echo
from tests.bench.listeners import Listeners
from tests.bench.positions import table
from tests.support.server import Server

APP = "tests.bench.sessions_app:app"
GOAL_CPU = 2.0
RATE_GOALS = {"moves/s : echoes/s": 0.5, "moves/s : FlatFile": 2.0, "moves/s : Postgres": 5.0, "moves/s : memory": 0.5}
"""The least ratio at every number of clients; the names after the first are storages of boardgame.io."""

CLIENTS = (1, 8, 32)
ROUNDS = 4
MOVES = 60
SECONDS, TURNS = 0.5, 9
MOST_MOVES = 14000
LONG_GAME = 150
WORKERS, THREADS = 2, 64

ENOUGH = "10000000"
"""A rate limit that no client reaches: calls are counted as usual, but never refused."""


class Call(NamedTuple):
    """A POST request and the number of moves in it."""

    path: str
    body: bytes
    headers: dict[str, str]
    moves: int = 1


Way = Callable[["list[Step]"], Iterator[tuple[int, int, Any]]]
"""How a recorded game is sent: the version before each call, its seat and its body."""


class Sender(Protocol):
    """Sends requests to a service."""

    def send(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> bytes:
        """The body of the answer."""


class Connection:
    """A keep-alive connection to the server on a port."""

    def __init__(self, port: int) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)

    def post(self, call: Call) -> bytes:
        """The body of the answer to a call."""
        return self.send("POST", call.path, call.body, call.headers)

    def send(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> bytes:
        """The body of the answer."""
        sent = {"Content-Type": "application/json", **(headers or {})} if body else headers or {}
        self.connection.request(method, path, body, sent)
        response = self.connection.getresponse()
        answer = response.read()
        if response.status >= 300:
            raise SystemExit(f"{path}: {response.status} {answer[:300]!r}")
        return answer


class Step(NamedTuple):
    """A move of a recorded game: its seat, its stateless request, the move alone, and whether it ends what one call may contain."""

    seat: int
    stateless: bytes
    move: dict[str, Any]
    is_last: bool


def recorded(game: AnyGame, seats: int, seed: int, most: int = MOVES) -> list[Step]:
    """The moves of a random game, `most` at most."""
    rng, state = Random(seed), start(game, {}, seats, seed)
    steps: list[Step] = []
    while len(steps) < most and (moves := game.legal_moves(state)):
        move, seat, events = rng.choice(moves), state.pending[-1].seat, list[Event]()
        stateless = msgspec.json.encode({"state": state, "move": move})
        game.play(state, move, events)
        is_last = not state.pending or state.pending[-1].seat != seat or any(event.reveals for event in events)
        steps.append(Step(seat, stateless, msgspec.to_builtins(move), is_last))
    return steps


def one_by_one(steps: list[Step]) -> Iterator[tuple[int, int, Any]]:
    """One move per call."""
    for version, step in enumerate(steps):
        yield version, step.seat, {"move": step.move}


def by_turns(steps: list[Step]) -> Iterator[tuple[int, int, Any]]:
    """One turn per call: all moves of a seat until something is revealed or another seat is to act."""
    begun = 0
    for version, step in enumerate(steps, start=1):
        if step.is_last or version == len(steps):
            yield begun, step.seat, {"moves": [each.move for each in steps[begun:version]]}
            begun = version


def session_calls(sender: Sender, game: AnyGame, seats: int, seed: int, bodies: Iterable[tuple[int, int, Any]], **wish: Any) -> list[Call]:
    """Creates a session and returns the calls that play a recorded game in it; `wish` is more of the body that creates it."""
    wanted = {"game": game.id, "seats": [{"kind": "human"}] * seats, "seed": seed, **wish}
    made = json.loads(sender.send("POST", "/v1/sessions", json.dumps(wanted).encode()))
    tokens = [seat["token"] for seat in made["seats"]]
    path = f"/v1/sessions/{made['id']}/moves"
    return [
        Call(
            path,
            msgspec.json.encode(body),
            {"Authorization": f"Bearer {tokens[seat]}", "If-Match": f'"{version}"'},
            len(body["moves"]) if "moves" in body else 1,
        )
        for version, seat, body in bodies
    ]


def cpu(line: Connection, calls: list[Call]) -> float:
    """Microseconds of the worker's CPU time per call."""
    before = float(line.send("GET", "/baseline/cpu"))
    for call in calls:
        line.post(call)
    return (float(line.send("GET", "/baseline/cpu")) - before) / len(calls) * 1e6


def measure_cpu(line: Connection, game: AnyGame, seats: int) -> dict[str, Any]:
    """CPU time of the same moves in a session and stateless, measured in turns, and of an echo of a session's answer."""
    steps = recorded(game, seats, seats)
    stateless = [Call(f"/v1/games/{game.id}/moves", step.stateless, {}) for step in steps]
    rounds = []
    for _ in range(ROUNDS + 1):
        stored = cpu(line, session_calls(line, game, seats, seats, one_by_one(steps)))
        rounds.append((stored, cpu(line, stateless)))
    answer = line.post(session_calls(line, game, seats, seats, one_by_one(steps))[0])
    echo = statistics.median(cpu(line, [Call("/baseline/echo", answer, {})] * len(steps)) for _ in range(ROUNDS))
    stored, alone = (statistics.median(pair[column] for pair in rounds[1:]) for column in (0, 1))
    return {
        "game": game.id,
        "players": seats,
        "session us": round(stored),
        "stateless us": round(alone),
        "echo us": round(echo),
        "session : stateless": stored / alone,
        "echo : session": echo / stored,
    }


def rate(port: int, clients: Sequence[Iterator[Call]]) -> float:
    """Moves per second of `send_calls`."""
    moves, seconds = send_calls(port, clients)
    return moves / seconds


def send_calls(port: int, clients: Sequence[Iterator[Call]]) -> tuple[int, float]:
    """Lets every client send its next calls over a connection of its own, for SECONDS; returns the number of moves and the exact time."""
    begun = time.perf_counter()

    def run(calls: Iterator[Call]) -> int:
        line, done = Connection(port), 0
        while time.perf_counter() < begun + SECONDS and (call := next(calls, None)):
            line.post(call)
            done += call.moves
        line.connection.close()
        return done

    with ThreadPoolExecutor(len(clients)) as threads:
        total = sum(threads.map(run, clients))
    return total, time.perf_counter() - begun


def measure_rate(port: int, echo_port: int, others: dict[str, BoardgameIo], clients: int) -> dict[str, Any]:
    """Moves per second of this many clients, one move and one turn per call, beside as many clients of the other servers; all in turns.

    Every client plays all games one after the other. The echo is the answer whose size is nearest to the mean.
    """
    line = Connection(port)
    games = [(game, recorded(game, 2, 1, LONG_GAME)) for game in GAMES.values()]
    answers = [line.post(call) for game, steps in games for call in session_calls(line, game, 2, 1, one_by_one(steps))]
    size = statistics.mean(map(len, answers))
    answer = min(answers, key=lambda one: abs(len(one) - size))
    moving, turning = (endless_calls(line, games, clients, way) for way in (one_by_one, by_turns))
    echoing = [repeat(Call("/echo", answer, {})) for _ in range(clients)]
    rounds = [
        {
            "moves/s": rate(port, moving),
            "by turns": rate(port, turning),
            "echoes/s": rate(echo_port, echoing),
            **{storage: server.rate(clients, SECONDS) for storage, server in others.items()},
        }
        for _ in range(TURNS)
    ]
    pairs = [("moves/s", "echoes/s"), *(("moves/s", storage) for storage in others)]
    pairs += [("by turns", "memory")] if "memory" in others else []
    speeds = {name: round(statistics.median(each[name] for each in rounds)) for name in rounds[0]}
    return {"clients": clients, **speeds, **{f"{a} : {b}": statistics.median(each[a] / each[b] for each in rounds) for a, b in pairs}}


def endless_calls(line: Connection, games: list[tuple[AnyGame, list[Step]]], clients: int, way: Way) -> list[Iterator[Call]]:
    """For each client the calls of game after game, more than it can send."""
    repeats = MOST_MOVES // sum(len(steps) for _, steps in games) // min(clients, 8) + 1
    return [
        iter([call for _ in range(repeats) for game, steps in games for call in session_calls(line, game, 2, 1, way(steps))])
        for _ in range(clients)
    ]


def measure_feed(port: int, listeners: int, moves: int = 40) -> dict[str, Any]:
    """Milliseconds from the moment a move is sent until each listener has received it."""
    game, line = GAMES["orbis"], Connection(port)
    calls = session_calls(line, game, 2, 1, one_by_one(recorded(game, 2, 1)))[:moves]
    following = Listeners(port, calls[0].path.removesuffix("/moves") + "/events", [None] * listeners)
    reader = threading.Thread(target=following.read, args=(len(calls),), daemon=True)
    reader.start()
    sent = {}
    for version, call in enumerate(calls, start=1):
        sent[version] = time.perf_counter()
        line.post(call)
        time.sleep(0.05)
    reader.join(timeout=30)
    delays = sorted((at - sent[version]) * 1000 for version, at in following.received)
    following.close()
    complete = len(delays) == listeners * len(calls)
    return {
        "listeners": listeners,
        "entries": len(delays),
        "complete": "yes" if complete else "NO",
        "p50 ms": delays[len(delays) // 2],
        "p99 ms": delays[int(len(delays) * 0.99)],
    }


def measured_feed(redis_url: str, folder: Path, listeners: int) -> dict[str, Any]:
    """`measure_feed` on a new server, because feeds that were just closed still take a place."""
    with Server(redis_url, folder, WEB_CONCURRENCY="1", ARBITER_THREADS="264", ARBITER_STREAMS="240") as live:
        return measure_feed(live.port, listeners)


def report(rows: list[dict[str, Any]]) -> None:
    """Prints the rows as a table and as one line of JSON."""
    print(table(list(rows[0]) if rows else [], [list(row.values()) for row in rows]))
    print(json.dumps(rows), flush=True)


def reaches_goals(costs: list[dict[str, Any]], rates: list[dict[str, Any]], feeds: list[dict[str, Any]]) -> bool:
    """Whether every goal is reached; storages of boardgame.io that were left out do not count."""
    return (
        all(row["session : stateless"] <= GOAL_CPU for row in costs)
        and all(row.get(ratio, goal) >= goal for row in rates for ratio, goal in RATE_GOALS.items())
        and all(row["complete"] == "yes" for row in feeds)
    )


def main() -> int:
    """Prints three tables; fails if a goal is missed."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder) / "redis") as redis:
        with Server(redis.url, Path(folder), APP, WEB_CONCURRENCY="1") as live:
            line = Connection(live.port)
            costs = [measure_cpu(line, game, seats) for game in GAMES.values() for seats in (game.seats[0], game.seats[-1])]
        report(costs)
        settings = {"WEB_CONCURRENCY": str(WORKERS), "ARBITER_THREADS": str(THREADS), "ARBITER_SESSION_CALLS_PER_MINUTE": ENOUGH}
        with Server(redis.url, Path(folder), **settings) as live, flask_echo(WORKERS, THREADS) as echo_port, boardgame_io() as others:
            rates = [measure_rate(live.port, echo_port, others, clients) for clients in CLIENTS]
        report(rates)
        feeds = [measured_feed(redis.url, Path(folder), listeners) for listeners in (10, 100, 200)]
        report(feeds)
    return 0 if reaches_goals(costs, rates, feeds) else 1


if __name__ == "__main__":
    sys.exit(main())
