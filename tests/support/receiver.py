"""A real receiver of webhooks: it remembers every call, and answers well, slowly, wrongly or never, as a test chooses.

`python -m tests.support.receiver <port> <file>` runs one as a process that can be killed; it writes every call into the file.
"""

from __future__ import annotations

import json
import ssl
import sys
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from tests.support.ports import free_port


class Call(msgspec.Struct):
    """One call: its headers in lower case, its body, and when it came."""

    path: str
    headers: dict[str, str]
    body: str
    at: float

    @property
    def id(self) -> str:
        """The id of the message."""
        return self.headers["webhook-id"]

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Reply(msgspec.Struct):
    """How a receiver answers: after some seconds, with a status, headers and a body; `raw` replaces the whole answer."""

    status: int = 204
    seconds: float = 0.0
    headers: dict[str, str] = {}
    body: bytes = b""
    raw: bytes | None = None


Behaviour = Callable[[Call], Reply]


class Receiver:
    """A receiver on a port of its own; `behave` decides each answer. Use it in a `with` block."""

    def __init__(self, behave: Behaviour = lambda call: Reply(), context: ssl.SSLContext | None = None, port: int | None = None) -> None:
        self.behave, self.context, self.port = behave, context, port or free_port()
        self.calls: list[Call] = []
        self.under_way = self.most_under_way = 0
        self._lock = threading.Lock()
        self._stopping = threading.Event()

    @property
    def url(self) -> str:
        """The address to register."""
        return f"{'https' if self.context else 'http'}://127.0.0.1:{self.port}/hooks?app=1"

    def __enter__(self) -> Receiver:
        self._server = Server(("127.0.0.1", self.port), _handler(self))
        if self.context:
            self._server.socket = self.context.wrap_socket(self._server.socket, server_side=True)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()

    def answer(self, call: Call) -> Reply:
        """Remembers the call and waits as long as the behaviour says."""
        with self._lock:
            self.calls.append(call)
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            reply = self.behave(call)
            self._stopping.wait(reply.seconds)
            return reply
        finally:
            with self._lock:
                self.under_way -= 1

    def of(self, session_id: str) -> list[Call]:
        """The calls about a session."""
        return [call for call in list(self.calls) if call.json["data"].get("session") == session_id]


class Server(ThreadingHTTPServer):
    """A server that takes many connections at a time, and says nothing about those that break."""

    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request: Any, client_address: Any) -> None:
        return


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            headers = {name.lower(): value for name, value in self.headers.items()}
            reply = receiver.answer(Call(self.path, headers, body, time.time()))
            if reply.raw is not None:
                self.wfile.write(reply.raw)
                return
            self.send_response(reply.status)
            for name, value in {"Content-Length": str(len(reply.body)), **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply.body)

        def log_message(self, format: str, *arguments: Any) -> None:
            return

    return Handler


def read_calls(path: Path) -> list[Call]:
    """The calls that a receiver process has answered; a line that a kill cut off is not one."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    return [msgspec.json.decode(line, type=Call) for line in lines]


def main(port: int, path: Path) -> None:
    """Answers every call well, once it is written down."""
    lock = threading.Lock()

    def write(call: Call) -> Reply:
        with lock, path.open("ab") as file:
            file.write(msgspec.json.encode(call) + b"\n")
        return Reply()

    with Receiver(write, port=port):
        threading.Event().wait()


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
