"""Many clients of a live feed in one thread: raw sockets and a selector, so that the clients take little CPU time."""

from __future__ import annotations

import re
import selectors
import socket
import time
from collections.abc import Sequence
from itertools import cycle
from typing import cast

_number = re.compile(rb"^id: (\d+)$", re.MULTILINE)


class Listeners:
    """Open feeds, one for each token (None: a spectator's); `received` holds the version and the time of every entry."""

    def __init__(self, port: int, path: str, tokens: Sequence[str | None]) -> None:
        self.received: list[tuple[int, float]] = []
        self.selector = selectors.DefaultSelector()
        self.sources = cycle(f"127.0.0.{number}" for number in range(1, 9))  # One address may have half of the feeds.
        self.unfinished: dict[socket.socket, bytes] = {}
        self.sockets = [self._open(port, path, token) for token in tokens]

    def _open(self, port: int, path: str, token: str | None) -> socket.socket:
        """Opens a feed and waits for its first bytes, so that no entry is sent before all feeds are open."""
        feed = socket.create_connection(("127.0.0.1", port), 30, (next(self.sources), 0))
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        feed.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n{bearer}\r\n".encode())
        head = b""
        while b"retry:" not in head:
            got = feed.recv(4096)
            if not got or b" 503 " in head:
                raise SystemExit(f"the feed was refused: {head!r} {got!r}")
            head += got
        self.selector.register(feed, selectors.EVENT_READ)
        return feed

    def read(self, versions: int) -> None:
        """Reads until every listener has this many entries, or until no entry arrives for 15 seconds."""
        wanted = versions * len(self.sockets)
        while len(self.received) < wanted and (ready := self.selector.select(timeout=15)):
            for key, _ in ready:
                self._receive(cast(socket.socket, key.fileobj))

    def _receive(self, feed: socket.socket) -> None:
        """Counts the entries in the lines that have arrived as a whole."""
        chunk, now = feed.recv(65536), time.perf_counter()
        lines, end, rest = (self.unfinished.get(feed, b"") + chunk).rpartition(b"\n")
        self.unfinished[feed] = rest
        self.received += [(int(number), now) for number in _number.findall(lines + end)]

    def close(self) -> None:
        """Closes every feed."""
        for feed in self.sockets:
            feed.close()
        self.selector.close()
