"""Builds the documents of AI jobs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from engine.ai import Choice, Step
from engine.game import State, describe_moves
from service.jobs import model
from service.jobs.documents import AiMove, Candidate, Job, LineMove
from service.referee.moves import AnyGame
from service.referee.presentation import Format, present_problem


def present_job(job: model.Job) -> Job:
    """A job as clients read it."""
    problem = None if job.problem is None else present_problem(*job.problem, errors=[], instance=job.request)
    result: Any = job.result
    best: Any = job.best
    return Job(id=job.id, status=job.status, progress=job.progress, result=result, best=best, problem=problem)


def present_choice(game: AnyGame, view: State, choice: Choice[Any], form: Format, elapsed_ms: int) -> AiMove:
    """The result of an analysis; its moves look as in the list of legal moves."""
    candidates = choice.analysis or []
    moves = [choice.move, *(found.move for found in candidates)]
    chosen, *listed = describe_moves(game, view, moves, form.language, form.names)
    analysis = [
        Candidate(
            move=move,
            visits=found.visits,
            probability=found.probability,
            expected=found.expected,
            points=found.points,
            line=[_line_move(game, step, form) for step in found.line],
        )
        for move, found in zip(listed, candidates, strict=True)
    ]
    return AiMove(
        move=chosen,
        rung=choice.rung,
        iterations=choice.iterations,
        elapsed_ms=elapsed_ms,
        analysis=UNSET if choice.analysis is None else analysis,
    )


def present_turn(game: AnyGame, taken: Sequence[tuple[State, Choice[Any]]], form: Format, elapsed_ms: int) -> AiMove:
    """The result of an analysis of the rest of a turn: that of its first decision, with the moves of all of them."""
    (view, first), *_ = taken
    moves = [describe_moves(game, seen, [choice.move], form.language, form.names)[0] for seen, choice in taken]
    return replace(present_choice(game, view, first, form, elapsed_ms), moves=moves)


def _line_move(game: AnyGame, step: Step[Any], form: Format) -> LineMove:
    state = game.rules.write_state(step.before)
    return LineMove(seat=step.seat, move=describe_moves(game, state, [step.move], form.language, form.names, previews=False)[0])
