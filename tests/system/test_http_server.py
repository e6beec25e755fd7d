"""A real server: bodies, chunks, unreadable requests, start and stop."""

from __future__ import annotations

import json
import signal
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from engine.games import GAMES
from tests.support.server import serving
from tests.support.waiting import PATIENCE


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a running service."""
    with serving(tmp_path_factory.mktemp("live")) as (_, port):
        yield port


@pytest.mark.parametrize(("extra", "status"), [(0, 201), (1, 413)])
def test_a_chunked_body_has_the_same_limit(port: int, extra: int, status: int) -> None:
    start = b'{"seats": 2}'
    body = start + b" " * (256 * 1024 - len(start) + extra)
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    pieces = (body[at : at + 9999] for at in range(0, len(body), 9999))
    path = f"/v1/games/{next(iter(GAMES))}/states"
    connection.request("POST", path, pieces, {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}, encode_chunked=True)
    assert connection.getresponse().status == status
    connection.close()


@pytest.mark.parametrize("chunks", [b"ZZ\r\n", b"-5\r\n", b'5\r\n{"seaXX\r\n', b"0\r\nno trailer\r\n\r\n"])
@pytest.mark.parametrize("path", [f"/v1/games/{next(iter(GAMES))}/states", "/v1/sessions"])
def test_invalid_chunks_are_refused_and_end_the_connection(port: int, path: str, chunks: bytes) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as raw:
        raw.sendall(head.encode() + chunks + b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    first, _, body = answer.partition(b"\r\n\r\n")
    assert int(first.split(b" ")[1]) == 400 and json.loads(body)["code"] == "bad_request"


@pytest.mark.parametrize("arrived", [b"", b'{"level"', b"{}"])
def test_a_truncated_body_is_refused_and_changes_nothing(port: int, arrived: bytes) -> None:
    """As when a phone loses its network: the missing part of the body must not count as omitted."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    wish = json.dumps({"game": next(iter(GAMES)), "seats": [{"kind": "human"}] * 2})
    connection.request("POST", "/v1/sessions", wish, {"Content-Type": "application/json"})
    made = json.load(connection.getresponse())
    path, token = f"/v1/sessions/{made['id']}", made["seats"][0]["token"]
    head = f"POST {path}/seats/0/resignations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: 16\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as raw:
        raw.sendall(head.encode() + arrived)
        raw.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.split(b" ")[1] == b"400" and b'"bad_request"' in answer
    connection.request("GET", path)
    assert json.load(connection.getresponse())["version"] == 0
    connection.close()


@pytest.mark.parametrize("line", [b"GET /%ff%fe HTTP/1.1", b"GET /v1/games?%ff=%zz HTTP/1.1", b"GET //evil.example/%2e%2e HTTP/1.1"])
def test_an_unusual_path_is_answered(port: int, line: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as raw:
        raw.sendall(line + b"\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.split(b" ")[1] in (b"404", b"422")
    assert b"<html" not in answer


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"NONSENSE", 400),
        (b"GET /" + b"a" * 5000 + b" HTTP/1.1", 414),
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 20_000, 431),
        (b"GET / HTTP/9.9", 400),
    ],
)
def test_an_unreadable_request_is_refused_with_a_problem_document(port: int, head: bytes, status: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as raw:
        raw.sendall(head + b"\r\n\r\n")
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    first, _, body = answer.partition(b"\r\n\r\n")
    assert int(first.split(b" ")[1]) == status == json.loads(body)["status"]
    assert b"application/problem+json" in first
    assert json.loads(body)["instance"].encode() in first


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_prints_its_address_and_stops_on_a_signal(number: signal.Signals, tmp_path: Path) -> None:
    with serving(tmp_path) as (process, port):
        process.send_signal(number)
        assert process.wait(timeout=PATIENCE) == 0
    said = (tmp_path / "log").read_text()
    assert f"http://127.0.0.1:{port}" in said
    assert "Traceback" not in said
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def exchange(port: int, request: bytes) -> bytes:
    """Everything that the server sends until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as raw:
        raw.sendall(request)
        return b"".join(iter(lambda: raw.recv(65536), b""))


def test_script_name_is_a_header_like_any_other(port: int) -> None:
    answer = exchange(port, b"GET /healthz HTTP/1.1\r\nHost: x\r\nSCRIPT_NAME: /elsewhere\r\nConnection: close\r\n\r\n")
    assert answer.split(b" ")[1] == b"200"


def test_an_unknown_transfer_coding_is_a_bad_request(port: int) -> None:
    answer = exchange(port, b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n")
    first, _, body = answer.partition(b"\r\n\r\n")
    assert first.split(b" ")[1] == b"400" and json.loads(body)["code"] == "bad_request"


@pytest.mark.parametrize(("length", "status"), [(256 * 1024 + 1, b"413"), (12, b"100")])
def test_a_body_that_is_too_large_is_refused_before_it_is_sent(port: int, length: int, status: bytes) -> None:
    head = f"POST /v1/games/{next(iter(GAMES))}/states HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    head += f"Expect: 100-continue\r\nContent-Length: {length}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as raw:
        raw.sendall(head.encode())
        answer = raw.recv(65536)
        assert answer.split(b" ")[1] == status
        if status == b"413":
            answer += b"".join(iter(lambda: raw.recv(65536), b""))
            assert b'"body_too_large"' in answer and b"100 Continue" not in answer
