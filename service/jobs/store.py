"""AI jobs in Redis: accepted once, delivered through RQ, finished with a result or a problem.

The job's record is the source of truth; RQ only carries its id to a worker. A duplicate delivery is harmless, because a worker must claim
the job first. A lost one is repaired: a running worker renews its lease, and the sweeper delivers jobs whose lease has expired.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import msgspec
import redis
from rq import Queue as RqQueue
from rq.exceptions import InvalidJobOperation, NoSuchJobError
from rq.job import Job as RqJob

from service.jobs.errors import JobUnknown, QueueFull
from service.jobs.model import QUEUES, SHORT_ANALYSIS_MS, Analysis, Claim, Job, Load, Origin, Queue, Status, Task, Turn
from service.observability import logs
from service.sessions.model import Due
from service.storage.errors import RedisUnavailable
from service.storage.idempotency import IdempotencyKey, Reply, decrypt, encrypt
from service.storage.outbox import JOB_NEWS
from service.storage.owners import JOB_OWNERS
from service.storage.redis_client import RedisServer
from service.storage.scripts import Script

JOBS = Script(Path(__file__).with_name("jobs.lua"))

TASK_FUNCTION = "service.jobs.tasks.run"
"""What RQ calls, with the id of the job."""

LEASE_MS = 2500
"""A worker that did not renew its lease for this long has lost its job."""

PICKUP_MS = 2000
"""How long a job may wait before the sweeper checks that it is still in RQ's queue."""

OPEN_SECONDS = 24 * 3600
"""How long an unfinished job is kept."""

GRACE_SECONDS = 10
"""How long after its deadline RQ aborts a job; the search itself stops at the deadline."""

WAIT_SLICE = 0.25
"""Seconds of one blocking wait for a job's end; far below the client's time-out, so that a slow moment is not taken for an outage."""

MAX_WAIT_SECONDS = 10
"""How long a request may wait for a job."""

RQ_FAILURE_SECONDS = 60
"""How long RQ keeps its own record of a failed delivery."""


class JobStore:
    """The jobs of one Redis server: at most `max_open` open jobs and `max_waiters` waiting requests; `lifetime` of results in seconds."""

    def __init__(self, url: str, max_open: int, lifetime: int, max_waiters: int) -> None:
        self.url, self.max_open, self.lifetime = url, max_open, lifetime
        self.server = RedisServer(url, "queue")
        self._queues = {name: RqQueue(rq_queue_name(name), connection=self.server.client, serializer="json") for name in QUEUES}
        self._waiters = threading.BoundedSemaphore(max_waiters)

    def create_analysis(
        self, task: Analysis, deadline_ms: int, since: float, origin: Origin, key: IdempotencyKey | None = None
    ) -> Job | Reply:
        """A new job for a request received at `since` (monotonic seconds), or the reply stored under its idempotency key.

        Raises QueueFull.
        """
        job_id, elapsed = secrets.token_urlsafe(18), int((time.monotonic() - since) * 1000)
        queue: Queue = "analysis" if task.iterations is None and deadline_ms <= SHORT_ANALYSIS_MS else "study"
        verdict, *rest = self._accept(job_id, queue, task, deadline_ms, origin, max_open=self.max_open, elapsed=elapsed, key=key)
        if verdict == b"exists":  # The script ran twice because the connection broke after the first run.
            self._deliver(queue, job_id, 1, _time_limit(deadline_ms))
        if verdict == b"replayed" and key:
            return decrypt(key, bytes(rest[0]))
        if verdict == b"full":
            raise QueueFull(f"The maximum of {self.max_open} open jobs is reached; try again in a moment.")
        return Job(id=job_id, status="queued", request=origin.request)

    def create_turn(self, session: str, due: Due, deadline_ms: int) -> None:
        """A job for an AI's turn; repeating it is harmless. Its deadline runs from when a worker claims it."""
        self._accept(f"seat-{session}-{due.version}", "seats", Turn(session, due), deadline_ms, Origin(logs.request_id.get()))

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
        seconds = _time_limit(deadline_ms)
        fields = ["task", _encode(task), "request", origin.request, "deadline_ms", deadline_ms, "seconds", seconds]
        fields += ["owner", origin.owner] if origin.owner else []
        fingerprint, extra = (key.fingerprint, _reply_key(key)) if key else (b"", "")
        key_seconds = MAX_WAIT_SECONDS + 5
        arguments = [max_open, elapsed, PICKUP_MS, OPEN_SECONDS, key_seconds, fingerprint, queue, *fields]
        verdict: list[Any] = self._step("accept", job_id, *arguments, extra=extra)
        if verdict[0] == b"accepted":
            self._deliver(queue, job_id, 1, seconds)
        return verdict

    def _deliver(self, queue: Queue, job_id: str, number: int, seconds: int) -> None:
        """Puts the job into RQ's queue; each delivery has an RQ id of its own, so that an earlier one cannot interfere."""
        try:
            self._queues[queue].enqueue(
                TASK_FUNCTION,
                job_id,
                job_id=_delivery(job_id, number),
                ttl=OPEN_SECONDS,
                result_ttl=0,
                failure_ttl=RQ_FAILURE_SECONDS,
                job_timeout=seconds,
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
        found = self.server.command("HMGET", _key(job_id), "status", "progress", "result", "problem", "request", "queue")
        status, progress, result, problem, request, queue = found
        if status is None or queue == b"seats":
            raise JobUnknown("There is no job with this id; finished jobs are deleted after a while.")
        return Job(
            id=job_id,
            status=status.decode(),
            progress=1.0 if status == b"done" else float(progress or 0),
            result=msgspec.Raw(result) if result else None,
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
        self._close(job_id, "cancelled", "progress", b"0", self.lifetime)
        self._withdraw(job_id)
        return self.find(job_id)

    def _withdraw(self, job_id: str) -> None:
        """Removes the last delivery if it still lies in RQ's queue; a worker that has taken it finds nothing to claim."""
        _, delivery, is_queued = self._last_delivery(job_id)
        if is_queued:
            with self.server.guard(), suppress(NoSuchJobError, InvalidJobOperation, ValueError):  # A worker took it meanwhile.
                RqJob.fetch(delivery, connection=self.server.client, serializer="json").delete()

    def _last_delivery(self, job_id: str) -> tuple[Queue, str, bool]:
        """The queue of a job, the RQ id of its last delivery, and whether that still lies in RQ's queue."""
        name, number = self.server.command("HMGET", _key(job_id), "queue", "deliveries")
        queue, delivery = cast(Queue, (name or b"analysis").decode()), _delivery(job_id, int(number or 1))
        with self.server.guard():
            return queue, delivery, self._queues[queue].get_job_position(delivery) is not None

    def claim(self, job_id: str) -> Claim | None:
        """Claims a job for this worker; None if it has ended or another worker runs it."""
        found = self._step("claim", job_id, LEASE_MS)
        if not found:
            return None
        task, deadline, waited, attempt, waiting, workers, request = found
        return Claim(
            id=job_id,
            task=_tasks.decode(task),
            left_ms=int(deadline) - waited,
            waited_ms=waited,
            attempt=attempt,
            waiting=waiting,
            workers=workers,
            request=request.decode(),
        )

    def renew(self, claim: Claim, progress: float) -> bool:
        """Renews the lease, reports progress and updates the claim's load; False if the job was cancelled or is no longer ours."""
        found = self._step("renew", claim.id, claim.attempt, LEASE_MS, f"{progress:.3f}")
        if found:
            claim.waiting, claim.workers = found
        return bool(found)

    def finish(self, claim: Claim, result: bytes) -> None:
        """Stores the result of an analysis."""
        self._close(claim.id, "done", "result", result, self.lifetime)

    def fail(self, claim: Claim, code: str, sentence: str) -> None:
        """Stores why an analysis has no result."""
        self._close(claim.id, "failed", "problem", msgspec.json.encode((code, sentence)), self.lifetime)

    def delete(self, claim: Claim) -> None:
        """Deletes the job of an AI's turn, which nobody will read."""
        self._close(claim.id, "done", "", b"", 0)

    def _close(self, job_id: str, status: Status, field: str, value: bytes, seconds: int) -> None:
        self._step("close", job_id, status, field, value, seconds, extra=_ended_key(job_id))

    def release(self, claim: Claim) -> None:
        """Gives a failed job back, so that the sweeper delivers it again."""
        self._step("release", claim.id, claim.attempt)

    def redeliver(self, job_id: str) -> bool:
        """Delivers an overdue job again if that is necessary; returns whether it was."""
        queue, _, is_queued = self._last_delivery(job_id)
        found = self._step("redeliver", job_id, PICKUP_MS, int(is_queued))
        if found:
            self._deliver(queue, job_id, *found)
        return bool(found)

    def overdue(self) -> list[str]:
        """The ids of jobs whose lease has expired or that nobody picked up in time."""
        return [job_id.decode() for job_id in self._step("overdue", "")]

    def heartbeat(self, workers: Sequence[str], seconds: float) -> None:
        """Reports that these workers are alive, for some seconds."""
        self._step("heartbeat", "", int(seconds * 1000), *workers)

    def load(self) -> Load:
        """The load of the queues; raises RedisUnavailable."""
        waiting, running, workers, now = self._step("load", "")
        return Load(waiting, running, workers, max((self._oldest_ms(name, now) for name in QUEUES), default=0))

    def _oldest_ms(self, queue: Queue, now: int) -> int:
        with self.server.guard():
            first = self._queues[queue].get_job_ids(0, 1)
            requested_at = self.server.client.hget(_key(first[0].rpartition("-")[0]), "requested_at") if first else None
        return max(0, now - int(requested_at)) if requested_at else 0

    def _step(self, step: str, job_id: str, *arguments: Any, extra: str = "") -> Any:
        waiting = [f"arbiter:jobs:waiting:{queue}" for queue in QUEUES]
        keys = [_key(job_id), "arbiter:jobs:running", "arbiter:workers", extra or "arbiter:jobs:none", *waiting, JOB_NEWS, JOB_OWNERS]
        return self.server.run(JOBS, keys, step, job_id, *arguments)


def rq_queue_name(queue: str) -> str:
    """The name of a queue in RQ; the prefix keeps it apart from other users of the same Redis."""
    return f"arbiter-{queue}"


def _time_limit(deadline_ms: int) -> int:
    return deadline_ms // 1000 + GRACE_SECONDS


def _delivery(job_id: str, number: int) -> str:
    return f"{job_id}-{number}"


def _key(job_id: str) -> str:
    return f"arbiter:job:{job_id}"


def _ended_key(job_id: str) -> str:
    return f"{_key(job_id)}:ended"


def _reply_key(key: IdempotencyKey) -> str:
    return f"arbiter:jobs:key:{key.name}"


_encode = msgspec.json.Encoder().encode
_tasks: msgspec.json.Decoder[Task] = msgspec.json.Decoder(Task)
