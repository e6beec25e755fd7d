"""What a session costs: a move kept in Redis against a stateless one, moves per second, and how fast the feed is.

Run it as `arbiter bench sessions`. Everything is a ratio within one run, measured in turns. Goals: at most 2 times the processor time of a
stateless move, more moves per second than half of a bare Flask view's echoes, and more than boardgame.io's server accepts of tic-tac-toe
over its own transport. The view is a stranger's: in a gunicorn of its own, with as many processes and threads as ours and gunicorn's own
defaults for everything else, echoing an answer of the mean size. Moves are sent one by one and, as bots may, a turn at a time.
"""

from __future__ import annotations

import json
import math
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
from typing import Any, NamedTuple

import msgspec

from engine.game import Event, start
from engine.games import GAMES
from service.operations.embedded_redis import EmbeddedRedis
from service.referee.moves import AnyGame
from tests.bench.boardgame_io import BoardgameIo, boardgame_io
from tests.bench.listeners import Listeners
from tests.bench.plain import plain
from tests.bench.positions import table
from tests.support.server import Server

APP = "tests.bench.sessions_app:app"
GOAL_CPU = 2.0
GOAL_RATE = 0.5
ROUNDS = 4
MOVES = 60
SECONDS, TURNS = 0.5, 11
MOST_MOVES = 14000
LONG_GAME = 150
WORKERS, THREADS = 2, 64
RATES = ["sessions", "moves/s", "by turns", "echoes/s", "boardgame.io", "moves/echoes", "moves/boardgame.io", "by turns/boardgame.io"]

ENOUGH = "10000000"
"""Calls a minute that nobody reaches: they are counted like any, but never refused."""


class Call(NamedTuple):
    """One request, and how many moves it makes."""

    path: str
    body: bytes
    headers: dict[str, str]
    moves: int = 1


Way = Callable[["list[Step]"], Iterator[tuple[int, int, Any]]]
"""How a recorded game is sent: for each call the version it answers to, the seat and the body."""


class Line:
    """One connection that is kept open."""

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
        told = response.read()
        if response.status >= 300:
            raise SystemExit(f"{path}: {response.status} {told[:300]!r}")
        return told


class Step(NamedTuple):
    """A move of a recorded game: whose, as a stateless request, by itself, and whether more may be sent with it."""

    seat: int
    stateless: bytes
    move: dict[str, Any]
    is_last: bool


def recorded(game: AnyGame, seats: int, seed: int, most: int = MOVES) -> list[Step]:
    """A random game, or as much of it as so many moves."""
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
    """Each move is sent by itself."""
    for version, step in enumerate(steps):
        yield version, step.seat, {"move": step.move}


def by_turns(steps: list[Step]) -> Iterator[tuple[int, int, Any]]:
    """A seat sends all its moves up to the next that reveals something, or that another seat answers."""
    begun = 0
    for version, step in enumerate(steps, start=1):
        if step.is_last or version == len(steps):
            yield begun, step.seat, {"moves": [each.move for each in steps[begun:version]]}
            begun = version


def session_calls(line: Line, game: AnyGame, seats: int, seed: int, bodies: Iterable[tuple[int, int, Any]]) -> list[Call]:
    """The calls that play a recorded game in a session of its own."""
    wish = {"game": game.id, "seats": [{"kind": "human"}] * seats, "seed": seed}
    made = json.loads(line.send("POST", "/v1/sessions", json.dumps(wish).encode()))
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


def cpu(line: Line, calls: list[Call]) -> float:
    """Microseconds of the worker's processor time for each call."""
    before = float(line.send("GET", "/bare/cpu"))
    for call in calls:
        line.post(call)
    return (float(line.send("GET", "/bare/cpu")) - before) / len(calls) * 1e6


def measure_cpu(line: Line, game: AnyGame, seats: int) -> list[Any]:
    """The same moves in a session and stateless, in turns; and an echo of the session's last answer."""
    steps = recorded(game, seats, seats)
    stateless = [Call(f"/v1/games/{game.id}/moves", step.stateless, {}) for step in steps]
    rounds = []
    for _ in range(ROUNDS + 1):
        kept = cpu(line, session_calls(line, game, seats, seats, one_by_one(steps)))
        rounds.append((kept, cpu(line, stateless)))
    answer = line.post(session_calls(line, game, seats, seats, one_by_one(steps))[0])
    echo = statistics.median(cpu(line, [Call("/bare/echo", answer, {})] * len(steps)) for _ in range(ROUNDS))
    kept, bare = (statistics.median(pair[column] for pair in rounds[1:]) for column in (0, 1))
    return [game.id, seats, round(kept), round(bare), round(echo), kept / bare, echo / kept]


def rate(port: int, lanes: Sequence[Iterator[Call]]) -> float:
    """Moves per second when each lane sends its next calls over a new connection of its own, as fast as answers come."""
    begun = time.perf_counter()

    def run(calls: Iterator[Call]) -> int:
        line, done = Line(port), 0
        while time.perf_counter() < begun + SECONDS and (call := next(calls, None)):
            line.post(call)
            done += call.moves
        line.connection.close()
        return done

    with ThreadPoolExecutor(len(lanes)) as clients:
        total = sum(clients.map(run, lanes))
    return total / (time.perf_counter() - begun)


def measure_rate(port: int, plain_port: int, stranger: BoardgameIo | None, sessions: int) -> list[Any]:
    """Moves per second in that many sessions at once, one by one and by turns; echoes per second for as many clients of the plain server;
    moves that boardgame.io accepts from as many clients; all in turns.

    Every client plays all titles one after the other. What is echoed is the answer whose size is nearest to the mean.
    """
    line = Line(port)
    games = [(game, recorded(game, 2, 1, LONG_GAME)) for game in GAMES.values()]
    told = [line.post(call) for game, steps in games for call in session_calls(line, game, 2, 1, one_by_one(steps))]
    size = statistics.mean(map(len, told))
    answer = min(told, key=lambda one: abs(len(one) - size))
    moving, turning = (lanes(line, games, sessions, way) for way in (one_by_one, by_turns))
    echoing = [repeat(Call("/echo", answer, {})) for _ in range(sessions)]
    rounds = [
        (
            rate(port, moving),
            rate(port, turning),
            rate(plain_port, echoing),
            stranger.rate(sessions, SECONDS) if stranger else math.nan,
        )
        for _ in range(TURNS)
    ]
    moves, by_turn, echoes, theirs = (statistics.median(each[column] for each in rounds) for column in range(4))
    ratios = [statistics.median(each[a] / each[b] for each in rounds) for a, b in ((0, 2), (0, 3), (1, 3))]
    return [sessions, round(moves), round(by_turn), round(echoes), round(theirs) if stranger else None, *ratios]


def lanes(line: Line, games: list[tuple[AnyGame, list[Step]]], sessions: int, way: Way) -> list[Iterator[Call]]:
    """For each of so many clients the calls of game after game, more than it can send."""
    repeats = MOST_MOVES // sum(len(steps) for _, steps in games) // min(sessions, 8) + 1
    return [
        iter([call for _ in range(repeats) for game, steps in games for call in session_calls(line, game, 2, 1, way(steps))])
        for _ in range(sessions)
    ]


def measure_feed(port: int, listeners: int, moves: int = 40) -> list[Any]:
    """Milliseconds from sending a move to each listener having its entry."""
    game, line = GAMES["orbis"], Line(port)
    calls = session_calls(line, game, 2, 1, one_by_one(recorded(game, 2, 1)))[:moves]
    following = Listeners(port, calls[0].path.removesuffix("/moves") + "/events", listeners)
    reader = threading.Thread(target=following.read, args=(len(calls),), daemon=True)
    reader.start()
    sent = {}
    for version, call in enumerate(calls, start=1):
        sent[version] = time.perf_counter()
        line.post(call)
        time.sleep(0.05)
    reader.join(timeout=30)
    delays = sorted((at - sent[version]) * 1000 for version, at in following.heard)
    following.close()
    complete = len(delays) == listeners * len(calls)
    return [listeners, len(delays), "yes" if complete else "NO", delays[len(delays) // 2], delays[int(len(delays) * 0.99)]]


def measured_feed(redis_url: str, folder: Path, listeners: int) -> list[Any]:
    """On a server of its own: feeds that were just closed would still count."""
    with Server(redis_url, folder, WEB_CONCURRENCY="1", ARBITER_THREADS="264", ARBITER_STREAMS="240") as live:
        return measure_feed(live.port, listeners)


def report(head: list[str], rows: list[list[Any]]) -> None:
    """A table for people and a line for machines."""
    print(table(head, rows))
    print(json.dumps([dict(zip(head, row, strict=True)) for row in rows]), flush=True)


def main() -> int:
    """All three measurements; fails where a goal is missed."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder) / "redis") as redis:
        with Server(redis.url, Path(folder), APP, WEB_CONCURRENCY="1") as live:
            line = Line(live.port)
            costs = [measure_cpu(line, game, seats) for game in GAMES.values() for seats in (game.seats[0], game.seats[-1])]
        report(["game", "players", "session us", "stateless us", "echo us", "session/stateless", "echo/session"], costs)
        settings = {"WEB_CONCURRENCY": str(WORKERS), "ARBITER_THREADS": str(THREADS), "ARBITER_SESSION_CALLS_PER_MINUTE": ENOUGH}
        with Server(redis.url, Path(folder), **settings) as live, plain(WORKERS, THREADS) as plain_port, boardgame_io() as stranger:
            rates = [measure_rate(live.port, plain_port, stranger, sessions) for sessions in (1, 8, 32)]
        report(RATES, rates)
        feeds = [measured_feed(redis.url, Path(folder), listeners) for listeners in (10, 100, 200)]
        report(["listeners", "entries", "complete", "p50 ms", "p99 ms"], feeds)
    met = all(row[5] <= GOAL_CPU for row in costs) and all(row[5] >= GOAL_RATE for row in rates) and all(row[2] == "yes" for row in feeds)
    ahead = all(theirs is None or to_theirs >= 1 for *_, theirs, _, to_theirs, _ in rates)
    return 0 if met and ahead else 1


if __name__ == "__main__":
    sys.exit(main())
