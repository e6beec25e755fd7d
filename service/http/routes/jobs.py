"""AI moves and hints, and the jobs that find them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from flask import Blueprint, Response
from marshmallow import Schema

from service.http import context
from service.http.rate_limits import spend_ai_time
from service.http.requests import (
    bearer_token,
    idempotency_key,
    negotiated_language,
    owner,
    prefer_wait,
    read_body,
    require_json_acceptable,
    require_session_id,
)
from service.http.responses import job_reply_response, json_response, uncached
from service.jobs.analyses import AnalysisRequest, Position, request_analysis, wait_for_job
from service.jobs.errors import JobUnknown
from service.jobs.model import Job, Origin
from service.jobs.presentation import present_job
from service.jobs.schemas import AiMoveRequest, HintRequest
from service.referee.catalogue import find_game
from service.sessions.reads import read_view_to_act

routes = Blueprint("jobs", __name__, url_prefix="/v1")
routes.before_request(require_json_acceptable)
routes.before_request(require_session_id)

AI_MOVE, HINT = AiMoveRequest(), HintRequest()

_is_job_id = re.compile(r"[A-Za-z0-9_-]{24}").fullmatch


@routes.post("/games/<game>/ai-moves")
def request_ai_move(game: str) -> Response:
    """A job that finds a move for the seat to act."""
    chosen, referee = find_game(game), context.parts().referee
    return _request(AI_MOVE, lambda body: (chosen, *referee.view_to_act(chosen, body), ()))


@routes.post("/sessions/<session_id>/ai-moves")
def request_hint(session_id: str) -> Response:
    """A job that finds a move for the bearer's seat, whose turn it must be; nothing is played."""
    store, token = context.sessions().store, bearer_token()
    return _request(HINT, lambda _: read_view_to_act(store, session_id, token))


def _request(schema: Schema, find_position: Callable[[dict[str, object]], Position]) -> Response:
    received, jobs = time.monotonic(), context.jobs()
    key, body = idempotency_key(), read_body(schema)
    request = AnalysisRequest(
        body=body,
        received=received,
        wait_seconds=prefer_wait(),
        language=negotiated_language(),
        origin=Origin(context.context().request_id, context.context().client, owner()),
        key=key,
    )
    answer = request_analysis(jobs, request, lambda: find_position(body), spend_ai_time)
    return job_reply_response(answer.reply, answer.waited)


@routes.get("/jobs/<job_id>")
def get_job(job_id: str) -> Response:
    """The job with its progress, result or problem; `Prefer: wait` waits for its end."""
    waited, job = wait_for_job(context.jobs(), _find(job_id), prefer_wait())
    return uncached(json_response(present_job(job)), waited)


@routes.delete("/jobs/<job_id>")
def cancel_job(job_id: str) -> Response:
    """Cancels a job that has not ended."""
    _find(job_id)
    return uncached(json_response(present_job(context.jobs().cancel(job_id))), None)


def _find(job_id: str) -> Job:
    """The job; an id that cannot be a job's is refused without asking Redis."""
    jobs = context.jobs()
    if not _is_job_id(job_id):
        raise JobUnknown("There is no job with this id.")
    return jobs.find(job_id)
