"""IPv6: the address of the server, and the addresses of its clients."""

from __future__ import annotations

import socket
from http.client import HTTPConnection
from pathlib import Path

import pytest

from service.http.rate_limits import network_of
from service.operations.serve import address
from service.settings import Settings
from tests.support.server import Server
from tests.support.waiting import PATIENCE


@pytest.mark.parametrize(
    ("host", "bind"),
    [("127.0.0.1", "127.0.0.1:8000"), ("::", "[::]:8000"), ("::1", "[::1]:8000"), ("[::1]", "[::1]:8000"), ("localhost", "localhost:8000")],
)
def test_an_ipv6_address_is_in_brackets(host: str, bind: str) -> None:
    assert Settings(host=host).bind == bind


def test_the_url_of_the_service_is_one_that_a_browser_opens() -> None:
    assert address(Settings(host="::1", port=81)) == "http://[::1]:81"
    assert address(Settings(host="::", port=81)) == "http://127.0.0.1:81"


@pytest.mark.parametrize(
    ("client", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::"),
        ("2001:db8:0:0:1::", "2001:db8::"),
        ("::1", "::"),
        ("", ""),
    ],
)
def test_what_counts_as_one_client(client: str, network: str) -> None:
    assert network_of(client) == network


@pytest.mark.slow
@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_ipv4_clients_of_an_ipv6_listener_have_a_share_each(tmp_path: Path) -> None:
    """Three connections from three addresses stay open although each address may have one."""
    settings = {"HOST": "::", "ARBITER_CONNECTIONS_PER_ADDRESS": "1"}
    with Server("", tmp_path, WEB_CONCURRENCY="1", **settings) as live:
        clients = [HTTPConnection("127.0.0.1", live.port, PATIENCE, (f"127.0.3.{number}", 0)) for number in range(1, 4)]
        for client in clients:
            client.request("GET", "/healthz")
            answer = client.getresponse()
            assert (answer.status, bool(answer.read())) == (200, True)
        for client in clients:
            client.close()
