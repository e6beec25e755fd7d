"""Clients that send or read slowly, or never to the end."""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.support.waiting import PATIENCE

HALF_HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "
HALF_BODY = b"POST /v1/games/orbis/states HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
HALF_CHUNK = HALF_BODY.replace(b"Content-Length: 1000", b"Transfer-Encoding: chunked")[:-1] + b"FF\r\n{"


def connect(port: int, source: str = "127.0.0.1", receive_bytes: int | None = None) -> socket.socket:
    """A connection from one of this machine's addresses; with `receive_bytes`, it takes hardly more than that without being read."""
    raw = socket.socket()
    if receive_bytes is not None:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    raw.settimeout(PATIENCE)
    raw.bind((source, 0))
    raw.connect(("127.0.0.1", port))
    return raw


def send_begun(port: int, begun: bytes, source: str = "127.0.0.1") -> socket.socket:
    """A connection with the beginning of a request."""
    raw = connect(port, source)
    raw.sendall(begun)
    return raw


def read_answer(raw: socket.socket) -> tuple[int, Any]:
    """The status and the JSON of an answer after which the server closes."""
    answer = b"".join(iter(lambda: raw.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), json.loads(body)


PAUSE = 2.0
"""Seconds between two bytes of a slow client."""

STEPS = 20
"""Parts into which slow clients are divided; each part sends a byte in turn."""

READ_HEAD = b"GET /v1/games/helios HTTP/1.1\r\nHost: x\r\n\r\n"

KINDS = {"heads": (HALF_HEAD, None), "bodies": (HALF_BODY, None), "readers": (8 * READ_HEAD, 2048)}
"""What each kind of slow client sends at first, and how much it takes of an answer without being read."""


class SlowClients(threading.Thread):
    """Keeps slow connections open from one address until `is_done` is set: each sends a byte every PAUSE seconds, and is opened again when
    the server closes it. `readers` never read. `counts` says what became of them."""

    def __init__(self, port: int, source: str, kinds: Sequence[str]) -> None:
        super().__init__(daemon=True)
        self.port, self.source, self.kinds = port, source, kinds
        self.is_done, self.is_open = threading.Event(), threading.Event()
        self.counts: Counter[str] = Counter()
        self.connections: dict[int, socket.socket] = {}

    def run(self) -> None:
        step = 0
        while not self.is_done.is_set():
            for number in range(len(self.kinds)):
                if number not in self.connections:
                    self._open(number)
            self.is_open.set()
            for number in range(step, len(self.kinds), STEPS):
                self._continue(number)
            step = (step + 1) % STEPS
            self.is_done.wait(PAUSE / STEPS)
        for raw in self.connections.values():
            raw.close()

    def _open(self, number: int) -> None:
        begun, receive_bytes = KINDS[self.kinds[number]]
        try:
            raw = connect(self.port, self.source, receive_bytes)
            raw.sendall(begun)
            raw.setblocking(False)
            self.connections[number] = raw
            self.counts[f"slow {self.kinds[number]}"] += 1
        except OSError:
            self.counts["slow clients not connected"] += 1

    def _continue(self, number: int) -> None:
        """Sends a byte, unless the server has answered or closed the connection."""
        raw = self.connections.get(number)
        if raw is None:
            return
        try:
            raw.send(b"x")
            if self.kinds[number] == "readers":
                return
            answer = raw.recv(4096)
            self.counts[f"slow clients answered {answer[9:12].decode() or 'nothing'}"] += 1
        except BlockingIOError:
            return
        except OSError:
            self.counts["slow clients disconnected"] += 1
        raw.close()
        del self.connections[number]


def main() -> int:
    """Runs slow clients until standard input ends: port, address, kind, number. Prints a line when all are connected."""
    port, source, kind, count = sys.argv[1:]
    clients = SlowClients(int(port), source, [kind] * int(count))
    clients.start()
    clients.is_open.wait()
    print(len(clients.connections), flush=True)
    sys.stdin.read()
    clients.is_done.set()
    clients.join()
    return 0


if __name__ == "__main__":
    sys.exit(main())
