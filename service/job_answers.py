"""The documents of AI work: a job, the move it found, and what was weighed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from engine.ai import Choice
from engine.game import State, list_move
from service.answers import Answer, AnyMove, Problem
from service.jobs import Status
from service.play import AnyGame


class Candidate(Answer):
    """A move that was weighed: how often it was tried, and how each seat is expected to fare after it, from 0 (lost) to 1 (won)."""

    move: AnyMove
    visits: Annotated[int, Meta(ge=0)]
    expected: list[float]


class AiMove(Answer):
    """The move an AI chose, as it is listed among the legal moves, and how: by search, by heuristic, or any legal move."""

    move: AnyMove
    rung: Literal["search", "heuristic", "any"]
    iterations: Annotated[int, Meta(ge=0)]
    elapsed_ms: Annotated[int, Meta(ge=0, description="Milliseconds since the request, waiting included.")]
    analysis: Annotated[list[Candidate], Meta(description="Every move that was weighed, best first.")] | UnsetType = UNSET


class Job(Answer):
    """AI work and how far it is."""

    id: str
    status: Status
    progress: Annotated[float, Meta(ge=0, le=1, description="How much of the work, or of its time, is done.")]
    result: AiMove | None
    problem: Annotated[Problem | None, Meta(description="Why there is no result.")]


def ai_move(game: AnyGame, view: State, choice: Choice[Any], language: str, elapsed_ms: int) -> AiMove:
    """The result of an analysis, every move as it is listed."""
    weighed = choice.analysis
    return AiMove(
        move=list_move(game, view, choice.move, language),
        rung=choice.rung,
        iterations=choice.iterations,
        elapsed_ms=elapsed_ms,
        analysis=UNSET
        if weighed is None
        else [
            Candidate(move=list_move(game, view, found.move, language), visits=found.visits, expected=found.expected) for found in weighed
        ],
    )
