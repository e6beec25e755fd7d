"""What AI jobs refuse."""

from __future__ import annotations

from engine.errors import Refusal


class JobUnknown(Refusal):
    """There is no such job, or not any more."""

    code = "job_unknown"


class QueueFull(Refusal):
    """The maximum number of open jobs is reached."""

    code = "queue_full"
