"""A client of a soak test whose session has a webhook: it compares what its receiver was told with the log."""

from __future__ import annotations

import time
from typing import Any

from tests.support.http_client import HttpClient
from tests.support.load import IDLE, Player
from tests.support.receiver import Call, Receiver, Reply
from tests.support.tables import Table

FAILING, SLOW = 0.05, 0.05
"""The parts of the calls that the receiver answers with 500, and late."""


class HookedPlayer(Player):
    """Plays like the others and registers a webhook for every session; its receiver now and then fails or is slow."""

    def __init__(self, live: HttpClient, seed: int, game: str, level: str, receiver: Receiver) -> None:
        super().__init__(live, seed, game, level)
        self.receiver = receiver
        receiver.behave = self.behave

    def behave(self, call: Call) -> Reply:
        """How the receiver answers: mostly well."""
        chance = self.rng.random()
        return Reply(500) if chance < FAILING else Reply(seconds=0.5) if chance < FAILING + SLOW else Reply()

    def begin(self, table: Table) -> None:
        super().begin(table)
        self.hooked_at: int | None = None
        self.key = f"hook-{self.rng.random()}"

    def play(self) -> bool:
        return super().play() if self.hooked_at is not None or self.register() else False

    def register(self) -> bool:
        """Registers the webhook; remembers the version from which on everything must be told."""
        assert self.table is not None
        body = {"url": self.receiver.url, "events": ["turn", "over"], "session": self.table.id}
        host = self.table.made["host_token"]
        if self.call((201, 503), "POST", "/v1/webhooks", body, host, Idempotency_Key=self.key).status != 201:
            time.sleep(0.2)
            return False
        seen = self.call((200, 503), "GET", self.table.path)
        if seen.status == 200:
            self.hooked_at = seen.json["version"]
        return seen.status == 200

    def check(self) -> None:
        """Checks that everything was told: in order, at least once, and repetitions with the same id and body."""
        assert self.table is not None
        session, since = self.table.id, self.hooked_at
        history = self.table.history()
        super().check()
        if since is None:
            return
        wanted = [(entry["version"], kind) for entry in history if entry["version"] > since and (kind := event(entry))]
        until = time.monotonic() + IDLE
        while not set(wanted) <= set(self.told(session)) and time.monotonic() < until:
            time.sleep(0.1)
        told = self.told(session)
        if not set(wanted) <= set(told):
            self.failures.append(f"{self.game}: the webhook of {session} was told {told} instead of {wanted}")
        if told != sorted(told):
            self.failures.append(f"{self.game}: the webhook of {session} was told in another order: {told}")
        self.counts["webhook messages"] += len(told)
        self.counts["webhook repetitions"] += len(self.receiver.of(session)) - len(told)

    def told(self, session: str) -> list[tuple[int, str]]:
        """What the receiver was told about a session, without repetitions."""
        found: dict[str, Call] = {}
        for call in self.receiver.of(session):
            if found.setdefault(call.id, call).body != call.body:
                self.failures.append(f"{self.game}: two bodies with the id {call.id}")
        return [(call.json["data"]["version"], call.json["type"]) for call in found.values()]


def event(entry: Any) -> str | None:
    """What a log entry gives to tell in a session in which seat 0 alone is a person's."""
    if entry["type"] != "moved":
        return None
    if entry["to_act"] is None:
        return "over"
    return "turn" if entry["to_act"] == 0 and entry["seat"] != 0 else None
