"""AI jobs in Redis: accepted once, delivered through RQ, finished with a result or a problem.

The job's record is the source of truth; RQ only tells a worker that a job waits in a queue. The worker then claims the job whose turn it
is, so that all clients get their share whatever they ask for. A superfluous delivery is harmless. A lost one is repaired: a running worker
renews its lease, and the sweeper requeues jobs whose lease has expired and delivers jobs that RQ holds no delivery for.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import redis
from rq import Queue as RqQueue

from service.jobs.errors import JobUnknown, QueueFull
from service.jobs.model import QUEUES, SHORT_ANALYSIS_MS, Analysis, Claim, Job, Load, Origin, Queue, Status, Task, Turn
from service.jobs.schemas import MAX_DEADLINE_MS
from service.observability import logs
from service.sessions.model import Due
from service.storage.budgets import GCRA, WINDOW_MS
from service.storage.errors import RedisUnavailable
from service.storage.idempotency import IdempotencyKey, Reply, decrypt, encrypt
from service.storage.memory import RESERVE, Memory
from service.storage.outbox import JOB_NEWS
from service.storage.owners import JOB_OWNERS
from service.storage.redis_client import RedisServer
from service.storage.scripts import Script

JOBS = Script(GCRA, Path(__file__).with_name("jobs.lua"))

TASK_FUNCTION = "service.jobs.tasks.run"
"""What RQ calls, with the name of the queue."""

LEASE_MS = 2500
"""A worker that did not renew its lease for this long has lost its job."""

OPEN_SECONDS = 24 * 3600
"""How long an unfinished job is kept."""

TIME_LIMIT = MAX_DEADLINE_MS // 1000 + 10
"""Seconds after which RQ aborts a job; the search itself stops at the deadline, and the watchdog ends a silent one much earlier."""

WAIT_SLICE = 0.25
"""Seconds of one blocking wait for a job's end; far below the client's time-out, so that a slow moment is not taken for an outage."""

MAX_WAIT_SECONDS = 10
"""How long a request may wait for a job."""

RQ_FAILURE_SECONDS = 60
"""How long RQ keeps its own record of a failed delivery."""


class JobStore:
    """The jobs of one Redis server: at most `max_open` open requests and `max_waiters` waiting ones; `lifetime` of results in seconds.

    `ai_ms_per_minute` is the AI time of each client, which turns in its sessions spend too; 0 for no limit. `reserve` is the part of the
    memory, in percent, that is kept for what exists.
    """

    def __init__(self, url: str, max_open: int, lifetime: int, max_waiters: int, ai_ms_per_minute: int = 0, reserve: int = RESERVE) -> None:
        self.url, self.max_open, self.lifetime, self._ai_ms = url, max_open, lifetime, ai_ms_per_minute
        self.server = RedisServer(url, "queue")
        self.memory = Memory(self.server, reserve)
        self._queues = {name: RqQueue(rq_queue_name(name), connection=self.server.client, serializer="json") for name in QUEUES}
        self._waiters = threading.BoundedSemaphore(max_waiters)

    def create_analysis(
        self, task: Analysis, deadline_ms: int, since: float, origin: Origin, key: IdempotencyKey | None = None
    ) -> Job | Reply:
        """A new job for a request received at `since` (monotonic seconds), or the reply stored under its idempotency key.

        Raises QueueFull and StorageFull.
        """
        self.memory.require_room()
        job_id, elapsed = secrets.token_urlsafe(18), int((time.monotonic() - since) * 1000)
        queue: Queue = "analysis" if task.iterations is None and deadline_ms <= SHORT_ANALYSIS_MS else "study"
        verdict, *rest = self._accept(job_id, queue, task, deadline_ms, origin, max_open=self.max_open, elapsed=elapsed, key=key)
        if verdict == b"replayed" and key:
            return decrypt(key, bytes(rest[0]))
        if verdict == b"full":
            raise QueueFull(f"The maximum of {self.max_open} open jobs is reached; try again in a moment.")
        return Job(id=job_id, status="queued", request=origin.request)

    def create_turn(self, session: str, due: Due, deadline_ms: int, client: str) -> None:
        """A job for an AI's turn, charged to the client; repeating it is harmless. Its deadline runs from when a worker claims it."""
        origin = Origin(logs.request_id.get(), client)
        self._accept(f"seat-{session}-{due.version}", "seats", Turn(session, due), deadline_ms, origin)

    def _accept(
        self,
        job_id: str,
        queue: Queue,
        task: Task,
        deadline_ms: int,
        origin: Origin,
        *,
        max_open: int = -1,
        elapsed: int = 0,
        key: IdempotencyKey | None = None,
    ) -> list[Any]:
        fields = ["task", _encode(task), "request", origin.request, "deadline_ms", deadline_ms]
        fields += ["owner", origin.owner] if origin.owner else []
        fingerprint, extra = (key.fingerprint, _reply_key(key)) if key else (b"", "")
        key_seconds = MAX_WAIT_SECONDS + 5
        arguments = [max_open, elapsed, OPEN_SECONDS, key_seconds, fingerprint, queue, origin.client, *fields]
        verdict: list[Any] = self._step("accept", job_id, *arguments, extra=extra)
        if verdict == [b"accepted", 1]:
            self._deliver(queue)
        return verdict

    def _deliver(self, queue: Queue) -> None:
        """Tells a worker, through RQ, that a job waits in the queue."""
        try:
            self._queues[queue].enqueue(
                TASK_FUNCTION, queue, ttl=OPEN_SECONDS, result_ttl=0, failure_ttl=RQ_FAILURE_SECONDS, job_timeout=TIME_LIMIT
            )
        except redis.RedisError:
            return  # The job is accepted; the sweeper delivers it.

    def find_reply(self, key: IdempotencyKey) -> Reply | None:
        """The reply stored under an idempotency key, if the request is a repetition."""
        stored: bytes | None = self.server.command("GET", _reply_key(key))
        return decrypt(key, stored) if stored is not None else None

    def store_reply(self, key: IdempotencyKey, reply: Reply) -> None:
        """Stores the first reply to a request for as long as a result is kept."""
        self.server.command("SET", _reply_key(key), encrypt(key, reply), "EX", self.lifetime)

    def find(self, job_id: str) -> Job:
        """The job; raises JobUnknown, also for AI turns, which are internal."""
        found = self.server.command("HMGET", _key(job_id), "status", "progress", "result", "best", "problem", "request", "queue")
        status, progress, result, best, problem, request, queue = found
        if status is None or queue == b"seats":
            raise JobUnknown("There is no job with this id; finished jobs are deleted after a while.")
        return Job(
            id=job_id,
            status=status.decode(),
            progress=1.0 if status == b"done" else float(progress or 0),
            result=msgspec.Raw(result) if result else None,
            best=msgspec.Raw(best) if best else None,
            problem=msgspec.json.decode(problem, type=tuple[str, str]) if problem else None,
            request=request.decode(),
        )

    def wait(self, job_id: str, seconds: float) -> bool:
        """Waits until the job ends, at most `seconds`; returns False at once if too many requests wait."""
        if not self._waiters.acquire(blocking=False):
            return False
        try:
            self._wait(_ended_key(job_id), time.monotonic() + min(seconds, MAX_WAIT_SECONDS))
        except RedisUnavailable:
            pass  # The job is accepted; the client can ask for it later.
        finally:
            self._waiters.release()
        return True

    def _wait(self, ended: str, until: float) -> None:
        with self.server.guard():
            while (left := until - time.monotonic()) > 0:
                if self.server.client.blmove(ended, ended, max(0.01, min(left, WAIT_SLICE)), "LEFT", "LEFT"):
                    return

    def cancel(self, job_id: str) -> Job:
        """Cancels a job that has not ended; a running search stops when it renews its lease. Raises JobUnknown."""
        self.find(job_id)
        self._close(job_id, "cancelled", "progress", b"0")
        return self.find(job_id)

    def claim(self, queue: Queue) -> Claim | None:
        """Claims the next job of a queue for this worker; None if there is none.

        The next job is that of the client which had the smallest share of the workers so far. A client that has spent its AI time is passed
        over until there is enough again for its next turn.
        """
        found = self._step("claim", "", queue, LEASE_MS, self._ai_ms, WINDOW_MS)
        if not found:
            return None
        is_more, job_id, task, deadline, waited, attempt, rivals, workers, request = found
        if is_more:
            self._deliver(queue)
        return Claim(
            id=job_id.decode(),
            task=_tasks.decode(task),
            left_ms=int(deadline) - waited,
            waited_ms=waited,
            attempt=attempt,
            rivals=rivals,
            workers=workers,
            request=request.decode(),
        )

    def renew(self, claim: Claim, progress: float, best: bytes = b"") -> bool:
        """Renews the lease, reports progress and the best result so far, and updates the claim's load.

        Returns False if the job was cancelled or is no longer ours.
        """
        found = self._step("renew", claim.id, claim.attempt, LEASE_MS, f"{progress:.3f}", best)
        if found:
            claim.rivals, claim.workers = found
        return bool(found)

    def finish(self, claim: Claim, result: bytes) -> None:
        """Stores the result of an analysis."""
        self._close(claim.id, "done", "result", result)

    def fail(self, claim: Claim, code: str, sentence: str) -> None:
        """Stores why an analysis has no result."""
        self._close(claim.id, "failed", "problem", msgspec.json.encode((code, sentence)))

    def delete(self, claim: Claim, used_ms: int) -> None:
        """Deletes the job of an AI's turn, which nobody will read; the AI time that it did not use is given back."""
        self._step("delete", claim.id, used_ms, self._ai_ms, WINDOW_MS)

    def _close(self, job_id: str, status: Status, field: str, value: bytes) -> None:
        self._step("close", job_id, status, field, value, self.lifetime, extra=_ended_key(job_id))

    def release(self, claim: Claim) -> None:
        """Ends the lease of a failed job, so that the sweeper requeues it."""
        self._step("release", claim.id, claim.attempt)

    def recover(self) -> list[str]:
        """Requeues jobs whose lease has expired; returns their ids.

        Also delivers jobs that can be claimed and that RQ holds no delivery for.
        """
        recovered, needed = self._step("sweep", "")
        for queue, count in zip(QUEUES, needed, strict=True):
            for _ in range(count):
                self._deliver(queue)
        return [job_id.decode() for job_id in recovered]

    def heartbeat(self, workers: Sequence[str], seconds: float) -> None:
        """Reports that these workers are alive, for some seconds."""
        self._step("heartbeat", "", int(seconds * 1000), *workers)

    def load(self) -> Load:
        """The load of the queues; raises RedisUnavailable."""
        return Load(*self._step("load", ""))

    def _step(self, step: str, job_id: str, *arguments: Any, extra: str = "") -> Any:
        keys = [_key(job_id), "arbiter:jobs:running", "arbiter:workers", extra or "arbiter:jobs:none", JOB_NEWS, JOB_OWNERS]
        return self.server.run(JOBS, keys, step, job_id, *arguments)


def rq_queue_name(queue: str) -> str:
    """The name of a queue in RQ; the prefix keeps it apart from other users of the same Redis."""
    return f"arbiter-{queue}"


def _key(job_id: str) -> str:
    return f"arbiter:job:{job_id}"


def _ended_key(job_id: str) -> str:
    return f"{_key(job_id)}:ended"


def _reply_key(key: IdempotencyKey) -> str:
    return f"arbiter:jobs:key:{key.name}"


_encode = msgspec.json.Encoder().encode
_tasks: msgspec.json.Decoder[Task] = msgspec.json.Decoder(Task)
