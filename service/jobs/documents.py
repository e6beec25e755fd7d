"""The documents of AI jobs."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from engine.ai import Rung
from service.jobs.model import Status
from service.referee.documents import Answer, AnyMove, Problem, Seat

Chance = Annotated[float, Meta(ge=0, le=1)]


class LineMove(Answer):
    """A move that may follow, and the seat that makes it."""

    seat: Seat
    move: AnyMove


class Candidate(Answer):
    """A move that the AI considered, as it is listed among the legal moves, and what the AI thinks of it.

    `probability` says how much the AI prefers the move: its share of the visits of a search; without a search, a weight that falls with
    the seat's chance to win (level `easy`), or the same for every move (level `random`). Over all candidates it sums to 1. `expected` is
    each seat's chance to win after the move; over all seats it sums to 1, and tied winners share. Both sums are subject to rounding.
    `points` and `line` are estimates from what the seat sees: nothing in them tells about hidden pieces.
    """

    move: AnyMove
    visits: Annotated[int, Meta(ge=0, description="How often the search tried the move; 0 without a search.")]
    probability: Annotated[Chance, Meta(description="How much the AI prefers the move, from 0 to 1.")]
    expected: Annotated[list[Chance], Meta(min_length=1, description="Each seat's chance to win after the move, from 0 to 1.")]
    points: Annotated[list[float], Meta(min_length=1, description="The final points that each seat can expect after the move.")]
    line: Annotated[list[LineMove], Meta(min_length=1, description="The move, and how play may go on after it.")]


class AiMove(Answer):
    """The move an AI chose, as it is listed among the legal moves, and how it was found.

    `rung` is `search`, `heuristic` if there was no search, or `any` for a move chosen at random or without a choice.
    """

    move: AnyMove
    rung: Rung
    iterations: Annotated[int, Meta(ge=0, description="The number of positions that the search expanded; 0 without a search.")]
    elapsed_ms: Annotated[int, Meta(ge=0, description="Milliseconds since the request, including time in the queue.")]
    moves: (
        Annotated[list[AnyMove], Meta(min_length=1, description="With `turn`: this move and those after it in the same turn, in order.")]
        | UnsetType
    ) = UNSET
    analysis: (
        Annotated[list[Candidate], Meta(description="Every move that was considered, best first; empty if there was no time for it.")]
        | UnsetType
    ) = UNSET


class Job(Answer):
    """A request for an AI move, its progress and its result.

    `result` is null until the job is done, `problem` unless it failed. While a search runs, `best` is what it would answer now; its
    `analysis` has only the best few moves. Before a search has found anything, without a search, and at the end, `best` is null.
    """

    id: str
    status: Status
    progress: Annotated[float, Meta(ge=0, le=1, description="The fraction of the work, or of its time limit, that is done.")]
    result: AiMove | None
    best: Annotated[AiMove | None, Meta(description="The best move so far, while the search runs.")]
    problem: Annotated[Problem | None, Meta(description="Why the job failed.")]
