"""One call of a receiver: a POST over a new connection to a checked address, with one time limit for all of it."""

from __future__ import annotations

import io
import socket
import ssl
import time
from http.client import HTTPException, HTTPResponse

import msgspec

from service.version import version
from service.webhooks.addresses import Address, AddressPolicy, AddressRefused, Target
from service.webhooks.errors import WebhookRefused

TIMEOUT_SECONDS = 5.0
"""How long a call may take, from resolving the name to the end of the answer."""

MAX_ANSWER_BYTES = 64 * 1024
"""The longest answer, its head included."""

USER_AGENT = f"Arbiter/{version()}"


class Answer(msgspec.Struct, frozen=True):
    """What came of a call: the status of the answer, or an error if nothing came or it is refused; `retry_after` is in seconds."""

    seconds: float
    status: int | None = None
    error: str | None = None
    retry_after: int = 0

    @property
    def is_good(self) -> bool:
        """Whether the receiver has accepted the delivery."""
        return self.error is None


class AnswerTooLong(Exception):
    """The answer is longer than MAX_ANSWER_BYTES."""


class Sender:
    """Calls receivers at the addresses that the policy allows; TLS verifies their certificates against their names."""

    def __init__(self, policy: AddressPolicy, context: ssl.SSLContext | None = None, seconds: float = TIMEOUT_SECONDS) -> None:
        self._policy, self._seconds = policy, seconds
        self._context = context or ssl.create_default_context()

    def post(self, url: str, headers: dict[str, str], body: bytes) -> Answer:
        """Posts a JSON body; whatever goes wrong is an answer with an error."""
        began = time.monotonic()
        deadline = began + self._seconds
        try:
            target = self._policy.target(url)
            with self._connect(target, deadline) as connection:
                connection.sendall(_request(target, headers, body))
                status, retry_after = _read_answer(connection, deadline)
        except (WebhookRefused, AddressRefused, AnswerTooLong, HTTPException, OSError) as error:
            return Answer(time.monotonic() - began, error=_sentence(error, self._seconds))
        return Answer(time.monotonic() - began, status, _refusal(status), retry_after)

    def _connect(self, target: Target, deadline: float) -> socket.socket:
        """A connection to the first allowed address of the target that accepts one; one that is silent leaves time for the others."""
        failure: OSError = OSError("the host name stands for no address")
        addresses = self._policy.resolve(target, _left(deadline))
        for tried, address in enumerate(addresses):
            try:
                return self._open(target, address, deadline, _left(deadline) / (len(addresses) - tried))
            except ssl.SSLError:
                raise
            except OSError as error:
                failure = error
        raise failure

    def _open(self, target: Target, address: Address, deadline: float, seconds: float) -> socket.socket:
        connection = socket.create_connection((str(address), target.port), timeout=seconds)
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.settimeout(_left(deadline))
            if not target.is_tls:
                return connection
            return self._context.wrap_socket(connection, server_hostname=target.host)
        except BaseException:
            connection.close()
            raise


class BoundedReader(io.RawIOBase):
    """Reads from a connection until a deadline, and at most MAX_ANSWER_BYTES."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self._connection, self._deadline, self._left = connection, deadline, MAX_ANSWER_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        self._connection.settimeout(_left(self._deadline))
        count = self._connection.recv_into(buffer)
        self._left -= count
        if self._left < 0:
            raise AnswerTooLong
        return count


class Incoming:
    """What http.client reads an answer from, in place of a socket."""

    def __init__(self, reader: BoundedReader) -> None:
        self._reader = reader

    def makefile(self, mode: str) -> io.BufferedReader:
        """The answer as a file."""
        return io.BufferedReader(self._reader)


def _left(deadline: float) -> float:
    """The seconds until the deadline; raises TimeoutError after it."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _request(target: Target, headers: dict[str, str], body: bytes) -> bytes:
    fixed = {"Host": target.authority, "User-Agent": USER_AGENT, "Content-Type": "application/json", "Content-Length": str(len(body))}
    lines = [f"{name}: {value}" for name, value in {**fixed, **headers, "Connection": "close"}.items()]
    return "\r\n".join([f"POST {target.path} HTTP/1.1", *lines, "", ""]).encode("ascii") + body


def _read_answer(connection: socket.socket, deadline: float) -> tuple[int, int]:
    """The status of the answer, and the seconds of Retry-After; the body is read to its end and ignored."""
    response = HTTPResponse(Incoming(BoundedReader(connection, deadline)), method="POST")  # type: ignore[arg-type]
    try:
        response.begin()
        response.read()
        after = response.headers.get("Retry-After", "")
        return response.status, int(after) if after.isascii() and after.isdigit() and len(after) < 8 else 0
    finally:
        response.close()


def _refusal(status: int) -> str | None:
    """Why an answer with this status does not count as accepted; None if it does."""
    if 200 <= status < 300:
        return None
    return "The receiver answered with a redirect, which is not followed." if 300 <= status < 400 else f"The receiver answered {status}."


def _sentence(error: Exception, seconds: float) -> str:
    match error:
        case WebhookRefused():
            return error.message
        case AddressRefused():
            return str(error)
        case AnswerTooLong():
            return f"The answer is longer than {MAX_ANSWER_BYTES // 1024} KB."
        case TimeoutError():
            return f"The receiver did not answer within {seconds:g} s."
        case ssl.SSLError():
            return f"TLS failed: {error.reason or error}."
        case HTTPException():
            return "The answer is not valid HTTP."
        case socket.gaierror():
            return "The host name cannot be resolved."
    return f"The connection failed: {getattr(error, 'strerror', None) or error or type(error).__name__}."
