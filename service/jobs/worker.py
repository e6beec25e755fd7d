"""The workers: processes that think, and one that looks after them and after the work.

A worker does its jobs in its own process: thinking up a move takes milliseconds, and a fork for each would take longer. It is none the
less a horse that may die: its memory is bounded, RQ's alarm ends what takes too long, and a worker that gives no sign of life or does not
heed the alarm is killed and replaced. Whatever it was doing is delivered again.
"""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import secrets
import signal
import socket
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType

from redis import Redis
from rq import SimpleWorker
from rq.job import Job
from rq.queue import Queue

from service.jobs import watchdog as watch
from service.jobs.queue_metrics import asked
from service.jobs.store import Jobs, lane
from service.jobs.sweeper import sweep
from service.jobs.watchdog import Watch
from service.observability import logs, metrics
from service.settings import Settings
from service.storage.connection import RedisAway, client
from service.wiring import here

ROUND = 0.5
"""Seconds between two looks at the workers and at the work."""

ALIVE = 5.0
"""Seconds for which a worker counts as alive after each look."""

STUBBORN = 2.0
"""Seconds a worker may go on after its alarm, and after it was asked to stop with no work at hand, before it is killed."""

FAREWELL = 5.0
"""Seconds a worker may take to finish its job when the service stops."""

MOST_JOBS = 2_000
"""Jobs after which a worker makes room for a fresh one."""

REST = 0.5
"""Seconds before a worker that died is replaced: one that cannot start must not keep the machine busy."""

STOPS = (signal.SIGTERM, signal.SIGINT)

_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


class Horse(SimpleWorker):
    """RQ's worker without a fork; it leaves word how long its present job may take."""

    max_connection_wait_time = 1.0

    def perform_job(self, job: Job, queue: Queue) -> bool:
        """Does one job under watch."""
        watch.own.begin((job.timeout or 0) + STUBBORN)
        try:
            return bool(super().perform_job(job, queue))
        finally:
            watch.own.rest()
            gc.collect()
            gc.freeze()  # What has outlived a job, such as the caches of the rules, need not be looked through after the next.


FOR_SEATS = ("seats",)
"""The queues of the one worker that never has people at a table wait for an analysis."""


def duties(size: int) -> list[tuple[str, ...]]:
    """The queues of each worker, most urgent first. One waits for turns and one for analyses and for nothing else, because both are
    wanted at once and work that was begun is not put aside; only a single worker has to do studies too. The others help where they can."""
    if size == 1:
        return [FOR_SEATS, ("analysis", "study")]
    return [FOR_SEATS, ("analysis",), ("study", "seats", "analysis"), *[("seats", "analysis", "study")] * (size - 2)]


@dataclass
class Post:
    """One worker's place: its number, the queues it serves, and the watch on it."""

    number: int
    queues: tuple[str, ...]
    watch: Watch


@dataclass
class Crew:
    """The workers of one machine, by process id: so many, and one more for seats alone."""

    settings: Settings
    size: int
    name: str = field(default_factory=lambda: f"{socket.gethostname()}-{secrets.token_hex(4)}")
    posts: dict[int, Post] = field(default_factory=dict)
    resume_at: float = 0.0
    is_stopping: bool = False

    def stop(self, number: int, frame: FrameType | None) -> None:
        """What a signal does: the present round is the last."""
        self.is_stopping = True


def work(settings: Settings, processes: int) -> int:
    """Keeps so many workers at work until we are told to stop; gives the exit status."""
    logs.configure()
    jobs, store = here()
    show_figures(settings, jobs)
    crew = Crew(settings, processes)
    for number in STOPS:
        signal.signal(number, crew.stop)
    while not crew.is_stopping:
        look_after(crew)
        sweep(jobs, store)
        report(crew, jobs)
        time.sleep(ROUND)
    dismiss(crew)
    return 0


def show_figures(settings: Settings, jobs: Jobs) -> None:
    """Serves the figures of a machine that has workers alone; beside a server, the server tells them."""
    if settings.metrics_port and not os.environ.get(metrics.FOLDER):
        metrics.share(metrics.fresh_folder(f"worker-{settings.metrics_port}"))
        metrics.serve(settings.metrics_port, lambda: asked(jobs))


def look_after(crew: Crew) -> None:
    """Buries the dead, kills the stubborn, fills the ranks."""
    if bury(crew):
        crew.resume_at = time.monotonic() + REST
    for pid, post in crew.posts.items():
        if post.watch.is_over():
            os.kill(pid, signal.SIGKILL)
    if time.monotonic() >= crew.resume_at:
        vacant = duties(crew.size)
        for post in crew.posts.values():
            vacant.remove(post.queues)
        for queues in vacant:
            engage(crew, queues)


def bury(crew: Crew) -> list[int]:
    """Forgets the workers that have ended, and says which."""
    dead = [pid for pid in crew.posts if os.waitpid(pid, os.WNOHANG)[0]]
    for pid in dead:
        crew.posts.pop(pid).watch.close()
    return dead


def engage(crew: Crew, queues: tuple[str, ...]) -> None:
    """One more worker; forked, so that the rules need not be read again."""
    taken = {post.number for post in crew.posts.values()}
    post = Post(min(set(range(len(taken) + 1)) - taken), queues, Watch())
    pid = os.fork()
    if pid:
        crew.posts[pid] = post
        return
    status = 1
    try:
        labour(crew.settings, post)
        status = 0
    finally:
        os._exit(status)


def labour(settings: Settings, post: Post) -> None:
    """The life of a worker."""
    for number in STOPS:
        signal.signal(number, signal.SIG_DFL)
    if _libc is not None:
        _libc.prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG: who would look after us?
    metrics.take_post(f"worker-{post.number}")
    most = settings.worker_megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    gc.freeze()
    gc.disable()  # Walking a big tree of positions would take longer than is left before a deadline; we collect between jobs.
    connection: Redis = client(settings.queue_url or settings.redis_url or "")
    watch.take(post.watch)
    queues = [lane(queue) for queue in post.queues]
    horse = Horse(queues, connection=connection, serializer="json", worker_ttl=20, maintenance_interval=60)
    horse.log_job_description = False
    horse.work(logging_level="WARNING", max_jobs=MOST_JOBS)


def report(crew: Crew, jobs: Jobs) -> None:
    """Tells the queue which workers are alive, without the one for seats alone."""
    with suppress(RedisAway):
        jobs.present([f"{crew.name}-{pid}" for pid, post in crew.posts.items() if post.queues != FOR_SEATS], ALIVE)


def dismiss(crew: Crew) -> None:
    """Lets every worker finish its job, within reason; what is not finished then will be delivered again."""
    until = time.monotonic() + FAREWELL
    for pid in crew.posts:
        os.kill(pid, signal.SIGTERM)
    while crew.posts:
        bury(crew)
        if time.monotonic() > until:
            for pid in crew.posts:
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)
