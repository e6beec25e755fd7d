"""AI moves: asked for in one call, thought about by a worker, fetched in another call or waited for."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, g, request
from msgspec.structs import replace
from werkzeug.http import parse_list_header

from engine.ai import LEVELS
from engine.chance import SEED_LIMIT
from engine.errors import GameOver
from engine.game import to_act
from service.http import problems as errors
from service.http.problems import Problem
from service.http.rate_limits import limits
from service.http.requests import JSON, answer, find_game, language, read_body, require_acceptable
from service.http.routes.sessions import idempotency_key
from service.http.routes.states import read_held
from service.jobs import documents as job_answers
from service.jobs.schemas import LONGEST_DEADLINE_MS, AiMoveRequest
from service.jobs.store import LONGEST_WAIT, Analysis, Job, Jobs, JobUnknown, Memory
from service.referee.moves import AnyGame
from service.storage.connection import RedisAway
from service.storage.idempotency import Key, KeyReused

routes = Blueprint("jobs", __name__, url_prefix="/v1")

AI_MOVE = AiMoveRequest()

DIGEST = 32
"""Bytes of a request's fingerprint, which stands before the answer that is kept."""

_is_id = re.compile(r"[A-Za-z0-9_-]{24}").fullmatch
_is_wait = re.compile(r"\d+(\.\d+)?", re.ASCII).fullmatch


@routes.before_request
def _negotiate() -> None:
    require_acceptable()


def jobs() -> Jobs:
    """The queue of AI work; a server without a Redis has none."""
    found: Jobs | None = current_app.extensions["arbiter.jobs"]
    if found is None:
        raise Problem("ai_off", "This server has no Redis; set REDIS_URL or start it with `arbiter serve`.")
    return found


@routes.post("/games/<game>/ai-moves")
def post_ai_move(game: str) -> Response:
    """Asks for a move; the time until the deadline runs from here."""
    since, queue, chosen = time.monotonic(), jobs(), find_game(game)
    key = idempotency_key()
    body = read_body(AI_MOVE)
    return asked_once(queue, key, lambda: task_of(chosen, body), deadline_of(body), since)


def asked_once(queue: Jobs, key: Key | None, task: Callable[[], Analysis], deadline_ms: int, since: float) -> Response:
    """The job for the work; a repeated request gets its first answer, whatever has become of the position meanwhile."""
    memory = Memory(f"arbiter:jobs:key:{key.name}", key.fingerprint) if key else None
    if memory and (first := queue.kept(memory)):
        return repeated(first, memory)
    work = task()
    limits().spend("ai_ms", deadline_ms)
    asked = queue.ask(work, deadline_ms, since, g.request_id, memory)
    if isinstance(asked, bytes):
        return repeated(asked, memory)
    response = answered(queue, asked)
    if memory:
        with suppress(RedisAway):
            queue.remember(memory, f"{response.status_code}/{asked.id}\n".encode() + response.get_data())
    return response


def task_of(game: AnyGame, body: dict[str, Any]) -> Analysis:
    """The work as it is stored: what the seat to act may see, and not a piece more."""
    position = read_held(game, body)
    state = position.state
    position.permit(state)
    decision = to_act(state)
    if decision is None:
        raise GameOver("The game is over; no move is legal any more.")
    return Analysis(
        game=game.id,
        seat=decision.seat,
        level=body["level"],
        seed=body.get("seed", secrets.randbelow(SEED_LIMIT + 1)),
        iterations=body.get("iterations"),
        analysis=body.get("analysis", False),
        language=language(),
        view=msgspec.Raw(msgspec.json.encode(game.view(state, decision.seat))),
    )


def deadline_of(body: dict[str, Any]) -> int:
    """What was asked for, else the level's own; who counts iterations and names no deadline wants all of them."""
    usual = LONGEST_DEADLINE_MS if "iterations" in body else LEVELS[body["level"]].deadline_ms
    return int(body.get("deadline_ms", usual))


def answered(queue: Jobs, asked: Job) -> Response:
    """200 with the result where the client chose to wait and it came in time, else 202; either way with the job's address."""
    waited, job = wait_for(queue, asked.id), asked
    if waited:
        with suppress(RedisAway):  # The job was accepted, and that can be told.
            job = queue.find(asked.id)
    response = answer(document(job), 200 if job.status == "done" else 202, language())
    response.headers["Location"] = f"/v1/jobs/{job.id}"
    return kept_from_caches(response, waited)


def repeated(kept: bytes, memory: Memory | None) -> Response:
    """The first answer again."""
    if memory is None or kept[:DIGEST] != memory.fingerprint:
        raise KeyReused("This Idempotency-Key came before with another request; choose a new key for a new request.")
    head, _, body = kept[DIGEST:].partition(b"\n")
    if not head:
        raise Problem("idempotency_key_busy", "The first request with this Idempotency-Key is still being answered.")
    status, _, job_id = head.decode().partition("/")
    response = Response(body, int(status), content_type=JSON)
    response.headers["Location"] = f"/v1/jobs/{job_id}"
    response.headers["Content-Language"] = language()
    response.headers["Idempotency-Replayed"] = "true"
    return kept_from_caches(response, None)


@routes.get("/jobs/<job_id>")
def get_job(job_id: str) -> Response:
    """How far the work is, or what came of it; `Prefer: wait` works here too."""
    queue, job = jobs(), find(job_id)
    waited = wait_for(queue, job_id) if job.status in ("queued", "running") else None
    return kept_from_caches(answer(document(queue.find(job_id) if waited else job)), waited)


@routes.delete("/jobs/<job_id>")
def delete_job(job_id: str) -> Response:
    """Cancels work that has not ended; what has ended stays as it is."""
    find(job_id)
    return kept_from_caches(answer(document(jobs().cancel(job_id))), None)


def find(job_id: str) -> Job:
    """The job of that id; one that could not be an id is not even looked for."""
    queue = jobs()
    if not _is_id(job_id):
        raise JobUnknown("There is no job of this id.")
    return queue.find(job_id)


def wait_for(queue: Jobs, job_id: str) -> int | None:
    """Waits as long as the client prefers; how many seconds that was at most, None when there was no waiting."""
    seconds = wished_wait(request.headers.get("Prefer", ""))
    return seconds if seconds and queue.wait(job_id, seconds) else None


def wished_wait(prefer: str) -> int:
    """The seconds of the first wish to wait (RFC 7240 has the first one count); 0 where it makes no sense or there is none."""
    wishes = [wish.partition(";")[0].partition("=") for wish in parse_list_header(prefer)]
    first = next((value.strip().strip('"') for name, _, value in wishes if name.strip().lower() == "wait"), "")
    return int(min(float(first), LONGEST_WAIT)) if _is_wait(first) else 0


def kept_from_caches(response: Response, waited: int | None) -> Response:
    """A job's address is its secret, and its state changes."""
    response.headers["Cache-Control"] = "no-store"
    if waited is not None:
        response.headers["Preference-Applied"] = f"wait={waited}"
    return response


def document(job: Job) -> job_answers.Job:
    """The job as clients read it."""
    problem = None
    if job.problem is not None:
        problem = replace(errors.document(Problem(*job.problem)), instance=job.request)
    result: Any = job.result
    return job_answers.Job(id=job.id, status=job.status, progress=job.progress, result=result, problem=problem)
