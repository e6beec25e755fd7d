"""One worker process for deliveries: RQ's worker, the threads that deliver, and a dispatcher."""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Set
from contextlib import suppress
from types import FrameType

import redis
from rq import SimpleWorker
from rq.exceptions import StopRequested

from service.storage.redis_client import connect
from service.webhooks import tasks
from service.webhooks.delivering import Deliverer
from service.webhooks.dispatcher import Dispatcher
from service.webhooks.store import QUEUE
from service.webhooks.tasks import Threads

RESTART_SECONDS = 0.5
"""Pause before RQ's worker is started again after it lost Redis."""

log = logging.getLogger("arbiter.webhooks")


class DeliveryWorker(SimpleWorker):
    """An RQ worker that runs jobs in its own process, where the threads are; a stop signal sets `stopping`."""

    max_connection_wait_time = 1.0
    stopping: threading.Event

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Handles a stop signal."""
        self.stopping.set()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]


def run_worker(deliverer: Deliverer, size: int, owners: Set[str]) -> None:
    """Delivers until the process is told to stop, then waits for what is under way."""
    threads = Threads(deliverer, size)
    tasks.install(threads)
    dispatcher = Dispatcher(deliverer.store, deliverer.sessions, owners, f"{socket.gethostname()}-{os.getpid()}")
    threading.Thread(target=dispatcher.run, name="dispatcher", daemon=True).start()
    while not deliverer.stopping.is_set():
        with suppress(StopRequested):
            _work(deliverer)
    dispatcher.stop()
    threads.close()


def _work(deliverer: Deliverer) -> None:
    """Runs RQ's worker until it is told to stop or loses Redis; pauses in that case."""
    try:
        worker = DeliveryWorker([QUEUE], connection=connect(deliverer.store.url), serializer="json", worker_ttl=20, maintenance_interval=60)
        worker.stopping, worker.log_job_description = deliverer.stopping, False
        worker.work(logging_level="WARNING")
    except redis.RedisError:
        log.warning("Redis is unavailable; the worker starts again")
    deliverer.stopping.wait(RESTART_SECONDS)
