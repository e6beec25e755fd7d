"""Clients that go on whatever happens, and write down what must not: lost moves, gaps, errors of ours, seats that stand still."""

from __future__ import annotations

import http.client
import threading
import time
from collections import Counter
from random import Random
from typing import Any

from engine.games import GAMES
from tests.support.http_client import Answer, Live, Stream
from tests.support.tables import Table

BROKEN = (OSError, http.client.HTTPException)
"""What a client sees of a process that dies."""

STILL = 45.0
"""Seconds after which a seat that has not moved counts as standing still."""


class Client(threading.Thread):
    """Something that calls the service until it is told to stop; it counts what it did and collects faults."""

    def __init__(self, live: Live, seed: int) -> None:
        super().__init__(daemon=True)
        self.live, self.rng, self.is_done = live, Random(seed), threading.Event()
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.worst = 0.0

    def run(self) -> None:
        while not self.is_done.is_set():
            try:
                self.step()
            except BROKEN:
                self.counts["broken connections"] += 1
                time.sleep(0.05)
            except Exception as error:
                self.faults.append(f"{type(self).__name__}: {error!r}")
                return

    def step(self) -> None:
        """What is done again and again."""
        raise NotImplementedError

    def call(self, allowed: tuple[int, ...], method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Answer:
        """A call whose answer must have one of these statuses."""
        began = time.monotonic()
        answer = self.live.call(method, path, body, token, **headers)
        self.worst = max(self.worst, time.monotonic() - began)
        self.counts["answers"] += 1
        self.counts[str(answer.status)] += 1
        if answer.status not in allowed:
            self.faults.append(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
        return answer


class Patient:
    """A way to the service that asks again while Redis is away."""

    def __init__(self, live: Live) -> None:
        self.live = live

    def call(self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Answer:
        until = time.monotonic() + STILL
        while (answer := self.live.call(method, path, body, token, **headers)).status == 503 and time.monotonic() < until:
            time.sleep(0.1)
        return answer


class Referee(Client):
    """Plays random games without the service keeping anything; needs no Redis, so only success will do."""

    def step(self) -> None:
        game = GAMES[self.rng.choice(list(GAMES))]
        wish = {"seats": self.rng.choice(game.seats), "seed": self.rng.randrange(10**6), "sealed": self.rng.random() < 0.3}
        position = self.call((201,), "POST", f"/v1/games/{game.id}/states", wish).json
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
    """Asks for AI moves of fresh games; each accepted job must end with a move."""

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
        until = time.monotonic() + STILL
        while status != "done":
            if status in ("failed", "cancelled") or time.monotonic() > until:
                self.faults.append(f"job {job_id} is {status}")
                return
            try:
                found = self.call((200, 503), "GET", f"/v1/jobs/{job_id}", Prefer="wait=5")
            except BROKEN:
                time.sleep(0.05)
                continue
            status = found.json["status"] if found.status == 200 else status
        self.counts["jobs done"] += 1


class Follower(threading.Thread):
    """Follows a session through every death, resuming after the last entry it has."""

    def __init__(self, live: Live, session_id: str) -> None:
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
    """Plays one seat of a session against AI players, one game after the other, and keeps what was acknowledged."""

    def __init__(self, live: Live, seed: int, game: str, level: str) -> None:
        super().__init__(live, seed)
        self.game, self.level = game, level
        self.table: Table | None = None
        self.finished: list[tuple[Table, Follower]] = []

    def step(self) -> None:
        if self.table is None:
            self.sit_down()
        elif self.play():
            self.leave()

    def sit_down(self) -> None:
        ai = {"kind": "ai", "level": self.level}
        wish = {"game": self.game, "seats": [{"kind": "human"}, *[ai] * (GAMES[self.game].seats[0] - 1)]}
        made = self.call((201, 503), "POST", "/v1/sessions", wish, Idempotency_Key=f"{self.rng.random()}")
        if made.status == 503:
            time.sleep(0.2)
            return
        self.table = Table(Patient(self.live), made.json)
        self.acknowledged: dict[int, Any] = {}
        self.follower = Follower(self.live, self.table.id)
        self.follower.start()
        self.moved_at, self.version = time.monotonic(), 0

    def play(self) -> bool:
        """One look and perhaps one move; whether the game is over."""
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
        """An AI's seat must not stand still, whatever happens."""
        if seen["version"] != self.version or seen["to_act"] is None or seen["to_act"]["seat"] == 0:
            self.version, self.moved_at = seen["version"], time.monotonic()
        elif time.monotonic() - self.moved_at > STILL:
            self.faults.append(f"{self.game}: an AI's seat has not moved for {STILL} s at version {self.version}")
            self.moved_at = time.monotonic()

    def leave(self) -> None:
        """Everything acknowledged must be in the log, and the feed must have told the log, no more and no less."""
        assert self.table is not None
        history = self.table.history(self.table.tokens[0])
        if [entry["version"] for entry in history] != list(range(1, len(history) + 1)):
            self.faults.append(f"{self.game}: the log has a gap")
        for version, move in self.acknowledged.items():
            if len(history) < version or bare(history[version - 1]["move"]) != move:
                self.faults.append(f"{self.game}: move {version} was acknowledged and is lost")
        self.compare_feed(self.table.history())
        self.counts["AI moves"] += sum(entry.get("by") == "ai" for entry in history)
        self.counts["games"] += 1
        self.table = None

    def compare_feed(self, history: list[Any]) -> None:
        until = time.monotonic() + STILL
        while len(self.follower.entries) < len(history) and time.monotonic() < until:
            time.sleep(0.02)
        self.follower.is_done.set()
        if self.follower.entries[: len(history)] != history:
            self.faults.append(f"{self.game}: the feed told {len(self.follower.entries)} of {len(history)} entries, or others")
        self.counts["feed entries"] += len(self.follower.entries)
        self.counts["feeds resumed"] += self.follower.resumed


def bare(move: Any) -> Any:
    """A move without the words about it."""
    return {name: value for name, value in move.items() if name not in ("label", "preview")}
