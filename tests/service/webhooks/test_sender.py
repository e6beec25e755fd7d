"""One call of a receiver that answers well, slowly, wrongly or never; TLS, and which name it is called by."""

from __future__ import annotations

import datetime
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from service.webhooks.addresses import AddressPolicy
from service.webhooks.sender import MAX_ANSWER_BYTES, Sender
from tests.support.receiver import Receiver, Reply
from tests.support.waiting import PATIENCE

POLICY = AddressPolicy(allows_http=True, networks=(ip_network("127.0.0.0/8"),))


@pytest.fixture
def sender() -> Sender:
    """Has more patience than the service, because the machine may be busy."""
    return Sender(POLICY, seconds=PATIENCE)


def post(sender: Sender, url: str) -> Any:
    return sender.post(url, {"webhook-id": "msg_1"}, b'{"a":1}')


@pytest.mark.parametrize("status", [200, 201, 202, 204, 299])
def test_any_success_is_good(sender: Sender, receiver: Receiver, status: int) -> None:
    receiver.behave = lambda call: Reply(status)
    answer = post(sender, receiver.url)
    assert answer.is_good and answer.status == status
    call = receiver.calls[0]
    assert (call.body, call.headers["webhook-id"], call.headers["connection"]) == ('{"a":1}', "msg_1", "close")


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 401, 404, 410, 429, 500, 503])
def test_any_other_status_is_a_failure_and_redirects_are_not_followed(sender: Sender, receiver: Receiver, status: int) -> None:
    receiver.behave = lambda call: Reply(status, headers={"Location": receiver.url, "Retry-After": "17"})
    answer = post(sender, receiver.url)
    assert not answer.is_good and answer.status == status and answer.retry_after == 17
    assert len(receiver.calls) == 1


def test_an_answer_of_64_kb_is_too_long(sender: Sender, receiver: Receiver) -> None:
    receiver.behave = lambda call: Reply(200, body=b"x" * (MAX_ANSWER_BYTES - 1000))
    assert post(sender, receiver.url).is_good
    receiver.behave = lambda call: Reply(200, body=b"x" * (MAX_ANSWER_BYTES + 1))
    assert "longer than 64 KB" in post(sender, receiver.url).error


@pytest.mark.parametrize(
    "raw",
    [b"nonsense\r\n\r\n", b"", b"HTTP/1.1 abc Bad\r\n\r\n", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"\x00" * 100],
)
def test_an_answer_that_is_not_http_is_a_failure(sender: Sender, receiver: Receiver, raw: bytes) -> None:
    receiver.behave = lambda call: Reply(raw=raw)
    assert not post(sender, receiver.url).is_good


def test_endless_headers_are_a_failure(sender: Sender, receiver: Receiver) -> None:
    receiver.behave = lambda call: Reply(raw=b"HTTP/1.1 200 OK\r\n" + b"X-Long: y\r\n" * 100_000)
    assert not post(sender, receiver.url).is_good


@contextmanager
def speaking(speak: Any) -> Iterator[str]:
    """A server that accepts one connection and hands it to a function; yields its URL."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            try:
                connection, _ = server.accept()
                with connection:
                    speak(connection)
            except OSError:
                return

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
    thread.join(PATIENCE)


def drip(start: bytes) -> Any:
    """Sends a start, then a byte now and then for as long as somebody listens."""

    def speak(connection: socket.socket) -> None:
        connection.sendall(start)
        while True:
            connection.sendall(b"x")
            time.sleep(0.02)

    return speak


@pytest.mark.parametrize("start", [b"", b"HTTP/1.1 200 OK\r\nX-Header: ", b"HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n"])
def test_a_receiver_that_answers_byte_by_byte_is_cut_off(start: bytes) -> None:
    with speaking(drip(start)) as url:
        answer = post(Sender(POLICY, seconds=0.5), url)
    assert answer.error == "The receiver did not answer within 0.5 s." and answer.status is None


def test_a_receiver_that_never_answers_is_cut_off() -> None:
    with speaking(lambda connection: connection.recv(1 << 16) and connection.recv(1)) as url:
        answer = post(Sender(POLICY, seconds=0.3), url)
    assert answer.error == "The receiver did not answer within 0.3 s."


def test_a_receiver_that_is_not_there_is_a_failure(sender: Sender) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert "refused" in post(sender, f"http://127.0.0.1:{port}/").error


def test_what_the_policy_refuses_is_not_called(receiver: Receiver) -> None:
    assert "https" in post(Sender(AddressPolicy()), receiver.url).error
    assert "private" in post(Sender(AddressPolicy(allows_http=True)), receiver.url.replace("127.0.0.1", "localhost")).error
    assert not receiver.calls


def test_the_address_that_was_checked_is_the_one_that_is_called(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that stands for another address at the second look does not get past the check."""
    answers = iter([["127.0.0.1"], ["127.0.0.2"]])

    def getaddrinfo(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        addresses = [host] if host[0].isdigit() else next(answers)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    assert post(Sender(POLICY), f"http://receiver.example:{receiver.port}/").is_good
    assert receiver.calls[0].headers["host"] == f"receiver.example:{receiver.port}"
    assert len(list(answers)) == 1, "the name is resolved once for each call"


def test_an_address_that_is_not_there_leaves_time_for_the_next(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    def getaddrinfo(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        addresses = [host] if host[0].isdigit() else ["127.0.0.9", "127.0.0.1"]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    assert post(Sender(POLICY, seconds=PATIENCE), f"http://receiver.example:{receiver.port}/").is_good


def certificate(folder: Path, name: str) -> tuple[ssl.SSLContext, Path]:
    """A server's TLS for a name, and the certificate that a client has to trust."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    public, private = folder / "cert.pem", folder / "key.pem"
    public.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(public, private)
    return context, public


@pytest.fixture
def resolving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name stands for this machine."""
    real = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, port, *more, **also: real("127.0.0.1", port, *more, **also))


@pytest.mark.usefixtures("resolving")
def test_tls_verifies_the_name_and_sends_it(tmp_path: Path) -> None:
    server, public = certificate(tmp_path, "receiver.example")
    names: list[str | None] = []
    server.sni_callback = lambda connection, name, context: names.append(name)
    sender = Sender(POLICY, ssl.create_default_context(cafile=public), PATIENCE)
    with Receiver(context=server) as receiver:
        assert post(sender, f"https://receiver.example:{receiver.port}/").is_good
        assert names == ["receiver.example"] and receiver.calls[0].headers["host"] == f"receiver.example:{receiver.port}"
        assert "TLS failed" in post(sender, f"https://other.example:{receiver.port}/").error
        assert "TLS failed" in post(Sender(POLICY, seconds=PATIENCE), f"https://receiver.example:{receiver.port}/").error
        assert len(receiver.calls) == 1
