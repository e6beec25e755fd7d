"""A connection: what has arrived of its next request, and what its client did not take yet of the last answer."""

from __future__ import annotations

import errno
import socket
import struct
from contextlib import suppress
from typing import Any, Literal

from service.operations.request_framing import ChunkedBody, Received

RECEIVE_BYTES = 64 * 1024
"""Bytes that are received at once."""

RESET = struct.pack("ii", 1, 0)
"""The value of SO_LINGER with which closing a socket resets its connection."""

Phase = Literal["idle", "head", "body", "serving", "sending", "closing", "closed"]
"""What a connection waits for: a request, the rest of its head or body, a thread, the client to read, the client to close."""


class BufferedSocket(socket.socket):
    """A client's socket. While it does not block, `sendall` only keeps the data: `flush` sends headers and body together, and no thread
    waits for a client that does not read. A live feed makes its socket blocking."""

    most_unsent = 16 * 1024 * 1024
    """Bytes of an answer that may wait for a client. A longer one, which no call gives, holds its thread until the client has taken it."""

    send_seconds: float = 10.0
    """Seconds a client may take for everything that waits, if that is more than `most_unsent`."""

    def __init__(self, accepted: socket.socket) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, fileno=accepted.detach())
        self.setblocking(False)
        self.unsent = bytearray()

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Keeps the data for `flush`; a blocking socket sends it."""
        if self.gettimeout() != 0:
            self._send_all(data)
            return
        self.unsent += data
        if len(self.unsent) > self.most_unsent and not self.flush():
            self.settimeout(self.send_seconds)
            self._send_all(b"")
            self.setblocking(False)

    def _send_all(self, data: Any) -> None:
        """Waits until the client has taken everything."""
        waiting, self.unsent = self.unsent, bytearray()
        try:
            super().sendall(waiting + data if waiting else data)
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, "The client does not read.") from None

    def flush(self) -> bool:
        """Sends as much as the client takes at once; returns whether that was everything. Raises OSError if the client is gone."""
        try:
            while self.unsent:
                del self.unsent[: self.send(self.unsent)]
        except BlockingIOError:
            return False
        return True

    def close_now(self) -> None:
        """Closes the socket; what its client did not take is dropped, from the kernel's memory too."""
        if self.unsent:
            with suppress(OSError):
                self.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.close()


class Connection:
    """One client. It belongs either to the main thread or to the thread that serves its request, so nothing here is locked.

    `request` is the parsed head of the next request, once it has arrived; `is_cut` says that its body will never be whole.
    """

    def __init__(self, accepted: socket.socket, client: Any, server: Any) -> None:
        self.sock, self.client, self.server = BufferedSocket(accepted), client, server
        self.received = Received()
        self.parser: Any = None
        self.request: Any = None
        self.chunked: ChunkedBody | None = None
        self.is_cut = self.has_ended = self.is_closing = False
        self.phase: Phase = "serving"
        self.deadline = 0.0
        self.events = self.counted = 0

    def receive(self) -> None:
        """Reads what has arrived. Raises OSError if the client is gone."""
        try:
            data = self.sock.recv(RECEIVE_BYTES)
        except BlockingIOError:
            return
        self.received.data += data
        self.has_ended = not data

    def has_body(self) -> bool:
        """Whether everything has arrived that will arrive of the body; raises BodyTooLong."""
        data = self.received.data
        if self.is_cut or (self.chunked.is_whole(data) if self.chunked else len(data) >= self.request.body.reader.length):
            return True
        self.is_cut = self.has_ended
        return self.is_cut

    def has_begun(self) -> bool:
        """Whether a part of a request has arrived."""
        return self.request is not None or bool(self.received.data)

    def held_bytes(self) -> int:
        """Bytes that wait in memory for this client."""
        return len(self.received.data) + len(self.sock.unsent)
