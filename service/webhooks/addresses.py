"""Which addresses the service calls: https, public addresses, and networks that the operator allows."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

import msgspec

from engine.errors import Defect
from service.webhooks.errors import WebhookRefused

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

REFUSED = (IPv4Network("168.63.129.16/32"), IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"))
"""Networks that Python takes for public: two at which clouds serve secrets to their machines, and one of tunnels (RFC 7526)."""

NAT64, LOCAL_NAT64 = IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48")
"""Networks whose addresses stand for an IPv4 address, its last 32 bits."""

_is_url = re.compile(r"https?://[!-~]+", re.IGNORECASE).fullmatch


class AddressRefused(Exception):
    """The service does not call the addresses that a name stands for."""


class Target(msgspec.Struct, frozen=True):
    """Where a URL leads: the name and port to call, and what to ask for there."""

    is_tls: bool
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The value of the header Host."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.is_tls else 80) else f"{host}:{self.port}"


class AddressPolicy(msgspec.Struct, frozen=True):
    """Whether http is allowed, and the networks that may be called although they are not public."""

    allows_http: bool = False
    networks: tuple[Network, ...] = ()

    def target(self, url: str) -> Target:
        """Where the URL leads; raises WebhookRefused for a URL that is not called whatever its name stands for."""
        parts = _split(url)
        if parts.scheme == "http" and not self.allows_http:
            raise _refused("Only https is called.")
        host = parts.hostname or ""
        try:
            port = parts.port or (443 if parts.scheme == "https" else 80)
            host.encode("idna")
        except (ValueError, UnicodeError):
            raise _refused("The port or the host name is invalid.") from None
        if (literal := _literal(host)) is not None and not self.is_allowed(literal):
            raise _refused("This address is private, local or reserved; webhooks call public addresses.")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return Target(parts.scheme == "https", host, port, path)

    def is_allowed(self, address: Address) -> bool:
        """Whether the service may call an address."""
        if any(address in network for network in self.networks):
            return True
        return _is_public(address)

    def resolve(self, target: Target, seconds: float) -> list[Address]:
        """The addresses of the target that may be called; raises AddressRefused if none may, OSError if the name is unknown."""
        found = resolve(target.host, target.port, seconds)
        allowed = [address for address in found if self.is_allowed(address)]
        if not allowed:
            raise AddressRefused("The host name stands for a private, local or reserved address, which is not called.")
        return allowed


def address_policy(allows_http: bool, networks: Sequence[str]) -> AddressPolicy:
    """The policy of the settings; a network that cannot be read ends the process."""
    try:
        return AddressPolicy(allows_http, tuple(ip_network(network) for network in networks))
    except ValueError as error:
        raise SystemExit(f"ARBITER_WEBHOOK_NETWORKS: {error}.") from None


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
    except ValueError:
        raise _refused("This is not a URL.") from None
    if not _is_url(url) or not parts.hostname:
        raise _refused("The URL must be https:// followed by a host name, in ASCII.")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _refused("The URL must have no user name, password or fragment; deliveries are signed instead.")
    return parts


def _refused(sentence: str) -> WebhookRefused:
    return WebhookRefused(sentence, [Defect("/url", "wrong_value", sentence)])


def _literal(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _is_public(address: Address) -> bool:
    """Whether an address is public; one that stands for an IPv4 address is as public as that."""
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast and not any(address in network for network in REFUSED)
    if address in NAT64:
        return _is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    is_tunnel = address.ipv4_mapped or address.sixtofour or address.teredo or address in LOCAL_NAT64
    return address.is_global and not (address.is_multicast or address.is_site_local or is_tunnel)


def resolve(host: str, port: int, seconds: float) -> list[Address]:
    """The addresses of a host name; raises OSError, also if that takes too long.

    The system's resolver cannot be interrupted, so it runs in a thread of its own, which nobody waits for any longer than this.
    """
    found: list[Address] = []
    failures: list[OSError] = []

    def look_up() -> None:
        try:
            for _, _, _, _, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
                found.append(ip_address(str(place[0]).partition("%")[0]))
        except OSError as error:
            failures.append(error)
        except UnicodeError:
            failures.append(OSError("the host name is invalid"))

    thread = threading.Thread(target=look_up, name="resolver", daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        raise TimeoutError("The host name could not be resolved in time.")
    if failures:
        raise failures[0]
    return list(dict.fromkeys(found))
