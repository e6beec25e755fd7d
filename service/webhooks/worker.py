"""One worker process for deliveries: RQ's worker, the threads that deliver, and a dispatcher."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Set
from types import FrameType

import redis
from rq import SimpleWorker

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
    """An RQ worker that runs jobs in its own process, where the threads are; it remembers whether it was told to stop."""

    max_connection_wait_time = 1.0
    was_told_to_stop = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Handles a stop signal."""
        self.was_told_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]


def run_worker(deliverer: Deliverer, size: int, owners: Set[str]) -> None:
    """Delivers until the process is told to stop, then waits for what is under way."""
    threads = Threads(deliverer, size)
    tasks.install(threads)
    dispatcher = Dispatcher(deliverer.store, deliverer.sessions, owners, f"{socket.gethostname()}-{os.getpid()}")
    threading.Thread(target=dispatcher.run, name="dispatcher", daemon=True).start()
    while not _work(deliverer.store.url):
        time.sleep(RESTART_SECONDS)
    dispatcher.stop()
    threads.close()


def _work(url: str) -> bool:
    """Runs RQ's worker; returns whether it was told to stop. It also ends when it loses Redis."""
    worker: DeliveryWorker | None = None
    try:
        worker = DeliveryWorker([QUEUE], connection=connect(url), serializer="json", worker_ttl=20, maintenance_interval=60)
        worker.log_job_description = False
        worker.work(logging_level="WARNING")
    except redis.RedisError:
        log.warning("Redis is unavailable; the worker starts again")
    return worker is not None and worker.was_told_to_stop
