"""What a worker does when RQ calls it: claims streams that are due and delivers each in a thread, until nothing is due."""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from service.storage.errors import RedisUnavailable
from service.webhooks.delivering import Deliverer, deliver
from service.webhooks.model import Claim

MAX_SECONDS = 20.0
"""How long one run goes on claiming."""

log = logging.getLogger("arbiter.webhooks")


class Threads:
    """The threads of one worker. Slow webhooks get at most half of them, so that they never delay others."""

    def __init__(self, deliverer: Deliverer, size: int) -> None:
        self.deliverer = deliverer
        self._pool = ThreadPoolExecutor(size, thread_name_prefix="delivery")
        self._free, self._free_for_slow = threading.Semaphore(size), threading.Semaphore(max(1, size // 2))

    def run(self) -> None:
        """Claims and delivers until nothing is due, at most for MAX_SECONDS; deliveries that are under way then go on."""
        until = time.monotonic() + MAX_SECONDS
        while time.monotonic() < until and not self.deliverer.stopping.is_set():
            if not self._free.acquire(timeout=1):
                continue
            if not self._start_one():
                self._free.release()
                return

    def _start_one(self) -> bool:
        """Starts a delivery; False if nothing is due."""
        with_slow = self._free_for_slow.acquire(blocking=False)
        claim: Claim | None = None
        try:
            claim = self.deliverer.store.claim(with_slow)
        except RedisUnavailable:
            log.warning("Redis is unavailable; the deliveries wait")
        finally:
            if with_slow and not (claim and claim.is_slow):
                self._free_for_slow.release()
        if claim is None:
            return False
        self._pool.submit(self._deliver, claim)
        return True

    def _deliver(self, claim: Claim) -> None:
        """Delivers a stream; if that breaks down the lease ends, and the stream is delivered again."""
        try:
            deliver(self.deliverer, claim)
        except RedisUnavailable:
            log.warning("Redis is unavailable; stream %s of webhook %s is delivered again", claim.stream, claim.webhook.id)
        except Exception:
            log.exception("stream %s of webhook %s cannot be delivered", claim.stream, claim.webhook.id)
        finally:
            self._free.release()
            if claim.is_slow:
                self._free_for_slow.release()

    def close(self) -> None:
        """Waits for the deliveries that are under way."""
        self.deliverer.stopping.set()
        self._pool.shutdown()


_installed: list[Threads] = []


def install(threads: Threads) -> None:
    """Gives this process the threads that `run` works with."""
    _installed[:] = [threads]


def run() -> None:
    """Delivers what is due; RQ calls this."""
    _installed[0].run()
