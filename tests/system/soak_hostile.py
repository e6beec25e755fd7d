"""Hostile clients of the soak test: slow ones, and bodies of junk as long as allowed. They run beside the other clients, from addresses of
their own; what the service answers them is counted, and a server error is a failure."""

from __future__ import annotations

import time
from collections import Counter
from random import Random
from types import TracebackType
from typing import Any

from tests.support.http_client import HttpClient
from tests.support.load import Client
from tests.support.slow_clients import KINDS, SlowClients

SLOW_SOURCE, JUNK_SOURCE = "127.0.0.66", "127.0.0.67"
SLOW = 240
"""Slow connections, far more than a process has threads; a third each send heads, send bodies and do not read."""

BODY_BYTES = 256 * 1024
JUNK_PAUSE = 0.1
"""Seconds between two bodies of junk."""

PATHS = ("/v1/sessions", "/v1/games/orbis/states", "/v1/games/helios/moves", "/v1/claims", "/v1/sessions/statuses", "/v1/webhooks")
EXPECTED = (400, 401, 409, 413, 415, 422, 429, 503)


class JunkSender(Client):
    """Sends the longest bodies that are allowed, and longer ones; every answer must be a refusal."""

    def step(self) -> None:
        path, body = self.rng.choice(PATHS), self.rng.choice(JUNK)(self.rng)
        answer = self.live.send("POST", path, body, {"Content-Type": "application/json"})
        self.counts["junk bodies"] += 1
        self.counts[f"junk answered {answer.status}"] += 1
        if answer.status not in EXPECTED:
            self.failures.append(f"junk for {path}: {answer.status} {answer.body[:300]!r}")
        time.sleep(JUNK_PAUSE)


def filled(start: bytes, piece: bytes, end: bytes) -> bytes:
    """A body of the longest length, made of one piece again and again."""
    return (start + piece * ((BODY_BYTES - len(start) - len(end)) // len(piece)) + end).ljust(BODY_BYTES)


JUNK: tuple[Any, ...] = (
    lambda rng: rng.randbytes(BODY_BYTES),
    lambda rng: b" " * rng.choice((BODY_BYTES, BODY_BYTES + 1, 4 * BODY_BYTES)),
    lambda rng: b"[" * BODY_BYTES,
    lambda rng: filled(b'{"name": "', b"x", b'"}'),
    lambda rng: filled(b"{", b'"a": 1, ', b'"b": 2}'),
    lambda rng: filled(b'{"game": "orbis", "seats": [', b"0,", b"0]}"),
    lambda rng: filled(b'{"seats": 2, "options": {"a": [', b"{},", b"{}]}}"),
)
"""Makers of junk: no JSON, nothing but space, deep, one long text, one member many times, long lists."""


class HostileClients:
    """All hostile clients of a service, for as long as the `with` block lasts. `counts` and `failures` are complete after it."""

    def __init__(self, live: HttpClient, seed: int) -> None:
        kinds = [kind for kind in KINDS for _ in range(SLOW // len(KINDS))]
        Random(seed).shuffle(kinds)
        self.slow = SlowClients(live.port, SLOW_SOURCE, kinds)
        self.junk = JunkSender(HttpClient(live.port, JUNK_SOURCE), seed)
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []

    def __enter__(self) -> HostileClients:
        self.slow.start()
        self.junk.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for client in (self.slow, self.junk):
            client.is_done.set()
            client.join()
        self.counts, self.failures = self.slow.counts + self.junk.counts, self.junk.failures
