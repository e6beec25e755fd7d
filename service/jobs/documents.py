"""The documents of AI jobs."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from engine.ai import Rung
from service.jobs.model import Status
from service.referee.documents import Answer, AnyMove, Problem


class Candidate(Answer):
    """A move that the AI considered."""

    move: AnyMove
    visits: Annotated[int, Meta(ge=0, description="How often the search tried the move.")]
    expected: Annotated[list[float], Meta(description="The expected result of each seat after the move, from 0 (lost) to 1 (won).")]


class AiMove(Answer):
    """The move an AI chose, as it is listed among the legal moves, and how it was found."""

    move: AnyMove
    rung: Rung
    iterations: Annotated[int, Meta(ge=0)]
    elapsed_ms: Annotated[int, Meta(ge=0, description="Milliseconds since the request, including time in the queue.")]
    analysis: Annotated[list[Candidate], Meta(description="Every move that was considered, best first.")] | UnsetType = UNSET


class Job(Answer):
    """A request for an AI move, its progress and its result."""

    id: str
    status: Status
    progress: Annotated[float, Meta(ge=0, le=1, description="The fraction of the work, or of its time limit, that is done.")]
    result: AiMove | None
    problem: Annotated[Problem | None, Meta(description="Why the job failed.")]
