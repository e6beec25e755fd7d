"""Clients of a soak test: they retry after every fault and record failures: lost moves, gaps in a feed, server errors, idle AI seats."""

from __future__ import annotations

import http.client
import threading
import time
from collections import Counter
from random import Random
from typing import Any

from engine.games import GAMES
from tests.support.http_client import Answer, HttpClient, Stream
from tests.support.tables import Table

BROKEN = (OSError, http.client.HTTPException)
"""The errors of a client whose server process dies."""

IDLE = 120.0
"""Seconds after which an AI seat that has not moved counts as idle; other work on the machine must not decide."""


class Client(threading.Thread):
    """A thread that calls the service until `is_done` is set; it counts its calls and collects failures."""

    def __init__(self, live: HttpClient, seed: int) -> None:
        super().__init__(daemon=True)
        self.live, self.rng, self.is_done = live, Random(seed), threading.Event()
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []
        self.worst = 0.0

    def run(self) -> None:
        while not self.is_done.is_set():
            try:
                self.step()
            except BROKEN:
                self.counts["broken connections"] += 1
                time.sleep(0.05)
            except Exception as error:
                self.failures.append(f"{type(self).__name__}: {error!r}")
                return

    def step(self) -> None:
        """One unit of work; run() repeats it."""
        raise NotImplementedError

    def call(self, allowed: tuple[int, ...], method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Answer:
        """Makes a call; a status that is not allowed is a failure."""
        began = time.monotonic()
        answer = self.live.call(method, path, body, token, **headers)
        self.worst = max(self.worst, time.monotonic() - began)
        self.counts["answers"] += 1
        self.counts[str(answer.status)] += 1
        if answer.status not in allowed:
            self.failures.append(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
        return answer


class RetryingClient:
    """An HTTP client that repeats a call while Redis is away."""

    def __init__(self, live: HttpClient) -> None:
        self.live = live

    def call(self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Answer:
        until = time.monotonic() + IDLE
        while (answer := self.live.call(method, path, body, token, **headers)).status == 503 and time.monotonic() < until:
            time.sleep(0.1)
        return answer


class Referee(Client):
    """Plays random games through stateless calls; they need no Redis, so every call must succeed."""

    def step(self) -> None:
        game = GAMES[self.rng.choice(list(GAMES))]
        body = {"seats": self.rng.choice(game.seats), "seed": self.rng.randrange(10**6), "sealed": self.rng.random() < 0.3}
        position = self.call((201,), "POST", f"/v1/games/{game.id}/states", body).json
        keys = position.get("seat_keys")
        carried = {"token": position["token"], "seat_keys": keys} if keys else {"state": position["state"]}
        while not self.is_done.is_set() and position["outcome"] is None:
            moves = position["legal_moves"] or self.call((200,), "POST", f"/v1/games/{game.id}/legal-moves", carried).json["legal_moves"]
            answer = self.call((200,), "POST", f"/v1/games/{game.id}/moves", {**carried, "move": self.rng.choice(moves)})
            position = answer.json
            carried = {"token": position["token"], "seat_keys": keys} if keys else {"state": position["state"]}
            self.counts["stateless moves"] += 1
            time.sleep(0.01)


class Analyst(Client):
    """Requests AI moves for new games; every accepted job must end with a move."""

    def step(self) -> None:
        game = self.rng.choice(list(GAMES))
        state = self.call((201,), "POST", f"/v1/games/{game}/states", {"seats": GAMES[game].seats[-1]}).json["state"]
        asked = {"state": state, "level": "easy", "deadline_ms": 2000}
        job = self.call((200, 202, 503), "POST", f"/v1/games/{game}/ai-moves", asked, Prefer="wait=5")
        if job.status == 503:
            time.sleep(0.2)
            return
        self.follow(job.json["id"], job.json["status"])
        time.sleep(0.1)

    def follow(self, job_id: str, status: str) -> None:
        until = time.monotonic() + IDLE
        while status != "done":
            if status in ("failed", "cancelled") or time.monotonic() > until:
                self.failures.append(f"job {job_id} is {status}")
                return
            try:
                found = self.call((200, 503), "GET", f"/v1/jobs/{job_id}", Prefer="wait=5")
            except BROKEN:
                time.sleep(0.05)
                continue
            status = found.json["status"] if found.status == 200 else status
        self.counts["jobs done"] += 1


class Follower(threading.Thread):
    """Reads the feed of a session; after every broken connection it resumes after its last entry."""

    def __init__(self, live: HttpClient, session_id: str) -> None:
        super().__init__(daemon=True)
        self.live, self.session_id, self.is_done = live, session_id, threading.Event()
        self.entries: list[Any] = []
        self.resumed = 0

    def run(self) -> None:
        while not self.is_done.is_set():
            try:
                stream = self.live.stream(self.session_id, Last_Event_ID=str(len(self.entries)), Accept="text/event-stream")
                self.follow(stream)
            except BROKEN:
                pass
            self.resumed += 1
            time.sleep(0.05)

    def follow(self, stream: Stream) -> None:
        try:
            for entry in stream.entries(self.is_done.is_set) if stream.status == 200 else ():
                self.entries.append(entry)
        finally:
            stream.close()


class Player(Client):
    """Plays one seat of a session against AI seats, one game after the other, and records acknowledged moves."""

    def __init__(self, live: HttpClient, seed: int, game: str, level: str) -> None:
        super().__init__(live, seed)
        self.game, self.level = game, level
        self.table: Table | None = None
        self.finished: list[tuple[Table, Follower]] = []

    def step(self) -> None:
        if self.table is None:
            self.create()
        elif self.play():
            self.check()

    def body(self) -> dict[str, Any]:
        """The session to create."""
        ai = {"kind": "ai", "level": self.level}
        return {"game": self.game, "seats": [{"kind": "human"}, *[ai] * (GAMES[self.game].seats[0] - 1)]}

    def create(self) -> None:
        made = self.call((201, 503), "POST", "/v1/sessions", self.body(), Idempotency_Key=f"{self.rng.random()}")
        if made.status == 503:
            time.sleep(0.2)
            return
        self.begin(Table(RetryingClient(self.live), made.json))

    def begin(self, table: Table) -> None:
        """Begins to play and to follow a new session."""
        self.table = table
        self.acknowledged: dict[int, Any] = {}
        self.follower = Follower(self.live, self.table.id)
        self.follower.start()
        self.moved_at, self.version = time.monotonic(), 0

    def play(self) -> bool:
        """Reads the session and makes a move if it is this seat's turn; returns whether the game is over."""
        assert self.table is not None
        token = self.table.tokens[0]
        seen = self.call((200, 503), "GET", self.table.path, token=token)
        if seen.status != 200:
            time.sleep(0.1)
            return False
        self.watch(seen.json)
        if seen.json["to_act"] is None:
            return True
        if seen.json["to_act"]["seat"] == 0:
            move = self.rng.choice(seen.json["legal_moves"])
            headers = {"If_Match": f'"{seen.json["version"]}"'}
            answer = self.call((200, 412, 503), "POST", f"{self.table.path}/moves", {"move": move}, token, **headers)
            if answer.status == 200:
                self.acknowledged[answer.json["version"]] = bare(move)
                self.counts["moves acknowledged"] += 1
        time.sleep(0.03)
        return False

    def watch(self, seen: Any) -> None:
        """Records a failure if an AI seat is idle."""
        if seen["version"] != self.version or seen["to_act"] is None or seen["to_act"]["seat"] == 0:
            self.version, self.moved_at = seen["version"], time.monotonic()
        elif time.monotonic() - self.moved_at > IDLE:
            self.failures.append(f"{self.game}: an AI seat has been idle for {IDLE} s at version {self.version}")
            self.moved_at = time.monotonic()

    def check(self) -> None:
        """Checks that every acknowledged move is in the log and that the feed equals the log."""
        assert self.table is not None
        history = self.table.history(self.table.tokens[0])
        if [entry["version"] for entry in history] != list(range(1, len(history) + 1)):
            self.failures.append(f"{self.game}: the log has a gap")
        for version, move in self.acknowledged.items():
            if len(history) < version or bare(history[version - 1]["move"]) != move:
                self.failures.append(f"{self.game}: the acknowledged move {version} is lost")
        self.compare_feed(self.table.history())
        self.counts["AI moves"] += sum(entry.get("by") == "ai" for entry in history)
        self.counts["games"] += 1
        self.table = None

    def compare_feed(self, history: list[Any]) -> None:
        """Compares the feed with the log; the log of a finished game reveals what was hidden when the feed sent it."""
        until = time.monotonic() + IDLE
        while len(self.follower.entries) < len(history) and time.monotonic() < until:
            time.sleep(0.02)
        self.follower.is_done.set()
        show = outline if any(entry.get("to_act", 0) is None for entry in history) else dict
        if [*map(show, self.follower.entries[: len(history)])] != [*map(show, history)]:
            self.failures.append(f"{self.game}: the feed sent {len(self.follower.entries)} of {len(history)} entries, or different ones")
        self.counts["feed entries"] += len(self.follower.entries)
        self.counts["feeds resumed"] += self.follower.resumed


def outline(entry: Any) -> Any:
    """A log entry without the members that may be hidden while the game is running."""
    return {name: value for name, value in entry.items() if name not in ("move", "events")}


def bare(move: Any) -> Any:
    """A move without its label and preview."""
    return {name: value for name, value in move.items() if name not in ("label", "preview")}
