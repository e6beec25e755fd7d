"""gunicorn's threaded worker with another way to read requests. It uses gunicorn internals, hence the version range in pyproject.toml.

1. A request gets a thread when all of it has arrived, and gives it back before the client has read the answer. The main thread waits for
   slow clients, with deadlines, a share of the connections for each address, and a limit of the bytes that wait in memory.
2. Keeps a keep-alive connection on its thread for 5 ms. Handing it to the main thread and back after every response costs about an eighth
   of a small call; `python -m tests.bench.shortcuts` measures it.
3. Answers requests that cannot be parsed with a problem document instead of HTML.
"""

from __future__ import annotations

import errno
import resource
import select
import socket
import time
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

from gunicorn import http
from gunicorn.http import errors
from gunicorn.http.body import ChunkedReader
from gunicorn.workers.gthread import ThreadWorker

from service.http.problems import raw_response
from service.http.requests import OVER_LIMIT
from service.operations.address_shares import AddressShares
from service.operations.connections import BufferedSocket, Connection, Phase
from service.operations.request_framing import BodyTooLong, ChunkedBody, HeadTooLong
from service.settings import Settings

KEEP_MS = 5
"""How long a thread waits for the next request of its connection, or for more of it."""

KEEP_PIECES = 8
"""Pieces of a request that a thread receives at most; the main thread waits for the rest."""

CLOSING_SECONDS = 2.0
"""How long a client may take to close its side after the last answer: closing first could destroy what it has not read (RFC 9112, 9.6)."""

TICK_SECONDS = 0.25
"""How often deadlines are checked."""

SEND_BUFFER = 256 * 1024
"""Bytes that the kernel buffers for a client that does not read."""

ANSWERS_HELD = 4
"""How many of the longest answers that may wait for their clients have room in the memory for them: each is far longer than any call's."""

OTHER_FILES = 128
"""Open files of a process that are neither connections of clients nor connections of its threads to Redis."""

FILES_PER_THREAD = 4
"""Connections to Redis that a thread may hold: one in each pool (budgets, sessions, AI jobs, webhooks)."""

FULL_SECONDS = 1.0
"""How long a process accepts no connections after it had no file for one."""

STATUSES: tuple[tuple[type[Exception], int, str], ...] = (
    (errors.LimitRequestLine, 414, "URI Too Long"),
    (errors.LimitRequestHeaders, 431, "Request Header Fields Too Large"),
    (HeadTooLong, 431, "Request Header Fields Too Large"),
    (BodyTooLong, 413, "Content Too Large"),
    (errors.ExpectationFailed, 417, "Expectation Failed"),
    (errors.ForbiddenProxyRequest, 403, "Forbidden"),
    (errors.ParseException, 400, "Bad Request"),
)
"""The status of each parse error; the first class that matches counts, everything else is a 500."""


class BufferingWorker(ThreadWorker):  # type: ignore[misc]
    """Serves whole requests with threads; the main thread does everything that may have to wait for a client."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.settings = settings = Settings.from_environment()
        self.worker_connections: int = self.cfg.worker_connections
        self.shares = AddressShares(settings.max_connections_per_address)
        self.waiting: set[Connection] = set()
        self.in_threads = self.held_bytes = 0
        self.checked_at = self.accepts_at = 0.0
        self.phases: dict[Phase, tuple[int, float]] = {
            "idle": (EVENT_READ, self.cfg.keepalive),
            "head": (EVENT_READ, settings.head_seconds),
            "body": (EVENT_READ, settings.body_seconds),
            "sending": (EVENT_WRITE, settings.send_seconds),
            "closing": (EVENT_READ, CLOSING_SECONDS),
        }
        BufferedSocket.send_seconds = settings.send_seconds
        BufferedSocket.most_unsent = settings.buffer_megabytes * 2**20 // ANSWERS_HELD

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Ends the start with TLS, which this worker does not speak."""
        super().check_config(cfg, log)
        if cfg.is_ssl:
            raise SystemExit("This server does not speak TLS; put a proxy in front, such as nginx with deploy/nginx.conf.")

    def init_process(self) -> None:
        """Raises the limit of open files as far as the connections need and the system allows; limits what the kernel buffers for each."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        others = OTHER_FILES + FILES_PER_THREAD * self.cfg.threads
        wanted = self.worker_connections + others
        if soft != resource.RLIM_INFINITY and soft < wanted:
            soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            self.worker_connections = max(1, min(self.worker_connections, soft - others))
        for listener in self.sockets:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # Accepted sockets inherit it.
        super().init_process()

    # In the main thread: every connection that waits.

    def set_accept_enabled(self, enabled: bool) -> None:
        """Begins or ends accepting connections; it begins no sooner than a moment after there was no file for one."""
        super().set_accept_enabled(enabled and time.monotonic() >= self.accepts_at)

    def accept(self, listener: Any) -> None:
        """Accepts a connection, unless its address has as many as it may."""
        try:
            accepted, client = listener.accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                self._pause_accepting(error)
            elif error.errno not in (errno.EAGAIN, errno.ECONNABORTED):
                raise
            return
        conn = Connection(accepted, client, listener.getsockname())
        if self.shares.take(_address(client)):
            self.nr_conns += 1
            self._wait(conn, "head")
        else:
            self._refuse(conn)

    def _pause_accepting(self, error: OSError) -> None:
        self.log.warning("no connections are accepted for %g s: %s", FULL_SECONDS, error)
        self.accepts_at = time.monotonic() + FULL_SECONDS
        self.set_accept_enabled(False)

    def _refuse(self, conn: Connection) -> None:
        """Tells a client beyond its share why it is refused, without waiting for it."""
        detail = f"Your address has {self.shares.limit} connections to this process; close one, or use one for several requests."
        conn.sock.sendall(raw_response(429, "Too Many Requests", detail, "too_many_connections"))
        try:
            conn.sock.flush()
            conn.sock.shutdown(socket.SHUT_WR)
            conn.receive()  # Closing a socket with unread data would destroy the answer.
        except OSError:
            self.log.debug("the client was gone before it was refused")
        conn.sock.close()

    def _on_event(self, conn: Connection, _: Any) -> None:
        """Goes on with a connection that became readable or writable."""
        if conn.phase in ("serving", "closed"):
            return
        try:
            if conn.phase != "sending":
                conn.receive()
            self._advance(conn)
        except OSError:
            self._close(conn)

    def _advance(self, conn: Connection) -> None:
        """Decides what a connection waits for next; a whole request goes to a thread. Raises OSError if the client is gone."""
        is_ready = conn.sock.flush() and not conn.is_closing and self._has_request(conn)
        if is_ready:
            self._dispatch(conn)
        elif not conn.sock.flush():
            self._wait(conn, "sending")
        elif conn.has_ended:
            self._close(conn)
        elif conn.is_closing:
            conn.received.data.clear()
            if conn.phase != "closing":
                conn.sock.shutdown(socket.SHUT_WR)
            self._wait(conn, "closing")
        elif conn.request is not None:
            self._wait(conn, "body")
        else:
            self._wait(conn, "head" if conn.received.data else "idle")

    def _dispatch(self, conn: Connection) -> None:
        """Gives a whole request to a thread, or refuses it if the memory is full. Raises OSError if the client is gone.

        The queue of the threads has no limit of its own: what waits in it is counted until `finish_request`.
        """
        self.waiting.add(conn)
        if self._has_room(conn):
            self._stop_waiting(conn, "serving")
            self.in_threads += 1
            self.enqueue_req(conn)
        else:
            detail = "Too many requests are waiting in the memory of this process; try again in a moment."
            self._answer_and_close(conn, raw_response(503, "Service Unavailable", detail, "unavailable"))

    def _answer_and_close(self, conn: Connection, answer: bytes) -> None:
        """Answers a request that no thread gets. Raises OSError if the client is gone."""
        conn.received.data.clear()
        conn.sock.sendall(answer)
        conn.is_closing = True
        self._advance(conn)

    def _wait(self, conn: Connection, phase: Phase) -> None:
        """Waits for a client. The time for a phase begins with it, that for sending whenever the client has taken something."""
        events, seconds = self.phases[phase]
        if conn.events != events:
            change = self.poller.modify if conn.events else self.poller.register
            change(conn.sock, events, partial(self._on_event, conn))
            conn.events = events
        if conn.phase != phase or phase == "sending":
            conn.deadline = time.monotonic() + (seconds if self.alive else min(seconds, CLOSING_SECONDS))
        conn.phase = phase
        self.waiting.add(conn)
        if not self._has_room(conn):
            self._close(conn)

    def _stop_waiting(self, conn: Connection, phase: Phase) -> None:
        if conn.events:
            self.poller.unregister(conn.sock)
            conn.events = 0
        conn.phase = phase
        self.waiting.discard(conn)

    def _has_room(self, conn: Connection) -> bool:
        """Counts the bytes of a client that waits; if all together are too many, those with more are disconnected.

        Returns False if they are still too many: this client then has the most of those that wait. Those in threads are left alone.
        """
        self._count_bytes(conn, conn.held_bytes())
        while self.held_bytes > self.settings.buffer_megabytes * 2**20:
            largest = max(self.waiting, key=lambda each: each.counted)
            if largest.counted <= conn.counted:
                return False
            self._close(largest)
        return True

    def _count_bytes(self, conn: Connection, held: int) -> None:
        self.held_bytes += held - conn.counted
        conn.counted = held

    def _close(self, conn: Connection) -> None:
        if conn.phase != "closed":
            self._stop_waiting(conn, "closed")
            self._count_bytes(conn, 0)
            self.shares.give_back(_address(conn.client))
            self.nr_conns -= 1
            conn.sock.close_now()

    def finish_request(self, conn: Connection, future: Any) -> None:
        """Takes a connection back from its thread."""
        self.in_threads -= 1
        conn.is_closing = future.cancelled() or future.exception() is not None or not future.result()
        try:
            self._advance(conn)
        except OSError:
            self._close(conn)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Waits for the next event, and not beyond the next check of deadlines."""
        super().wait_for_and_dispatch_events(min(timeout, TICK_SECONDS) if self.waiting else timeout)

    def murder_keepalived(self, force: bool = False) -> None:
        """Ends connections whose deadline has passed (or all of them)."""
        now = time.monotonic()
        if now < self.checked_at + TICK_SECONDS and not force:
            return
        self.checked_at = now
        for conn in [conn for conn in self.waiting if force or conn.deadline <= now]:
            if force or conn.phase not in ("head", "body") or not conn.has_begun():
                self._close(conn)
            else:
                self._time_out(conn)

    def _time_out(self, conn: Connection) -> None:
        seconds = self.phases[conn.phase][1]
        detail = f"The {conn.phase} of the request did not arrive within {seconds:g} seconds."
        try:
            self._answer_and_close(conn, raw_response(408, "Request Timeout", detail, "request_timeout"))
        except OSError:
            self._close(conn)

    def murder_pending(self) -> None:
        """gunicorn's own pending connections do not exist here."""

    def _cap_keepalive(self, deadline: float) -> None:
        """Ends connections without a request when the process stops."""
        for conn in self.waiting:
            if conn.phase in ("idle", "head"):
                conn.deadline = min(conn.deadline, deadline)

    # In the thread that the connection belongs to: the main thread while it waits, another one while it is served.

    def handle(self, conn: Connection) -> bool:
        """Serves the requests of a connection until it pauses or must give its thread to another one; returns whether it stays open."""
        try:
            while self._serve(conn):
                if not (conn.sock.flush() and self._has_next_request(conn)):
                    return not conn.is_closing
        except OSError:
            self.log.debug("the client closed its connection")
        finally:
            with suppress(OSError):
                conn.sock.flush()  # When the process is replaced, the main thread may have ended before this one.
        return False

    def _serve(self, conn: Connection) -> bool:
        """Serves one request; returns whether its connection may be used for another one."""
        request, conn.request = conn.request, None
        try:
            if conn.is_cut:
                request.force_close()
            keeps = self.handle_request(request, conn) and self._finish_body(conn)
            if conn.sock.gettimeout() != 0:
                conn.sock.setblocking(False)
            return bool(keeps)
        except (errors.NoMoreData, StopIteration):
            self.log.debug("closing the connection")
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.ECONNRESET, errno.ENOTCONN):
                self.log.exception("socket error while serving a request")
        except Exception as error:
            self.handle_error(request, conn.sock, conn.client, error)
        return False

    def _finish_body(self, conn: Connection) -> bool:
        """Skips what the application did not read of a body; False if that is wrong: nobody knows where the next request begins."""
        try:
            return bool(conn.parser.finish_body())
        except Exception as error:
            self.log.debug("closing the connection: %s", error)
            return False

    def _has_next_request(self, conn: Connection) -> bool:
        """Waits a moment for the next request and its pieces, unless more than half of the threads are in use."""
        poll = select.poll()
        poll.register(conn.sock, select.POLLIN)
        for _ in range(KEEP_PIECES):
            if not self.alive or 2 * self.in_threads > self.cfg.threads:
                return False
            if self._has_request(conn):
                return True
            if conn.is_closing or conn.has_ended or not poll.poll(KEEP_MS):
                return False
            conn.receive()
        return self._has_request(conn)

    def _has_request(self, conn: Connection) -> bool:
        """Whether a request has arrived; one that cannot be parsed is answered, and its connection will be closed."""
        try:
            if conn.request is None and conn.received.has_head():
                self._parse_head(conn)
            return conn.request is not None and conn.has_body()
        except StopIteration:
            conn.is_closing = True
        except Exception as error:
            conn.is_closing = True
            self.handle_error(None, conn.sock, conn.client, error)
        return False

    def _parse_head(self, conn: Connection) -> None:
        """Parses a head. A body that is too long is not waited for: the application refuses it, without 100 Continue before."""
        if conn.parser is None:
            conn.parser = http.get_parser(self.cfg, conn.sock, conn.client)
            conn.parser.unreader = conn.received
        request = next(conn.parser)
        limit = self.settings.max_body_bytes + OVER_LIMIT
        is_chunked = isinstance(request.body.reader, ChunkedReader)
        conn.request, conn.chunked = request, ChunkedBody(limit) if is_chunked else None
        longest = self.settings.max_body_bytes if request._expected_100_continue else limit
        conn.is_cut = not is_chunked and request.body.reader.length > longest
        if request._expected_100_continue:
            request._expected_100_continue = False
            if not conn.has_body():
                conn.sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answers a request that could not be parsed or served."""
        status, reason = next(((status, reason) for kind, status, reason in STATUSES if isinstance(exc, kind)), (500, "Server Error"))
        if status == 500:
            self.log.exception("error while serving a request")
        else:
            self.log.warning("invalid request: %s", exc)
        client.sendall(raw_response(status, reason, str(exc) if status < 500 else "", "body_too_large" if status == 413 else None))


def _address(client: Any) -> str:
    """The address of a client; empty for a Unix socket."""
    return client[0] if isinstance(client, tuple) else ""
