"""Many clients of a live feed in one thread: raw sockets and a selector, so that the clients cost as little as can be."""

from __future__ import annotations

import re
import selectors
import socket
import time

_number = re.compile(rb"^id: (\d+)$", re.MULTILINE)


class Listeners:
    """Open feeds, and when each of them heard of which version."""

    def __init__(self, port: int, path: str, count: int) -> None:
        self.heard: list[tuple[int, float]] = []
        self.selector = selectors.DefaultSelector()
        self.sockets = [self._open(port, path) for _ in range(count)]

    def _open(self, port: int, path: str) -> socket.socket:
        """Waits for the first bytes of the feed, so that all listen before anything happens."""
        feed = socket.create_connection(("127.0.0.1", port), timeout=30)
        feed.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".encode())
        begun = b""
        while b"retry:" not in begun:
            got = feed.recv(4096)
            if not got or b" 503 " in begun:
                raise SystemExit(f"the feed was refused: {begun!r} {got!r}")
            begun += got
        self.selector.register(feed, selectors.EVENT_READ)
        return feed

    def read(self, versions: int) -> None:
        """Reads until every listener has that many entries, or nothing has come for a while."""
        wanted = versions * len(self.sockets)
        while len(self.heard) < wanted and (ready := self.selector.select(timeout=15)):
            for key, _ in ready:
                chunk = key.fileobj.recv(65536)  # type: ignore[union-attr]
                now = time.perf_counter()
                self.heard += [(int(number), now) for number in _number.findall(chunk)]

    def close(self) -> None:
        """Ends every feed."""
        for feed in self.sockets:
            feed.close()
        self.selector.close()
