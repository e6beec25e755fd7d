"""Builds the documents of AI jobs."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from engine.ai import Choice
from engine.game import Move, State, list_move
from service.jobs import model
from service.jobs.documents import AiMove, Candidate, Job
from service.referee.moves import AnyGame
from service.referee.presentation import Format, present_problem


def present_job(job: model.Job) -> Job:
    """A job as clients read it."""
    problem = None if job.problem is None else present_problem(*job.problem, errors=[], instance=job.request)
    result: Any = job.result
    return Job(id=job.id, status=job.status, progress=job.progress, result=result, problem=problem)


def present_choice(game: AnyGame, view: State, choice: Choice[Any], form: Format, elapsed_ms: int) -> AiMove:
    """The result of an analysis; its moves look as in the list of legal moves."""

    def listed(move: Move) -> dict[str, Any]:
        return list_move(game, view, move, form.language, form.names)

    candidates = choice.analysis
    return AiMove(
        move=listed(choice.move),
        rung=choice.rung,
        iterations=choice.iterations,
        elapsed_ms=elapsed_ms,
        analysis=UNSET
        if candidates is None
        else [
            Candidate(move=listed(found.move), visits=found.visits, probability=found.probability, expected=found.expected)
            for found in candidates
        ],
    )
