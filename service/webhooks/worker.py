"""One worker process for deliveries: RQ's worker, the threads that deliver, and a dispatcher."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Set

from rq import SimpleWorker

from service.storage.redis_client import connect
from service.webhooks import tasks
from service.webhooks.delivering import Deliverer
from service.webhooks.dispatcher import Dispatcher
from service.webhooks.store import QUEUE
from service.webhooks.tasks import Threads


class DeliveryWorker(SimpleWorker):
    """An RQ worker that runs jobs in its own process, where the threads are."""

    max_connection_wait_time = 1.0


def run_worker(deliverer: Deliverer, size: int, owners: Set[str]) -> None:
    """Delivers until the process is told to stop, then waits for what is under way."""
    threads = Threads(deliverer, size)
    tasks.install(threads)
    dispatcher = Dispatcher(deliverer.store, deliverer.sessions, owners, f"{socket.gethostname()}-{os.getpid()}")
    threading.Thread(target=dispatcher.run, name="dispatcher", daemon=True).start()
    worker = DeliveryWorker([QUEUE], connection=connect(deliverer.store.url), serializer="json", worker_ttl=20, maintenance_interval=60)
    worker.log_job_description = False
    worker.work(logging_level="WARNING")
    dispatcher.stop()
    threads.close()
