"""One worker process: runs jobs in its own process, because a fork per job would take longer than most searches."""

from __future__ import annotations

import gc
import resource
from collections.abc import Sequence

from rq import SimpleWorker
from rq.job import Job
from rq.queue import Queue

from service.jobs import watchdog
from service.jobs.store import rq_queue_name
from service.jobs.watchdog import Watchdog
from service.storage.redis_client import connect

ALARM_SECONDS = 2.0
"""How long a job may go on after RQ's alarm before the pool kills its worker."""

MAX_JOBS = 50_000
"""Jobs after which a worker is replaced, as a precaution; its memory is limited in any case."""


class WatchedWorker(SimpleWorker):
    """An RQ worker that runs jobs in its own process and tells its watchdog how long each may take."""

    max_connection_wait_time = 1.0

    def perform_job(self, job: Job, queue: Queue) -> bool:
        """Runs one job."""
        watchdog.current().start((job.timeout or 0) + ALARM_SECONDS)
        try:
            return bool(super().perform_job(job, queue))
        finally:
            watchdog.current().stop()
            gc.collect()
            gc.freeze()  # Objects that outlive a job, such as caches of the rules, are not scanned again.


def run_worker(url: str, queues: Sequence[str], dog: Watchdog, megabytes: int) -> None:
    """Serves the queues until the process is told to stop; allocations beyond the memory limit raise MemoryError."""
    limit = megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    gc.freeze()
    gc.disable()  # A collection over a large search tree could miss a deadline; we collect between jobs.
    watchdog.install(dog)
    names = [rq_queue_name(queue) for queue in queues]
    worker = WatchedWorker(names, connection=connect(url), serializer="json", worker_ttl=20, maintenance_interval=60)
    worker.log_job_description = False
    worker.work(logging_level="WARNING", max_jobs=MAX_JOBS)
