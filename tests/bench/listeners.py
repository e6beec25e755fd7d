"""Many clients of a live feed in one thread: raw sockets and a selector, so that the clients take little CPU time."""

from __future__ import annotations

import re
import selectors
import socket
import time

_number = re.compile(rb"^id: (\d+)$", re.MULTILINE)


class Listeners:
    """Open feeds; `received` holds the version and the time of every entry."""

    def __init__(self, port: int, path: str, count: int) -> None:
        self.received: list[tuple[int, float]] = []
        self.selector = selectors.DefaultSelector()
        self.sockets = [self._open(port, path) for _ in range(count)]

    def _open(self, port: int, path: str) -> socket.socket:
        """Opens a feed and waits for its first bytes, so that no entry is sent before all feeds are open."""
        feed = socket.create_connection(("127.0.0.1", port), timeout=30)
        feed.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".encode())
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
                chunk = key.fileobj.recv(65536)  # type: ignore[union-attr]
                now = time.perf_counter()
                self.received += [(int(number), now) for number in _number.findall(chunk)]

    def close(self) -> None:
        """Closes every feed."""
        for feed in self.sockets:
            feed.close()
        self.selector.close()
