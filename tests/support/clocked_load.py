"""A client of a soak test that plays with a short clock, falls silent, comes back, and asks for rematches."""

from __future__ import annotations

import time
from typing import Any

from tests.support.http_client import Answer, HttpClient
from tests.support.load import BROKEN, IDLE, Player, bare
from tests.support.tables import Table

REFUSED = ("time_over", "seat_resigned")
"""The problems of a move that comes too late."""


class ClockedPlayer(Player):
    """Plays both seats of a session. At the beginning of each game, and now and then, it is silent until its time is over.

    If an AI has taken a seat, the host invites its player again after a while. After a game, the players begin the next one.
    """

    def __init__(self, live: HttpClient, seed: int, game: str, on_timeout: str, options: dict[str, Any]) -> None:
        super().__init__(live, seed, game, "random")
        self.on_timeout, self.options = on_timeout, options

    def body(self) -> dict[str, Any]:
        clock = {"move_seconds": self.rng.choice((1, 2)), "bank_seconds": self.rng.choice((0, 1)), "on_timeout": self.on_timeout}
        return {"game": self.game, "seats": [{"kind": "human"}] * 2, "options": self.options, "clock": {**clock, "level": self.level}}

    def begin(self, table: Table) -> None:
        super().begin(table)
        self.silent_at: int | None = table.made["version"]

    def play(self) -> bool:
        assert self.table is not None
        time.sleep(0.03)
        seen = self.read(0)
        if seen is not None and seen["to_act"] is not None and seen["to_act"]["seat"] == 1:
            seen = self.read(1)
        if seen is None:
            return False
        self.watch(seen)
        if seen["to_act"] is None:
            return True
        if not self.is_silent(seen["version"]):
            self.act(seen, seen["to_act"]["seat"])
        return False

    def read(self, seat: int) -> Any:
        """The session as a seat sees it; None while Redis is away."""
        assert self.table is not None
        seen = self.call((200, 503), "GET", self.table.path, token=self.table.tokens[seat])
        return seen.json if seen.status == 200 else None

    def watch(self, seen: Any) -> None:
        """Records a failure if nothing happens: either a player or an AI must move, or a time-out must come."""
        if seen["version"] != self.version:
            self.version, self.moved_at = seen["version"], time.monotonic()
        elif time.monotonic() - self.moved_at > IDLE:
            self.failures.append(f"{self.game}: the clock has not run out for {IDLE} s at version {self.version}")
            self.moved_at = time.monotonic()

    def is_silent(self, version: int) -> bool:
        """Whether the player waits for the time-out of this version."""
        if self.silent_at is not None and version > self.silent_at:
            self.silent_at = None
        elif self.silent_at is None and self.rng.random() < 0.02:
            self.silent_at = version
        return self.silent_at is not None

    def act(self, seen: Any, seat: int) -> None:
        """Makes a move, or brings the seat's player back."""
        assert self.table is not None
        if seen["seats"][seat]["kind"] == "ai":
            if self.rng.random() < 0.2:
                self.return_to(seat)
        elif seen["legal_moves"] and seen["seat"] == seat:
            self.send(self.rng.choice(seen["legal_moves"]), seen["version"], self.table.tokens[seat])

    def send(self, move: Any, version: int, token: str | None) -> None:
        """Sends a move, which may come too late."""
        assert self.table is not None
        answer = self.call((200, 409, 412, 503), "POST", f"{self.table.path}/moves", {"move": move}, token, If_Match=f'"{version}"')
        if answer.status == 200:
            self.acknowledged[answer.json["version"]] = bare(move)
            self.counts["moves acknowledged"] += 1
        elif answer.status == 409:
            self.counts["late moves refused"] += 1
            if answer.json["code"] not in REFUSED:
                self.failures.append(f"{self.game}: a legal move is refused: {answer.body[:300]!r}")

    def return_to(self, seat: int) -> None:
        """The host invites the player of a seat again, and the player takes it back; the game may end meanwhile."""
        assert self.table is not None
        invited = self.insist((201, 409), f"{self.table.path}/seats/{seat}/invites", {}, self.table.host)
        if invited.status == 201:
            code = {"invite_code": invited.json["invite_code"]}
            self.table.tokens[seat] = self.insist((201,), f"{self.table.path}/seats/{seat}/claims", code).json["token"]
            self.counts["players back"] += 1

    def insist(self, allowed: tuple[int, ...], path: str, body: Any, token: str | None = None) -> Answer:
        """Repeats a call under one idempotency key until it is answered."""
        key, until = f"{self.rng.random()}", time.monotonic() + IDLE
        while True:
            try:
                answer = self.call((*allowed, 503), "POST", path, body, token, Idempotency_Key=key)
                if answer.status != 503 or time.monotonic() > until:
                    return answer
            except BROKEN:
                self.counts["broken connections"] += 1
                if time.monotonic() > until:
                    raise
            time.sleep(0.1)

    def check(self) -> None:
        table = self.table
        assert table is not None
        super().check()
        if not self.is_done.is_set():
            self.rematch(table)

    def rematch(self, table: Table) -> None:
        """Begins the next game; each player's token stays the same."""
        again = self.insist((200, 201), f"{table.path}/rematches", {}, table.tokens[0])
        self.counts["rematches"] += 1
        following = Table(table.caller, {**again.json, "host_token": table.host})
        following.tokens = table.tokens
        self.begin(following)
