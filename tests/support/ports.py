"""Ports for servers that tests start."""

from __future__ import annotations

import os
import socket
from itertools import count

FIRST, SHARE = 10_000, 2_000
"""The first port, and the number of ports for each test process: all lie below the ephemeral ports of the system."""

_numbers = count(os.getpid())


def free_port() -> int:
    """A port that is free and that no other test process will get."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw9").removeprefix("gw"))
    first = FIRST + worker % 10 * SHARE
    return next(port for number in _numbers if _is_free(port := first + number % SHARE))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def listens(port: int) -> bool:
    """Whether a server accepts connections at this port."""
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
