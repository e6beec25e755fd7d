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
    """Find a move for the seat to act, which sees this view; labels are in the language and call the seats by their names."""

    game: str
    seat: int
    level: str
    seed: int
    iterations: int | None
    analysis: bool
    language: str
    view: msgspec.Raw
    names: Names = ()


class Turn(msgspec.Struct, tag="turn"):
    """Make an AI's move in a session."""

    session: str
    due: Due


Task = Analysis | Turn


class Origin(msgspec.Struct, frozen=True):
    """Where a job comes from: the id of the request, and the name of the client's API key."""

    request: str
    owner: str | None = None


class Job(msgspec.Struct, kw_only=True):
    """A job as clients may see it; `problem` is a code and a sentence, `request` the id of the request that created it."""

    id: str
    status: Status
    progress: float = 0.0
    result: msgspec.Raw | None = None
    problem: tuple[str, str] | None = None
    request: str = ""


class Claim(msgspec.Struct, kw_only=True):
    """A job that a worker has claimed: the time until its deadline and since the request, the jobs that wait in the same queue and the
    workers alive, and the id of the request."""

    id: str
    task: Task
    left_ms: int
    waited_ms: int
    attempt: int
    waiting: int
    workers: int
    request: str = ""


class Load(msgspec.Struct, frozen=True):
    """How many jobs wait and run, how many workers are alive, and how long the oldest waiting job has waited."""

    waiting: int
    running: int
    workers: int
    oldest_ms: int = 0
