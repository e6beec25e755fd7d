"""Which addresses are called: public ones over https, and what the operator allows besides."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import Any

import pytest

from service.webhooks.addresses import AddressPolicy, AddressRefused, Target, address_policy, resolve
from service.webhooks.errors import WebhookRefused

PUBLIC = ("93.184.216.34", "8.8.8.8", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::808:808")

NOT_PUBLIC = (
    "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "169.254.1.1",
    "169.254.169.254", "168.63.129.16", "100.100.100.200", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
    "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
    "::", "::1", "fe80::1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1",
    "2002:7f00:1::1", "2002:a00:1::", "2001:0:53aa:64c::1", "64:ff9b::a00:1", "64:ff9b::7f00:1", "64:ff9b:1::1",
)  # fmt: skip


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_called(address: str) -> None:
    assert AddressPolicy().is_allowed(ip_address(address))


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_private_local_reserved_and_metadata_addresses_are_not_called(address: str) -> None:
    assert not AddressPolicy().is_allowed(ip_address(address))
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(WebhookRefused):
        AddressPolicy().target(f"https://{host}/")


def test_networks_of_the_settings_are_called_too() -> None:
    policy = address_policy(False, ["10.1.0.0/16", "fd00:1::/32"])
    allowed = {address: policy.is_allowed(ip_address(address)) for address in ("10.1.2.3", "10.2.0.1", "fd00:1::5", "fd00:2::5", "8.8.8.8")}
    assert allowed == {"10.1.2.3": True, "10.2.0.1": False, "fd00:1::5": True, "fd00:2::5": False, "8.8.8.8": True}


def test_a_network_that_cannot_be_read_ends_the_process() -> None:
    with pytest.raises(SystemExit, match="ARBITER_WEBHOOK_NETWORKS"):
        address_policy(False, ["10.1.0.0/99"])


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/", "ftp://example.com/", "https://", "https:///path", "https://user@example.com/", "https://u:p@example.com/",
        "https://example.com/#part", "https://example.com:99999/", "https://example.com/a b", "https://exämple.com/", "https://a..b/",
        "https://example.com/\r\nX: y", "javascript:alert(1)", "https://[::1/", "//example.com/",
    ],
)  # fmt: skip
def test_urls_that_are_refused(url: str) -> None:
    with pytest.raises(WebhookRefused):
        AddressPolicy().target(url)


@pytest.mark.parametrize(
    ("url", "target", "authority"),
    [
        ("https://example.com", Target(True, "example.com", 443, "/"), "example.com"),
        ("https://Example.com:8443/a?b=c", Target(True, "example.com", 8443, "/a?b=c"), "example.com:8443"),
        ("HTTPS://example.com/a", Target(True, "example.com", 443, "/a"), "example.com"),
        ("https://[2606:4700::1]:444/", Target(True, "2606:4700::1", 444, "/"), "[2606:4700::1]:444"),
    ],
)
def test_urls_that_are_called(url: str, target: Target, authority: str) -> None:
    assert AddressPolicy().target(url) == target and target.authority == authority


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "017700000001", "localhost", "127.1"])
def test_other_spellings_of_this_machine_are_refused_once_they_are_resolved(host: str) -> None:
    policy = AddressPolicy()
    with pytest.raises((AddressRefused, OSError)):
        policy.resolve(policy.target(f"https://{host}/"), 5)


def answer(*addresses: str) -> Any:
    """What a resolver says, in place of the machine's own."""

    def getaddrinfo(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    return getaddrinfo


def test_of_the_addresses_of_a_name_only_public_ones_are_called(monkeypatch: pytest.MonkeyPatch) -> None:
    target = AddressPolicy().target("https://receiver.example/")
    monkeypatch.setattr(socket, "getaddrinfo", answer("10.0.0.1", "8.8.8.8", "127.0.0.1"))
    assert AddressPolicy().resolve(target, 5) == [ip_address("8.8.8.8")]
    monkeypatch.setattr(socket, "getaddrinfo", answer("10.0.0.1", "169.254.169.254"))
    with pytest.raises(AddressRefused, match="private"):
        AddressPolicy().resolve(target, 5)


def test_a_resolver_that_does_not_answer_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    asked = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: asked.wait(5) and [])
    with pytest.raises(TimeoutError):
        resolve("receiver.example", 443, 0.05)
    asked.set()
