"""The documents of AI work: a job, the move it found, and what was weighed."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from engine.ai import Choice, Rung
from engine.game import Move, State
from service.jobs.store import Status
from service.referee.documents import Answer, AnyMove, Problem
from service.referee.moves import AnyGame, labelled


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


def ai_move(game: AnyGame, view: State, choice: Choice[Any], language: str, elapsed_ms: int) -> AiMove:
    """The result of an analysis, every move as it is listed."""
    weighed = choice.analysis
    return AiMove(
        move=listed(game, view, choice.move, language),
        rung=choice.rung,
        iterations=choice.iterations,
        elapsed_ms=elapsed_ms,
        analysis=UNSET
        if weighed is None
        else [Candidate(move=listed(game, view, found.move, language), visits=found.visits, expected=found.expected) for found in weighed],
    )


def listed(game: AnyGame, view: State, move: Move, language: str) -> dict[str, Any]:
    """One move as `list_moves` would show it."""
    entry = labelled(game, view, move, language)
    preview = game.preview(view, move)
    return entry if preview is None else {**entry, "preview": preview}
