"""AI work in Redis: accepted once, delivered by RQ, answered or told why not.

The record of a job is the truth; RQ only carries its id to a worker. A delivery too many does no harm, because a worker must first claim
the job, and one that is lost is repaired: whoever runs a job keeps renewing a lease, and the sweeper delivers anew what nobody looks after.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
import redis
from rq import Queue

from engine.errors import Refusal
from service.observability import logs
from service.sessions.model import Due
from service.storage.connection import Guard, RedisAway, client

Status = Literal["queued", "running", "done", "failed", "cancelled"]

QUEUES = ("seats", "analysis", "study")
"""Turns of seats, for which somebody sits at a table and waits; analyses, which are wanted soon and share their time when others wait; and
studies, which are analyses that may take long."""

BRIEF = 2000
"""Milliseconds an analysis may take that is no study; one that wants a number of iterations is a study in any case."""

LEASE = 2500
"""Milliseconds after which a worker that gave no sign of life has lost its job."""

PATIENCE = 2000
"""Milliseconds until somebody looks whether a job that waits is still being delivered."""

OPEN_SECONDS = 24 * 3600
"""How long an unfinished job is kept at most."""

GRACE_SECONDS = 10
"""How long after its deadline a job is broken off: only rules that never end take so long."""

SLICE = 0.25
"""Seconds of one wait for a job's end: much shorter than the client's patience with Redis, lest a slow moment pass for an absent server."""

LONGEST_WAIT = 10
"""Seconds a request may wait for a job at most."""

RQ_SECONDS = 60
"""How long RQ keeps its own note of a delivery that failed."""


class JobUnknown(Refusal):
    """There is no such job (any more)."""

    code = "job_unknown"


class QueueFull(Refusal):
    """More work has been accepted than will be done soon."""

    code = "queue_full"


class Analysis(msgspec.Struct, tag="analysis", kw_only=True):
    """Find a move for the seat to act, which sees no more than this view."""

    game: str
    seat: int
    level: str
    seed: int
    iterations: int | None
    analysis: bool
    language: str
    view: msgspec.Raw


class Turn(msgspec.Struct, tag="turn"):
    """Move for an AI's seat in a session."""

    session: str
    due: Due


Task = Analysis | Turn


class Job(msgspec.Struct, kw_only=True):
    """What a client may know of a job; `problem` is a code and a sentence, `request` the id of the request that asked for it."""

    id: str
    status: Status
    progress: float = 0.0
    result: msgspec.Raw | None = None
    problem: tuple[str, str] | None = None
    request: str = ""


class Claim(msgspec.Struct, kw_only=True):
    """A job that is ours to do: the time until its deadline and since it was asked for; how much else of its kind waits, for how many
    workers; and the request that asked for it."""

    id: str
    task: Task
    left_ms: int
    waited_ms: int
    attempt: int
    waiting: int
    workers: int
    request: str = ""


class Load(msgspec.Struct, frozen=True):
    """How much there is to do, how many workers do it, and how long the first in the queue has waited."""

    waiting: int
    running: int
    workers: int
    oldest_ms: int = 0


class Memory(msgspec.Struct, frozen=True):
    """Where the first answer to an idempotency key lies, and the fingerprint of its request."""

    key: str
    fingerprint: bytes


class Jobs:
    """The jobs of one Redis server: so many may be open, so many requests wait at a time, results are kept for `lifetime` seconds."""

    def __init__(self, url: str, most: int, lifetime: int, waiters: int) -> None:
        self.url, self.most, self.lifetime = url, most, lifetime
        self.redis = client(url)
        self._asking = Guard("queue").asking
        self._script = self.redis.register_script(Path(__file__).with_name("jobs.lua").read_text(encoding="utf-8"))
        self._queues = {name: Queue(lane(name), connection=self.redis, serializer="json") for name in QUEUES}
        self._waiters = threading.BoundedSemaphore(waiters)

    def ask(self, task: Analysis, deadline_ms: int, since: float, request: str, memory: Memory | None = None) -> Job | bytes:
        """Accepts an analysis asked for at `since` (monotonic seconds), or gives what is kept under its idempotency key."""
        job_id, elapsed = secrets.token_urlsafe(18), int((time.monotonic() - since) * 1000)
        queue = "analysis" if task.iterations is None and deadline_ms <= BRIEF else "study"
        fields = {"queue": queue, "task": _encode(task), "request": request}
        verdict, *rest = self._accept(job_id, self.most, elapsed, fields, deadline_ms, memory)
        if verdict == b"known":  # Accepted a moment ago, but the word of it was lost on the way here.
            self._deliver(queue, job_id, 1, deadline_ms // 1000 + GRACE_SECONDS)
        if verdict == b"repeated":
            return bytes(rest[0])
        if verdict == b"full":
            raise QueueFull(f"{self.most} jobs are open already; try again in a moment.")
        return Job(id=job_id, status="queued", request=request)

    def kept(self, memory: Memory) -> bytes | None:
        """What is kept under an idempotency key, if the request came before."""
        with self._asking():
            found: bytes | None = self.redis.get(memory.key)
        return found

    def ask_for_seat(self, session: str, due: Due, deadline_ms: int) -> None:
        """Accepts a seat's turn, as often as it is announced; its time runs from when a worker takes it up."""
        fields = {"queue": "seats", "task": _encode(Turn(session, due)), "request": logs.request_id.get()}
        self._accept(f"seat-{session}-{due.version}", -1, 0, fields, deadline_ms, None)

    def _accept(self, job_id: str, most: int, elapsed: int, fields: dict[str, Any], deadline_ms: int, memory: Memory | None) -> list[Any]:
        seconds = deadline_ms // 1000 + GRACE_SECONDS
        flat = [part for pair in {**fields, "deadline_ms": deadline_ms, "seconds": seconds}.items() for part in pair]
        mark, extra = (memory.fingerprint, memory.key) if memory else (b"", "")
        verdict: list[Any] = self._step("accept", job_id, most, elapsed, PATIENCE, OPEN_SECONDS, LONGEST_WAIT + 5, mark, *flat, extra=extra)
        if verdict[0] == b"accepted":
            self._deliver(fields["queue"], job_id, 1, seconds)
        return verdict

    def _deliver(self, queue: str, job_id: str, number: int, seconds: int) -> None:
        """Each delivery has an id of its own in RQ, so that what RQ remembers of an earlier one cannot disturb it."""
        try:
            self._queues[queue].enqueue(
                "service.jobs.tasks.run",
                job_id,
                job_id=f"{job_id}-{number}",
                ttl=OPEN_SECONDS,
                result_ttl=0,
                failure_ttl=RQ_SECONDS,
                job_timeout=seconds,
            )
        except redis.RedisError:
            return  # Accepted is accepted: the sweeper delivers it.

    def remember(self, memory: Memory, answer: bytes) -> None:
        """Keeps the first answer to an idempotency key as long as a result."""
        with self._asking():
            self.redis.set(memory.key, memory.fingerprint + answer, ex=self.lifetime)

    def find(self, job_id: str) -> Job:
        """The job as it stands; seats' turns are nobody's business."""
        with self._asking():
            found = self.redis.hmget(_key(job_id), "status", "progress", "result", "problem", "request", "queue")
        status, progress, result, problem, request, queue = found
        if status is None or queue == b"seats":
            raise JobUnknown("There is no job of this id; finished jobs are forgotten after a while.")
        return Job(
            id=job_id,
            status=status.decode(),
            progress=1.0 if status == b"done" else float(progress or 0),
            result=msgspec.Raw(result) if result else None,
            problem=msgspec.json.decode(problem, type=tuple[str, str]) if problem else None,
            request=request.decode(),
        )

    def wait(self, job_id: str, seconds: float) -> bool:
        """Waits for the job to end, at most so long; False at once when too many wait already."""
        if not self._waiters.acquire(blocking=False):
            return False
        try:
            self._wait(f"{_key(job_id)}:ended", time.monotonic() + min(seconds, LONGEST_WAIT))
        except RedisAway:
            pass  # The job was accepted; whoever asked can come back for it.
        finally:
            self._waiters.release()
        return True

    def _wait(self, ended: str, until: float) -> None:
        with self._asking():
            while (left := until - time.monotonic()) > 0:
                if self.redis.blmove(ended, ended, max(0.01, min(left, SLICE)), "LEFT", "LEFT"):
                    return

    def cancel(self, job_id: str) -> Job:
        """Ends a job that has not ended yet; a search that runs notices at its next beat."""
        self.find(job_id)
        self._close(job_id, "cancelled", "progress", b"0", self.lifetime)
        return self.find(job_id)

    def claim(self, job_id: str) -> Claim | None:
        """The job, if it still is to be done and nobody else does it."""
        found = self._step("claim", job_id, LEASE)
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

    def beat(self, claim: Claim, progress: float) -> bool:
        """Tells how far the work is and learns how much else waits; False when the work is not wanted any more."""
        found = self._step("beat", claim.id, claim.attempt, LEASE, f"{progress:.3f}")
        if found:
            claim.waiting, claim.workers = found
        return bool(found)

    def finish(self, claim: Claim, result: bytes) -> None:
        """Keeps the result of an analysis."""
        self._close(claim.id, "done", "result", result, self.lifetime)

    def fail(self, claim: Claim, code: str, sentence: str) -> None:
        """Keeps why there is no result."""
        self._close(claim.id, "failed", "problem", msgspec.json.encode((code, sentence)), self.lifetime)

    def forget(self, claim: Claim) -> None:
        """Ends a seat's turn, about which nobody will ask."""
        self._close(claim.id, "done", "", b"", 0)

    def _close(self, job_id: str, status: Status, field: str, value: bytes, seconds: int) -> None:
        self._step("close", job_id, status, field, value, seconds, extra=f"{_key(job_id)}:ended")

    def release(self, claim: Claim) -> None:
        """Gives back what could not be done, so that it is tried again soon."""
        self._step("release", claim.id, claim.attempt)

    def redeliver(self, job_id: str) -> bool:
        """Delivers anew what nobody looks after; False when all is well."""
        with self._asking():
            queue = (self.redis.hget(_key(job_id), "queue") or b"analysis").decode()
        found = self._step("redeliver", job_id, PATIENCE)
        if found:
            self._deliver(queue, job_id, *found)
        return bool(found)

    def overdue(self) -> list[str]:
        """Jobs that somebody should have looked after by now."""
        return [job_id.decode() for job_id in self._step("overdue", "")]

    def present(self, names: Sequence[str], seconds: float) -> None:
        """Tells that these workers are alive for so long."""
        self._step("present", "", int(seconds * 1000), *names)

    def load(self) -> Load:
        """How much there is to do; raises when Redis cannot be asked."""
        return Load(*self._step("load", "", *QUEUES))

    def _step(self, step: str, job_id: str, *arguments: Any, extra: str = "") -> Any:
        keys = [_key(job_id), "arbiter:jobs:waiting", "arbiter:jobs:running", "arbiter:workers", extra or "arbiter:jobs:none"]
        with self._asking():
            return self._script(keys=keys, args=[step, job_id, *arguments])


def lane(queue: str) -> str:
    """The name of a queue in RQ, which others may use on the same Redis."""
    return f"arbiter-{queue}"


def _key(job_id: str) -> str:
    return f"arbiter:job:{job_id}"


_encode = msgspec.json.Encoder().encode
_tasks: msgspec.json.Decoder[Task] = msgspec.json.Decoder(Task)
