"""The worker pool of one machine: starts workers, kills those whose watchdog expires, replaces those that end, and runs the sweeper.

Whatever a worker was doing when it ended is delivered again.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import time
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType

from service.jobs import tasks
from service.jobs.store import JobStore
from service.jobs.sweeper import sweep
from service.jobs.watchdog import Watchdog
from service.jobs.worker import run_worker
from service.parent_death import terminate_on_parent_death
from service.sessions.changes import Sessions
from service.storage.errors import RedisUnavailable

ROUND_SECONDS = 0.5
"""Pause between two rounds of the pool."""

ALIVE_SECONDS = 5.0
"""How long a worker counts as alive after each heartbeat."""

STOP_SECONDS = 5.0
"""How long workers may take to finish their jobs when the pool stops."""

RESTART_SECONDS = 0.5
"""Pause before a worker that ended is replaced, so that one that cannot start does not keep the machine busy."""

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)

SEATS_ONLY = ("seats",)
"""The queues of the worker that serves nothing but AI turns in sessions."""


def worker_queues(size: int) -> list[tuple[str, ...]]:
    """The queues of each worker, most urgent first: `size` workers and one more for AI turns.

    A running job is never suspended, so one worker serves only turns and one only analyses; a single worker also has to do studies.
    """
    if size == 1:
        return [SEATS_ONLY, ("analysis", "study")]
    return [SEATS_ONLY, ("analysis",), ("study", "seats", "analysis"), *[("seats", "analysis", "study")] * (size - 2)]


@dataclass
class WorkerProcess:
    """The queues of a worker, and its watchdog."""

    queues: tuple[str, ...]
    watchdog: Watchdog


@dataclass
class WorkerPool:
    """The workers of this machine by process id."""

    jobs: JobStore
    sessions: Sessions
    size: int
    megabytes: int
    name: str = field(default_factory=lambda: f"{socket.gethostname()}-{secrets.token_hex(4)}")
    workers: dict[int, WorkerProcess] = field(default_factory=dict)
    restart_at: float = 0.0
    is_stopping: bool = False

    def run(self) -> int:
        """Runs until a stop signal arrives; returns the exit status."""
        tasks.install(self.jobs, self.sessions)
        for number in STOP_SIGNALS:
            signal.signal(number, self._stop)
        while not self.is_stopping:
            self.check_workers()
            sweep(self.jobs, self.sessions)
            self.send_heartbeat()
            time.sleep(ROUND_SECONDS)
        self.stop_workers()
        return 0

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.is_stopping = True

    def check_workers(self) -> None:
        """Reaps workers that ended, kills those whose watchdog expired, and starts missing ones."""
        if self.reap():
            self.restart_at = time.monotonic() + RESTART_SECONDS
        for pid, worker in self.workers.items():
            if worker.watchdog.has_expired():
                os.kill(pid, signal.SIGKILL)
        if time.monotonic() >= self.restart_at:
            missing = worker_queues(self.size)
            for worker in self.workers.values():
                missing.remove(worker.queues)
            for queues in missing:
                self.start_worker(queues)

    def reap(self) -> list[int]:
        """Removes the workers that ended; returns their process ids."""
        ended = [pid for pid in self.workers if os.waitpid(pid, os.WNOHANG)[0]]
        for pid in ended:
            self.workers.pop(pid).watchdog.close()
        return ended

    def start_worker(self, queues: tuple[str, ...]) -> None:
        """Forks a worker, which then shares the rules that are already loaded."""
        worker = WorkerProcess(queues, Watchdog())
        pid = os.fork()
        if pid:
            self.workers[pid] = worker
            return
        status = 1
        try:
            self._run_child(worker)
            status = 0
        finally:
            os._exit(status)

    def _run_child(self, worker: WorkerProcess) -> None:
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        terminate_on_parent_death()
        run_worker(self.jobs.url, worker.queues, worker.watchdog, self.megabytes)

    def send_heartbeat(self) -> None:
        """Reports the workers that are alive, except the one for AI turns alone."""
        alive = [f"{self.name}-{pid}" for pid, worker in self.workers.items() if worker.queues != SEATS_ONLY]
        with suppress(RedisUnavailable):
            self.jobs.heartbeat(alive, ALIVE_SECONDS)

    def stop_workers(self) -> None:
        """Lets every worker finish its job, for STOP_SECONDS; unfinished jobs are delivered again."""
        until = time.monotonic() + STOP_SECONDS
        for pid in self.workers:
            os.kill(pid, signal.SIGTERM)
        while self.workers:
            self.reap()
            if time.monotonic() > until:
                for pid in self.workers:
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.02)
