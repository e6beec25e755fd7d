"""How many connections each address has."""

from __future__ import annotations

from collections import Counter

from service.http.rate_limits import network_of


class AddressShares:
    """Counts the connections of each IPv4 address or IPv6 network (/64); `limit` is the most that one of them may have, 0 for no limit.

    The clients of a Unix socket have no address and no limit.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._held: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Counts a connection of this address; returns False, and counts nothing, if it has as many as it may."""
        network = network_of(address)
        if self.limit and network and self._held[network] >= self.limit:
            return False
        self._held[network] += 1
        return True

    def give_back(self, address: str) -> None:
        """A connection of this address has ended."""
        network = network_of(address)
        self._held[network] -= 1
        if self._held[network] <= 0:
            del self._held[network]
