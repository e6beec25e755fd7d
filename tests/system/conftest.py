"""The whole service: processes, sockets, a real Redis."""

from __future__ import annotations

from tests.support.fixtures import embedded, gunicorn, live, own, own_redis, store

__all__ = ["embedded", "gunicorn", "live", "own", "own_redis", "store"]
