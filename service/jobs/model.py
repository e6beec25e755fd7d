"""The records of AI jobs."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.game import Names
from service.sessions.model import Due

Status = Literal["queued", "running", "done", "failed", "cancelled"]

Queue = Literal["seats", "analysis", "study"]

QUEUES: tuple[Queue, ...] = ("seats", "analysis", "study")
"""AI turns in sessions, where people wait at once; analyses of up to SHORT_ANALYSIS_MS, which share their time when others wait; and
studies, which are longer analyses."""

SHORT_ANALYSIS_MS = 2000
"""An analysis with a longer deadline, or with a number of iterations, is a study."""


class Analysis(msgspec.Struct, tag="analysis", kw_only=True):
    """Find a move for the seat to act, which sees this view; labels are in the language and call the seats by their names.

    `turn` asks for the rest of the turn, with at most `deadline_ms` for each decision.
    """

    game: str
    seat: int
    level: str
    seed: int
    iterations: int | None
    analysis: bool
    language: str
    view: msgspec.Raw
    names: Names = ()
    turn: bool = False
    deadline_ms: int = 0


class Turn(msgspec.Struct, tag="turn"):
    """Make an AI's move in a session."""

    session: str
    due: Due


Task = Analysis | Turn


class Origin(msgspec.Struct, frozen=True):
    """Where a job comes from: the id of the request, whose share of the workers and of AI time it takes, and the name of an API key."""

    request: str
    client: str = ""
    owner: str | None = None


class Job(msgspec.Struct, kw_only=True):
    """A job as clients may see it; `problem` is a code and a sentence, `request` the id of the request that created it.

    `best` is the best result so far while the job runs.
    """

    id: str
    status: Status
    progress: float = 0.0
    result: msgspec.Raw | None = None
    best: msgspec.Raw | None = None
    problem: tuple[str, str] | None = None
    request: str = ""


class Claim(msgspec.Struct, kw_only=True):
    """A job that a worker has claimed: the time until its deadline and since the request, how many waiting jobs share the workers with it
    (`rivals`), the workers alive, and the id of the request."""

    id: str
    task: Task
    left_ms: int
    waited_ms: int
    attempt: int
    rivals: int
    workers: int
    request: str = ""


class Load(msgspec.Struct, frozen=True):
    """How many jobs wait and run, how many workers are alive, and how long the oldest waiting job has waited.

    AI turns that are `held` because their client has spent its AI time do not wait for a worker.
    """

    waiting: int
    running: int
    workers: int
    oldest_ms: int = 0
    held: int = 0
