"""Slow clients hold no thread: however many there are, others are served; each has deadlines and each address a share."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from typing import cast

import pytest

from service.operations.embedded_redis import EmbeddedRedis
from service.sessions.schemas import MAX_STATUSES, METADATA_ENTRIES, METADATA_NAME_LENGTH, METADATA_VALUE_LENGTH
from tests.support.http_client import HttpClient, Stream
from tests.support.server import Server
from tests.support.slow_clients import HALF_BODY, HALF_CHUNK, HALF_HEAD, connect, read_answer, send_begun
from tests.support.tables import new_table
from tests.support.waiting import PATIENCE, eventually

pytestmark = pytest.mark.slow

THREADS, SLOW, SHARE = 8, 100, 120
NEVER = "3600"
POST = b"POST /v1/games/orbis/states HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
STATUSES = b"POST /v1/sessions/statuses HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
BEGUN = {"nothing": b"", "byte": b"G", "head": HALF_HEAD, "body": HALF_BODY, "chunk": HALF_CHUNK}
ASKED = json.dumps({"seats": 2, "seed": 1}).encode()


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpClient]:
    """A service of one process that waits for slow clients as long as a test lasts."""
    folder = tmp_path_factory.mktemp("patient")
    waits = {f"ARBITER_{name}_SECONDS": NEVER for name in ("HEAD", "BODY", "SEND")}
    shares = {"ARBITER_CONNECTIONS_PER_ADDRESS": str(SHARE)}
    with (
        EmbeddedRedis(folder / "redis") as redis,
        Server(redis.url, folder, WEB_CONCURRENCY="1", ARBITER_THREADS=str(THREADS), **waits, **shares) as live,
    ):
        yield live


@pytest.mark.parametrize("kind", BEGUN)
def test_calls_and_feeds_work_beside_clients_that_do_not_send_on(patient: HttpClient, kind: str) -> None:
    """Each kind has an address of its own, because the server may still count connections that were closed just before."""
    source = f"127.0.1.{1 + list(BEGUN).index(kind)}"
    with ExitStack() as slow:
        for _ in range(SLOW):
            slow.enter_context(send_begun(patient.port, BEGUN[kind], source))
        table = new_table(patient)
        with closing(open_feed(patient, table.id)) as feed:
            entries = feed.entries()
            assert table.play(1) == 1
            assert next(entries)["version"] == 1
        assert [patient.call("GET", "/healthz").status for _ in range(2 * THREADS)] == [200] * 2 * THREADS


def open_feed(live: HttpClient, session_id: str) -> Stream:
    """A feed, as soon as the server has noticed that the client of an earlier one is gone."""

    def attempt() -> Stream | None:
        feed = live.stream(session_id, Accept="application/x-ndjson")
        if feed.status == 200:
            return feed
        feed.close()
        return None

    return cast(Stream, eventually(attempt))


def test_a_request_that_arrives_byte_by_byte_is_served(patient: HttpClient) -> None:
    with connect(patient.port) as raw:
        for byte in POST + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(ASKED) + ASKED:
            raw.sendall(bytes([byte]))
        assert read_answer(raw)[0] == 201


def test_clients_that_do_not_read_hold_no_thread(patient: HttpClient) -> None:
    """Each asks for more than the kernel buffers, so that the server cannot get rid of the answers."""
    request = b"GET /v1/games/helios HTTP/1.1\r\nHost: x\r\n\r\n"
    with ExitStack() as slow:
        readers = [slow.enter_context(connect(patient.port, receive_bytes=2048)) for _ in range(4 * THREADS)]
        for raw in readers:
            raw.sendall(request * 200)
        assert [patient.call("GET", "/healthz").status for _ in range(2 * THREADS)] == [200] * 2 * THREADS
        assert readers[0].recv(12) == b"HTTP/1.1 200"


def test_clients_that_do_not_read_the_longest_answers_hold_no_thread(patient: HttpClient) -> None:
    """Fifty statuses with all the metadata that a session may have are 2.5 MB: a control character is six bytes of JSON."""
    metadata = {f"{number:0{METADATA_NAME_LENGTH}}": "\x01" * METADATA_VALUE_LENGTH for number in range(METADATA_ENTRIES)}
    made = patient.call("POST", "/v1/sessions", {"game": "orbis", "seats": [{"kind": "human"}] * 2, "metadata": metadata}).json
    asked = json.dumps({"sessions": [{"id": made["id"], "token": made["host_token"]}] * MAX_STATUSES}).encode()
    request = STATUSES + b"Content-Length: %d\r\n\r\n" % len(asked) + asked
    with ExitStack() as slow:
        readers = [slow.enter_context(connect(patient.port, receive_bytes=2048)) for _ in range(2 * THREADS)]
        for raw in readers:
            raw.sendall(request)
        assert [raw.recv(12) for raw in readers] == [b"HTTP/1.1 200"] * 2 * THREADS
        assert patient.call("GET", "/healthz").status == 200


def test_feeds_that_are_refused_hold_no_thread(patient: HttpClient) -> None:
    """Two addresses take all places of feeds; clients of a third one ask for more and do not read what they get."""
    table = new_table(patient)
    with ExitStack() as held:
        for source in ("127.0.2.1", "127.0.2.2"):
            while held.enter_context(closing(HttpClient(patient.port, source).stream(table.id))).status == 200:
                pass
        for _ in range(2 * THREADS):
            raw = held.enter_context(connect(patient.port, "127.0.2.3", receive_bytes=2048))
            raw.sendall(b"GET %b/events HTTP/1.1\r\nHost: x\r\n\r\n" % table.path.encode() * 400)
        assert raw.recv(12) == b"HTTP/1.1 503"
        assert [patient.call("GET", "/healthz").status for _ in range(2 * THREADS)] == [200] * 2 * THREADS


def test_pipelined_requests_are_answered_in_order(patient: HttpClient) -> None:
    asked = [b'{"seats": 2, "seed": %d}' % seed for seed in range(20)]
    pipelined = b"".join(POST + b"Content-Length: %d\r\n\r\n" % len(body) + body for body in asked)
    with connect(patient.port) as raw:
        raw.sendall(pipelined + b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answers = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answers.count(b"HTTP/1.1 201") == 20
    seeds = [answers.index(b'"seed":%d,' % seed) for seed in range(20)]
    assert seeds == sorted(seeds)


@pytest.mark.parametrize("framing", [b"Content-Length: %d\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n"])
def test_the_body_is_asked_for_with_100_continue(patient: HttpClient, framing: bytes) -> None:
    is_chunked = b"%d" not in framing
    with connect(patient.port) as raw:
        raw.sendall(POST + b"Connection: close\r\nExpect: 100-continue\r\n" + (framing if is_chunked else framing % len(ASKED)))
        assert raw.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        raw.sendall(b"%x\r\n%b\r\n0\r\n\r\n" % (len(ASKED), ASKED) if is_chunked else ASKED)
        assert read_answer(raw)[0] == 201


def test_a_body_that_is_too_long_is_refused_at_once_and_not_asked_for(patient: HttpClient) -> None:
    with connect(patient.port) as raw:
        raw.sendall(POST + b"Expect: 100-continue\r\nContent-Length: 999999\r\n\r\n")
        status, problem = read_answer(raw)
    assert (status, problem["code"]) == (413, "body_too_large")


@pytest.mark.parametrize("chunk", [b"a" * 65536, b"a"])
def test_a_chunked_body_without_end_is_refused(patient: HttpClient, chunk: bytes) -> None:
    with connect(patient.port) as raw:
        raw.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        framed = b"%x\r\n%b\r\n" % (len(chunk), chunk)
        try:
            for _ in range(600 * 1024 // len(framed)):
                raw.sendall(framed)
        except (BrokenPipeError, ConnectionResetError):
            pytest.fail("The connection was closed before the client could read the answer.")
        status, problem = read_answer(raw)
    assert (status, problem["code"]) == (413, "body_too_large")


def test_a_head_request_has_no_body(patient: HttpClient) -> None:
    connection = HTTPConnection("127.0.0.1", patient.port, timeout=PATIENCE)
    for _ in range(3):
        connection.request("HEAD", "/v1/games")
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, b"")
    connection.close()


@pytest.mark.parametrize("begun", [HALF_HEAD, HALF_BODY])
def test_a_client_that_disappears_leaves_nothing_behind(patient: HttpClient, begun: bytes) -> None:
    for _ in range(3):
        raw = send_begun(patient.port, begun)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        raw.close()
    assert patient.call("GET", "/healthz").status == 200


def test_an_address_has_a_bounded_share_of_the_connections(patient: HttpClient) -> None:
    with ExitStack() as held:
        for _ in range(SHARE):
            held.enter_context(connect(patient.port, "127.0.0.9"))
        assert calls_from(patient, "127.0.0.9") == 429
        with connect(patient.port, "127.0.0.9") as raw:
            status, problem = read_answer(raw)
        assert (status, problem["code"]) == (429, "too_many_connections")
        assert patient.call("GET", "/healthz").status == 200, "another address"
    eventually(lambda: calls_from(patient, "127.0.0.9") == 200)


def calls_from(live: HttpClient, source: str) -> int:
    """The status of a call from an address."""
    connection = HTTPConnection("127.0.0.1", live.port, PATIENCE, (source, 0))
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpClient]:
    """A service of one process that waits for a second."""
    waits = {f"ARBITER_{name}_SECONDS": "1" for name in ("HEAD", "BODY")}
    with Server("", tmp_path_factory.mktemp("impatient"), WEB_CONCURRENCY="1", ARBITER_THREADS="4", **waits) as live:
        yield live


@pytest.mark.parametrize(("begun", "what"), [(HALF_HEAD, "head"), (HALF_BODY, "body"), (HALF_CHUNK, "body")])
def test_a_request_that_does_not_arrive_in_time_is_refused(impatient: HttpClient, begun: bytes, what: str) -> None:
    with send_begun(impatient.port, begun) as raw:
        status, problem = read_answer(raw)
    assert (status, problem["code"]) == (408, "request_timeout")
    assert what in problem["detail"]


def test_a_connection_without_a_request_is_closed_in_time(impatient: HttpClient) -> None:
    with connect(impatient.port) as raw:
        assert raw.recv(1) == b""


def test_a_client_that_does_not_read_is_disconnected_in_time(tmp_path: Path) -> None:
    """Its address may have one connection: when it may open another one, the server has closed the first."""
    settings = {"ARBITER_SEND_SECONDS": "1", "ARBITER_CONNECTIONS_PER_ADDRESS": "1"}
    with Server("", tmp_path, WEB_CONCURRENCY="1", **settings) as live, connect(live.port, "127.0.0.9", receive_bytes=2048) as raw:
        raw.sendall(b"GET /v1/games/helios HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
        eventually(lambda: calls_from(live, "127.0.0.9") == 200)


def test_the_bytes_that_wait_in_memory_are_bounded(tmp_path: Path) -> None:
    """Ten clients send 200 KB each of a longer body; a megabyte is allowed for all together."""
    settings = {"ARBITER_BODY_SECONDS": NEVER, "ARBITER_BUFFER_MEGABYTES": "1"}
    with Server("", tmp_path, WEB_CONCURRENCY="1", **settings) as live, ExitStack() as held:
        clients = [held.enter_context(connect(live.port)) for _ in range(10)]
        for raw in clients:
            raw.sendall(POST + b"Content-Length: 250000\r\n\r\n" + b" " * 200_000)
        eventually(lambda: sum(map(is_disconnected, clients)) >= 5)
        assert live.call("POST", "/v1/games/orbis/states", {"seats": 2}).status == 201
        assert sum(map(is_disconnected, clients)) == 5, "a megabyte has room for five of them"


def is_disconnected(raw: socket.socket) -> bool:
    """Whether the server has closed a connection on which it sent nothing."""
    try:
        raw.setblocking(False)
        return raw.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def test_a_trusted_proxy_is_not_limited_as_one_address(tmp_path: Path) -> None:
    settings = {"ARBITER_PROXIES": "1", "ARBITER_CONNECTIONS_PER_ADDRESS": "3"}
    with Server("", tmp_path, WEB_CONCURRENCY="1", **settings) as live, ExitStack() as held:
        for _ in range(10):
            connection = held.enter_context(closing(HTTPConnection("127.0.0.1", live.port, timeout=PATIENCE)))
            connection.request("GET", "/healthz")
            assert connection.getresponse().status == 200
