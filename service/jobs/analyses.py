"""Requests for AI moves: the one entry point for stateless positions and for hints in sessions."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from engine.ai import LEVELS
from engine.chance import SEED_LIMIT
from engine.game import Names, State
from service.jobs.errors import QueueFull
from service.jobs.model import Analysis, Job, Origin
from service.jobs.presentation import present_job
from service.jobs.schemas import MAX_DEADLINE_MS, TURN_DECISIONS
from service.jobs.store import JobStore
from service.referee.moves import AnyGame
from service.storage.errors import RedisUnavailable, StorageFull
from service.storage.idempotency import IdempotencyKey, Reply

Spend = Callable[[int], Callable[[], None]]
"""Spends milliseconds of AI time and returns a function that gives them back."""

Position = tuple[AnyGame, int, State, Names]
"""A game, the seat to act, what that seat sees, and the names of the seats."""


class AnalysisRequest(msgspec.Struct, kw_only=True):
    """A request for an AI move: its validated body, when it was received (monotonic seconds), how long the client waits for the result."""

    body: Mapping[str, Any]
    received: float
    wait_seconds: int
    language: str
    origin: Origin
    key: IdempotencyKey | None


class AnalysisReply(msgspec.Struct):
    """The reply, and the seconds for which the request was allowed to wait (None: it did not wait)."""

    reply: Reply
    waited: int | None = None


def request_analysis(jobs: JobStore, request: AnalysisRequest, find_position: Callable[[], Position], spend: Spend) -> AnalysisReply:
    """Creates a job for the position; a repeated request gets its first reply, whatever has become of the position.

    `spend` charges the time in milliseconds to the caller's budget. Raises what the two functions raise, and QueueFull and
    StorageFull, which cost nothing.
    """
    key = request.key
    if key and (first := jobs.find_reply(key)):
        return AnalysisReply(first)
    task = _task(*find_position(), request)
    whole_ms = min(MAX_DEADLINE_MS, task.deadline_ms * TURN_DECISIONS) if task.turn else task.deadline_ms
    give_back = spend(whole_ms)
    try:
        created = jobs.create_analysis(task, whole_ms, request.received, request.origin, key)
    except (QueueFull, StorageFull):
        give_back()
        raise
    if isinstance(created, Reply):
        give_back()
        return AnalysisReply(created)
    waited, job = wait_for_job(jobs, created, request.wait_seconds)
    document = msgspec.json.encode(present_job(job))
    reply = Reply(body=document, resource=job.id, language=request.language, status=200 if job.status == "done" else 202)
    if key:
        with suppress(RedisUnavailable):
            jobs.store_reply(key, reply)
    return AnalysisReply(reply, waited)


def wait_for_job(jobs: JobStore, job: Job, seconds: int) -> tuple[int | None, Job]:
    """Waits for the end of a job; returns the seconds it was allowed to wait (None: it did not wait) and the job as it stands then."""
    if not seconds or job.status not in ("queued", "running") or not jobs.wait(job.id, seconds):
        return None, job
    with suppress(RedisUnavailable):  # The job is accepted, which the reply can say.
        job = jobs.find(job.id)
    return seconds, job


def _task(game: AnyGame, seat: int, view: State, names: Names, request: AnalysisRequest) -> Analysis:
    """The stored task: it holds what the seat may see and nothing else."""
    body = request.body
    return Analysis(
        game=game.id,
        seat=seat,
        level=body["level"],
        seed=body.get("seed", secrets.randbelow(SEED_LIMIT + 1)),
        iterations=body.get("iterations"),
        analysis=body.get("analysis", False),
        language=request.language,
        names=names,
        turn=body.get("turn", False),
        deadline_ms=_deadline_ms(body),
        view=msgspec.Raw(msgspec.json.encode(view)),
    )


def _deadline_ms(body: Mapping[str, Any]) -> int:
    """The requested deadline, else the level's; a number of iterations without a deadline gets the longest one."""
    default = MAX_DEADLINE_MS if "iterations" in body else LEVELS[body["level"]].deadline_ms
    return int(body.get("deadline_ms", default))
